"""Single keys of a terminal, without Enter, while something else goes on."""

from __future__ import annotations

import asyncio
import os
import sys
import termios
import tty
from collections.abc import Iterator
from contextlib import contextmanager, suppress


class Keys:
    """What a person presses; `await next()` gives one key. Ctrl-C stays what it is."""

    def __init__(self) -> None:
        self._pressed: asyncio.Queue[str] = asyncio.Queue()
        self._fd = sys.stdin.fileno()

    @contextmanager
    def read(self) -> Iterator[None]:
        """While the block runs each key counts; on leaving the terminal is as it was."""
        loop = asyncio.get_running_loop()
        before = termios.tcgetattr(self._fd)
        tty.setcbreak(self._fd, termios.TCSANOW)  # what was pressed meanwhile counts as well
        loop.add_reader(self._fd, self._heard)
        try:
            yield
        finally:
            loop.remove_reader(self._fd)
            with suppress(termios.error):  # it may be gone by now
                termios.tcsetattr(self._fd, termios.TCSADRAIN, before)

    async def next(self, seconds: float) -> str:
        """The next key, in lower case; empty when none was pressed within that time."""
        try:
            async with asyncio.timeout(seconds):
                return await self._pressed.get()
        except TimeoutError:
            return ""

    def _heard(self) -> None:
        """Arrows and the like come as several bytes that begin with escape: no keys of ours."""
        try:
            data = os.read(self._fd, 64)
        except OSError:  # a terminal that was closed cannot be read
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self._fd)
            self._pressed.put_nowait("q")  # the terminal is gone
        elif not data.startswith(b"\x1b"):
            for key in data.decode("utf-8", "replace"):
                self._pressed.put_nowait(key.lower())
