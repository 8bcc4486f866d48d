"""What a person sees in the pane of an agent: what its program says and does, line by line."""

from __future__ import annotations

import os
import queue
import threading
import time
import unicodedata
from collections.abc import Callable
from contextlib import suppress

from kasen.prompts.outside import printable
from kasen.settings.redact import NO_SECRETS, Redactor
from kasen.teams.code.programs.turn import Told

LINES = 12
"""Lines of one thing that is said; the rest is in the journal."""
_WAITING = 500
_PAINT = {"title": "1;36", "words": "0", "tool": "33", "good": "32", "bad": "31", "faint": "2"}
_WORDS = {
    "en": {"waits": "waiting for work", "more": "… {count} more lines", "left_out": "… {count} lines left out"},
    "ja": {"waits": "仕事を待っています", "more": "… あと {count} 行", "left_out": "… {count} 行を省きました"},
}


class View:
    """Lines to a terminal. Whoever stops the terminal (Ctrl-S, a pane that is scrolled) does not stop the shim."""

    def __init__(self, out: int, *, lang: str = "en", colour: bool = True, width: Callable[[], int]) -> None:
        """`out`: a descriptor; `width`: columns that it has now."""
        self.redact: Redactor = NO_SECRETS
        self._out = out
        self._colour = colour
        self._width = width
        self._words = _WORDS["ja" if lang == "ja" else "en"]
        self._lines: queue.Queue[bytes | None] = queue.Queue(_WAITING)
        self._thread = threading.Thread(target=self._write, name="view", daemon=True)
        self._thread.start()

    def waits(self) -> None:
        """There is nothing to do."""
        self.line(f"· {self._words['waits']}", "faint")

    def title(self, text: str) -> None:
        """A turn begins."""
        self.line(f"▶ {text}", "title")

    def told(self, one: Told) -> None:
        """A thing that the program told."""
        if one.kind == "words":
            *lines, last = [line for line in one.text.splitlines() if line.strip()] or [""]
            for line in [*lines, last][:LINES]:
                self.line(f"  {line}", "words")
            if len(lines) >= LINES:
                self.line("  " + self._words["more"].format(count=len(lines) + 1 - LINES), "faint")
        elif one.kind == "tool":
            self.line(f"  $ {one.text}", "tool")

    def ended(self, status: str, verdict: str, text: str) -> None:
        """A turn is over."""
        is_good = status == "done" and verdict in ("", "PASS")
        self.line(f"{'✓' if is_good else '✗'} {verdict or status}  {text}", "good" if is_good else "bad")

    def left_out(self, count: int) -> None:
        """So many lines came so quickly that nobody could have read them."""
        self.line("  " + self._words["left_out"].format(count=count), "faint")

    def line(self, text: str, paint: str = "words") -> None:
        """One line, cut at the edge; left out when the terminal does not take any more."""
        clean = cut(printable(self.redact(text)).replace("\n", " ").replace("\t", "  "), max(20, self._width() - 10))
        at = time.strftime("%H:%M:%S ")
        shown = f"\x1b[2m{at}\x1b[0m\x1b[{_PAINT[paint]}m{clean}\x1b[0m" if self._colour else at + clean
        with suppress(queue.Full):
            self._lines.put_nowait(f"{shown}\r\n".encode("utf-8", "replace"))

    def close(self) -> None:
        """Show what is waiting, unless the terminal does not take it."""
        with suppress(queue.Full):
            self._lines.put_nowait(None)
        self._thread.join(0.5)

    def _write(self) -> None:
        while (data := self._lines.get()) is not None:
            try:
                os.write(self._out, data)
            except OSError:  # the pane is gone; the signal that says so is on its way
                return


def cut(text: str, columns: int) -> str:
    """The beginning that fits into so many columns; characters of East Asian scripts take two, marks on others none."""
    taken = 0
    for place, character in enumerate(text):
        taken += _columns(character)
        if taken > columns:
            return _cut_back(text[:place], columns - 1) + "…"
    return text


def _cut_back(text: str, columns: int) -> str:
    while text and sum(map(_columns, text)) > columns:
        text = text[:-1]
    return text


def _columns(character: str) -> int:
    if character.isascii():
        return 1
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1
