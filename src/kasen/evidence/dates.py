"""Dates of a text, comparable across calendars and languages: `元文3年` is 1738, `March 3, 2020` is `2020年3月3日`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from kasen.evidence.eras import ERAS, ROMANISED
from kasen.evidence.numerals import cjk_value
from kasen.evidence.units import UNIT_PATTERN

Span = tuple[int, int]


@dataclass(frozen=True)
class When:
    """A year, a span of years (decade, century), a month or a day; what is not said is None."""

    span: Span
    first: int | None = None
    last: int | None = None
    month: int | None = None
    day: int | None = None
    bare: bool = False
    """A number without a word that says it is a year: `1738`."""

    def holds(self, finer: When) -> bool:
        """True when this date, which may be coarser, is right if `finer` is."""
        if self.first is not None:
            if finer.first is None or finer.last is None or self.last is None:
                return False
            slack = 1 if min(self.last - self.first, finer.last - finer.first) >= 99 else 0
            if not (self.first - slack <= finer.first and finer.last <= self.last + slack):
                return False
        return self.month in (None, finer.month) and self.day in (None, finer.day)


_N = r"(?:\d{1,2}|[一二三四五六七八九十]{1,3})"
_MONTH_NAMES = "january february march april may june july august september october november december"
_MONTHS = _MONTH_NAMES.split()
_MONTH = rf"(?:{'|'.join(f'{m[:3]}(?:{m[3:]})?' if m != 'may' else m for m in _MONTHS)}|sept)\.?"
_IN = "(?:in|by|until|till|through|since|during|between|from|of|before|after|early|late|mid)"
_ORDINAL_NAMES = """
first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth
sixteenth seventeenth eighteenth nineteenth twentieth twenty-first
"""
_ORDINALS = _ORDINAL_NAMES.split()
_NOT_A_DURATION = r"(?!間|前|後|以上|以下|余|ぶり|ほど|近く|くらい|ぐらい|に?わた|来|目|も)"
_PATTERN = re.compile(
    rf"""
    (?P<era>{"|".join(ERAS)})\s?(?P<era_year>元|\d{{1,2}}|[一二三四五六七八九十]{{1,4}})\s?年
        (?:\s?(?P<era_month>{_N})\s?月(?:\s?(?P<era_day>{_N})\s?日)?)?
    |(?P<bc>紀元前|前)?(?:(?<=前)|(?<![\d]))(?P<century_ja>{_N})\s?世紀
    |(?P<century_en>\d{{1,2}}(?:st|nd|rd|th)|{"|".join(_ORDINALS)})[\s-]centur(?:y|ies)(?P<bc_en>\s(?:bc|bce)\b)?
    |(?<![\d.,])(?P<decade>\d{{3,4}})(?:年代|'?s(?![a-z]))
    |(?<![\d.,])(?P<y>\d{{3,4}}|[〇一二三四五六七八九]{{3,4}}|[一二三四五六七八九]?千[一二三四五六七八九百十]{{1,6}})\s?年度?{_NOT_A_DURATION}
        (?:\s?(?P<m>{_N})\s?月(?:\s?(?P<d>{_N})\s?日)?)?
    |(?<![\d.,])(?P<iso_y>\d{{4}})(?P<sep>[-/.])(?P<iso_m>0?[1-9]|1[0-2])(?P=sep)(?P<iso_d>0?[1-9]|[12]\d|3[01])(?!\d)
    |(?<![\d])(?P<md_m>{_N})\s?月(?:\s?(?P<md_d>{_N})\s?日)?(?!間|額)
    |(?<![a-z])(?:{_IN}[\s-])?(?P<from_m>{_MONTH})
        (?:\s?[-–—~〜]\s?|\s(?:to|until|till|through|thru)\s(?:the\send\sof\s)?)(?:(?:early|late|mid)[\s-])?(?P<to_m>{_MONTH})(?![a-z]|\s\d{{1,2}}(?!\d))(?:,?\s(?P<to_y>\d{{4}})(?!\d|,\d))?
    |(?<![a-z]){_IN}[\s-](?P<one_m>{_MONTH})\s(?:and|or)\s(?:(?:early|late|mid)[\s-])?
        (?P<other_m>{_MONTH})(?![a-z]|\s\d{{1,2}}(?!\d))(?:,?\s(?P<other_y>\d{{4}})(?!\d|,\d))?
    |(?<![a-z])(?P<mdy_m>{_MONTH})\s(?:(?P<mdy_d>\d{{1,2}})(?:st|nd|rd|th)?(?!\d|,\d))(?:,?\s(?P<mdy_y>\d{{4}})(?!\d))?
    |(?<![\d])(?P<dmy_d>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<dmy_m>{_MONTH})(?![a-z])(?:,?\s(?P<dmy_y>\d{{4}})(?!\d))?
    |(?<![a-z])(?P<my_m>{_MONTH})(?:\sof)?,?\s(?P<my_y>\d{{4}})(?!\d|,\d)
    |(?<![a-z])(?:{_IN}|to(?=\s(?!mar|may)))[\s-](?P<only_m>{_MONTH})(?![a-z]|,?\s(?:of\s)?\d)
    |(?P<romanised>{"|".join(ROMANISED)})\s(?P<romanised_year>\d{{1,2}})(?!\d)
    |(?<![a-z])(?:in|ad|year|since|until|by)\s(?P<small>[3-9]\d\d)(?![\d,.]\d|\d|\s?%|\s[a-z]+s\b)
    |(?<![\d.,a-z$¥€£-])(?P<from>[12]\d{{3}})(?P<to>\s?[-–—~〜/]\s?(?:\d{{2}}|[12]\d{{3}}))?
        (?![\d]|[,.]\d|\s?(?:{UNIT_PATTERN})|[\s]?(?:thousand|million|billion)|[万億兆])
    """,
    re.VERBOSE,
)
_MAYBE = re.compile(rf"[\d年月]|世紀|centur|{'|'.join(month[:3] for month in _MONTHS)}")
"""What every date has; looking for it costs little."""


def dates(folded: str) -> list[When]:
    """Dates of a text that is NFKC and casefolded, in order."""
    if not _MAYBE.search(folded):
        return []
    return [when for match in _PATTERN.finditer(folded) for when in _read(match)]


def _read(match: re.Match[str]) -> Iterator[When]:
    kind = match.lastgroup or ""
    span = match.span()
    if match["era"]:
        year = ERAS[match["era"]] + (1 if match["era_year"] == "元" else _int(match["era_year"])) - 1
        yield When(span, year, year, _opt(match["era_month"]), _opt(match["era_day"]))
    elif match["century_ja"] or match["century_en"]:
        yield _century(match, span)
    elif match["decade"]:
        start = int(match["decade"])
        yield When(span, start, start + (99 if start % 100 == 0 else 9))
    elif match["to_m"] or match["other_m"]:
        yield from _months(match)
    elif match["from"]:
        yield from _bare(match, span)
    elif match["romanised"]:
        year = ROMANISED[match["romanised"]] + int(match["romanised_year"]) - 1
        yield When(span, year, year)
    elif kind:
        yield _plain(match, span)


def _century(match: re.Match[str], span: Span) -> When:
    word = match["century_ja"] or match["century_en"]
    number = _ORDINALS.index(word) + 1 if word in _ORDINALS else _int(re.sub(r"(?:st|nd|rd|th)$", "", word))
    if match["bc"] == "紀元前" or match["bc_en"]:
        return When(span, -number * 100, -number * 100 + 99)
    return When(span, number * 100 - 99, number * 100)


def _months(match: re.Match[str]) -> Iterator[When]:
    """Both ends of a span of months, and both of two; a year behind the second is said of the first too."""
    first, second, end = ("from_m", "to_m", "to_y") if match["to_m"] else ("one_m", "other_m", "other_y")
    year = _opt(match[end])
    yield When((match.start(), match.end(first)), year, year, _month(match[first]))
    yield When((match.start(second), match.end()), year, year, _month(match[second]))


def _bare(match: re.Match[str], span: Span) -> Iterator[When]:
    first = int(match["from"])
    yield When((span[0], match.end("from")), first, first, bare=True)
    if not match["to"]:
        return
    written = re.sub(r"\D", "", match["to"])
    last = int(match["from"][: 4 - len(written)] + written)
    yield When((match.start("to"), span[1]), last, last, bare=True)


def _plain(match: re.Match[str], span: Span) -> When:
    year = next((match[g] for g in ("y", "iso_y", "mdy_y", "dmy_y", "my_y", "small") if match[g]), None)
    month = next((match[g] for g in ("m", "iso_m", "md_m", "mdy_m", "dmy_m", "my_m", "only_m") if match[g]), None)
    day = next((match[g] for g in ("d", "iso_d", "md_d", "mdy_d", "dmy_d") if match[g]), None)
    value = _opt(year)
    return When(span, value, value, _month(month), _opt(day))


def _month(text: str | None) -> int | None:
    if text is None:
        return None
    for number, name in enumerate(_MONTHS, start=1):
        if name.startswith(text.rstrip(".")[:3]):
            return number
    return _int(text)


def _opt(text: str | None) -> int | None:
    return None if text is None else _int(text)


def _int(text: str) -> int:
    return int(cjk_value(text))
