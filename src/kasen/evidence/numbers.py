"""Numbers of a text with what they count, comparable across scripts: `3億円` is `300 million yen`, `3割` is `30 %`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kasen.evidence.clock import Half, clocks
from kasen.evidence.fixed_words import FIXED_WORD
from kasen.evidence.numerals import (
    DIGITS,
    ENGLISH_NUMERAL,
    ENGLISH_SCALES,
    KANJI_COUNT,
    KANJI_NUMERAL,
    cjk_value,
    english_value,
)
from kasen.evidence.units import (
    CJK_UNIT_PATTERN,
    CLOCK,
    CURRENCY_SIGNS,
    IMPERIAL,
    NO_UNIT,
    SPEEDS,
    UNIT_PATTERN,
    UNITS,
    Unit,
)

Span = tuple[int, int]


@dataclass(frozen=True)
class Number:
    """A number as written at `span` of the folded text; `value` is in `unit`."""

    value: Fraction
    unit: Unit
    span: Span
    in_range: bool = False
    """One end of a range such as `10–20 %`."""
    about: bool = False
    """Said to be approximate."""
    half: Half = ""
    """Of a time of day: see `Clock`."""

    @property
    def base(self) -> Fraction:
        """The value in the base of its kind of quantity."""
        return self.value * self.unit.factor

    def same(self, other: Number) -> bool:
        """Equal amounts of the same kind; where either has no known unit, equal figures. Times equal times alone."""
        if (self.unit.kind and other.unit.kind) or CLOCK in (self.unit, other.unit):
            return self.unit.kind == other.unit.kind and (self.base == other.base or _is_rounded(self, other))
        return self.value == other.value

    @property
    def is_imperial(self) -> bool:
        return self.unit in IMPERIAL

    def holds(self, other: Number) -> bool:
        """Whether this is right if `other` is: the same, or a time that leaves out `p.m.`, seconds or `:00`."""
        if other.unit is not CLOCK or self.unit not in (CLOCK, NO_UNIT):
            return self.same(other)
        mine, given = self.value * 60, other.base
        if mine.denominator == 1:  # Seconds that are given need not be said.
            given = Fraction(int(given))
        is_open = self.half == "open" or (self.unit is NO_UNIT and 1 <= self.value <= 12)
        return mine == given or (is_open and other.half == "said" and (given - mine) % 720 == 0)


_SCALE = "|".join(ENGLISH_SCALES)
_TOKEN = re.compile(
    rf"""
    (?P<fraction>(?P<below>\d{{1,4}}|[一二三四五六七八九十百千万]{{1,8}})分の(?P<above>\d{{1,4}}|[一二三四五六七八九十]{{1,3}}))
    |(?P<part>(?<![a-z])(?P<parts>an?|one|two|three)[\s-](?P<whole>half|third|quarter|fifth|tenth)s?(?![a-z]))
    |(?P<half>半分|半数|(?<![a-z])half(?=\s(?:of|the|its|their|all)\b))
    |(?P<sign>マイナス|氷点下|minus\s|[▲△]|(?<![^\s(（:ぁ-ちて-ん])[-−])?(?P<currency>[¥$€£])?\s?
     (?:(?P<cjk>(?<![a-z\d.])(?<![a-z]-)(?:(?:{DIGITS})[十百千]?[万億兆]?){{1,6}}
          (?:\s?(?P<scale>{_SCALE})(?![a-z]))?(?P<letter>(?<=\d)(?(currency)[mkb]|k)(?![a-z]))?)
       |(?P<words>{ENGLISH_NUMERAL})
       |(?P<kanji>(?:{KANJI_NUMERAL})(?=[数余]?{CJK_UNIT_PATTERN})|{KANJI_COUNT}))
     [\s-]?(?P<more>[数余])?(?P<unit>{UNIT_PATTERN})?
    """,
    re.VERBOSE,
)
_BETWEEN = re.compile(r"\s*(?:[~〜–—‐-]|から|ないし|乃至|to|and|or|と)\s*")
_BETWEEN_BEFORE = re.compile(r"(?<![a-z])between\s*$")
_ABOUT_BEFORE = re.compile(
    r"(?:約|およそ|おおよそ|ほぼ|概ね|about|around|roughly|approximately|nearly|almost|some|circa|ca\.|over|超"
    r"|more than|at least|under|up to)\s*$"
)
_ABOUT_AFTER = re.compile(r"(?:ほど|程度|前後|くらい|ぐらい|余り|あまり|近く|弱|強|を超|を上回|以上|未満)")
_NOT_AMOUNTS = re.compile(r"十分(?!間)|万人|一人ひとり|一種|一代|一度|千代|八代|一つ|一つ一つ|千人力")
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "tenth": 10}
_SHARE = Unit("%", Fraction(100))
_ENDLESS = (3, 7, 9)
"""Parts of which no decimal says the whole: two thirds are written as 67 %."""
_ROUNDED = Fraction(1, 20)
_IN_PIECES = ("time", "months", "length", "mass")
_PER = re.compile(
    r"(?:/|\s?(?:per|an?|each)\s|毎)(?P<per>h(?:ou)?r?|時|min(?:ute)?|分|s(?:ec(?:ond)?)?|秒)(?![a-z]|間)"
)
_PER_BEFORE = re.compile(r"(?P<per>時|分|秒)速(?:は|約|およそ|最大)?\s?$")
_TIMES = {"h": "hour", "時": "hour", "m": "minute", "分": "minute", "s": "second", "秒": "second"}
_JOINED = re.compile(r"\s?(?:and\s?)?")
_AND_A_HALF = re.compile(r"半(?![数分年期ば々])")


def numbers(folded: str, skip: Sequence[Span] = ()) -> list[Number]:
    """Numbers and times of day of a text that is NFKC and casefolded, in order, without those inside `skip` (dates)."""
    times = clocks(folded)
    taken = {place for one in times for place in range(*one.span)}
    found = [
        number
        for match in _TOKEN.finditer(folded)
        if taken.isdisjoint(range(*match.span())) and not _inside(match.span(), skip) and not _is_word(folded, match)
        if (number := _read(match, folded)) is not None
    ]
    found += [
        Number(one.hours, CLOCK, one.span, about=_is_about(folded, *one.span), half=one.half)
        for one in times
        if not _inside(one.span, skip)
    ]
    return _ranges(_joined(sorted(found, key=lambda number: number.span), folded), folded)


def _joined(found: Sequence[Number], folded: str) -> list[Number]:
    """With what is one measure in pieces as one amount: `1時間30分`, `1 hour and 30 minutes`, `1年半`."""
    whole: list[Number] = []
    for number in found:
        last = whole[-1] if whole else None
        if last and _goes_on(last, number, folded):
            value = last.value + number.base / last.unit.factor
            number = replace(last, value=value, span=(last.span[0], number.span[1]), about=last.about or number.about)
            whole.pop()
        if number.unit.kind in ("time", "months") and (half := _AND_A_HALF.match(folded, number.span[1])):
            number = replace(number, value=number.value + Fraction(1, 2), span=(number.span[0], half.end()))
        whole.append(number)
    return whole


def _goes_on(first: Number, second: Number, folded: str) -> bool:
    """Whether the second says what is left of the first: of its kind, in a smaller unit, and less than one of it."""
    between = folded[first.span[1] : second.span[0]]
    return (
        first.unit.kind == second.unit.kind
        and first.unit.kind in _IN_PIECES
        and 0 <= second.base < first.unit.factor
        and first.unit.factor > second.unit.factor
        and bool(_JOINED.fullmatch(between))
        and not ("and" in between and _BETWEEN_BEFORE.search(folded[: first.span[0]]))
    )


def _is_rounded(one: Number, other: Number) -> bool:
    """Whether either is the other as far as its decimals go: two thirds and 67 %, 5 miles and 8 km."""
    if one.is_imperial != other.is_imperial:
        return _rounds_to(one, other) or _rounds_to(other, one)
    endless = [n for n in (one, other) if n.unit == _SHARE and n.value.denominator in _ENDLESS]
    return len(endless) == 1 and _rounds_to(endless[0], other if endless[0] is one else one)


def _rounds_to(exact: Number, said: Number) -> bool:
    value = exact.base / said.unit.factor
    decimals = len(f"{float(said.value):.9f}".rstrip("0").partition(".")[2])
    return round(value, decimals) == said.value and abs(value - said.value) <= _ROUNDED * abs(value)


def _is_word(folded: str, match: re.Match[str]) -> bool:
    start = match.start("kanji") if match["kanji"] else match.start()
    return bool(_NOT_AMOUNTS.match(folded, start) or FIXED_WORD.match(folded, start))


def _inside(span: Span, skip: Sequence[Span]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in skip)


def _read(match: re.Match[str], folded: str) -> Number | None:
    if match["fraction"]:
        return _share(cjk_value(match["above"]) / cjk_value(match["below"]), match, folded)
    if match["part"]:
        parts = {"two": 2, "three": 3}.get(match["parts"], 1)
        return _share(Fraction(parts, _PARTS[match["whole"]]), match, folded)
    if match["half"]:
        return _share(Fraction(1, 2), match, folded)
    value = _value(match)
    unit = UNITS[match["unit"]] if match["unit"] else CURRENCY_SIGNS.get(match["currency"] or "", NO_UNIT)
    if match["words"] in ("one", "zero") and unit is NO_UNIT:
        return None
    if match["sign"]:
        value = -value
    start, end = match.span()
    if unit.kind == "length" and (
        per := _PER.match(folded, end) or _PER_BEFORE.search(folded[max(0, start - 8) : start])
    ):
        unit = Unit("speed", unit.factor * SPEEDS[_TIMES[per["per"][0]]])
        end = max(end, per.end() if per.re is _PER else end)
    return Number(value, unit, (start, end), about=bool(match["more"]) or _is_about(folded, start, end))


def _share(value: Fraction, match: re.Match[str], folded: str) -> Number:
    return Number(value, _SHARE, match.span(), about=_is_about(folded, *match.span()))


def _is_about(folded: str, start: int, end: int) -> bool:
    return bool(_ABOUT_BEFORE.search(folded[max(0, start - 16) : start]) or _ABOUT_AFTER.match(folded, end))


def _value(match: re.Match[str]) -> Fraction:
    if match["words"]:
        return english_value(match["words"])
    if match["kanji"]:
        return cjk_value(match["kanji"])
    value = cjk_value(match["cjk"]) * ENGLISH_SCALES.get(match["scale"] or "", 1)
    if match["letter"] and match["currency"]:
        value *= {"b": 10**9, "m": 10**6, "k": 1000}[match["letter"]]
    return value


def _ranges(found: list[Number], folded: str) -> list[Number]:
    """Mark both ends of ranges, and give the first the unit and scale that only the second was written with.

    The ends of a span of hours are times of their own: it opens at the one and closes at the other.
    """
    for i in range(len(found) - 1):
        first, second = found[i], found[i + 1]
        between = folded[first.span[1] : second.span[0]]
        if not _BETWEEN.fullmatch(between) or CLOCK in (first.unit, second.unit):
            continue
        if between.strip() in ("and", "と", "or") and not folded[: first.span[0]].rstrip().endswith("between"):
            continue
        if first.unit is NO_UNIT:
            first = replace(first, unit=second.unit, value=first.value * _shared_scale(first, second, folded))
        found[i] = replace(first, in_range=True)
        found[i + 1] = replace(second, in_range=True)
    return found


def _shared_scale(first: Number, second: Number, folded: str) -> int:
    """`3〜5万` and `3 to 5 million` scale both ends."""
    if first.value >= 1000:
        return 1
    written = folded[slice(*second.span)]
    for name, scale in {"万": 10**4, "億": 10**8, "兆": 10**12, **ENGLISH_SCALES}.items():
        if name in written:
            return scale
    return 1
