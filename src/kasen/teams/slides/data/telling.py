"""What a figure says, in words whose numbers were computed: highest, lowest, first to last, share of the top."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.slides.data.names import extremes, quoted
from kasen.teams.slides.data.table import Column
from kasen.teams.slides.data.written import begun, change, percent, plain, written
from kasen.teams.slides.schemas.part import Lang

LEVEL = 5
"""Percent under which two numbers are called about the same."""
_MOST_SAME = 3
_WAYS = (("増えた", "減った"), ("上がった", "下がった"))


def of_time(name: str, labels: Sequence[str], values: Sequence[float | None], unit: str, lang: Lang) -> str:
    """How it went from the first to the last, and where it was highest."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if len(points) < 2:
        return ""
    (first_at, first), (last_at, last) = points[0], points[-1]
    top_at, top = max(points, key=lambda point: point[1])
    a, b, high = written(first, unit, lang), written(last, unit, lang), written(top, unit, lang)
    most, _ = extremes(name, unit, lang)
    named, moved = quoted(name, lang), _moved(first, last, unit, lang)
    peak = top_at not in (first_at, last_at)
    if lang == "ja":
        level = f"へ、ほぼ横ばいだった（{size_of(first, last, unit, lang)}{'増' if last > first else '減'}）"
        way = level if is_level(first, last, unit) else f"へ{moved}"
        return f"{named}は{first_at}の{a}から{last_at}の{b}{way}。" + (
            f"最も{most}のは{top_at}の{high}である。" if peak else ""
        )
    end = f" The highest was {high} in {top_at}." if peak else ""
    if is_level(first, last, unit):
        return f"{begun(named)} stayed about level: {a} in {first_at}, {b} in {last_at} (it {moved}).{end}"
    return f"{begun(named)} {moved} from {a} in {first_at} to {b} in {last_at}.{end}"


def is_level(first: float, last: float, unit: str) -> bool:
    """Whether it moved by less than what a person would call a change."""
    part = change(first, last)
    return unit != "%" and part is not None and part != 0 and abs(part) < LEVEL


def _moved(first: float, last: float, unit: str, lang: Lang) -> str:
    if first == last:
        return "変わらなかった" if lang == "ja" else "stayed the same"
    rose, size = last > first, size_of(first, last, unit, lang)
    if lang == "ja":
        return f"{size}{_WAYS[unit == '%'][not rose]}"
    return f"{'rose' if rose else 'fell'} {size}".rstrip()


def size_of(first: float, last: float, unit: str, lang: Lang) -> str:
    """By how much it moved: percent, or points of a percentage; empty where that means nothing."""
    part = change(first, last)
    if unit == "%":
        points = plain(round(abs(last - first), 2))
        return f"{points}ポイント" if lang == "ja" else f"by {points} points"
    return "" if part is None else f"{plain(round(abs(part), 1))}%"


def of_series(series: Mapping[str, Sequence[float | None]], labels: Sequence[str], unit: str, lang: Lang) -> str:
    """Of several columns over the same time, which grew most and which least; of those that went alike, their total.

    The first column where they cannot be compared.
    """
    ends = {name: _ends(values) for name, values in series.items()}
    moves = {name: part for name, (a, b) in ends.items() if (part := change(a, b)) is not None}
    first = next(iter(series))
    if len(moves) < 2 or len(moves) < len(series) or unit == "%":
        return of_time(first, labels, series[first], unit, lang)
    best, worst = max(moves, key=lambda name: moves[name]), min(moves, key=lambda name: moves[name])
    if moves[best] - moves[worst] < LEVEL:
        return of_time(name_of_total(list(series), lang), labels, totals(series), unit, lang)
    told = [_ended(quoted(name, lang), *ends[name], unit, lang) for name in (best, worst)]
    if lang == "ja":
        return f"{labels[0]}から{labels[-1]}に最も伸びたのは{told[0]}、最も伸びなかったのは{told[1]}である。"
    return f"Between {labels[0]} and {labels[-1]}, {told[0]} did best, {told[1]} least well."


def name_of_total(names: Sequence[str], lang: Lang) -> str:
    """What the sum of columns is called: by their names where they are two."""
    a, *others = [quoted(name, lang) for name in names]
    if len(others) != 1:
        return "合計" if lang == "ja" else "total"
    return f"{a}と{others[0]}の合計" if lang == "ja" else f"total of {a} and {others[0]}"


