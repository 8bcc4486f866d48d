"""How cells of a workbook are shown: number formats tell dates, percents and money apart (ECMA-376-1, 18.8.30–31)."""

from __future__ import annotations

import math
import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from kasen.teams.slides.data.cells import Money, Percent, Raw, is_unit

_DATES = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
_PERCENTS = {9, 10}
_LITERAL = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!\$)[^\]]*\]|\[\$[^\]]*\]')
_DATE_LETTERS = re.compile(r"[ymdhs]|ggg?e|(?<![0#?.])e(?![+-])", re.IGNORECASE)
_SUFFIX = re.compile(r'[0#]\s*"([^"]{1,8})"')
_SIGNS = {"¥": "円", "￥": "円", "$": "$", "€": "€", "£": "£"}


class Shown(NamedTuple):
    """How a number of that format is shown."""

    kind: str = ""
    """`date`, `percent`, `money`, or nothing of these."""
    unit: str = ""
    grain: str = ""
    """Of a date: `year`, `month`, `day`, `time` or `clock`."""


def shown(number: int, code: str) -> Shown:
    """What a number format means, by its id and code."""
    code = code.split(";")[0]
    bare = _LITERAL.sub("", code)
    if number in _PERCENTS or "%" in bare:
        return Shown("percent", "%")
    if not code and number in _DATES:
        return Shown("date", grain="clock" if number in (18, 19, 20, 21, 45, 46, 47) else "day")
    if "general" not in bare.lower() and _DATE_LETTERS.search(bare):
        return Shown("date", grain=_grain(bare.lower()))
    for sign, unit in _SIGNS.items():
        if sign in code:
            return Shown("money", unit)
    suffix = _SUFFIX.search(code)
    return Shown("money", suffix[1].strip()) if suffix and is_unit(suffix[1]) else Shown()


def value(number: float, how: Shown, *, from_1904: bool) -> Raw:
    """The number of a cell as what it is shown as; a date is ISO 8601. Of what no cell can hold, nothing."""
    if not math.isfinite(number):
        return None
    if how.kind == "percent":
        return Percent(float(f"{number * 100:.13g}"))
    if how.kind == "money":
        money = Money(float(f"{number:.15g}"))
        money.unit = how.unit
        return money
    if how.kind == "date":
        return _date(number, how.grain, from_1904=from_1904)
    exact = float(f"{number:.15g}")
    return int(exact) if exact.is_integer() and abs(exact) < 1e15 else exact


def _grain(bare: str) -> str:
    has = {letter: letter in bare for letter in "ydhs"}
    if not has["y"] and not has["d"] and "e" not in bare:
        return "clock" if has["h"] or has["s"] else "day"
    if has["h"] or has["s"]:
        return "time"
    if has["d"]:
        return "day"
    return "month" if "m" in bare else "year"


def _date(serial: float, grain: str, *, from_1904: bool) -> Raw:
    if not 0 <= serial < 2_958_466:
        return serial
    epoch = datetime(1904, 1, 1, tzinfo=UTC) if from_1904 else datetime(1899, 12, 30, tzinfo=UTC)
    when = epoch + timedelta(seconds=round(serial * 86_400))
    if grain == "clock" or serial < 1:
        return f"{when:%H:%M}"
    if grain == "time" and (when.hour or when.minute):
        return f"{when:%Y-%m-%d %H:%M}"
    return {"year": f"{when:%Y}年", "month": f"{when:%Y-%m}"}.get(grain, f"{when:%Y-%m-%d}")
