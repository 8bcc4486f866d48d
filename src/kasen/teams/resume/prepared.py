"""A text made ready once: parsed, and masked for whoever is asked about it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kasen.teams.resume.document.masking import mask
from kasen.teams.resume.document.model import Masked, Resume
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.schemas.part import Lang, Place
from kasen.teams.resume.schemas.posting import Hidden

LEAST = 2
"""Characters of personal words that are looked for in sentences; a single letter is everywhere."""

_EDGES = re.compile(r"^[\W_]+|[\W_]+$")


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
        """A sentence about the résumé without the personal words that are masked in it."""
        for words in self._personal():
            text = text.replace(words, "…")
        return text

    def _personal(self) -> list[str]:
        """The words that are masked, without the marks around them, the longest first."""
        size = len(self.resume.text)
        found, at = set(), 0
        for _, (begin, stop) in (*self.masked.pieces, ((0, 0), (size, size))):
            found.add(_EDGES.sub("", self.resume.text[at:begin]))
            at = stop
        return sorted((words for words in found if len(words) >= LEAST), key=len, reverse=True)


def prepared(text: str, lang: Lang, hidden: Sequence[Hidden] = ()) -> Prepared:
    """The text parsed and masked; the same text is worked on once."""
    return _prepared(text, lang, tuple(hidden))


@lru_cache(maxsize=16)
def _prepared(text: str, lang: Lang, hidden: tuple[Hidden, ...]) -> Prepared:
    resume = parse(text, lang=lang)
    return Prepared(resume, mask(resume, hidden=[one for one in hidden if one.where == "resume"]))
