from __future__ import annotations

import asyncio
import os
import pty
import termios

import pytest

from cli.patience import PATIENCE
from kasen.cli.code.keys import Keys


class Stdin:
    def __init__(self, fd: int) -> None:
        self._fd = fd

    def fileno(self) -> int:
        return self._fd


async def test_keys_count_without_enter_and_arrows_do_not(monkeypatch: pytest.MonkeyPatch) -> None:
    master, slave = pty.openpty()
    try:
        monkeypatch.setattr("sys.stdin", Stdin(slave))
        before = termios.tcgetattr(slave)
        keys = Keys()
        with keys.read():
            os.write(master, b"\x1b[A")
            assert await keys.next(0.3) == ""
            os.write(master, b"Pq")
            assert [await keys.next(PATIENCE), await keys.next(PATIENCE)] == ["p", "q"]
            assert await keys.next(0.01) == ""
        assert termios.tcgetattr(slave) == before
        assert not asyncio.get_running_loop().remove_reader(slave)
    finally:
        os.close(master)
        os.close(slave)
