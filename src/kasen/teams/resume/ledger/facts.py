"""The facts that a résumé states, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from kasen.evidence.dates import When
from kasen.teams.resume.document.model import Line
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.ledger.figures import Figure
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.schemas.facts import Fact, FactKind

_READ = frozenset({"heading", "bullet", "paragraph", "table"})
_KINDS: tuple[tuple[str, FactKind], ...] = (("title", "title"), ("degree", "degree"))
_LONGEST = 200
"""Characters of a statement that are shown."""


class Stated(NamedTuple):
    """A fact with what it was read from, for comparing."""

    fact: Fact
    text: Text
    read: Figure | When | Token


def stated(text: str) -> list[Stated]:
    """Figures, dates, names, titles, degrees and skills of a text in its order, with what they were read from.

    Code and front matter state none.
    """
    resume = parse(text)
    contact = [(one.start, one.end) for one in resume.identity if one.kind in ("contact", "name")]
    return [
        one for line in resume.lines if line.kind in _READ for one in _of_line(_without(line, contact), line.number)
    ]


def _without(line: Line, spans: list[tuple[int, int]]) -> str:
    """The words of a line without names and contact data, which are no claims."""
    words = line.text
    for start, end in spans:
        if start < line.end and end > line.start:
            first, last = max(start - line.start, 0), min(end - line.start, len(words))
            words = words[:first] + " " * (last - first) + words[last:]
    return words


def _of_line(words: str, number: int) -> Iterator[Stated]:
    text = _read(words)
    claim = " ".join(words.split())[:_LONGEST]

    def fact(kind: FactKind, span: tuple[int, int]) -> Fact:
        return Fact(kind=kind, text=text.written[span[0] : span[1]].strip(), line=number, claim=claim)

    for when in text.dates:
        yield Stated(fact("date", when.span), text, when)
    for figure in text.figures:
        yield Stated(fact("number", figure.span), text, figure)
    for token in text.tokens:
        kind = _kind(token)
        if kind is not None and not token.free:
            yield Stated(fact(kind, (token.start, token.end)), text, token)


def _kind(token: Token) -> FactKind | None:
    for name, kind in _KINDS:
        if name in token.kinds:
            return kind
    if not token.name or len(token.text) < 2:
        return None
    if token.kind == "latin" and token.capital:
        return "skill" if token.known else "name"
    return "name" if token.kind == "katakana" else None


@lru_cache(maxsize=4096)
def _read(words: str) -> Text:
    return Text(words)
