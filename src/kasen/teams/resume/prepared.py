"""A text made ready once: parsed, and masked for whoever is asked about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from kasen.teams.resume.document.masking import mask
from kasen.teams.resume.document.model import Masked, Resume
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.schemas.part import Lang, Place
from kasen.teams.resume.schemas.posting import Hidden
from kasen.teams.resume.scrubbing import Scrubber


@dataclass(frozen=True)
class Prepared:
    """A résumé and what of it may be sent."""

    resume: Resume
    masked: Masked

    def place(self, start: int, end: int) -> Place:
        """Where a range of the text stands."""
        return Place(line=self.resume.line_at(start), start=start, end=end)

    def shown(self, start: int, end: int) -> str:
        """The words of a range as they stand in the masked text; empty where they are masked, even in part."""
        for (first, _), (begin, stop) in self.masked.pieces:
            if begin <= start and end <= stop:
                return self.masked.text[first + start - begin : first + end - begin]
        return ""

    def scrubbed(self, text: str) -> str:
        """A sentence about the résumé without the personal words that are masked in it, in whatever form."""
        return self._scrubber.scrubbed(text)

    @cached_property
    def _scrubber(self) -> Scrubber:
        return Scrubber(self.resume, self.masked)


def prepared(text: str, lang: Lang, hidden: Sequence[Hidden] = ()) -> Prepared:
    """The text parsed and masked; the same text is worked on once."""
    return _prepared(text, lang, tuple(hidden))


@lru_cache(maxsize=16)
def _prepared(text: str, lang: Lang, hidden: tuple[Hidden, ...]) -> Prepared:
    resume = parse(text, lang=lang)
    return Prepared(resume, mask(resume, hidden=[one for one in hidden if one.where == "resume"]))
