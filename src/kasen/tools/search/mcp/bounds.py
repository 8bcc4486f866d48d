"""What a server may send: counted as it comes, so that no server fills the memory or speaks without end."""

from __future__ import annotations

from kasen.errors import Refused

MOST = 8 << 20
"""Bytes from the beginning of one call to the next; twenty whole pages are some 2 MB."""
MOST_MESSAGES = 2000
"""Messages likewise: progress, log lines, answers."""


class Bounds:
    """Counts what one server sends; `begin` opens the allowance anew."""

    def __init__(self, name: str, most: int = MOST) -> None:
        self._name = name
        self._most = most
        self.begin()

    def begin(self) -> None:
        """A call begins."""
        self._left = self._most
        self._messages = MOST_MESSAGES

    def take(self, size: int) -> None:
        """So many bytes have come. Raises Refused when they are too many."""
        self._left -= size
        if self._left < 0:
            raise Refused(f"{self._name} sends more than {self._most >> 20} MB for one question")

    def message(self) -> None:
        """A message has come. Raises Refused when they are too many."""
        self._messages -= 1
        if self._messages < 0:
            raise Refused(f"{self._name} sends more than {MOST_MESSAGES} messages for one question")
