#!/usr/bin/env bash
# Install the Debian packages that some tests use, when this is Debian or Ubuntu and we may; otherwise say what is
# missing, what that costs, and the command. Never fails: a test that misses a program says so and is skipped.
set -uo pipefail

packages=()
costs=()
failed=()
need() { # need COMMAND "PACKAGES" "COST"
  command -v "$1" >/dev/null && return
  read -ra more <<<"$2"
  packages+=("${more[@]}")
  costs+=("  $1: without it $3")
}

install() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends "$@" >/dev/null
}

look() { # what is missing now
  packages=()
  costs=()
  need chromium "chromium" "PDF files made by Chromium are not tested"
  need soffice "libreoffice-writer libreoffice-impress libreoffice-calc" "files made by LibreOffice are not tested"
  need tmux "tmux" "agents of the team code are not tested"
  need bwrap "bubblewrap" "a read-only home is tested less strictly"
  need redis-server "redis-server" "checkpoints in Redis are not tested"
  PATH=$PATH:/usr/sbin need nginx "nginx-light" "the file for nginx in deploy/ is not tried"
  need fc-list "fontconfig" "fonts cannot be looked up"
  if ! { command -v fc-list >/dev/null && fc-list :lang=ja family | grep -q .; }; then
    packages+=(fonts-noto-cjk)
    costs+=("  Japanese fonts: without them Japanese PDF files are not tested")
  fi
}

look
"$(dirname "$0")/clients.sh" >/dev/null || echo "The npm clients of tests/server/node could not be installed; those tests are skipped."
if [ "${KASEN_CLIS:-}" != 0 ]; then
  "$(dirname "$0")/clis.sh" >/dev/null || echo "Claude Code and Codex could not be installed; tests of the team code that run them are skipped."
fi
[ ${#packages[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  if command -v sudo >/dev/null && sudo -n true 2>/dev/null; then as_root=(sudo -n); else as_root=(false); fi
fi

if command -v apt-get >/dev/null && [ "${as_root[*]-}" != false ]; then
  echo "Installing Debian packages that some tests use: ${packages[*]}"
  if "${as_root[@]}" apt-get -qq update; then
    install "${packages[@]}" 2>/dev/null && exit 0
    for package in "${packages[@]}"; do # one that this system does not have costs no other
      install "$package" || failed+=("$package")
    done
    [ ${#failed[@]} -eq 0 ] && exit 0
    echo "These could not be installed; the tests go on without them: ${failed[*]}"
    look
  else
    echo "The packages could not be installed; the tests go on without them."
  fi
fi
[ ${#packages[@]} -eq 0 ] && exit 0
echo "Missing on this machine:"
printf '%s\n' "${costs[@]}"
echo "On Debian or Ubuntu: sudo apt-get install ${packages[*]}"
