"""Numbers of figures as people read them, and what follows from them: totals, shares, changes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

from kasen.teams.slides.data.cells import scale_of
from kasen.teams.slides.schemas.part import Lang

_MOST_NUMBERS = 400
_MOST_SHARES = 12
_LARGE = 10**6
_LONG = 10**8
_SIZES: dict[Lang, tuple[tuple[float, str], ...]] = {
    "ja": ((10**12, "兆"), (10**8, "億"), (10**4, "万")),
    "en": ((10**12, " trillion"), (10**9, " billion"), (10**6, " million")),
}
_CJK = re.compile("[\u3041-\u30fe\u3400-\u9fff]")
_SIGNS = {"$": "$", "€": "€", "£": "£"}
_RATE = re.compile(
    r"率|割合|比$|構成比|平均|単価|価格|シェア|指数|偏差値|満足度|点数|スコア|気温|温度|年齢|倍率|あたり|当たり|日数|年数|期間|"
    r"\b(?:rates?|ratio|average|avg|mean|median|price|share|index|score|age|temperature|margin|per|payback|duration)\b|%"
    r"|^days\b|\((?:days|years)\)$",
    re.I,
)
_MEASURED = re.compile(
    r"日数|年数|期間|満足度|点数|スコア|気温|温度|年齢|\b(?:score|age|temperature|payback|duration)\b|^days\b|\((?:days|years)\)$",
    re.I,
)


_DIFFERENCE = re.compile(r"差|増減|前年比|前月比|伸び|\b(?:change|diff(?:erence)?|delta|growth|yoy|vs\.?)\b", re.I)


def is_difference(name: str) -> bool:
    """Whether a column is how others changed: it does not stand beside them, and is not added up."""
    return bool(_DIFFERENCE.search(name))


def is_rate(name: str, unit: str) -> bool:
    """Whether numbers of a column must not be added up: rates, means, prices, scores."""
    return unit in ("%", "‰", "歳", "才", "℃", "°c", "倍", "pt", "ポイント") or "/" in unit or bool(_RATE.search(name))


def is_measured(name: str, unit: str) -> bool:
    """Whether each row is measured by itself, so that the plain mean of rows says something: days, ages, scores."""
    return unit in ("歳", "才", "℃", "°c", "点") or bool(_MEASURED.search(name))


def written(value: float, unit: str, lang: Lang) -> str:
    """`1,234百万円`, `45.3%`, `$1,234`, `1,234 t`."""
    text = _large(value, lang) if scale_of(unit) == 1 and unit != "%" else plain(value)
    if unit in _SIGNS:
        return f"-{unit}{text[1:]}" if text.startswith("-") else f"{unit}{text}"
    if unit == "%" or not unit:
        return f"{text}{unit}"
    if lang == "en" and unit == "円":
        return f"{text} yen"
    return f"{text}{unit}" if lang == "ja" or not unit[0].isalpha() or not unit.isascii() else f"{text} {unit}"


def _large(value: float, lang: Lang) -> str:
    """From a million on in words of its scale, to three digits and more: `12.3億`, `1.23 billion`."""
    for size, name in _SIZES[lang]:
        if abs(value) >= max(size, _LARGE):
            part = value / size
            return f"{part:,.0f}{name}" if abs(part) >= 100 else f"{part:,.3g}{name}"
    return plain(value)


def begun(text: str) -> str:
    """A name as it stands at the beginning: with a capital where its letters have any."""
    return text if _CJK.search(text) and "“" not in text else text[:1].upper() + text[1:]


def plain(value: float) -> str:
    """With separators; as many decimals as matter, at most two."""
    if float(value).is_integer():
        return f"{value:,.0f}"
    if abs(value) >= 1000:
        return f"{value:,.1f}" if abs(value) < 10_000 else f"{value:,.0f}"
    return f"{value:,.2f}".rstrip("0").rstrip(".") if abs(value) < 10 else f"{value:,.1f}"


def number_format(values: Sequence[float | None], unit: str, lang: Lang) -> str:
    """The format of a chart's values, as Excel writes it; `%` of numbers that are percents already is text.

    Numbers of nine digits and more are shown in millions.
    """
    numbers = [value for value in values if value is not None]
    whole = all(float(value).is_integer() for value in numbers)
    if scale_of(unit) == 1 and unit != "%" and max(map(abs, numbers), default=0) >= _LONG:
        return '#,##0,,"百万"' if lang == "ja" else '#,##0.0,,"M"'
    body = "#,##0" if whole else "#,##0.0" if max(map(abs, numbers), default=0) >= 10 else "#,##0.00"
    return f'{body}"%"' if unit == "%" else body


def percent(part: float, whole: float) -> float | None:
    """What share of the whole a part is, in percent; None of nothing."""
    return None if not whole else part / whole * 100


def change(first: float, last: float) -> float | None:
    """From the first to the last, in percent of the first; None where that means nothing."""
    return None if first <= 0 else (last - first) / first * 100


def sayable(
    series: Mapping[str, Sequence[float | None]], *, unit: str, in_time: bool, rate: bool, whole: bool = True
) -> tuple[float, ...]:
    """Every number that may be said on account of these series: values, totals, means, shares, changes, counts.

    A `rate` is never added up; shares are said only of a `whole`.
    """
    columns = [[value for value in values if value is not None] for values in series.values()]
    amounts = [value for numbers in columns for value in numbers]
    parts: list[float] = [float(len(columns)), float(max(map(len, columns), default=0))]
    for numbers in columns:
        _of_one(numbers, amounts, parts, in_time=in_time, rate=rate, whole=whole)
    _between(list(series.values()), amounts, parts, rate=rate or not whole)
    scale = scale_of(unit)
    if scale > 1:
        amounts += [value * scale for value in amounts]
    return tuple(dict.fromkeys(round(value, 6) for value in (*amounts, *parts)))[:_MOST_NUMBERS]


def _of_one(
    numbers: list[float], amounts: list[float], parts: list[float], *, in_time: bool, rate: bool, whole: bool
) -> None:
    """Of one series: `amounts` have its unit; `parts` are shares, changes and ratios, which have none."""
    if not numbers:
        return
    amounts += [max(numbers), min(numbers), sum(numbers) / len(numbers), max(numbers) - min(numbers)]
    if not rate:
        total, largest = math.fsum(numbers), sorted(numbers, reverse=True)
        tops = [math.fsum(largest[:n]) for n in (2, 3, 5) if n < len(numbers)]
        amounts += [total, *tops]
        if whole and total:
            parts += [100 * value / total for value in (*largest[:_MOST_SHARES], *tops)]
    if len(numbers) > 1 and in_time:
        pairs = [(numbers[0], numbers[-1]), *list(pairwise(numbers))[-_MOST_SHARES:]]
        pairs.append((numbers[0], max(numbers)))
        for first, last in pairs:
            amounts.append(last - first)
            parts += [value for value in (change(first, last),) if value is not None]
            parts += [last / first] if first > 0 else []
    elif len(numbers) > 1 and min(numbers) > 0:
        parts.append(max(numbers) / min(numbers))
    if len(numbers) == 2 and min(numbers) > 0:
        parts.append(100 * (max(numbers) / min(numbers) - 1))


def _between(series: Sequence[Sequence[float | None]], amounts: list[float], parts: list[float], *, rate: bool) -> None:
    """Of several series side by side: their totals' shares, and the last of each against the first series."""
    if not 1 < len(series) <= 6:
        return
    totals = [math.fsum(value for value in values if value is not None) for values in series]
    whole = math.fsum(totals)
    if not rate and whole:
        amounts.append(whole)
        parts += [100 * total / whole for total in totals]
    for position in range(min(_MOST_SHARES, *map(len, series))):
        numbers = [value for values in series if (value := values[position]) is not None]
        if len(numbers) < 2:
            continue
        amounts.append(numbers[-1] - numbers[0])
        parts += [value for value in (change(numbers[0], numbers[-1]),) if value is not None]
        whole = math.fsum(numbers)
        if not rate and whole:
            amounts.append(whole)
            parts += [100 * number / whole for number in numbers]
