"""Which of several things a passage speaks of, by their names in it: what is said of one is no evidence for another."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from kasen.evidence.normal import normalise
from kasen.evidence.numbers import numbers
from kasen.evidence.sentences import sentences
from kasen.evidence.terms import CJK

_SHORT = 3
"""Letters up to which a Latin name is a name only as it is written: `Go`, `C`."""
_JOINT = re.compile(r"\s*(?:,|、|，|and|or|&|/|・|と|や|および|及び|ならびに|,\s*and)\s*(?:the\s+)?", re.IGNORECASE)
_AGAINST = re.compile(
    r"(?:unlike|than|against|versus|compared (?:with|to)|in contrast (?:with|to))\s+(?:the\s+)?$", re.IGNORECASE
)
"""Before a name that something else is held against; the comma after it joins nothing."""
_BREAK = re.compile(
    r"[,;:、，；：。|]|\b(?:while|whereas|but|than|and|though|although|versus|vs)\b|に対し(?:て)?|より|一方|が、",
    re.IGNORECASE,
)
_IN_TURN = re.compile(r"respectively|それぞれ|順に", re.IGNORECASE)
_ROW = re.compile(r"\s*\||[^\n]*\s\|\s")
_CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Mention:
    """A place of a text, NFKC, where things are named; several when they are named together: `A and B`."""

    start: int
    end: int
    things: frozenset[int]


@dataclass(frozen=True)
class Place:
    """A quotation and what stands around it."""

    text: str
    start: int
    end: int
    headings: tuple[str, ...] = ()
    title: str = ""

    @property
    def quote(self) -> str:
        """Its words."""
        return self.text[self.start : self.end]


class Subjects:
    """Things by their names, numbered from 1; a longer name is not the shorter one inside it (`X`, `X Pro`)."""

    def __init__(self, names: Sequence[Sequence[str]]) -> None:
        self.names = [tuple(own) for own in names]
        by_name = {_plain(name): number for number, own in enumerate(names, 1) for name in own if _plain(name)}
        self._by_group = list(by_name.values())
        ordered = sorted(enumerate(by_name), key=lambda one: -len(one[1]))
        found = [f"(?P<n{at}>{_pattern(name)})" for at, name in ordered]
        self._pattern = re.compile("|".join(found)) if found else None

    def named(self, text: str) -> set[int]:
        """Numbers of the things that a text names."""
        return {thing for mention in self.mentions(text) for thing in mention.things}

    def mentions(self, text: str) -> list[Mention]:
        """Where a text names things, in order; those with nothing but `and` or a comma between them are one place."""
        plain = _plain(text)
        if self._pattern is None:
            return []
        found = [
            Mention(m.start(), m.end(), frozenset([self._by_group[int(str(m.lastgroup)[1:])]]))
            for m in self._pattern.finditer(plain)
        ]
        joined: list[Mention] = []
        for one in found:
            last = joined[-1] if joined else None
            if last and (last.things == one.things or _are_joined(plain, last, one)):
                joined[-1] = Mention(last.start, one.end, last.things | one.things)
            else:
                joined.append(one)
        return joined

    def words_of(self, thing: int, place: Place) -> str:
        """What a quotation says of that thing alone; empty when it says nothing of it.

        A clause belongs to the thing that it names. Where the quotation names none, the row's column, the nearest
        heading, the sentence before and the title are asked, in that order; one that names several decides nothing.
        """
        own = self.named(place.quote)
        if is_row(place.quote) and len(first := self.named(row_cells(place.quote)[0])) == 1:
            return place.quote if thing in first else ""
        if own:
            return self.share(thing, place.quote) if thing in own else ""
        if is_row(place.quote):
            return self._column(thing, place)
        before = [place.text[a:b] for a, b in sentences(place.text) if b <= place.start]
        for near in (*reversed(place.headings), *reversed(before), place.title):
            named = self.named(near)
            if len(named) == 1:
                return place.quote if thing in named else ""
        return ""

    def share(self, thing: int, quote: str) -> str:
        """The clauses of a text that speak of a thing which it names."""
        plain, mentions = _plain(quote), self.mentions(quote)
        if len({thing for one in mentions for thing in one.things}) == 1:
            return quote
        if turn := self._turn(thing, plain, mentions):
            return turn
        cuts = [0, *(_cut(plain, one, other) for one, other in pairwise(mentions)), len(plain)]
        parts = [plain[a:b] for (a, b), one in zip(pairwise(cuts), mentions, strict=True) if thing in one.things]
        return " ".join(part.strip() for part in parts)

    def _turn(self, thing: int, plain: str, mentions: Sequence[Mention]) -> str:
        """`A and B cost 5 and 7 dollars respectively`: the figure in the thing's turn, with the words around."""
        joint = next((one for one in mentions if len(one.things) > 1 and thing in one.things), None)
        if joint is None or not _IN_TURN.search(plain) or self._pattern is None:
            return ""
        order = [self._by_group[int(str(m.lastgroup)[1:])] for m in self._pattern.finditer(plain[: joint.end])]
        rest = plain[joint.end :]
        figures = numbers(rest.casefold())
        if len(figures) != len(order):
            return ""
        own = figures[order.index(thing)].span
        kept = [rest if f.span == own else "" for f in figures]
        for figure in reversed(figures):
            if figure.span != own:
                rest = rest[: figure.span[0]] + " " + rest[figure.span[1] :]
        return f"{self.names[thing - 1][0]} {rest}" if any(kept) else ""

    def _column(self, thing: int, place: Place) -> str:
        """The cell of a row under the heading that names the thing, with the row's own heading; else by the row."""
        above = place.text[: place.start].splitlines()
        rows = []
        for line in reversed(above):
            if not _ROW.match(line):
                break
            rows.append(line)
        # A passage that was cut out of a long table has the row of its headings as its last heading.
        rows += [heading for heading in place.headings[-1:] if _ROW.match(heading)]
        header = next((line for line in reversed(rows) if self.named(line)), "")
        cells = row_cells(place.quote)
        columns = [at for at, cell in enumerate(row_cells(header)) if self.named(cell) == {thing}]
        if header and len(columns) == 1 and columns[0] < len(cells):
            return f"{self.names[thing - 1][0]} {cells[0]} {cells[columns[0]]}"
        if header:
            return ""
        for near in (*reversed(place.headings), place.title):
            named = self.named(near)
            if len(named) == 1:
                return place.quote if thing in named else ""
        return ""