def totals(series: Mapping[str, Sequence[float | None]]) -> list[float | None]:
    """The sum of all series, time by time; nothing where one has no value."""
    columns = zip(*series.values(), strict=True)
    return [None if None in column else round(sum(one or 0 for one in column), 10) for column in columns]


def _ends(values: Sequence[float | None]) -> tuple[float, float]:
    a, b = values[0], values[-1]
    return (a, b) if a is not None and b is not None else (0.0, 0.0)


def _ended(name: str, first: float, last: float, unit: str, lang: Lang) -> str:
    a, b, size = written(first, unit, lang), written(last, unit, lang), size_of(first, last, unit, lang)
    if lang == "ja":
        return f"{name}（{a}から{b}へ{size}{'増' if last >= first else '減'}）"
    return f"{name} ({'up' if last >= first else 'down'} {size} from {a} to {b})"


def of_growth(series: Mapping[str, Sequence[float | None]], unit: str, lang: Lang) -> tuple[str, tuple[float, ...]]:
    """Which part of a whole made most of its growth, and the numbers that are said; nothing where it did not grow."""
    ends = {name: _ends(values) for name, values in series.items()}
    grown = {name: b - a for name, (a, b) in ends.items()}
    total = sum(grown.values())
    if len(grown) < 2 or min(grown.values()) < 0 or total <= 0:
        return "", ()
    best = max(grown, key=lambda name: grown[name])
    share = round(100 * grown[best] / total, 1)
    said, much = plain(share), written(grown[best], unit, lang)
    if lang == "ja":
        told = f"増加分の{said}%（{much}）は{quoted(best, lang)}による。"
    else:
        told = f" {begun(quoted(best, lang))} made {said}% of the growth ({much})."
    return told, (share, grown[best])


def of_categories(
    name: str, labels: Sequence[str], values: Sequence[float | None], unit: str, *, total: float | None, lang: Lang
) -> str:
    """Which is highest, with its share where there is a total, and which is lowest; of two, how far apart they are."""
    points = [(label, value) for label, value in zip(labels, values, strict=True) if value is not None]
    if not points:
        return ""
    top, low = max(value for _, value in points), min(value for _, value in points)
    a, b = written(top, unit, lang), written(low, unit, lang)
    top_at, low_at = _those(points, top, lang), _those(points, low, lang)
    named, (most, least) = quoted(name, lang), extremes(name, unit, lang)
    if top == low and len(points) > 1:
        return f"{named}はどれも{a}で等しい。" if lang == "ja" else f"{begun(named)} is {a} for all of them."
    if len(points) == 2 and low > 0 and unit != "%":
        apart = plain(round(100 * (top - low) / low, 1))
        if lang == "ja":
            return f"{named}は{top_at}が{a}で、{low_at}の{b}より{apart}%{most}。"
        return f"{begun(named)} is {apart}% higher for {top_at} ({a}) than for {low_at} ({b})."
    if is_close(top, low, unit) and len(points) > 2:
        if lang == "ja":
            return f"{named}はほぼ横並びで、最も{most}{top_at}の{a}と最も{least}{low_at}の{b}の差は小さい。"
        return f"{begun(named)} differs little: from {b} for {low_at} to {a} for {top_at}."
    share = percent(top, total) if total and len(points) > 2 else None
    if lang == "ja":
        part = f"で、全体の{plain(round(share, 1))}%を占める" if share is not None else "である"
        end = f"最も{least}のは{low_at}の{b}である。" if low < top else ""
        return f"{named}が最も{most}のは{top_at}の{a}{part}。{end}"
    part = f", {plain(round(share, 1))}% of the total" if share is not None else ""
    several = sum(value == low for _, value in points) in range(2, _MOST_SAME + 1)
    end = f"; the lowest {'are' if several else 'is'} {low_at} at {b}" if low < top else ""
    return f"{begun(named)} is highest for {top_at} at {a}{part}{end}."


def is_close(top: float, low: float, unit: str) -> bool:
    """Whether the highest and the lowest are as good as the same."""
    return unit != "%" and low > 0 and 100 * (top - low) / top < LEVEL


