from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import signal
import subprocess
import sys
import termios
from pathlib import Path

import pytest

from cli.code.built import site, until
from cli.conftest import Invoke
from cli.patience import PATIENCE
from kasen.runtime.lock import is_owned

pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")


def _own_terminal() -> None:
    """What is its input becomes the terminal that ends it when it is closed."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


def test_a_closed_terminal_ends_the_agents_and_the_run_can_be_gone_on_with(
    kasen: Invoke, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    here = site(clean_environment, waits="go")
    master, slave = pty.openpty()
    child = subprocess.Popen(
        [sys.executable, "-m", "kasen", *here.line],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        start_new_session=True,
        preexec_fn=_own_terminal,
    )
    try:
        os.close(slave)
        os.set_blocking(master, False)

        def begun() -> bool:
            with contextlib.suppress(BlockingIOError):
                os.read(master, 1 << 16)  # or it waits for somebody to read
            assert child.poll() is None
            return bool(here.script.calls("coder-1"))

        until(begun, "the coder begins")
        os.close(master)
        code = child.wait(PATIENCE)
        assert code not in (-signal.SIGHUP, 0), "it ended by itself, and not as if all were done"
        assert here.agents == []
        assert not is_owned(here.place.root.parent)
        assert "interrupted" in kasen("code", "status").stdout
    finally:
        if child.poll() is None:
            child.kill()
            child.wait()
        kasen("code", "stop")
    here.script.open("go")
    done = kasen("code", "continue")
    assert done.exit_code == 0, done.stderr
