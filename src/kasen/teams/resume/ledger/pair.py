"""Some claims of the original and those of the edit that say the same, side by side."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from kasen.teams.resume.ledger.bearing import Bearer
from kasen.teams.resume.ledger.doubts import doubt
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

_HEADING = re.compile(r"\s{0,3}#{1,6}\s")


@dataclass
class Pair:
    """`before` and `after` are compared; `said` are sentences that the owner confirmed and that speak of the same."""

    before: Text
    after: Text
    said: Sequence[Text] = ()
    rest: Text = field(default_factory=lambda: Text(""))
    """What else the original says: a fact that is only there was moved."""
    whole: bool = True
    """Whether the edit stands for all of `before`; otherwise it may leave facts out."""

    @cached_property
    def bearer(self) -> Bearer:
        """What bears the words of the edit."""
        return Bearer([self.before, *self.said])

    @cached_property
    def kept(self) -> Bearer:
        """What keeps the words of the original."""
        return Bearer([self.after])

    @cached_property
    def elsewhere(self) -> Bearer:
        return Bearer([self.rest])

    @cached_property
    def is_heading(self) -> bool:
        """Whether both are headings and nothing else."""
        lines = [line for text in (self.before, self.after) for line in text.original.splitlines() if line.strip()]
        return bool(lines) and all(_HEADING.match(line) for line in lines)

    @property
    def translated(self) -> bool:
        """Whether the two are in different languages."""
        return self.before.is_japanese != self.after.is_japanese

    def doubt(self, kind: str, new: str, known: str = "", *, words: str = "") -> Doubt:
        """A doubt in the language of the original, of the edit where there is none."""
        text = self.before if self.before.original.strip() else self.after
        return doubt(kind, new, known, japanese=text.is_japanese, words=words)
