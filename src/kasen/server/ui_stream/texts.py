"""Words of a run as text parts: opened once, closed before anything of another attempt, never said twice."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from kasen.runtime.events import Reasoning, Text
from kasen.server.ui_stream.chunks import (
    Chunk,
    Metadata,
    ReasoningDelta,
    ReasoningEnd,
    ReasoningStart,
    TextDelta,
    TextEnd,
    TextStart,
)


class Said(NamedTuple):
    """Which words are meant: what the calls of one attempt wrote under one id."""

    kind: str
    node: str
    id: str
    attempt: int

    @classmethod
    def of(cls, event: Text | Reasoning) -> Said:
        """Those of an event."""
        return cls(event.type, event.node, event.id, event.attempt)

    @property
    def part(self) -> str:
        """Id of the part: `role.call.attempt`."""
        return f"{self.node}.{self.id}.{self.attempt}"


@dataclass
class Texts:
    """The words of one run.

    `alive` is the attempt from which on deltas count; those of earlier ones that no final text stands for are dead.
    `taken_back` are words that the stored events say are void. Both leave dead words out of replays.
    """

    alive: int = 0
    taken_back: Collection[Said] = ()
    _open: dict[Said, list[str]] = field(default_factory=dict)
    _closed: dict[tuple[str, str, str], str] = field(default_factory=dict)

    @property
    def told(self) -> str:
        """Everything that was said aloud, for who must not say it again."""
        closed = [words for (kind, _, _), words in self._closed.items() if kind == "text"]
        return "\n".join([*closed, *("".join(parts) for said, parts in self._open.items() if said.kind == "text")])

    def take(self, event: Text | Reasoning) -> Iterator[Chunk]:
        """The chunks of one event."""
        said = Said.of(event)
        if said in self.taken_back or (not event.final and event.attempt < self.alive):
            return
        if event.final:
            yield from self._final(said, event.text)
        elif event.text:
            yield from self._more(said, event.text)

    def close(self, *, before: int | None = None, void: bool = False) -> Iterator[Chunk]:
        """End what is open, or only what attempts before that one wrote; `void` marks the words as taken back."""
        for said in [one for one in self._open if before is None or one.attempt < before]:
            yield self._end(said, void=void)

    def _more(self, said: Said, words: str) -> Iterator[Chunk]:
        if said not in self._open:
            self._open[said] = []
            begin = TextStart if said.kind == "text" else ReasoningStart
            yield begin(id=said.part, provider_metadata=_marks(said))
        self._open[said].append(words)
        yield TextDelta(id=said.part, delta=words) if said.kind == "text" else ReasoningDelta(id=said.part, delta=words)

    def _final(self, said: Said, whole: str) -> Iterator[Chunk]:
        """The whole text: what of it was not said yet is said now. Nothing at all takes back what was shown."""
        mine = next((one for one in self._open if one[:3] == said[:3]), None)
        if mine is not None:
            told = "".join(self._open[mine])
            if whole.startswith(told) and whole:
                if rest := whole[len(told) :]:
                    yield from self._more(mine, rest)
                yield self._end(mine)
                return
            yield self._end(mine, void=True)
        if whole and self._closed.get(said[:3]) != whole:
            yield from self._more(said, whole)
            yield self._end(said)

    def _end(self, said: Said, *, void: bool = False) -> Chunk:
        words = "".join(self._open.pop(said))
        if not void:
            self._closed[said[:3]] = words
        marks = _marks(said, void=True) if void else None
        if said.kind == "text":
            return TextEnd(id=said.part, provider_metadata=marks)
        return ReasoningEnd(id=said.part, provider_metadata=marks)


def _marks(said: Said, *, void: bool = False) -> Metadata:
    """Which role speaks; `void` for words that do not count: a reader may hide them."""
    return {"kasen": {"role": said.node, "id": said.part, **({"void": True} if void else {})}}
