"""Facts of one claim that have changed places: two figures, two names, a limit that moved to another part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.periods import spoken
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.schemas.change import Doubt

_MOST = 24
_MARGIN = 0.3
_GAIN = 1.3
_CLAUSES = frozenset("、;；。,\n:：|")
_AND = frozenset({"and", "but", "while", "whereas", "then", "of"})
_ACROSS = 0.35
"""Weight of a word in another clause."""
_REACH = 10
"""Words."""


@dataclass(frozen=True)
class Fact:
    """Something that may stand in another place than it should."""

    kind: str
    key: str
    start: int
    end: int
    text: str


def exchanged(pair: Pair) -> Iterator[Doubt]:
    """Pairs of facts whose surroundings are those of each other in the original."""
    mine, theirs = _facts(pair.before), _facts(pair.after)
    both = [one for one in mine if one in theirs]
    if len(both) < 2:
        return
    old = {one: _around(pair.before, mine[one], mine) for one in both[:_MOST]}
    new = {one: _around(pair.after, theirs[one], theirs) for one in both[:_MOST]}
    for one, other in combinations(both[:_MOST], 2):
        if one[0] != other[0]:
            continue
        kept = _alike(old[one], new[one]) + _alike(old[other], new[other])
        swapped = _alike(old[one], new[other]) + _alike(old[other], new[one])
        if swapped > kept * _GAIN + _MARGIN:
            fact = theirs[one]
            yield pair.doubt("moved", _line(pair.after, fact), _line(pair.before, mine[one]))
            return


def _facts(text: Text) -> dict[tuple[str, str], Fact]:
    """Facts that stand once."""
    found: dict[tuple[str, str], Fact] = {}
    twice: set[tuple[str, str]] = set()
    for fact in _all(text):
        key = (fact.kind, fact.key)
        if key in found:
            twice.add(key)
        found[key] = fact
    return {key: fact for key, fact in found.items() if key not in twice}


def _all(text: Text) -> Iterator[Fact]:
    for one in text.figures:
        yield Fact(
            "figure", one.key.split(":")[-1] if one.kind in ("", "pieces", "people") else one.key, *one.span, one.text
        )
    for when in text.dates:
        yield Fact("date", str(spoken(when)), *when.span, text.written[slice(*when.span)])
    for token in text.tokens:
        if token.name and not token.free:
            yield Fact(
                "name",
                min(map(str, token.groups)) if token.groups else token.text,
                token.start,
                token.end,
                token.written,
            )
    for mark in text.marks:
        if mark.limit not in ("cause", "present", "former"):
            yield Fact("limit", mark.limit, *mark.span, mark.text)
    for denial in text.denials:
        yield Fact("limit", "denial", *denial.span, text.written[slice(*denial.span)])


def _around(text: Text, fact: Fact, facts: dict[tuple[str, str], Fact]) -> dict[object, float]:
    """The words around a fact, weighted by how near they stand; facts of its kind do not count."""
    same = [(one.start, one.end) for one in facts.values() if one.kind == fact.kind]
    found: dict[object, float] = {}
    for way in (1, -1):
        steps, weight, at = 0, 1.0, fact.end if way > 0 else fact.start
        for token in _from(text, fact, way):
            gap = text.folded[at : token.start] if way > 0 else text.folded[token.end : at]
            if "\n" in gap:
                break
            if _CLAUSES & set(gap) or token.text in _AND:
                weight = min(weight, 1.0) * _ACROSS
            at = token.end if way > 0 else token.start
            if any(a <= token.start < b for a, b in same):
                continue
            if token.free:
                continue
            steps += 1
            if steps > _REACH:
                break
            for key in _keys(token):
                found[key] = max(found.get(key, 0.0), weight / (1 + steps))
    return found


def _from(text: Text, fact: Fact, way: int) -> list[Token]:
    if way > 0:
        return [one for one in text.tokens if one.start >= fact.end]
    return [one for one in reversed(text.tokens) if one.end <= fact.start]


def _keys(token: Token) -> set[object]:
    return set(token.groups) if token.groups else set(token.roots)


def _alike(one: dict[object, float], other: dict[object, float]) -> float:
    return sum(min(weight, other[key]) for key, weight in one.items() if key in other)


def _line(text: Text, fact: Fact) -> str:
    return text.written[max(0, fact.start - 24) : fact.end + 16].strip()
