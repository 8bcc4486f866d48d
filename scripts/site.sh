#!/usr/bin/env bash
# Build the site of the documentation into build/site, strictly: a link that leads nowhere ends it.
# The pages stay where people look for them; here they are gathered into build/pages.
set -euo pipefail
cd "$(dirname "$0")/.."
python=.venv/bin/python
"$python" -c 'import material' 2>/dev/null || { echo "site: run scripts/setup.sh test first" >&2; exit 3; }
rm -rf build/pages build/site
mkdir -p build/pages
git ls-files -z --cached --others --exclude-standard -- '*.md' LICENSE NOTICE docs deploy benchmarks examples | while IFS= read -r -d '' path; do
  case $path in tests/* | web/* | src/*/prompts/* | src/*/policies/* | src/*/defaults/*) continue ;; esac
  mkdir -p "build/pages/$(dirname "$path")"
  cp "$path" "build/pages/$path"
done
NO_MKDOCS_2_WARNING=1 "$python" -m mkdocs build --strict
echo "build/site/index.html"
