"""Telling thoughts from the answer in the text of models that write both into one stream."""

from __future__ import annotations

import re

_TAGS = ("<think>", "<thinking>", "<thought>", "<reasoning>")
_OPENING = re.compile(rf"\s*({'|'.join(_TAGS)})")


class Thoughts:
    """Splits streamed text whose start may be `<think>…</think>`: `take(piece)` gives what it adds to both.

    Only a tag at the very beginning counts: later ones are part of the answer. Thoughts without an opening tag, which
    some chat templates swallow, stay in the answer; `models/reply.py` takes them off its whole text.
    """

    def __init__(self) -> None:
        self._held = ""
        self._closing = ""
        self._open = True
        """False once the answer itself has begun."""

    def take(self, piece: str) -> tuple[str, str]:
        """What this piece adds to the thoughts and to the answer; characters that may belong to a tag are held back."""
        if not self._open:
            return "", piece
        self._held += piece
        if not self._closing:
            found = _OPENING.match(self._held)
            if not found:
                start = self._held.lstrip()
                return "", "" if any(tag.startswith(start) for tag in _TAGS) else self._answer()
            self._closing = found.group(1).replace("<", "</")
            self._held = self._held[found.end() :]
        return self._thought()

    def rest(self) -> tuple[str, str]:
        """What was held back when the stream ended."""
        held, self._held = self._held, ""
        return (held, "") if self._closing and self._open else ("", held)

    def _answer(self) -> str:
        self._open = False
        held, self._held = self._held, ""
        return held

    def _thought(self) -> tuple[str, str]:
        thought, closing, after = self._held.partition(self._closing)
        if closing:
            self._open = False
            self._held = ""
            return thought, after
        keep = next((n for n in range(len(self._closing), 0, -1) if thought.endswith(self._closing[:n])), 0)
        self._held = thought[len(thought) - keep :]
        return thought[: len(thought) - keep], ""
