"""Personal words of a résumé, found again in sentences about it, in whatever form they are written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.identity import MAIL, phones_in
from kasen.teams.resume.document.model import Masked, Resume, Span
from kasen.teams.resume.document.names import name_patterns, names_in, readings
from kasen.teams.resume.document.personal import personal_in
from kasen.teams.resume.document.schools import short_forms

LEAST = 2
"""Characters of personal words that are looked for; a single letter is everywhere."""
GAP = "…"
"""What stands for them."""
_EDGES = re.compile(r"^[\W_]+|[\W_]+$")


class Scrubber:
    """What is personal in a résumé, worked out once, and taken out of sentences."""

    def __init__(self, resume: Resume, masked: Masked) -> None:
        found = [(one.kind, fold(_EDGES.sub("", resume.text[one.start : one.end]))) for one in personal_in(resume)]
        schools = {short for kind, said in found if kind == "school" for short in short_forms(said)}
        words = sorted({*_cut(resume, masked), *schools}, key=lambda said: (-len(said), said))
        self._words = _either(_alone(said) for said in words if len(said) >= LEAST)
        self._names = _either(_patterns([said for kind, said in found if kind == "name"]))
        self._kept = [fold(one.employer) for one in resume.entries if one.section != "education" and one.employer]

    def scrubbed(self, sentence: str) -> str:
        """The sentence without personal words; employers keep their names, also where they share a word."""
        folded = fold(sentence)
        parts, done = [], 0
        for start, end in sorted(self._found(folded)):
            if end > done:
                parts += [sentence[done:start], GAP] if start >= done else []
                done = end
        return "".join([*parts, sentence[done:]])

    def _found(self, folded: str) -> Iterator[Span]:
        yield from (one.span() for one in MAIL.finditer(folded))
        yield from phones_in(folded)
        yield from (one.span() for one in self._words.finditer(folded))
        kept = [one.span() for said in self._kept for one in re.finditer(re.escape(said), folded)]
        for one in self._names.finditer(folded):
            if not any(start <= one.start() and one.end() <= end for start, end in kept):
                yield one.span()


def _cut(resume: Resume, masked: Masked) -> Iterator[str]:
    """The words that are masked, without the marks around them."""
    at, size = 0, len(resume.text)
    for _, (begin, stop) in (*masked.pieces, ((0, 0), (size, size))):
        yield fold(_EDGES.sub("", resume.text[at:begin]))
        at = stop


def _alone(said: str) -> str:
    """A pattern of these words, not within a longer one of Latin letters."""
    first, last = (r"(?<![A-Za-z])" if said[0].isascii() else ""), (r"(?![A-Za-z])" if said[-1].isascii() else "")
    return f"{first}{re.escape(said)}{last}"


def _either(patterns: Iterable[str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{one})" for one in patterns) or r"(?!)")


def _patterns(said: list[str]) -> list[str]:
    """Every form of the names that are whole: a surname that is found alone is a form of another already."""
    whole = [one for one in dict.fromkeys(said) if not any(one != other and one in other for other in said)]
    names = [name for one in whole for name in names_in(one, sure=True)]
    return list(dict.fromkeys(pattern for pattern, _ in name_patterns([*names, *readings(names)])))
