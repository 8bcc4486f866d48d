"""Words for the reader out of an answer that is still being written."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pydantic_core import from_json

Emit = Callable[[str, str], Awaitable[None]]
"""`await emit(id, delta)`: words for the reader as they are written."""

_EVERY_S = 5.0
"""Seconds between two words on how much is written."""
_STRIDE = 24
"""Characters to gather before looking again: the text is parsed from its start each time."""


class FieldText:
    """Follows one string field of a JSON answer as it streams in."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._text = ""
        self._seen = 0
        self._shown = ""

    def feed(self, delta: str) -> str:
        """Take the next piece of JSON; return what it added to the field, or an empty string."""
        self._text += delta
        if len(self._text) - self._seen < _STRIDE and "}" not in delta:
            return ""
        self._seen = len(self._text)
        now = self._field()
        if not now.startswith(self._shown):
            return ""
        added = now[len(self._shown) :]
        self._shown = now
        return added

    def _field(self) -> str:
        try:
            value = from_json(self._text, allow_partial="trailing-strings")
        except (ValueError, TypeError):  # half a surrogate pair is no text for it
            return self._shown
        found = value.get(self._name, "") if isinstance(value, dict) else ""
        return found if isinstance(found, str) else self._shown


class Written:
    """Tells now and then how much of an answer is written, where its words are not for the reader."""

    def __init__(self, tell: Callable[[int], Awaitable[None]], clock: Callable[[], float]) -> None:
        self._tell = tell
        self._clock = clock
        self._characters = 0
        self._told_at = clock()

    async def feed(self, delta: str) -> None:
        """Take the next piece."""
        self._characters += len(delta)
        if self._clock() - self._told_at >= _EVERY_S:
            self._told_at = self._clock()
            await self._tell(self._characters)


class Stream:
    """What one call streams, on its way to the reader; implements `Listener`."""

    def __init__(
        self,
        id: str,
        field: str,
        text: Emit | None,
        reasoning: Emit | None,
        close: Callable[[str], Awaitable[None]] | None,
        written: Written | None = None,
    ) -> None:
        self._written = written
        self._id = id
        self._shown = FieldText(field)
        self._text = text
        self._reasoning = reasoning
        self._close = close

    async def text(self, delta: str) -> None:
        """The next piece of JSON: what it adds to the field goes to the reader."""
        if self._text is not None and (words := self._shown.feed(delta)):
            await self._text(self._id, words)
        if self._written is not None:
            await self._written.feed(delta)

    async def reasoning(self, delta: str) -> None:
        """The next piece of reasoning goes to the reader as it is."""
        if self._reasoning is not None and delta:
            await self._reasoning(self._id, delta)

    async def close(self) -> None:
        """Nothing of it stands."""
        if self._close is not None:
            await self._close(self._id)
