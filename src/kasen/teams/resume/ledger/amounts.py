"""Figures and dates of an edit that the original does not give, and those of the original that the edit drops."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kasen.evidence.dates import When
from kasen.teams.resume.ledger.figures import Figure
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.periods import lengths
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

_ARTICLE = re.compile(r"\ban?\b")
_FELLOWS = re.compile("(?:同僚|先輩|後輩|仲間|学友|友人)$")
_LAST_DAYS = 28
_A_YEAR = 12
_WHOLE = 100
"""Percent."""
_HALF = 50
_COUNTED = 2
"""Words after a figure that say what it counts."""


def amount_doubts(pair: Pair) -> Iterator[Doubt]:
    """New figures and dates, ends of ranges that stand alone, and what is gone."""
    yield from _new_figures(pair)
    yield from _new_dates(pair)
    if pair.whole:
        yield from _lost_figures(pair)
        yield from _lost_dates(pair)


def _new_figures(pair: Pair) -> Iterator[Doubt]:
    known = [
        *pair.before.figures,
        *(one for text in pair.said for one in text.figures if _of_the_same(text, one, pair)),
    ]
    for one in pair.after.figures:
        same = [other for other in known if one.same(other)]
        if _with_others(pair, one):
            continue
        if not _counts_me(pair.after, one) and any(
            _counts_me(pair.before, other) and one.base == other.base + 1 for other in pair.before.figures if other.base
        ):
            continue
        if one.kind == "%" and any(
            _of_last_year(pair.before, other, one) or _of_last_year(pair.after, one, other)
            for other in pair.before.figures
        ):
            continue
        if one.text == "one" and _ARTICLE.search(pair.before.folded):
            continue
        if same:
            yield from _bent(pair, one, same)
        elif (one.kind == "months" and _tenure(one, pair)) or any(_same_year(one, when) for when in pair.before.dates):
            continue
        elif any(one.same(other) for other in pair.rest.figures):
            yield pair.doubt("moved", one.text, _nearest(one, known))
        else:
            yield pair.doubt(_kind(one, known), one.text, _nearest(one, known))


def _of_the_same(text: Text, one: Figure, pair: Pair) -> bool:
    """Whether the edit speaks of what a confirmed figure counts."""
    after = [token for token in text.tokens if token.start >= one.span[1] and not token.free][:_COUNTED]
    things = [token for token in after if not token.kinds or "noun" in token.kinds]
    return not things or any(pair.kept.bears(token) for token in things)


def _with_others(pair: Pair, one: Figure) -> bool:
    """`with two others` where the original says that they were three."""
    after = pair.after.folded[one.span[1] : one.span[1] + 8]
    before = pair.after.folded[max(0, one.span[0] - 8) : one.span[0]]
    if one.base is None or not (re.match(r"\s?other", after) or (_FELLOWS.search(before) and re.match("と", after))):
        return False
    return any(other.base == one.base + 1 for other in pair.before.figures)


def _counts_me(text: Text, one: Figure) -> bool:
    """Whether it counts those beside the writer: `4 other students`, もう1人."""
    after = text.folded[one.span[1] : one.span[1] + 7]
    return bool(re.match(r"\s?others?\b", after) or re.search("(?:もう|ほか|他)$", text.folded[: one.span[0]]))


def _of_last_year(text: Text, whole: Figure, more: Figure) -> bool:
    """Whether 前年比108% stands for 8% more."""
    if whole.kind != "%" or more.kind != "%" or whole.base is None or more.base is None or more.way == "to":
        return False
    return whole.base == more.base + _WHOLE and bool(re.search(r"比(?:で|は|の)?\s?$", text.folded[: whole.span[0]]))


def _bent(pair: Pair, one: Figure, same: Sequence[Figure]) -> Iterator[Doubt]:
    """An end of a range that stands for itself, or an amount of change that became what it came to."""
    if (
        not one.in_range
        and all(other.in_range for other in same)
        and len(pair.after.figures) < len(pair.before.figures)
    ):
        yield pair.doubt("number", one.text, _range(pair.before, same[0]))
    elif (
        one.way
        and all(other.way and other.way != one.way for other in same)
        and not pair.translated
        and not _is_half(one)
    ):
        yield pair.doubt("number", one.text, same[0].text)


def _is_half(one: Figure) -> bool:
    """Whether down by it is down to it."""
    return one.kind == "%" and one.base == _HALF


def _range(text: Text, one: Figure) -> str:
    ends = [other for other in text.figures if other.in_range]
    at = ends.index(one)
    pair = ends[at - at % 2 : at - at % 2 + 2]
    return text.written[pair[0].span[0] : pair[-1].span[1]].strip()


def _kind(one: Figure, known: Sequence[Figure]) -> str:
    """`unit` where the same figure stands there with another unit or scale."""
    digits = _digits(one.text)
    return "unit" if digits and any(_digits(other.text) == digits for other in known) else "number"


def _digits(text: str) -> str:
    return "".join(c for c in text if c.isdigit()).rstrip("0")


def _nearest(one: Figure, known: Sequence[Figure]) -> str:
    alike = [other for other in known if other.kind == one.kind] or list(known)
    return alike[0].text if alike else ""


def _tenure(one: Figure, pair: Pair) -> bool:
    """Whether it is the length of a period that the original dates."""
    if one.base is None:
        return False
    months = int(one.base)
    for least, most in lengths(pair.before.folded, pair.before.dates):
        if least - 1 <= months <= most or (months % _A_YEAR == 0 and least - least % _A_YEAR <= months <= most):
            return True
    return False


def _new_dates(pair: Pair) -> Iterator[Doubt]:
    known = [*pair.before.dates, *(one for text in pair.said for one in text.dates)]
    for when in pair.after.dates:
        if _dated(when, known, pair.before) or any(_month_end(when, other, pair.before) for other in known):
            continue
        written = _written(pair.after, when)
        if _dated(when, pair.rest.dates, pair.rest):
            yield pair.doubt("moved", written, _written(pair.before, known[0]) if known else "")
        else:
            yield pair.doubt("date", written, _closest(when, pair.before))


def _dated(when: When, known: Sequence[When], text: Text) -> bool:
    if any(when.holds(other) for other in known):
        return True
    return when.bare and any(one.base == when.first and not one.kind for one in text.figures)


def _to_the_month(when: When, other: When) -> bool:
    """Whether the other date only leaves the day out."""
    return when.day is not None and other.day is None and (when.first, when.month) == (other.first, other.month)


def _month_end(when: When, other: When, text: Text) -> bool:
    """The last day of a month where the original says that it was its end."""
    if when.day is None or when.day < _LAST_DAYS or (when.first, when.month) != (other.first, other.month):
        return False
    return text.folded[other.span[1] : other.span[1] + 1] == "末"


def _closest(when: When, text: Text) -> str:
    dates = sorted(text.dates, key=lambda one: abs((one.first or 0) - (when.first or 0)))
    return _written(text, dates[0]) if dates else ""


def _lost_figures(pair: Pair) -> Iterator[Doubt]:
    mine = pair.after.figures
    said = [one for text in pair.said for one in text.figures]
    for one in pair.before.figures:
        if one.text in ("1", "one") and not one.kind and _ARTICLE.search(pair.after.folded):
            continue
        if _counts_me(pair.before, one) and any(one.base is not None and other.base == one.base + 1 for other in mine):
            continue
        if any(_with_others(pair, other) for other in mine if other.base is not None and one.base == other.base + 1):
            continue
        if any(other.same(one) for other in mine) or any(_same_year(one, when) for when in pair.after.dates):
            continue
        if _replaced(one, pair) or (
            said and any(one.kind == other.kind and other.same(new) for other in said for new in mine)
        ):
            continue
        yield pair.doubt("lost", "", words=_phrase(pair.before, one.span))


def _replaced(one: Figure, pair: Pair) -> bool:
    """A figure that another took the place of is told of once."""
    return any(
        other.kind == one.kind and not any(other.same(old) for old in pair.before.figures)
        for other in pair.after.figures
    )


def _same_year(one: Figure, when: When) -> bool:
    return when.bare and not one.kind and one.base is not None and one.base == when.first


def _lost_dates(pair: Pair) -> Iterator[Doubt]:
    said = [one for text in pair.said for one in text.dates]
    for when in pair.before.dates:
        if any(when.holds(other) or _to_the_month(when, other) for other in pair.after.dates):
            continue
        if when.bare and any(_same_year(one, when) for one in pair.after.figures):
            continue
        if any(not _dated(other, pair.before.dates, pair.before) for other in pair.after.dates) or said:
            continue
        yield pair.doubt("lost", "", words=_written(pair.before, when))


def _phrase(text: Text, span: tuple[int, int]) -> str:
    """The figure with the word after it."""
    following = next((one for one in text.tokens if 0 <= one.start - span[1] <= 1), None)
    return text.written[span[0] : following.end if following else span[1]].strip(" -")


def _written(text: Text, when: When) -> str:
    return text.written[slice(*when.span)].strip(" -–〜~")
