"""What a figure says, in words whose numbers were computed: highest, lowest, first to last, share of the top."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.data.table import Column
from kasen.teams.slides.data.written import begun, change, percent, plain, written
from kasen.teams.slides.schemas.part import Lang


def of_time(name: str, labels: Sequence[str], values: Sequence[float | None], unit: str, lang: Lang) -> str:
    """How it went from the first to the last, and where it was highest."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if len(points) < 2:
        return ""
    (first_at, first), (last_at, last) = points[0], points[-1]
    top_at, top = max(points, key=lambda point: point[1])
    a, b = written(first, unit, lang), written(last, unit, lang)
    moved = _moved(first, last, unit, lang)
    peak = top_at not in (first_at, last_at)
    if lang == "ja":
        end = f"最も高いのは{top_at}の{written(top, unit, lang)}である。" if peak else ""
        return f"{name}は{first_at}の{a}から{last_at}の{b}へ{moved}。{end}"
    end = f" The highest was {written(top, unit, lang)} in {top_at}." if peak else ""
    return f"{begun(name)} {moved} from {a} in {first_at} to {b} in {last_at}.{end}"


def _moved(first: float, last: float, unit: str, lang: Lang) -> str:
    if first == last:
        return "変わらなかった" if lang == "ja" else "stayed the same"
    rose = last > first
    part = change(first, last)
    if unit == "%":
        size = (
            f"{plain(round(abs(last - first), 2))}ポイント"
            if lang == "ja"
            else f"by {plain(round(abs(last - first), 2))} points"
        )
    elif part is None:
        size = ""
    else:
        size = f"{plain(round(abs(part), 1))}%"
    if lang == "ja":
        return (
            f"{size}{'増えた' if rose else '減った'}" if unit != "%" else f"{size}{'上がった' if rose else '下がった'}"
        )
    return f"{'rose' if rose else 'fell'} {size}".rstrip()


def of_categories(
    name: str, labels: Sequence[str], values: Sequence[float | None], unit: str, *, total: float | None, lang: Lang
) -> str:
    """Which is highest, with its share where there is a total, and which is lowest."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if not points:
        return ""
    top_at, top = max(points, key=lambda point: point[1])
    low_at, low = min(points, key=lambda point: point[1])
    share = percent(top, total) if total else None
    a, b = written(top, unit, lang), written(low, unit, lang)
    if lang == "ja":
        part = f"で全体の{plain(round(share, 1))}%を占める" if share is not None else "である"
        end = f"最も低いのは{low_at}の{b}である。" if low_at != top_at and low < top else ""
        return f"{name}が最も高いのは{top_at}の{a}{part}。{end}"
    part = f", {plain(round(share, 1))}% of the total" if share is not None else ""
    end = f"; the lowest is {low_at} at {b}" if low_at != top_at and low < top else ""
    return f"{begun(name)} is highest for {top_at} at {a}{part}{end}."


def of_pair(x: str, y: str, r: float, count: int, lang: Lang) -> str:
    """How two columns go together."""
    strength = round(r, 2)
    if lang == "ja":
        way = "大きいほど大きい" if r > 0 else "大きいほど小さい"
        return f"{y}は{x}が{way}傾向がある(相関係数 {strength}、{count:,} 件)。"
    way = "higher" if r > 0 else "lower"
    return f"{begun(y)} tends to be {way} where {x} is higher (correlation {strength}, {count:,} rows)."


def of_rows(count: int, lang: Lang) -> str:
    """What a table lists."""
    return f"{count} 行を挙げる。" if lang == "ja" else f"Lists {count} rows."


def of_total(name: str, total: float, unit: str, count: int, lang: Lang) -> str:
    """A sum and of how many rows."""
    if lang == "ja":
        return f"{name}の合計は{written(total, unit, lang)}({count:,} 行)である。"
    return f"The total of {name} is {written(total, unit, lang)} ({count:,} rows)."


def of_value(title: str, value: float, unit: str, lang: Lang) -> str:
    """One number under its title."""
    return (
        f"{title}は{written(value, unit, lang)}である。" if lang == "ja" else f"{title}: {written(value, unit, lang)}."
    )


def of_points(title: str, count: int, lang: Lang) -> str:
    """What a scatter shows, where nothing was said of it."""
    return f"{title}({count:,} 件)を示す。" if lang == "ja" else f"Shows {title} ({count:,} points)."


def how(values: Sequence[Column], by: Column, also: Column | None = None, *, single: bool, lang: Lang) -> str:
    """How the values of a chart came about: each row's own, or added up by what `by` says."""
    names = joined([f"「{v.name}」" if lang == "ja" else f"`{v.name}`" for v in values], lang)
    keys = joined([f"「{c.name}」" if lang == "ja" else f"`{c.name}`" for c in (by, also) if c], lang)
    if lang == "ja":
        return f"{keys}ごとの{names}の値" if single else f"{keys}ごとに{names}を合計"
    return f"{names} for each {keys}" if single else f"sum of {names} for each {keys}"


def joined(names: Sequence[str], lang: Lang) -> str:
    """Names in a row."""
    return ("・" if lang == "ja" else ", ").join(names)


def without(labels: Sequence[str], lang: Lang) -> str:
    """Which times were left out because their rows are only a part of them."""
    if not labels:
        return ""
    named = joined(labels, lang)
    return (
        f"（{named}は一部の行しかないため除いた）"
        if lang == "ja"
        else f"; without {named}, of which only a part is there"
    )
