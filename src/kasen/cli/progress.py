"""How far long work is, on stderr: one line that changes in a terminal, elsewhere a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from kasen.cli.columns import cells, width
from kasen.prompts.outside import printable

EVERY_S = 10.0
"""Seconds between two lines where nobody watches."""


class Progress:
    """Told how much is done of how much: `await progress(text="files read", done=3, total=10)`.

    Where nobody watches, what is over soon says nothing. With `quiet` nothing is ever said.
    """

    def __init__(self, *, quiet: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._quiet = quiet
        self._clock = clock
        self._said_at = clock()
        self._shown = 0

    async def __call__(self, *, text: str, done: int, total: int) -> None:
        """Show it."""
        self.tell(f"{text} {done:,}/{total:,}", is_last=done >= total)

    def tell(self, text: str, *, is_last: bool = False) -> None:
        """Show a line in place of the last one; the last one stays."""
        if self._quiet:
            return
        text = printable(text)
        if sys.stderr.isatty():
            self._over(text, end="\n" if is_last else "")
        elif self._clock() - self._said_at >= EVERY_S:
            self._said_at = self._clock()
            print(text, file=sys.stderr, flush=True)

    def _over(self, text: str, end: str) -> None:
        """Write over what stands there, with spaces: not every terminal knows how to clear a line."""
        room = cells(text)
        print(f"\r{text}{' ' * max(0, self._shown - room)}", end=end, file=sys.stderr, flush=True)
        self._shown = 0 if end else room

    def clear(self) -> None:
        """Take away what stands there."""
        if self._shown:
            print(f"\r{' ' * self._shown}\r", end="", file=sys.stderr, flush=True)
            self._shown = 0


@contextmanager
def working(text: str, *, quiet: bool = False) -> Iterator[None]:
    """A line while something goes on that cannot say how far it is; in a terminal only, and gone afterwards."""
    progress = Progress(quiet=quiet or not text)
    if sys.stderr.isatty():
        progress.tell(text[: width()])
    try:
        yield
    finally:
        progress.clear()
