"""Which claims of an edit stand for which claims of the original."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from kasen.teams.resume.ledger.claims import Claim, lines
from kasen.teams.resume.ledger.periods import spoken
from kasen.teams.resume.ledger.reading import Text

_READ = 2000
"""Characters of a line by which it is found again."""
_COMMON = 200
"""Claims with a word from which on it tells little."""


@dataclass(frozen=True)
class Aligned:
    """What stands for what: claims of the original with claims of the edit, joined by line ends."""

    groups: list[tuple[str, str]]
    moved: list[tuple[Claim, Claim]]
    """Lines that stand under another heading than they did, word for word."""


def aligned(before: str, after: str) -> Aligned:
    """The claims of both sides that are not the same, in groups, and the same that have moved."""
    old, new, same = _unlike(lines(before), lines(after))
    groups = [
        ("\n".join(old[i].text for i in mine), "\n".join(new[i].text for i in theirs))
        for mine, theirs in _groups(old, new)
    ]
    return Aligned(groups, _moved(same))


def _unlike(old: list[Claim], new: list[Claim]) -> tuple[list[Claim], list[Claim], list[tuple[Claim, Claim]]]:
    """Without the claims that stand in both, word for word, and those."""
    waiting: defaultdict[str, deque[Claim]] = defaultdict(deque)
    for one in old:
        waiting[_words(one.text)].append(one)
    left: list[Claim] = []
    same: list[tuple[Claim, Claim]] = []
    for one in new:
        found = waiting[_words(one.text)]
        if found:
            same.append((found.popleft(), one))
        else:
            left.append(one)
    remaining = {id(one) for found in waiting.values() for one in found}
    return [one for one in old if id(one) in remaining], left, same


def _moved(same: list[tuple[Claim, Claim]]) -> list[tuple[Claim, Claim]]:
    """Lines whose heading is another one of those that both texts have."""
    kept = {_words(one.text) for one, _ in same}
    return [
        (one, other)
        for one, other in same
        if one.headings
        and other.headings
        and _words(one.headings[-1]) != _words(other.headings[-1])
        and {_words(one.headings[-1]), _words(other.headings[-1])} <= kept
    ]


@lru_cache(maxsize=4096)
def _words(line: str) -> str:
    return " ".join(Text(line).folded.split())


def _groups(old: list[Claim], new: list[Claim]) -> list[tuple[list[int], list[int]]]:
    """Connected claims: each with the one of the other side that it shares most with."""
    if len(old) <= 1 or len(new) <= 1:
        return [(list(range(len(old))), list(range(len(new))))] if old or new else []
    mine, theirs = [_terms(one) for one in old], [_terms(one) for one in new]
    parent = list(range(len(old) + len(new)))

    def top(i: int) -> int:
        while parent[i] != i:
            parent[i] = parent[parent[i]]
            i = parent[i]
        return i

    for i, j in [*_best(mine, theirs), *((i, j) for j, i in _best(theirs, mine))]:
        parent[top(i)] = top(len(old) + j)
    groups: dict[int, tuple[list[int], list[int]]] = {}
    for i in range(len(parent)):
        side = groups.setdefault(top(i), ([], []))
        side[0].append(i) if i < len(old) else side[1].append(i - len(old))
    return list(groups.values())


def _best(mine: list[Counter[object]], theirs: list[Counter[object]]) -> Iterator[tuple[int, int]]:
    """For each claim the one of the other side that shares most of its words, if any."""
    index: defaultdict[object, list[int]] = defaultdict(list)
    for j, terms in enumerate(theirs):
        for term in terms:
            index[term].append(j)
    for i, terms in enumerate(mine):
        scores: Counter[int] = Counter()
        for term in terms:
            for j in index[term][:_COMMON]:
                scores[j] += 1.0 / len(index[term])  # type: ignore[assignment]
        if scores:
            j, _ = max(scores.items(), key=lambda one: (one[1], -abs(one[0] - i)))
            yield i, j


def _terms(claim: Claim) -> Counter[object]:
    text = Text(claim.text[:_READ])
    found: Counter[object] = Counter()
    for token in text.tokens:
        if not token.free:
            found.update({*token.roots, *token.groups})
    found.update(one.key for one in text.figures)
    found.update(str(spoken(when)) for when in text.dates)
    return found
