"""Facts of one claim that have changed places: two figures, two names, two deeds, two limits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.periods import spoken
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.schemas.change import Doubt

_MOST = 16
_MARGIN = 0.2
_MARGIN_OF_LIMITS = 0.5
_GAIN = 1.2
_CLAUSES = frozenset("、;；。,\n:：|")
_AND = frozenset({"and", "but", "while", "whereas", "then", "of"})
_ACROSS = 0.35
"""Weight of a word in another clause."""
_REACH = 10
"""Words."""
_RELATION = 0.6
"""Weight of the preposition or particle that a name or a figure stands with."""
_DEEDS = frozenset({"did", "lead", "result"})
_LIMITING_DEEDS = frozenset({"share", "watched", "proposed"})
_NOT_FACTS = frozenset({"cause", "present", "former"})
_LISTED = frozenset({"figure", "name", "date"})
"""Kinds whose facts stand in lists, where their order says nothing."""
_PREPOSITION = re.compile(r"(?<![a-z])(from|to|into|by|for|with|at|under|against|versus|over|in|as)\s(?:the\s|an?\s)?$")
_PARTICLE = re.compile(r"(から|より|へ|に|を|で|が|は|まで)")
_SEPARATORS = re.compile(r"(?:\s|,|、|・|/|and|&|や|と|および|及び)*")


@dataclass(frozen=True)
class Fact:
    """Something that may stand in another place than it should."""

    kind: str
    key: str
    start: int
    end: int
    groups: frozenset[int] = frozenset()

    def same(self, other: Fact) -> bool:
        """Whether both are one fact, in one word or another."""
        return self.kind == other.kind and (self.key == other.key or bool(self.groups & other.groups))


def exchanged(pair: Pair) -> Iterator[Doubt]:
    """Facts whose surroundings are those of each other in the original."""
    mine, theirs = list(_all(pair.before))[:60], list(_all(pair.after))[:60]
    both = [(one, other) for one, other in _matched(mine, theirs) if not (pair.translated and one.kind == "deed")][
        :_MOST
    ]
    if len(both) < 2:
        return
    plain = not pair.translated
    old = [_around(pair.before, one, mine, plain) for one, _ in both]
    new = [_around(pair.after, other, theirs, plain) for _, other in both]
    for i, j in combinations(range(len(both)), 2):
        if both[i][0].kind != both[j][0].kind:
            continue
        if _listed(pair.before, both[i][0], both[j][0], mine) and _listed(pair.after, both[i][1], both[j][1], theirs):
            continue
        kept = _alike(old[i], new[i]) + _alike(old[j], new[j])
        swapped = _alike(old[i], new[j]) + _alike(old[j], new[i])
        if swapped > kept * _GAIN + (_MARGIN if both[i][0].kind in _LISTED else _MARGIN_OF_LIMITS):
            yield pair.doubt("moved", _line(pair.after, both[i][1]), _line(pair.before, both[i][0]))
            return


def _listed(text: Text, one: Fact, other: Fact, facts: list[Fact]) -> bool:
    """Whether two facts stand in one list, so that their order says nothing."""
    start, end = min(one.end, other.end), max(one.start, other.start)
    between = text.folded[start:end]
    for fact in facts:
        if fact.kind == one.kind and start <= fact.start and fact.end <= end:
            at = fact.start - start
            between = between[:at] + " " * (fact.end - fact.start) + between[at + fact.end - fact.start :]
    return bool(_SEPARATORS.fullmatch(between))


def _matched(mine: list[Fact], theirs: list[Fact]) -> Iterator[tuple[Fact, Fact]]:
    """Facts that stand once on both sides."""
    for one in mine:
        here = [other for other in mine if one.same(other)]
        there = [other for other in theirs if one.same(other)]
        if len(here) == len(there) == 1:
            yield one, there[0]


def _all(text: Text) -> Iterator[Fact]:
    for one in text.figures:
        key = one.key.split(":")[-1] if one.kind in ("", "pieces", "people") else one.key
        yield Fact("figure", key, *one.span)
    for when in text.dates:
        yield Fact("date", str(spoken(when)), *when.span)
    spans = [mark.span for mark in text.marks]
    for token in text.tokens:
        if token.free or any(a <= token.start < b for a, b in spans):
            continue
        if token.name:
            yield Fact("name", token.text, token.start, token.end, token.groups)
        elif token.kinds & _DEEDS:
            yield Fact("deed", token.text, token.start, token.end, token.groups)
    for mark in text.marks:
        if mark.limit not in _NOT_FACTS:
            yield Fact("deed" if mark.limit in _LIMITING_DEEDS else "limit", mark.limit, *mark.span)
    for denial in text.denials:
        yield Fact("limit", "denial", *denial.span)


def _around(text: Text, fact: Fact, facts: list[Fact], plain: bool) -> dict[object, float]:
    """The words around a fact, weighted by how near they stand; in lists facts of its kind do not count."""
    same = [(one.start, one.end) for one in facts if one.kind == fact.kind] if fact.kind in _LISTED else []
    found: dict[object, float] = {}
    for way in (1, -1):
        steps, weight, at = 0, 1.0, fact.end if way > 0 else fact.start
        for token in _from(text, fact, way):
            gap = text.folded[at : token.start] if way > 0 else text.folded[token.end : at]
            if "\n" in gap or steps >= _REACH:
                break
            if _CLAUSES & set(gap) or token.text in _AND:
                weight *= _ACROSS
            at = token.end if way > 0 else token.start
            if token.free or any(a <= token.start < b for a, b in same):
                continue
            steps += 1
            for key in token.groups or token.roots:
                found[key] = max(found.get(key, 0.0), weight / (1 + steps))
    if plain and fact.kind in _LISTED and (word := _relation(text, fact, same)):
        found[word] = _RELATION
    return found


def _from(text: Text, fact: Fact, way: int) -> list[Token]:
    if way > 0:
        return [one for one in text.tokens if one.start >= fact.end]
    return [one for one in reversed(text.tokens) if one.end <= fact.start]


def _relation(text: Text, fact: Fact, same: list[tuple[int, int]]) -> str:
    """The preposition before the list that a fact stands in, or the particle after it."""
    start, end = fact.start, fact.end
    for a, b in sorted(same, reverse=True):
        if b <= start and _SEPARATORS.fullmatch(text.folded[b:start]):
            start = a
    for a, b in sorted(same):
        if a >= end and _SEPARATORS.fullmatch(text.folded[end:a]):
            end = b
    if found := _PREPOSITION.search(text.folded[max(0, start - 14) : start]):
        return "<" + found[1]
    found = _PARTICLE.match(text.folded, end)
    return ">" + found[1] if found else ""


def _alike(one: dict[object, float], other: dict[object, float]) -> float:
    return sum(min(weight, other[key]) for key, weight in one.items() if key in other)


def _line(text: Text, fact: Fact) -> str:
    return text.written[max(0, fact.start - 24) : fact.end + 16].strip()
