#!/usr/bin/env bash
# Build the site of the documentation strictly: a link that leads nowhere ends it.
#   scripts/site.sh [DIR]
# The pages stay where people look for them; here they are gathered into DIR/pages, and DIR/site is built from them (DIR:
# build). DIR/mkdocs.yml is mkdocs.yml with these folders.
set -euo pipefail
out=$(realpath -m "${1:-$(dirname "$0")/../build}")
cd "$(dirname "$0")/.."
python=.venv/bin/python
"$python" -c 'import material' 2>/dev/null || { echo "site: run scripts/setup.sh test first" >&2; exit 3; }
rm -rf "$out/pages" "$out/site"
mkdir -p "$out/pages"
git ls-files -z --cached --others --exclude-standard -- '*.md' LICENSE NOTICE docs deploy benchmarks examples | while IFS= read -r -d '' path; do
  case $path in tests/* | web/* | src/*/prompts/* | src/*/policies/* | src/*/defaults/*) continue ;; esac
  mkdir -p "$out/pages/$(dirname "$path")"
  cp "$path" "$out/pages/$path"
done
printf 'INHERIT: "%s"\ndocs_dir: "%s"\nsite_dir: "%s"\n' "$PWD/mkdocs.yml" "$out/pages" "$out/site" >"$out/mkdocs.yml"
NO_MKDOCS_2_WARNING=1 "$python" -m mkdocs build --strict --config-file "$out/mkdocs.yml"
echo "${out#"$PWD"/}/site/index.html"
