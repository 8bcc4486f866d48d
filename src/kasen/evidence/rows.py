"""Tables inside texts: which row a number stands in, and whether that is the row that a claim speaks of.

Cells of a table stand between `|` or tabs. A row is known by the words that stand before its first number. What cannot
be told for sure is not told: totals, comparisons (`next to Kyoto`) and rows that a claim may name by another word.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import NamedTuple

from kasen.evidence.dates import When
from kasen.evidence.numbers import Number, Span, numbers
from kasen.evidence.reading import Reading
from kasen.evidence.units import CLOCK

_SEPARATOR = re.compile(r"\s*\|\s*|\t")
_RULE = re.compile(r"[\s|:+=-]*")
_FIGURE = re.compile(r"[^\w(（]*\d[\d,.]*\s?[^\d\s]{0,5}$")
"""A cell that is a number and no more than a unit."""
_IN_UNITS = re.compile(r"\bin ((?:(?:thousand|million|billion)s? (?:of )?)?[a-z%]{1,12})$")
_YEAR = re.compile(r"(?:19|20)\d\d(?:年度?)?|[HR平令][成和]?\d{1,2}年?度?|(?:fy|q)\s?\d{1,4}|\d{1,2}月", re.IGNORECASE)
_BRACKETS = re.compile(r"[（(]([^（()）]{1,40})[)）]")
_ENDING = re.compile(r"(?<=[\u3400-\u9fff]{2})[県府都道市区町村州店社]$|\s(?:prefecture|city|county|ltd|inc)\.?$")
_AFTER = "(?:[県府都道市区町村州産店社側全]|全体|支店|工場|茶)?(?![\u3400-\u9fffァ-ヴー])"
_TOTAL = re.compile(
    r"合計|総計|小計|累計|全国|全体|全社|総|平均|その他|計$|total|overall|average|mean|all\b|world|other"
)
_COMPARED = re.compile(
    r"より|に次|次い|上回|下回|比べ|比し|比較|対し|超え|以外|除|ほか|含|抜[いくか]|追|匹敵|並[びぶ]|差|及ば|それぞれ|以来|以降|から|まで|前年|同期|"
    r"\b(?:than|next|after|behind|versus|vs|compared?|unlike|except|besides|including|against|exceed\w*|since|from|"
    r"until|over|under|above|below|respectively|between|ahead|up|down|by)\b"
)
_CLAUSE = re.compile(r"[、;；。]|[,，](?!\d)|\s(?:and|but|while|whereas)\s")
_OWN_UNIT = ("%", "times over", "rank", "times", "generation", "days", "months")
"""Kinds of numbers that say something about a row which a cell without that unit does not."""
_LEAST = 10
"""Whole numbers below this count things of the sentence itself."""
_NEAR, _ROUNDED = Fraction(1, 20), Fraction(1, 100)
"""Shares by which what is said to be about right, and any other number, may differ from a cell."""
_SHORTEST = 3
"""Latin letters of a label."""


@dataclass(frozen=True)
class Row:
    """One line of a table that holds numbers."""

    text: str
    labels: tuple[str, ...]
    """Its cells before the first number, folded, each also without what stands in brackets, and that alone."""
    cells: tuple[str, ...]
    """Those without numbers, folded, of two letters at least."""
    moments: tuple[When, ...]
    """Those of the labels that are years, months or days."""
    held: tuple[Number, ...]

    @cached_property
    def terms(self) -> set[str]:
        """Its words."""
        return set(Reading(self.text).weights)

    @property
    def is_total(self) -> bool:
        """Whether it sums others up: what it holds is said of any of them."""
        return any(_TOTAL.search(label) for label in self.labels)

    def has(self, number: Number) -> bool:
        """Whether a cell gives that number."""
        return any(_same(number, one) for one in self.held)

    def is_near(self, number: Number) -> bool:
        """Whether a cell gives that number but for rounding."""
        if number.unit is CLOCK:
            return self.has(number)
        slack = _NEAR if number.about else _ROUNDED
        return any(abs(one.value - number.value) <= slack * abs(number.value) for one in self.held)


class Misplaced(NamedTuple):
    """A number that a claim gives to one row and the table to another; `span` is its place in the claim."""

    span: Span
    mine: str
    theirs: str


@dataclass(frozen=True)
class Table:
    """The rows of a text that hold numbers, and the text without them."""

    rows: tuple[Row, ...]
    beside: str

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, text: str) -> Table:
        """What stands in a text. Lines with at least two cells are rows, of the last headings of as many cells."""
        rows: list[Row] = []
        beside: list[str] = []
        head: Sequence[str] = ()
        for block in _blocks(text) if _SEPARATOR.search(text) else ():
            split = [[cell.strip() for cell in _SEPARATOR.split(line.strip().strip("|"))] for line in block]
            has_figures = any(_is_figure(cell) for cells in split[1:] for cell in cells[1:])
            for at, (line, cells) in enumerate(zip(block, split, strict=True)):
                own = not any(_is_figure(cell) and not _YEAR.fullmatch(cell) for cell in cells)
                is_head = len(cells) > 1 and own and (len(block) == 1 or (at == 0 and has_figures))
                head = cells if is_head else head
                row = None if is_head or len(cells) < 2 else _row(line, cells, head if len(head) == len(cells) else ())
                if row is not None:
                    rows.append(row)
                else:
                    beside.append(line)
        return cls(tuple(rows), "\n".join(beside))

    @cached_property
    def _rare(self) -> Counter[str]:
        return Counter(term for row in self.rows for term in row.terms)

    def named(self, folded: str) -> list[Row]:
        """Rows whose label stands in a folded text, the longer label before one that it holds."""
        found: list[Row] = []
        for row in self.rows:
            if any(label in folded and _stands(label, folded, self._longer(label)) for label in row.labels):
                found.append(row)
        return found

    def _longer(self, label: str) -> list[str]:
        return [one for row in self.rows for one in row.labels if label in one and one != label]

    def dated(self, moments: Sequence[When]) -> list[Row]:
        """Rows that stand for one of these years, months or days."""
        return [
            row
            for row in self.rows
            if any(when.holds(own) or own.holds(when) for own in row.moments for when in moments)
        ]

    def hinted(self, claim: Reading) -> list[Row]:
        """Rows that a claim may mean: a word of it stands in few of the rows, and in these."""
        few = max(1, len(self.rows) // 3)
        general = Reading(self.beside).weights
        words = {one for one in self._rare if self._rare[one] <= few and one not in general and claim.weights.get(one)}
        said = claim.folded
        return [row for row in self.rows if row.terms & words or row.is_total or any(one in said for one in row.cells)]

    def holders(self, number: Number) -> list[Row]:
        """Rows that give a number."""
        return [row for row in self.rows if row.has(number)]


def in_own_row(claim: Reading, number: Number, table: Table) -> bool:
    """Whether the number stands in a row that the claim names."""
    if not table.rows:
        return False
    own = [*table.named(claim.folded), *table.dated(claim.dates)]
    return any(row.has(number) for row in own)


def misplaced(claim: Reading, table: Table) -> Misplaced | None:
    """A number that a table gives in one row, and the claim for another row that does not hold it."""
    if len(table.rows) < 2:
        return None
    elsewhere = Reading(table.beside).numbers
    for part in _parts(claim, table):
        for number in part.numbers:
            if _says_little(number) or any(number.same(one) for one in elsewhere):
                continue
            if found := _of_another(part, number, table):
                written = part.folded[slice(*number.span)].strip()
                at = claim.folded.find(written)
                return Misplaced((at, at + len(written)), *found)
    return None


def _parts(claim: Reading, table: Table) -> list[Reading]:
    """The clauses where each gives numbers for a row of its own, else the whole claim."""
    pieces = [Reading(piece) for piece in _CLAUSE.split(claim.original) if piece.strip()]
    told = [(bool(piece.numbers), bool(table.named(piece.folded))) for piece in pieces]
    if any(told_of != (True, True) for told_of in told if any(told_of)):
        return [claim]
    return [piece for piece, of in zip(pieces, told, strict=True) if any(of)] or [claim]


def _of_another(part: Reading, number: Number, table: Table) -> tuple[str, str] | None:
    """The row that is named and the one that holds the number, by their labels."""
    if _COMPARED.search(part.folded):
        return None
    own = [row for row in table.named(part.folded) if not row.is_total]
    if not own and len(part.dates) == 1:
        own = table.dated(part.dates)
    holders = table.holders(number)
    if not own or not holders:
        return None
    allowed = [*own, *table.hinted(part), *table.named(part.folded)]
    if any(row.has(number) or row.is_near(number) for row in allowed):
        return None
    return own[0].labels[0], holders[0].labels[0]


def _says_little(number: Number) -> bool:
    return number.value.denominator == 1 and abs(number.value) < _LEAST and not number.unit.kind


def _same(said: Number, held: Number) -> bool:
    """Equal; a figure that is said without its unit is that of the cell as it is written."""
    return said.same(held) and (held.unit.kind == said.unit.kind or said.unit.kind not in _OWN_UNIT)


def _blocks(text: str) -> Iterator[list[str]]:
    """Lines that stand together, without the rules of tables."""
    block: list[str] = []
    for line in text.splitlines():
        if not line.strip():
            yield block
            block = []
        elif not _RULE.fullmatch(line):
            block.append(line)
    yield block


def _is_figure(cell: str) -> bool:
    return bool(_FIGURE.match(cell))


def _row(line: str, cells: Sequence[str], head: Sequence[str]) -> Row | None:
    labels, moments = [], []
    held: list[Number] = []
    for at, cell in enumerate(cells):
        read = Reading(cell)
        own = [when for when in read.dates if when.span == (0, len(read.folded)) and (at == 0 or not when.bare)]
        is_label = (own and not held) or (at == 0 and not _is_figure(cell))
        given = [] if is_label else numbers(read.folded)
        if not given and not held and cell:
            labels.append(read.folded)
            moments += own
        held += given
        if head and given and _is_figure(cell):
            held += [one for one in (_counted(one, head[at]) for one in given) if one not in given]
    if not labels or not held:
        return None
    wordy = (Reading(cell).folded for cell in cells if len(cell) > 1 and not re.search(r"\d", cell))
    return Row(line, tuple(_variants(labels)), tuple(wordy), tuple(moments), tuple(held))


@lru_cache(maxsize=512)
def _measure(heading: str) -> Number | None:
    """One of what a column counts: `売上（万円）` ten thousand yen, `crude tea (t)` a tonne."""
    for unit in [*_BRACKETS.findall(heading), *_IN_UNITS.findall(heading)]:
        found = numbers(Reading(f"1 {unit}" if unit.isascii() else f"1{unit}").folded)
        if len(found) == 1 and (found[0].unit.kind or found[0].value != 1):
            return found[0]
    return None


def _counted(number: Number, heading: str) -> Number:
    """The number of a cell in what its column counts."""
    one = _measure(heading)
    if one is None or number.unit.kind:
        return number
    return replace(number, value=number.value * one.value, unit=one.unit)


def _variants(labels: Sequence[str]) -> Iterator[str]:
    for label in labels:
        bare = _BRACKETS.sub("", label).strip()
        for one in (label, bare, _ENDING.sub("", bare), *_BRACKETS.findall(label)):
            if one:
                yield one


def _stands(label: str, folded: str, longer: Sequence[str]) -> bool:
    """Whether the text names a row by this label, and not by a longer word that holds it."""
    for one in longer:
        folded = folded.replace(one, "\0")
    if label.isascii():
        return len(label) >= _SHORTEST and bool(re.search(rf"(?<![a-z\d]){re.escape(label)}(?![a-z\d])", folded))
    if not re.search("[\u3041-\u9fff]", label):
        return False
    if len(label) == 1:
        return bool(re.search(rf"(?<![ぁ-ヿ\u3400-\u9fff]){re.escape(label)}(?=[のはがも：:、])", folded))
    return bool(re.search(rf"(?<![\u3400-\u9fffァ-ヴー]){re.escape(label)}{_AFTER}", folded))