def _those(points: Sequence[tuple[str, float]], value: float, lang: Lang) -> str:
    """The categories that have this value: all of a few, else the first."""
    same = [quoted(label, lang) for label, other in points if other == value]
    return ("と" if lang == "ja" else " and ").join(same if len(same) <= _MOST_SAME else same[:1])


def of_missing(labels: Sequence[str], lang: Lang) -> str:
    """Which categories have no value."""
    names = joined([quoted(label, lang) for label in labels[:_MOST_SAME]], lang)
    if not labels or len(labels) > _MOST_SAME:
        return ""
    return f"{names}は値がない。" if lang == "ja" else f" There is no value for {names}."


def not_compared(labels: Sequence[str], lang: Lang) -> str:
    """Which times a sentence leaves out, for a part has no value there."""
    names = joined(labels[:_MOST_SAME], lang)
    if not labels:
        return ""
    return f"（{names}は値が欠けるため比べていない）" if lang == "ja" else f" ({names} left out: values are missing.)"


def of_pair(x: str, y: str, r: float, count: int, lang: Lang) -> str:
    """How two columns go together."""
    strength, a, b = round(r, 2), quoted(x, lang), quoted(y, lang)
    if lang == "ja":
        way = "大きいほど大きい" if r > 0 else "大きいほど小さい"
        return f"{b}は{a}が{way}傾向がある（相関係数 {strength}、{count:,} 件）。"
    way = "higher" if r > 0 else "lower"
    return f"{begun(b)} tends to be {way} where {a} is higher (correlation {strength}, {count:,} rows)."


def of_rows(count: int, lang: Lang) -> str:
    """What a table lists, where nothing more is known of it."""
    if lang == "ja":
        return f"全 {count} 件の内訳は次のとおり。"
    return f"All {count} entries side by side." if count > 1 else "The one entry in full."


def of_tops(tops: Sequence[tuple[str, str]], count: int, lang: Lang) -> str:
    """Of a table: where each of its columns is highest. `tops`: the name of a column, and the row that has it."""
    if not tops:
        return of_rows(count, lang)
    led: dict[str, list[str]] = {}
    for name, row in tops:
        led.setdefault(quoted(row, lang), []).append(quoted(name, lang))
    if lang == "ja":
        told = [f"{'・'.join(names)}は{row}" for row, names in led.items()]
        return f"{'、'.join(told)}が最大である。"
    told = [f"{row}{' is highest' if not n else ''} in {_listed(names)}" for n, (row, names) in enumerate(led.items())]
    return f"{begun(', '.join(told))}."


def _listed(words: Sequence[str]) -> str:
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0]


def of_total(name: str, total: float, unit: str, count: int, lang: Lang) -> str:
    """A sum and of how many rows."""
    if lang == "ja":
        return f"{quoted(name, lang)}の合計は{written(total, unit, lang)}（{count:,} 行）である。"
    return f"The total of {quoted(name, lang)} is {written(total, unit, lang)} ({count:,} rows)."


def of_value(title: str, value: float, unit: str, lang: Lang) -> str:
    """One number under its title."""
    return (
        f"{title}は{written(value, unit, lang)}である。" if lang == "ja" else f"{title}: {written(value, unit, lang)}."
    )


def of_points(title: str, count: int, lang: Lang) -> str:
    """What a scatter shows, where nothing was said of it."""
    return f"{title}（{count:,} 件）を示す。" if lang == "ja" else f"Shows {title} ({count:,} points)."


def how(
    values: Sequence[Column], by: Column, also: Column | None = None, *, single: bool, lang: Lang, mean: bool = False
) -> str:
    """How the values of a chart came about: each row's own, or added up, or their mean, by what `by` says."""
    names = joined([f"「{v.name}」" if lang == "ja" else f"“{v.name}”" for v in values], lang)
    keys = joined([f"「{c.name}」" if lang == "ja" else f"“{c.name}”" for c in (by, also) if c], lang)
    if lang == "ja":
        return f"{keys}ごとの{names}の値" if single else f"{keys}ごとに{names}を{'平均' if mean else '合計'}"
    return f"{names} for each {keys}" if single else f"{'mean' if mean else 'sum'} of {names} for each {keys}"


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
