"""What a figure says in a few words, to stand as the title of its slide; the figures of it follow in a sentence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.slides.data.names import extremes, short
from kasen.teams.slides.data.telling import LEVEL, is_close, is_level, name_of_total, size_of, totals
from kasen.teams.slides.data.written import change, percent, plain, written
from kasen.teams.slides.schemas.part import Lang

_LARGEST = 15
"""Percent of a total from which the largest part is worth a title as a share."""


def of_time(name: str, labels: Sequence[str], values: Sequence[float | None], unit: str, lang: Lang) -> str:
    """Whether it rose or fell, and by how much."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if len(points) < 2:
        return ""
    (first_at, first), (last_at, last) = points[0], points[-1]
    named, size = short(name, lang), size_of(first, last, unit, lang)
    if first == last or is_level(first, last, unit):
        if lang == "ja":
            return f"{named}は{first_at}から{last_at}までほぼ横ばい"
        return f"{named} held about level from {first_at} to {last_at}"
    if lang == "ja":
        ways = ("上昇", "低下") if unit == "%" else ("増", "減") if size else ("増加", "減少")
        way = ways[last < first]
        return f"{named}は{first_at}から{last_at}に{size}{way}"
    return f"{named} {'rose' if last > first else 'fell'} {size} from {first_at} to {last_at}".replace("  ", " ")


def of_series(series: Mapping[str, Sequence[float | None]], labels: Sequence[str], unit: str, lang: Lang) -> str:
    """Which of several columns grew most; how the total went of those that went alike, else the first."""
    moves = {
        name: part
        for name, values in series.items()
        if values[0] is not None and values[-1] is not None and (part := change(values[0], values[-1])) is not None
    }
    first = next(iter(series))
    best = max(moves, key=lambda name: moves[name], default="")
    if len(moves) < max(2, len(series)) or unit == "%":
        return of_time(first, labels, series[first], unit, lang)
    if moves[best] - min(moves.values()) < LEVEL or moves[best] <= 0:
        return of_time(name_of_total(list(series), lang), labels, totals(series), unit, lang)
    much = plain(round(moves[best], 1))
    return (
        f"伸びが最も大きいのは{short(best, lang)}（{much}%増）"
        if lang == "ja"
        else f"{short(best, lang)} grew most, by {much}%"
    )


def of_categories(
    name: str,
    labels: Sequence[str],
    values: Sequence[float | None],
    unit: str,
    *,
    total: float | None,
    by: str,
    lang: Lang,
) -> str:
    """Who leads, with the share of a total where there is one; or that they are all about the same."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if len(points) < 2:
        return ""
    (top_at, top), low = max(points, key=lambda point: point[1]), min(value for _, value in points)
    named, leader = short(name, lang), short(top_at, lang)
    if top > low and sum(value == top for _, value in points) > 1:
        return ""
    if top == low or (is_close(top, low, unit) and len(points) > 2):
        by = short(by, lang)
        return f"{named}は{by}による差が小さい" if lang == "ja" else f"{named} differs little by {by}"
    share = percent(top, total) if total and len(points) > 2 else None
    if share is not None and share >= _LARGEST:
        said = plain(round(share, 1))
        return f"{leader}が{named}の{said}%を占める" if lang == "ja" else f"{leader} makes up {said}% of {named}"
    most, a = extremes(name, unit, lang)[0], written(top, unit, lang)
    return f"{named}は{leader}が{a}で最も{most}" if lang == "ja" else f"{named} is highest for {leader}: {a}"


def of_pair(x: str, y: str, r: float, lang: Lang) -> str:
    """Which way two columns go together."""
    a, b = short(x, lang), short(y, lang)
    if lang == "ja":
        return f"{a}が大きいほど{b}は{'大きい' if r > 0 else '小さい'}"
    return f"{b} is {'higher' if r > 0 else 'lower'} where {a} is higher"
