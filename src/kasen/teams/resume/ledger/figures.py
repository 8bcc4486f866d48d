"""Figures of a résumé: amounts with their unit, ranges, ranks and words such as `a handful` or 数十."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kasen.evidence.numbers import Number, numbers
from kasen.teams.resume.ledger.quantities import quantities

Span = tuple[int, int]
_LARGER = {"months": re.compile("年|year"), "time": re.compile("時間|hour|分|minute")}
_SECONDS = {"days": 86400, "time": 1}
_SAME_KINDS = {"pieces": "", "kinds": "", "long things": "", "cups": ""}
_BY = re.compile(r"(?<![a-z])by\s(?:an?\s)?(?:about\s|around\s|nearly\s|roughly\s|approximately\s|over\s|up to\s)?$")
_TO = re.compile(r"(?<![a-z])to\s(?:an?\s)?(?:about\s|around\s|nearly\s|roughly\s|approximately\s|over\s|just\s)?$")


@dataclass(frozen=True)
class Figure:
    """An amount at `span` of the folded text; `base` is in the base of `kind`, None where only `vague` is said."""

    base: Fraction | None
    kind: str
    span: Span
    text: str
    vague: str = ""
    in_range: bool = False
    way: str = ""
    """`by` or `to`: an amount of change, or what it came to; empty where it is not said."""
    raw: Fraction | None = None
    """The figure as written, whatever its unit."""
    worded: bool = False
    """Said by a word that says more: `doubled`, 半減."""

    def same(self, other: Figure) -> bool:
        """Equal amounts of the same kind; where one has no known unit, equal figures."""
        if self.vague or other.vague:
            return self.vague == other.vague
        if self.kind and other.kind:
            return (
                (self.kind == other.kind and self.base == other.base) or _doubled(self, other) or _doubled(other, self)
            )
        mine, theirs = {self.base, self.raw} - {None}, {other.base, other.raw} - {None}
        return bool(mine & theirs)

    @property
    def key(self) -> str:
        """What it is compared by."""
        return self.vague or f"{self.kind}:{self.base}"


def _doubled(one: Figure, other: Figure) -> bool:
    """`doubled` is `by 100 %`."""
    if one.kind != "times over" or other.kind != "%" or one.base is None or one.base <= 1:
        return False
    return other.base == 100 * one.base or (one.worded and other.base == 100 * (one.base - 1))


def figures(folded: str, skip: Sequence[Span]) -> list[Figure]:
    """Figures of a text that is NFKC and casefolded, in order, without those inside `skip` (dates, names)."""
    blank = folded
    for start, end in skip:
        blank = blank[:start] + "\0" * (end - start) + blank[end:]
    found: list[Figure] = []
    for one in quantities(blank):
        found.append(Figure(one.base, one.kind, one.span, one.text, vague=one.vague, worded=one.worded))
        blank = blank[: one.span[0]] + "\0" * (one.span[1] - one.span[0]) + blank[one.span[1] :]
    found += [_figure(number, blank) for number in _with_units(numbers(blank))]
    return _joined([_with_way(one, folded) for one in sorted(found, key=lambda one: one.span)], folded)


def _with_units(found: list[Number]) -> list[Number]:
    """The second end of a range has the unit of the first where it has none: `from 9 days to 6`."""
    for i in range(1, len(found)):
        first, second = found[i - 1], found[i]
        if first.in_range and second.in_range and first.unit.kind and not second.unit.kind:
            found[i] = replace(second, unit=first.unit)
    return found


def _figure(number: Number, folded: str) -> Figure:
    kind, base = number.unit.kind, number.base
    if kind in _SECONDS:
        kind, base = "time", base * _SECONDS[kind]
    kind = _SAME_KINDS.get(kind, kind)
    text = folded[slice(*number.span)].strip(" \0-")
    start, end = number.span
    while start < end and folded[start] in " \0":
        start += 1
    while end > start and folded[end - 1] in " \0-":
        end -= 1
    return Figure(base, kind, (start, end), text, in_range=number.in_range, raw=number.value)


def _with_way(one: Figure, folded: str) -> Figure:
    before = folded[max(0, one.span[0] - 24) : one.span[0]]
    after = folded[one.span[1] : one.span[1] + 3]
    if one.in_range:
        return one
    if _BY.search(before) or re.match(r"(?:の|を)?(?:削|減|増|短|節|向上|改善|低減|アップ|ダウン|伸)", after):
        return replace(one, way="by")
    if _TO.search(before) or re.match(r"(?:に|まで|へ)(?:[短削減増拡向改圧縮引上下伸低]|$)", after):
        return replace(one, way="to")
    return one


def _joined(found: list[Figure], folded: str) -> list[Figure]:
    """`1年6か月` and `1 hour 30 minutes` are one amount."""
    joined: list[Figure] = []
    for one in found:
        last = joined[-1] if joined else None
        if (
            last
            and last.base is not None
            and one.base is not None
            and last.kind == one.kind
            and one.kind in _LARGER
            and _LARGER[one.kind].search(last.text)
            and not _LARGER[one.kind].search(one.text)
            and re.fullmatch(r"\s*(?:と|and|,)?\s*", folded[last.span[1] : one.span[0]])
            and not last.in_range
        ):
            span = (last.span[0], one.span[1])
            joined[-1] = replace(last, base=last.base + one.base, span=span, text=folded[slice(*span)].strip())
        else:
            joined.append(one)
    return joined
