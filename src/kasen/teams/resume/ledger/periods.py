"""Dates of a résumé (`2019/04`, `04/2019`, `H31.4`, `FY2021`, 和暦) and how long its periods are."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from kasen.evidence.dates import When, dates

_YEAR = r"(?:19|20)\d{2}"
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?"
    r"|nov(?:ember)?|dec(?:ember)?)"
)
_OWN = re.compile(
    rf"""
    (?<![a-z\d])(?<!\d\s)(?P<name_m>{_MONTH})\.?,?\s(?:of\s)?(?P<name_y>{_YEAR})(?!\d)|
    (?<![\d.,/])(?P<ym_y>{_YEAR})\s?(?:[./-]\s?|年\s?(?=\d{{1,2}}\s?月))(?P<ym_m>0?[1-9]|1[0-2])(?:\s?月)?(?!\d)(?!\s?[./-]\s?\d{{1,2}}(?!\d))(?!\s?月?\s?\d{{1,2}}\s?日)
    |(?<![\d/])(?P<my_m>0?[1-9]|1[0-2])[/.](?P<my_y>{_YEAR})(?!\d)
    |(?<![a-z\d])(?P<era>[mtshr])\.?\s?(?P<era_y>\d{{1,2}}|元)(?:[./-]|年)\s?(?P<era_m>0?[1-9]|1[0-2])(?:\s?月)?(?!\d)
    |(?<![a-z])fy\s?'?(?P<fy>{_YEAR}|\d{{2}})(?!\d)
    |(?P<fiscal>{_YEAR})\s?年度
    """,
    re.VERBOSE,
)
_FIRST, _LAST = 1930, 2069
"""Years that a number without a word may mean in a résumé."""
_ERAS = {"m": 1868, "t": 1912, "s": 1926, "h": 1989, "r": 2019}
_BETWEEN = re.compile(r"[\s)）]*(?:[~〜～–—-]|から|to|until|till|through|より)[\s(（]*")
PRESENT = re.compile(r"(?<![a-z])(?:present|now|current|to date|today)(?![a-z])|現在|現職|在職中|至る")


def periods(folded: str) -> list[When]:
    """Dates of a text that is NFKC and casefolded, in order."""
    found: list[When] = []
    blank = folded
    for match in _OWN.finditer(folded):
        found.append(_own(match))
        blank = blank[: match.start()] + "\0" * len(match.group()) + blank[match.end() :]
    found += [when for when in dates(blank) if not when.bare or _FIRST <= (when.first or 0) <= _LAST]
    return sorted(found, key=lambda when: when.span)


def _own(match: re.Match[str]) -> When:
    year, month = 0, None
    if match["name_y"]:
        return When(match.span(), int(match["name_y"]), int(match["name_y"]), _MONTHS.index(match["name_m"][:3]) + 1)
    if match["ym_y"] or match["my_y"]:
        year, month = int(match["ym_y"] or match["my_y"]), int(match["ym_m"] or match["my_m"])
    elif match["era"]:
        number = 1 if match["era_y"] == "元" else int(match["era_y"])
        year, month = _ERAS[match["era"]] + number - 1, int(match["era_m"])
    elif match["fy"]:
        year = int(match["fy"]) if len(match["fy"]) == 4 else 2000 + int(match["fy"])
    else:
        year = int(match["fiscal"])
    return When(match.span(), year, year, month, bare=False)


def spoken(when: When) -> tuple[int | None, int | None, int | None, int | None]:
    """What two dates are compared by."""
    return when.first, when.last, when.month, when.day


def lengths(folded: str, found: Sequence[When], today: date | None = None) -> list[tuple[int, int]]:
    """Months of each period of a text, from the least to the most that its dates allow."""
    spans: list[tuple[int, int]] = []
    for one, other in pairwise(found):
        if one.first and other.first and _BETWEEN.fullmatch(folded[one.span[1] : other.span[0]] or " - "):
            spans.append(_months(one, other.first, other.month))
    now = today or date.today()  # noqa: DTZ011
    for one in found:
        rest = folded[one.span[1] : one.span[1] + 16]
        between = _BETWEEN.match(rest)
        if one.first and between and PRESENT.match(rest, between.end()):
            spans.append(_months(one, now.year, now.month))
    return [span for span in spans if span[1] > 0]


def _months(one: When, year: int, month: int | None) -> tuple[int, int]:
    assert one.first is not None
    years = (year - one.first) * 12
    if one.month and month:
        exact = years + month - one.month
        return exact, exact + 1
    return max(1, years - 12), years or 12
