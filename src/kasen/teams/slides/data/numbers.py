"""Numbers of a slide's words: each has to stand in a figure that was computed, in a passage, or in the wish."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache

from kasen.evidence.dates import When, dates
from kasen.evidence.numbers import Number, numbers
from kasen.evidence.reading import Reading
from kasen.evidence.rows import Table
from kasen.teams.slides.data import multiples
from kasen.teams.slides.schemas.findings import Figure

_COUNTERS = (
    "つ|点|本柱|本の柱|柱|ステップ|段階|章|節|案|軸|要素|理由|方法|手順|施策|項目|ヶ条|か条|カ条|層|部|枚目|ページ|種類|観点|論点|課題|"
    "視点|領域|分野|つの|個の|者|択|次|目|番|号|位|回目|人目|年目|日目|か所|ヶ所|か月|ヶ月|カ月|週間|年間|分で|分|秒|時間|日間|人|名"
)
_STRUCTURE = re.compile(
    rf"\s?(?:{_COUNTERS}|(?:key |main |big |simple |core |clear |next |more |other |new )?(?:points?|steps?|reasons?|"
    r"pillars?|phases?|options?|parts?|ways?|things?|questions?|ideas?|lessons?|goals?|themes?|levers?|findings?|"
    r"slides?|sections?|categories|groups?|minutes?|weeks?|months?|quarters?|days?|years?|people|actions?|tasks?|"
    r"priorities|priority|stages?|layers?|levels?|areas?|factors?|drivers?|risks?|messages?|takeaways?|"
    r"recommendations?|figures?|charts?|tables?|questions?|of (?:the|these|them|our|its)))"
)
_BEFORE = re.compile(
    r"(?:第|図|表|その|ステップ|フェーズ|スライド|ページ|案|プラン|トップ|ベスト|ワースト|上位|下位|#|(?<![a-z])(?:step|phase|slide|figure|fig\.|table|chapter|"
    r"part|section|page|p\.|no\.|top|bottom|first|last|next|version|ver\.?|v|option|stage|level|tier|q|fy))\s?$"
)
_STRUCTURE_MOST = 12
"""A count of things on the slides themselves; what is larger counts something else."""
_RANK = {"rank", "generation"}
_PERCENT = re.compile(r"[%％]|percent|per cent|割合|率|比|シェア|パーセント|share")
_ADDRESS = re.compile(r"https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+")
_NAME = re.compile(
    r"https?://\S+|[\w.+-]+@[\w-]+\.[\w.]+|(?<![a-z])[a-z]+(?:[-–][a-z]+)*[-–]?\d+(?:[.-]\d+)*[a-z]*(?![a-z\d])"
    r"|(?<!\d)\d{1,2}:\d{2}(?!\d)|(?<![\d.])\d{1,3}[a-z]\d[a-z]?(?![a-z])|(?<!\d)24時間365日|(?<![\d.])[2-6][dg](?![a-z])"
    r"|(?:第?[一二三四]四半期)|[一二三]次|一[つ部方般定層気度貫体番括]|唯一|第一|統一|万[一全能]|十分|四季|四半期|二酸化|三密"
)
_STANDARD = re.compile(r"\b[A-Z]{2,8}[\s-]\d{3,6}(?:[-:]\d+)*(?![\d,.]|\s?[%％$€£¥]|\s?(?:percent|million|billion))")
"""`ISO 9001`."""
_ABOUT = re.compile(
    r"(?:約|およそ|おおよそ|ほぼ|概ね|about|around|roughly|approximately|nearly|almost|some|circa|ca\.|~|〜)\s*$"
)
_ABOUT_AFTER = re.compile(r"\s?(?:ほど|程度|前後|くらい|ぐらい|近く|弱|強|余り?|台)")
_OVER = re.compile(r"(?:超|over|more than|above|at least|exceed(?:s|ing|ed)?|past|beyond)\s*$")
_OVER_AFTER = re.compile(r"\s?(?:超|以上|を超|を上回|余|強|\+|or more)")
_UNDER = re.compile(r"(?:under|less than|below|fewer than|within|at most|up to)\s*$")
_UNDER_AFTER = re.compile(r"\s?(?:未満|以下|以内|を下回|弱|足らず|に満た|or less)")
_SMALL_WORDS = re.compile(r"(?:one|two|three|four|five|six|seven|eight|nine|ten|twice|half|a dozen)")
_DIGITS = re.compile(r"\d[\d,]*(?:\.(\d+))?")
_SCALE_WORDS = re.compile(r"[十百千万億兆]|thousand|million|billion|trillion|mn|bn")
_SCALES = {
    "十": 10,
    "百": 100,
    "千": 10**3,
    "万": 10**4,
    "億": 10**8,
    "兆": 10**12,
    "thousand": 10**3,
    "million": 10**6,
    "mn": 10**6,
}
_SCALES |= {"billion": 10**9, "bn": 10**9, "trillion": 10**12}


@dataclass(frozen=True)
class Said:
    """A number of a text, and how exactly it is said."""

    text: str
    """As it was written, folded."""
    value: Fraction
    step: Fraction
    """Half of this is what rounding may have taken: 1 of `12`, 0.1 of `12.3`, ten million of `1.2億`."""
    kind: str = ""
    """Of its unit: `%`, `yen`, `mass`; empty for none."""
    factor: Fraction = Fraction(1)
    """Of its unit to the base of the kind."""
    loose: str = ""
    """`about`, `over`, `under`, or nothing."""

    def fits(self, number: float | Fraction) -> bool:
        """Whether it says that number, rounded as far as its digits go; whichever way it goes."""
        exact = _exactly(number)
        value = abs(self.value)
        place = _place(value) if self.loose else Fraction(0)
        if self.loose == "over":
            return value <= exact + self.step / 2 and exact < value + max(place, self.step)
        if self.loose == "under":
            return value >= exact - self.step / 2 and exact > value - max(place, self.step)
        slack = max(place / 2, self.step / 2) if self.loose else self.step / 2
        return abs(exact - value) <= slack + Fraction(1, 10**9) * max(value, Fraction(1))


def said(text: str) -> list[Said]:
    """The numbers that a text claims, in order: not those of names, dates, ordinals, its own structure (`3つの柱`)."""
    folded = Reading(text).folded
    skip = [when.span for when in _dated(text)] + [match.span() for match in _NAME.finditer(folded)]
    plain = Reading(text).plain
    if len(plain) == len(folded):  # else case folding moved the letters
        skip += [match.span() for match in _STANDARD.finditer(plain)]
    found = []
    for number in numbers(folded, skip):
        start, end = number.span
        written = folded[start:end].strip()
        if not _is_structure(number, written, folded[max(0, start - 12) : start], folded[end : end + 24]):
            found.append(_said(number, written, folded))
    return found


def untraced(
    text: str,
    *,
    numbers: Sequence[float],
    texts: Sequence[str],
    ratios: Sequence[float] | None = None,
    exact: bool = False,
) -> list[str]:
    """What of the numbers and years in a text stands in neither `numbers` nor `texts`, as it was written, folded.

    Rounding to the digits that are said is fine, and so are other scales (`1.2億`, `120 million`), a share said in
    percent, and a fall said without its sign. A unit that both name has to be the same. With `ratios`, multiples
    (`2倍`, `doubled`) have to be one of them; with `exact`, nothing is rounded.
    """
    own, known = said(text), list(numbers)
    if exact:
        own = [replace(one, step=Fraction(0), loose="") for one in own]
    given = [one for other in texts for one in _stated(other)] if own else []
    lost = [one.text for one in own if not _stands(one, known, given, ratios, exact=exact)]
    if ratios is not None:
        lost += multiples.lost_words(Reading(text).folded, ratios, texts)
    return lost + _lost_years(text, known, texts)


def figure_numbers(figures: Iterable[Figure]) -> list[float]:
    """Every number that may be said on account of these figures."""
    return [number for figure in figures for number in figure.numbers]


def figure_texts(figures: Iterable[Figure]) -> list[str]:
    """The words of figures: titles, categories, cells."""
    found: list[str] = []
    for figure in figures:
        found += [figure.title, figure.shows, figure.unit]
        if figure.chart:
            found += [*figure.chart.categories, *(series.name for series in figure.chart.series)]
        if figure.table:
            found += [*figure.table.columns, *(cell for row in figure.table.rows for cell in row)]
    return found


def _is_structure(number: Number, written: str, before: str, after: str) -> bool:
    """Whether it counts parts of the deck, ranks, or is a small word that claims nothing."""
    if number.unit.kind in _RANK or _BEFORE.search(before):
        return True
    if _SMALL_WORDS.fullmatch(written) and number.unit.kind == "":
        return True
    if number.value.denominator != 1 or abs(number.value) > _STRUCTURE_MOST:
        return False
    if number.unit.kind in ("pieces", "kinds", "times", "long things") or re.fullmatch(
        r"[一二三四五六七八九十]", written
    ):
        return True
    if number.unit.kind in ("months", "days", "time", "people") and abs(number.value) <= 3:
        return True
    return not number.unit.kind and bool(_STRUCTURE.match(after) or re.match(r"\s?[.)、)]\s", after))


def _said(number: Number, written: str, folded: str) -> Said:
    start, end = number.span
    # A tenth (割) is compared as ten percent, `25k` as 25,000.
    times = number.unit.factor if number.unit.kind == "%" else Fraction(1)
    times *= 1000 if re.fullmatch(r"[\d,.]+k", written) else 1
    step = _step(written.removesuffix("k"), number.value)
    return Said(
        text=written,
        value=number.value * times,
        step=step * times,
        kind=number.unit.kind,
        factor=Fraction(1) if number.unit.kind == "%" else number.unit.factor,
        loose=_loose(number, folded[max(0, start - 16) : start], folded[end : end + 8]),
    )


def _loose(number: Number, before: str, after: str) -> str:
    if _OVER.search(before) or _OVER_AFTER.match(after):
        return "over"
    if _UNDER.search(before) or _UNDER_AFTER.match(after):
        return "under"
    return "about" if number.about or _ABOUT.search(before) or _ABOUT_AFTER.match(after) else ""


def _step(written: str, value: Fraction) -> Fraction:
    """What the last digit that was written stands for."""
    found = list(_DIGITS.finditer(written))
    if not found:
        return Fraction(0) if value.denominator == 1 else Fraction(1, 100)
    last = found[-1]
    scale = Fraction(1)
    for match in _SCALE_WORDS.finditer(written, last.end()):
        scale *= _SCALES[match[0]]
    return scale * Fraction(1, 10 ** len(last[1] or ""))


def _place(value: Fraction) -> Fraction:
    """The place of the last digit that is not 0: 100 of 1,200; for decimals the last one that is written."""
    if value == 0 or value.denominator != 1:
        return Fraction(0)
    place, whole = 1, int(abs(value))
    while whole % (place * 10) == 0:
        place *= 10
    return Fraction(place)


@lru_cache(maxsize=2048)
def _stated(text: str) -> tuple[tuple[Number, bool], ...]:
    """The numbers of a text, those of tables also in what their column counts, and whether it speaks of percent."""
    folded = Reading(text).folded
    in_percent = bool(_PERCENT.search(folded))
    cells = [number for row in Table.of(text).rows for number in row.held if number.unit.kind]
    return tuple((number, in_percent) for number in [*numbers(folded), *cells])


@lru_cache(maxsize=8192)
def _exactly(number: float | Fraction) -> Fraction:
    return abs(Fraction(number).limit_denominator(10**9))


@lru_cache(maxsize=2048)
def _dated(text: str) -> tuple[When, ...]:
    return tuple(dates(Reading(text).folded))


def _stands(
    one: Said,
    known: Sequence[float],
    given: Sequence[tuple[Number, bool]],
    ratios: Sequence[float] | None,
    *,
    exact: bool,
) -> bool:
    if one.kind == multiples.KIND and ratios is not None:
        if multiples.is_near(float(one.value), ratios, decimals=one.value.denominator != 1):
            return True
        return any(number.unit.kind == one.kind and one.fits(number.base) for number, _ in given)
    if any(one.fits(number) for number in known):
        return True
    if one.kind == "%" and not exact and any(one.fits(number * 100) for number in known if abs(number) <= 1):
        return True
    if exact and one.kind and one.kind != "%":
        given = [pair for pair in given if pair[0].unit.kind]
    return any(_same(one, number, in_percent=in_percent) for number, in_percent in given)


def _same(one: Said, number: Number, *, in_percent: bool) -> bool:
    if one.kind and number.unit.kind:
        return one.kind == number.unit.kind and one.fits(number.base / one.factor)
    if one.kind == "%" and not in_percent:
        return False
    return one.fits(number.base if number.unit.kind == "%" else number.value)


def _lost_years(text: str, known: Sequence[float], texts: Sequence[str]) -> list[str]:
    folded = Reading(text).folded
    names = [match.span() for match in _ADDRESS.finditer(folded)]
    own = [when for when in _dated(text) if when.first is not None and when.first == when.last]
    own = [when for when in own if not any(start <= when.span[0] < end for start, end in names)]
    if not own:
        return []
    given = [when for other in texts for when in _dated(other)]
    years = {int(number) for number in known if float(number).is_integer()}
    return [
        folded[slice(*when.span)]
        for when in own
        if when.first not in years and not any(_covers(other, when) for other in given)
    ]


def _covers(given: When, said: When) -> bool:
    """Whether a date that is given bears one that is said: it is the same, or a part of it."""
    if given.first is None or given.last is None or said.first is None:
        return False
    if given.last - given.first > 0:
        return given.first <= said.first <= given.last
    return said.holds(given)
