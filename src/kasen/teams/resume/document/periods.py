"""Periods of employment as they are written: `2019年4月〜現在`, `Apr 2019 – Present`, `平成31年4月－令和4年3月`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from kasen.teams.resume.document.model import Period

_FOLD = {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F)} | {0x3000: " "}
_ERAS = {"明治": 1867, "大正": 1911, "昭和": 1925, "平成": 1988, "令和": 2018, "H": 1988, "R": 2018, "S": 1925}
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_SEASONS = {"spring": 4, "summer": 7, "fall": 10, "autumn": 10, "winter": 1}
_NAMED = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|spring|summer|fall|autumn|winter)"
)
_YEAR = r"(?:19[3-9]\d|20[0-9]\d)"


def _moment(n: str) -> str:
    before = "-" if n == "a" else ""
    return (
        rf"(?:(?P<era{n}>明治|大正|昭和|平成|令和|(?<![A-Za-z])[HRS](?=\d))[ ]?(?P<ey{n}>\d{{1,2}}|元)[ ]?[年./][ ]?"
        rf"(?:(?P<em{n}>\d{{1,2}})[ ]?月?)?(?:[ ]?\d{{1,2}}日)?"
        rf"|(?P<name{n}>(?<![A-Za-z]){_NAMED}(?![a-z]))\.?[ ]?(?:\d{{1,2}}(?:st|nd|rd|th)?[ ]?,)?[ ]?,?[ ]?'?"
        rf"(?P<ny{n}>{_YEAR}|(?<=')\d\d)(?!\d)"
        rf"|(?<!\d)(?P<m{n}>0?[1-9]|1[0-2])[ ]?/[ ]?(?P<my{n}>{_YEAR})(?!\d)"
        rf"|(?<![\d.,¥$€#{before}])(?P<y{n}>{_YEAR})[ ]?(?:年(?:[ ]?(?P<jm{n}>1[0-2]|0?[1-9])[ ]?月)?"
        rf"(?:[ ]?\d{{1,2}}日)?|[./-][ ]?(?P<dm{n}>1[0-2]|0?[1-9])(?:[./-][ ]?(?:3[01]|[12]\d|0?[1-9])(?!\d))?"
        rf"(?![\d%])|(?![\d,%]|[ ]?(?:円|人|名|件|社|users|people)))"
        rf")"
    )


_NOW = r"現在(?:に至る)?|在職中|継続中|現職|至現在|今日|present|now|current(?:ly)?|today|ongoing|to date"
_GLUE = r"[ ]?(?:[〜～~–—―‐−ー\-]{1,3}|から|より|to|until|through|→|⇒|\\?~)[ ]?"
_AFTER = r"[ ]?(?:\((?:[^()\n]{0,20})\))?[ ]?"


@lru_cache(maxsize=1)
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    between = re.compile(
        rf"{_moment('a')}{_AFTER}{_GLUE}(?:(?P<now>{_NOW})|{_moment('b')}|(?P<same>0?[1-9]|1[0-2])月|(?=$|"
        rf"[|)\]　、,]|[ ]{{2}}))",
        re.IGNORECASE,
    )
    return between, re.compile(_moment("a"), re.IGNORECASE)


def folded_digits(text: str) -> str:
    """The text with full-width ASCII and spaces narrow: as long as before."""
    return text.translate(_FOLD)


def periods_in(text: str, *, offset: int = 0) -> Iterator[Period]:
    """Every span of time from one moment to another (or to this day) in a line; positions are moved by `offset`."""
    for found in _patterns()[0].finditer(folded_digits(text)):
        start = _read(found, "a")
        if start is None:
            continue
        end = None if found["now"] else _read(found, "b")
        if found["same"]:
            end = (start[0], int(found["same"]))
        yield Period(start, end, (found.start() + offset, offset + _trimmed(text, found.start(), found.end())))


def moments_in(text: str, *, offset: int = 0) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Every moment (year, month) with its range."""
    for found in _patterns()[1].finditer(folded_digits(text)):
        moment = _read(found, "a")
        if moment:
            yield moment, (found.start() + offset, offset + _trimmed(text, found.start(), found.end()))


def _trimmed(text: str, start: int, end: int) -> int:
    return start + len(text[start:end].rstrip(" \u3000-–—"))


def _read(found: re.Match[str], n: str) -> tuple[int, int] | None:
    if era := found[f"era{n}"]:
        year = 1 if found[f"ey{n}"] == "元" else int(found[f"ey{n}"])
        return _ERAS[era.upper() if era.isascii() else era] + year, _month(found[f"em{n}"])
    if name := found[f"name{n}"]:
        short = found[f"ny{n}"]
        year = int(short) if len(short) == 4 else 2000 + int(short) if int(short) < 50 else 1900 + int(short)
        lowered = name.lower()
        return year, _SEASONS.get(lowered) or _MONTHS.index(lowered[:3]) + 1
    if found[f"my{n}"]:
        return int(found[f"my{n}"]), int(found[f"m{n}"])
    if found[f"y{n}"]:
        return int(found[f"y{n}"]), _month(found[f"jm{n}"] or found[f"dm{n}"])
    return None


def _month(text: str | None) -> int:
    return int(text) if text and 1 <= int(text) <= 12 else 0
