from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cli.patience import PATIENCE
from kasen.cli.app import app

Invoke = Callable[..., Result]
SETTLED_S = 1.0


@pytest.fixture
def kasen() -> Invoke:
    """`kasen("runs", "list")` in this process."""

    def invoke(*args: str, input: str | None = None) -> Result:
        return CliRunner().invoke(app, list(args), input=input)

    return invoke


class Pty:
    """The command in a terminal of its own: type into it, wait for words on the screen."""

    def __init__(self, *args: str, command: list[str] | None = None) -> None:
        self._master, slave = pty.openpty()
        command = command or [sys.executable, "-m", "kasen", *args]
        self.process = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, close_fds=True)
        os.close(slave)
        self.text = ""

    def until(self, words: str, *, within: float = PATIENCE, after: str = "") -> str:
        """Read until `words` are on the screen, behind the first `after`."""
        end = time.monotonic() + within
        while words not in self.text.partition(after)[2] if after else words not in self.text:
            ready, _, _ = select.select([self._master], [], [], max(end - time.monotonic(), 0))
            assert ready, f"`{words}` did not appear in:\n{self.text}"
            try:
                self.text += os.read(self._master, 65536).decode("utf-8", "replace")
            except OSError:
                raise AssertionError(f"ended without `{words}`:\n{self.text}") from None
        return self.text

    def type(self, text: str) -> None:
        os.write(self._master, text.encode())

    def settle(self) -> None:
        """Nobody presses Ctrl-C before they have read what is asked; before it is waited for it is not heard."""
        time.sleep(SETTLED_S)  # noqa: TID251 - reading

    def exit_code(self, *, within: float = PATIENCE) -> int:
        """Read to the end and return the exit code."""
        end = time.monotonic() + within
        while self.process.poll() is None and time.monotonic() < end:
            self._drain(0.05)
        self._drain(0)
        return self.process.wait(timeout=max(end - time.monotonic(), 1))

    def _drain(self, seconds: float) -> None:
        while select.select([self._master], [], [], seconds)[0]:
            try:
                self.text += os.read(self._master, 65536).decode("utf-8", "replace")
            except OSError:
                return

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        os.close(self._master)


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Pty]]:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    opened: list[Pty] = []

    def make(*args: str, command: list[str] | None = None) -> Pty:
        opened.append(Pty(*args, command=command))
        return opened[-1]

    yield make
    for one in opened:
        one.close()


@pytest.fixture
def manual_folder(clean_environment: Path) -> Path:
    """Where the preset `manual` parks what it asks."""
    return clean_environment / "home" / "manual"
