"""Amounts written in ways of their own: `9 am`, `2.5k`, `three and a half years`, `doubled`, 数十名, N1, 3位."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from typing import NamedTuple

from kasen.evidence.numerals import cjk_value, english_value

_SUFFIX = {"k": 10**3, "m": 10**6, "b": 10**9, "bn": 10**9, "mn": 10**6, "mm": 10**6}
_OWN = re.compile(
    r"""
    (?P<clock>(?<![\d:.])(?P<hour>\d{1,2})(?::(?P<minute>[0-5]\d)(?!\d)(?:\s?(?P<noon1>[ap])\.?m\.?)?
        |\s?(?P<noon2>[ap])\.?m\b\.?|時(?!間)(?:(?P<past>\d{1,2})分)?))
    |(?P<and_half>(?P<full>\d{1,3}|one|two|three|four|five|six|seven|eight|nine|ten)\sand\sa\shalf\s(?P<half_span>years?|months?|hours?|days?|weeks?)
        |(?P<full_ja>\d{1,3})\s?(?P<half_ja>年|か月|ヶ月|カ月|時間)半)
    |(?P<measure>(?<![a-z\d.,])(?P<size>\d[\d,]{0,20}(?:\.\d{1,12})?)\s?(?P<unit>ms|μs|ns|s|kb|mb|gb|tb|pb|fps|hz|khz|mhz|ghz|kw|mw|gw|kwh|mwh|px|dpi|ppm|
        db|rpm|km/h|mph|mbps|gbps|kbps|ft|sqm|㎡|m²|m2|m3|坪|℃|lbs?|oz)(?![a-z0-9/]))
    |(?P<suffixed>(?P<sign>[$€£¥])?(?<![a-z\d.,])(?P<digits>\d[\d,]{0,20}(?:\.\d{1,12})?)(?P<suffix>\s?bn|\s?mn|k|b|mm|m(?![ぁ-んァ-ヶ一-龥]))(?![a-z0-9]))
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
_PLACES = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
_SIGNS = {"$": "dollar", "€": "euro", "£": "pound sterling", "¥": "yen"}
_LARGE = {"million": 10**6, "billion": 10**9, "dozen": 12, "hundred": 100}
_WORDED = {"double": (Fraction(2), "times over"), "triple": (Fraction(3), "times over"), "halve": (Fraction(50), "%")}
Amount = tuple[Fraction, str]


class Quantity(NamedTuple):
    """An amount in the base of its kind, at `span`; without one where only `vague` is said."""

    base: Fraction | None
    kind: str
    span: tuple[int, int]
    text: str
    vague: str = ""
    worded: bool = False
    """Said by a word that says more: `doubled`, 半減."""


def quantities(folded: str) -> list[Quantity]:
    """Such amounts of a folded text, in order."""
    return [_read(match) for match in _OWN.finditer(folded)]


def _read(match: re.Match[str]) -> Quantity:
    kind = next(name for name, value in match.groupdict().items() if value is not None)
    text = match.group().strip()
    if kind in _WORDED:
        return Quantity(*_WORDED[kind], match.span(), text, worded=True)
    if reader := _READERS.get(kind):
        base, counted = reader(match)
        return Quantity(base, counted, match.span(), text)
    return Quantity(None, "", match.span(), text, vague=kind.rstrip("_"))


def _digits(written: str) -> Fraction:
    return Fraction(written.replace(",", "").rstrip("."))


def _measure(match: re.Match[str]) -> Amount:
    unit, factor = _MEASURES.get(match["unit"], (match["unit"], Fraction(1)))
    return _digits(match["size"]) * factor, unit


def _suffixed(match: re.Match[str]) -> Amount:
    return _digits(match["digits"]) * _SUFFIX[match["suffix"].strip()], _SIGNS.get(match["sign"] or "", "")


def _clock(match: re.Match[str]) -> Amount:
    """Minutes after midnight."""
    hour = int(match["hour"])
    if noon := match["noon1"] or match["noon2"]:
        hour = hour % 12 + (12 if noon == "p" else 0)
    return Fraction(hour * 60 + int(match["minute"] or match["past"] or 0)), "clock"


def _and_half(match: re.Match[str]) -> Amount:
    written, unit = match["full"] or match["full_ja"], match["half_span"] or match["half_ja"]
    whole = Fraction(written) if written.isdigit() else english_value(written)
    factor, kind = _HALVES[unit.rstrip("s")]
    return (whole + Fraction(1, 2)) * factor, kind


def _fraction(match: re.Match[str]) -> Amount:
    top = {"two": 2, "three": 3, "four": 4}.get(match["top"] or "", 1)
    return Fraction(100 * top, _PARTS[match["bottom"] or match["by_bottom"]]), "%"


def _place(match: re.Match[str]) -> Amount:
    word = match["place"] or match["place2"] or match["place3"] or match["place4"] or ""
    return Fraction(_PLACES.index(word) + 1 if word in _PLACES else int(re.sub(r"\D", "", word))), "rank"


_READERS: dict[str, Callable[[re.Match[str]], Amount]] = {
    "measure": _measure,
    "suffixed": _suffixed,
    "clock": _clock,
    "and_half": _and_half,
    "one_thing": lambda match: (Fraction(1), ""),
    "counted": lambda match: (cjk_value(match.group().strip()), ""),
    "half_of": lambda match: (Fraction(_LARGE[match["half_unit"]], 2), ""),
    "fraction": _fraction,
    "times": lambda match: (Fraction(match["many"]), "times over"),
    "points": lambda match: (Fraction(match["point"]), "points"),
    "rank": _place,
    "ranked": _place,
    "number_one": lambda match: (Fraction({"2": 2, "3": 3}.get(match["no"], 1)), "rank"),
    "grade": lambda match: (Fraction(match["mark"]), f"grade {match['letter']}"),
}
