"""Figures of a résumé: amounts with their unit, ranges, ranks and words such as `a handful` or 数十."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from kasen.evidence.numbers import Number, numbers
from kasen.evidence.numerals import cjk_value, english_value

Span = tuple[int, int]
_SUFFIX = {"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "mn": 10**6, "mm": 10**6}
_OWN = re.compile(
    r"""
    (?P<clock>(?<![\d:.])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?!\d)(?:\s?(?P<noon1>[ap])\.?m\.?)?|\s?(?P<noon2>[ap])\.?m\b\.?|時(?!間)(?:(?P<past>\d{1,2})分)?))
    |(?P<and_half>(?P<full>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\sand\sa\shalf\s(?P<half_span>years?|months?|hours?|days?|weeks?)
        |(?P<full_ja>\d{1,3})\s?(?P<half_ja>年|か月|ヶ月|カ月|時間)半)
    |(?P<measure>(?<![a-z\d.,])(?P<size>\d[\d,]*(?:\.\d+)?)\s?(?P<unit>ms|μs|ns|s|kb|mb|gb|tb|pb|fps|hz|khz|mhz|ghz|kw|mw|gw|kwh|mwh|px|dpi|ppm|
        db|rpm|km/h|mph|mbps|gbps|kbps|ft|sqm|㎡|m²|m2|m3|坪|℃|lbs?|oz)(?![a-z0-9/]))
    |(?P<suffixed>(?P<sign>[$€£¥])?(?<![a-z\d.,])(?P<digits>\d[\d,]*(?:\.\d+)?)(?P<suffix>\s?bn|\s?mn|k|b|mm|m(?![ぁ-んァ-ヶ一-龥]))(?![a-z0-9]))
    |(?P<counted>(?<![〇一二三四五六七八九十百千万])(?:[二三四五六七八九十]|[一二三四五六七八九十百千]{2,8})(?=[着枚冊台本棟校足匹頭羽通点品室床席基機隻曲組班団軒]))
    |(?P<half_of>\bhalf\san?\s(?P<half_unit>million|billion|dozen|hundred)\b)
    |(?P<fraction>\b(?P<top>one|an?|two|three|four)[\s-](?P<bottom>half|third|quarter|fifth|sixth|eighth|tenth)s?(?=\s(?:of|as|more|less|fewer)\b|\W*$|[.,;)])|(?<=by\s)(?:(?:a|one)\s)?(?P<by_bottom>half|third|quarter|fifth|tenth)\b)
    |(?P<times>(?<![a-z\d.,])(?P<many>\d+(?:\.\d+)?)\s?(?:x|×|-?fold)(?![a-z0-9]))
    |(?P<points>(?P<point>\d+(?:\.\d+)?)\s?(?:percentage[\s-]points?|%?\s?points?|pp|ppt|%?ポイント|pt)(?![a-z]))
    |(?P<one_thing>(?<![a-z-])one(?=\s(?!of\b|another|by\b|who|that|and|or\b|more|to\b|day\b|in\b|percent|hundred|thousand|million|half|third|quarter)[a-z]))
    |(?P<double>\b(?:doubl(?:ed|ing|e)|twofold|twice\sas)\b|倍増|(?<![\d.,])2倍|(?<![一-九十])二倍)
    |(?P<triple>\b(?:tripl(?:ed|ing|e)|trebled|threefold)\b|(?<![\d.,])3倍|(?<![一-九十])三倍)
    |(?P<halve>\bhalv(?:ed|ing|e)\b|半減|半分)
    |(?P<teens>十数(?=[人名件社個台年店か回万校]))
    |(?P<tens>\b(?:dozens|tens|scores)\sof\b|数十|何十)
    |(?P<hundreds>\bhundreds\sof\b|数百|何百)
    |(?P<thousands>\bthousands\sof\b|数千|何千)
    |(?P<myriads>\btens\sof\sthousands\sof\b|数万|何万)
    |(?P<millions>\bmillions\sof\b|数百万|数千万|数億)
    |(?P<few>\b(?:a\shandful\sof|a\sfew|several|a\scouple\sof|a\ssmall\snumber\sof)\b|(?<![人件複多点回枚個係算指手])\s?数(?=[人名件社個台年店か回校本カヶ日週])|若干|いくつか|少数)
    |(?P<many_>\b(?:(?<!as\s)(?<!how\s)many(?!\sas)|numerous|countless|a\slarge\snumber\sof|lots\sof|plenty\sof|multiple)\b|多数|数多く|大勢|無数|複数|多くの)
    |(?P<rank>\b(?P<place>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|1st|2nd|3rd|[4-9]th|10th)
        (?=[\s-](?:place|prize|in\s|among|out\s|of\s\d|overall|rank)|,?\s*$))
    |(?P<ranked>(?<=ranked\s)(?P<place2>first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)|(?<=placed\s)(?P<place3>first|second|third|fourth|fifth)
        |(?<=came\s)(?P<place4>first|second|third|fourth|fifth))
    |(?P<number_one>(?:no\.?|number|\#|ナンバー)\s?(?P<no>1|one|2|3|ワン)(?![\d,.]))
    |(?P<grade>(?<![a-z])(?P<letter>[a-z])(?P<mark>\d)(?![a-z\d]))
    """,
    re.VERBOSE,
)
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "eighth": 8, "tenth": 10}
_LARGER = {"months": re.compile("年|year"), "time": re.compile("時間|hour|分|minute")}
_MEASURES = {
    "ms": ("time", Fraction(1, 1000)),
    "s": ("time", Fraction(1)),
    "μs": ("time", Fraction(1, 10**6)),
    "ns": ("time", Fraction(1, 10**9)),
    **{
        unit: ("bytes", Fraction(10**power))
        for unit, power in (("kb", 3), ("mb", 6), ("gb", 9), ("tb", 12), ("pb", 15))
    },
    **{unit: ("hertz", Fraction(10**power)) for unit, power in (("hz", 0), ("khz", 3), ("mhz", 6), ("ghz", 9))},
    **{unit: ("watts", Fraction(10**power)) for unit, power in (("kw", 3), ("mw", 6), ("gw", 9))},
    **{unit: ("bits per second", Fraction(10**power)) for unit, power in (("kbps", 3), ("mbps", 6), ("gbps", 9))},
    "sqm": ("area", Fraction(1)),
    "m2": ("area", Fraction(1)),
}
_HALVES = {
    "year": (12, "months"),
    "年": (12, "months"),
    "month": (1, "months"),
    **dict.fromkeys(("か月", "ヶ月", "カ月"), (1, "months")),
    "hour": (3600, "time"),
    "時間": (3600, "time"),
    "day": (86400, "time"),
    "week": (604800, "time"),
}
_PLACES = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_SECONDS = {"days": 86400, "time": 1}
_VAGUE = ("teens", "tens", "hundreds", "thousands", "myriads", "millions", "few", "many_")
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
            return (self.kind == other.kind and self.base == other.base) or _doubled(self, other) or _doubled(other, self)
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
    for match in _OWN.finditer(blank):
        found.append(_own(match))
        blank = blank[: match.start()] + "\0" * len(match.group()) + blank[match.end() :]
    found += [_figure(number, blank) for number in _with_units(numbers(blank))]
    return _joined([_with_way(one, folded) for one in sorted(found, key=lambda one: one.span)], folded)


def _with_units(found: list[Number]) -> list[Number]:
    """The second end of a range has the unit of the first where it has none: `from 9 days to 6`."""
    for i in range(1, len(found)):
        first, second = found[i - 1], found[i]
        if first.in_range and second.in_range and first.unit.kind and not second.unit.kind:
            found[i] = replace(second, unit=first.unit)
    return found


def _own(match: re.Match[str]) -> Figure:
    kind = next(name for name, value in match.groupdict().items() if value is not None)
    text = match.group().strip()
    plain = {"double": (Fraction(2), "times over"), "triple": (Fraction(3), "times over"), "halve": (Fraction(50), "%")}
    if kind == "measure":
        unit, factor = _MEASURES.get(match["unit"], (match["unit"], Fraction(1)))
        return Figure(Fraction(match["size"].replace(",", "").rstrip(".")) * factor, unit, match.span(), text)
    if kind == "suffixed":
        value = Fraction(match["digits"].replace(",", "").rstrip(".")) * _SUFFIX[match["suffix"].strip()]
        sign = {"$": "dollar", "€": "euro", "£": "pound sterling", "¥": "yen"}.get(match["sign"] or "", "")
        return Figure(value, sign, match.span(), text)
    if kind == "clock":
        return Figure(Fraction(_clock(match)), "clock", match.span(), text)
    if kind == "and_half":
        value, unit = match["full"] or match["full_ja"], match["half_span"] or match["half_ja"]
        whole = Fraction(value) if value.isdigit() else english_value(value)
        half, name = _HALVES[unit.rstrip("s")]
        return Figure((whole + Fraction(1, 2)) * half, name, match.span(), text)
    if kind == "one_thing":
        return Figure(Fraction(1), "", match.span(), text)
    if kind == "counted":
        return Figure(cjk_value(text), "", match.span(), text)
    if kind == "half_of":
        size = {"million": 10**6, "billion": 10**9, "dozen": 12, "hundred": 100}[match["half_unit"]]
        return Figure(Fraction(size, 2), "", match.span(), text)
    if kind == "fraction":
        top = {"two": 2, "three": 3, "four": 4}.get(match["top"] or "", 1)
        return Figure(Fraction(100 * top, _PARTS[match["bottom"] or match["by_bottom"]]), "%", match.span(), text)
    if kind in plain:
        return Figure(*plain[kind], match.span(), text, worded=True)
    if kind == "times":
        return Figure(Fraction(match["many"]), "times over", match.span(), text)
    if kind == "points":
        return Figure(Fraction(match["point"]), "points", match.span(), text)
    if kind in ("rank", "ranked"):
        return Figure(Fraction(_place(match)), "rank", match.span(), text)
    if kind == "number_one":
        return Figure(Fraction({"2": 2, "3": 3}.get(match["no"], 1)), "rank", match.span(), text)
    if kind == "grade":
        return Figure(Fraction(match["mark"]), f"grade {match['letter']}", match.span(), text)
    return Figure(None, "", match.span(), text, vague=kind.rstrip("_"))


def _clock(match: re.Match[str]) -> int:
    """Minutes after midnight."""
    hour = int(match["hour"])
    noon = match["noon1"] or match["noon2"]
    if noon:
        hour = hour % 12 + (12 if noon == "p" else 0)
    return hour * 60 + int(match["minute"] or match["past"] or 0)


def _place(match: re.Match[str]) -> int:
    word = match["place"] or match["place2"] or match["place3"] or match["place4"] or ""
    return _PLACES.index(word) + 1 if word in _PLACES else int(re.sub(r"\D", "", word))


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
