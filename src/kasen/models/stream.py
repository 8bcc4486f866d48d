"""Words for the reader out of an answer that is still being written."""

from __future__ import annotations

from pydantic_core import from_json

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
        except ValueError:
            return self._shown
        found = value.get(self._name, "") if isinstance(value, dict) else ""
        return found if isinstance(found, str) else self._shown