def is_row(text: str) -> bool:
    """Whether a text is a row of a table."""
    return bool(_ROW.match(text))


def _plain(text: str) -> str:
    return normalise(text).text.strip() if text.strip() != text else normalise(text).text


def _pattern(name: str) -> str:
    """A name as it may stand in a text: not inside a longer word or figure, with any space or hyphen between words."""
    words = [re.escape(word) for word in re.split(r"[\s\-‐]+", name) if word]
    body = r"[\s\-‐]*".join(words)
    if not name.isascii():
        return f"(?i:{body})" if not re.fullmatch(f"[{CJK}]", name) else f"(?<![{CJK}]){body}(?![{CJK}])"
    folded = body if len(name) <= _SHORT else f"(?i:{body})"
    return rf"(?<![A-Za-z0-9]){folded}(?![A-Za-z0-9]|[.\-‐]\d)"


def _are_joined(plain: str, one: Mention, other: Mention) -> bool:
    return bool(_JOINT.fullmatch(plain[one.end : other.start])) and not _AGAINST.search(plain[: one.start])


def _cut(plain: str, one: Mention, other: Mention) -> int:
    """Where what is said of one thing ends and what is said of the other begins."""
    marks = list(_BREAK.finditer(plain, one.end, other.start))
    return marks[-1].end() if marks else other.start


def row_cells(row: str) -> list[str]:
    """The cells of a row, without white space around them."""
    return [cell.strip() for cell in _CELL.split(row.strip().strip("|"))]
