"""Limits that an edit drops or brings: hedges, plans, parts, help, teams, supervision, denials, causes."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from kasen.teams.resume.ledger.marks import Mark, limits
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.purposes import is_meant, results
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.schemas.change import Doubt

_STANDS_FOR = {
    "share": {"share", "joint", "under", "watched"},
    "joint": {"joint", "share"},
    "under": {"under", "share"},
    "watched": {"watched"},
    "proposed": {"proposed", "planned"},
    "planned": {"planned", "proposed", "unfinished"},
    "unfinished": {"unfinished", "planned", "present", "near_win"},
    "condition": {"condition", "only", "seldom"},
    "near_win": {"near_win", "unfinished", "planned"},
    "only": {"only", "condition"},
    "part": {"part", "only", "share", "joint"},
}
"""Limits that an edit may put in the place of another: they say as little."""
_IN_A_LIST = re.compile("[一-龥ァ-ヶー]{1,6}[・、/]")
_BUT_A_VERB = re.compile("(?:行な|おこな|ともな|伴な|担な|補な|うしな|いざな|まかな|つちか)い$")
"""Verbs whose form before a comma looks like a denial."""
_BY_WHAT = re.compile("に(?:より|よる|よって)")
_NOUN = re.compile("[々一-龥ァ-ヺー]{2,}$")
_WEAK = re.compile("従事|worked on")
_TEAM = re.compile(r"\b(?:team|crew|group|squad)\b|チーム|班|グループ")
_PARTS = frozenset({"share", "joint", "under"})
_WITH_AGENT = frozenset({"under", "others"})
_NEAR = 24
"""Characters after `led by` within which those are named."""
_FIGURE_LIMITS = frozenset({"about", "at_most", "at_least"})


def bound_doubts(pair: Pair) -> Iterator[Doubt]:
    """Limits and denials that are not the same on both sides."""
    before, after = _counted(pair.before), _counted(pair.after)
    said = Counter[str]()
    for text in pair.said:
        said += _counted(text)
    for name, limit in limits().items():
        if name == "un":
            continue
        if (
            limit.lost
            and before[name]
            and not after[name]
            and not (_stands_for(name, before, after) or _said_otherwise(name, pair.after))
        ):
            mark = next(one for one in pair.before.marks if one.limit == name)
            if not _released(pair, mark) and not _agent_kept(pair, mark):
                yield pair.doubt(
                    _lost_kind(limit.kind),
                    _claim(pair.after),
                    words=_around(pair.before, mark),
                    known=_around(pair.before, mark),
                )
        known = any(before[one] for one in _STANDS_FOR.get(name, {name}))
        if limit.added and after[name] and not known and not said[name]:
            mark = next(one for one in pair.after.marks if one.limit == name)
            if name == "cause" and all(_by_what(pair, one) for one in pair.after.marks if one.limit == name):
                continue
            if limit.known is None or not _linked(pair.before, limit.known):
                yield pair.doubt(limit.kind, _around(pair.after, mark), _claim(pair.before))
    yield from _denials(pair)


def _by_what(pair: Pair, mark: Mark) -> bool:
    """Whether による names means or agents that the original names so: X線回折で, 所長が."""
    if not _BY_WHAT.fullmatch(mark.text):
        return False
    word = _NOUN.search(pair.after.folded[: mark.span[0]])
    return bool(word and re.search(re.escape(word.group()) + "(?:で(?!は|も)|が|を[使用通])", pair.before.folded))


def _said_otherwise(name: str, after: Text) -> bool:
    """An aim that is still one (`to reduce`), a team that is still named."""
    if name == "planned":
        return any(is_meant(after, token) for token in results(after))
    if name == "share" and _WEAK.search(after.folded):
        return True
    return name == "joint" and bool(_TEAM.search(after.folded))


def _stands_for(name: str, before: Counter[str], after: Counter[str]) -> bool:
    """Whether another limit says as little: one of the same part in the work, or one that is new."""
    others = _STANDS_FOR.get(name, set()) - {name}
    return any(after[one] and (name in _PARTS or not before[one]) for one in others)


def _lost_kind(kind: str) -> str:
    return kind


def _counted(text: Text) -> Counter[str]:
    return Counter(mark.limit for mark in text.marks)


def _released(pair: Pair, mark: Mark) -> bool:
    """Whether a confirmed sentence says it without the limit, or the limited figure is left out by right."""
    if pair.said:
        return True
    if not pair.whole and mark.limit in _FIGURE_LIMITS:
        near = [
            one
            for one in pair.before.figures
            if abs(one.span[0] - mark.span[1]) <= 3 or abs(mark.span[0] - one.span[1]) <= 3
        ]
        return not any(one.same(other) for one in near for other in pair.after.figures)
    return False


def _agent_kept(pair: Pair, mark: Mark) -> bool:
    """Whether those by whom or under whom it was done are still named."""
    if mark.limit not in _WITH_AGENT:
        return False
    before, after = mark.span
    if pair.before.is_japanese:
        near = [one for one in pair.before.tokens if before - _NEAR <= one.start < before and not one.free][-2:]
    else:
        near = [one for one in pair.before.tokens if after <= one.start <= after + _NEAR and not one.free][:2]
    return bool(near) and all(one.text in pair.kept.stream or set(one.roots) <= pair.kept.roots for one in near)


def _linked(text: Text, known: re.Pattern[str]) -> bool:
    """Whether one sentence of the original links its parts in any way."""
    return bool(known.search(text.folded))


def _denials(pair: Pair) -> Iterator[Doubt]:
    mine, theirs = denied(pair.after), denied(pair.before)
    said = [one for text in pair.said for one in denied(text)]
    if len(mine) > len(theirs) + len(said):
        yield pair.doubt("denial", _at(pair.after, mine[-1]), _claim(pair.before))
    elif len(mine) < len(theirs) and not pair.said and (pair.whole or not mine):
        yield pair.doubt("denial", _claim(pair.after), _at(pair.before, theirs[0]))


def denied(text: Text) -> list[tuple[int, int]]:
    """Where a text denies or excludes something; limits such as `no more than` deny nothing."""
    limiting = [mark.span for mark in text.marks if mark.limit in _FIGURE_LIMITS]
    spans = [
        one.span
        for one in text.denials
        if text.folded[one.span[0] : one.span[1]] != "nor"
        and text.folded[one.span[1] : one.span[1] + 1] != "か"
        and not _BUT_A_VERB.search(text.folded[: one.span[1]])
        and not any(a <= one.span[0] < b for a, b in limiting)
    ]
    spans += [mark.span for mark in text.marks if mark.limit == "un" and not _touch(mark.span, spans)]
    found: list[tuple[int, int]] = []
    for span in sorted(spans):
        if not found or not _IN_A_LIST.fullmatch(text.folded[found[-1][1] : span[0]]):
            found.append(span)
    return found


def _touch(span: tuple[int, int], others: list[tuple[int, int]]) -> bool:
    return any(a < span[1] and span[0] < b for a, b in others)


def _at(text: Text, span: tuple[int, int]) -> str:
    return text.written[max(0, span[0] - 24) : span[1] + 24].strip()


def _around(text: Text, mark: Mark) -> str:
    start, end = mark.span
    return text.written[max(0, start - 12) : end + 24].strip()


def _claim(text: Text) -> str:
    return " ".join(text.written.split())
