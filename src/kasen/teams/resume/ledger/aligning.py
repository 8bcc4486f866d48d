"""Which claims of an edit stand for which claims of the original."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from kasen.teams.resume.ledger.claims import Claim, lines
from kasen.teams.resume.ledger.periods import spoken
from kasen.teams.resume.ledger.reading import Text

_LEAST = 0.34
"""Share of the lighter claim's words that both must hold to belong together."""


def aligned(before: str, after: str) -> Iterator[tuple[str, str, str]]:
    """(claims of the original, claims of the edit that stand for them, the rest of the original)."""
    old, new = _unlike(lines(before), lines(after))
    groups = _groups(old, new)
    for mine, theirs in groups:
        rest = "\n".join(one.text for i, one in enumerate(old) if i not in mine)
        yield "\n".join(old[i].text for i in mine), "\n".join(new[i].text for i in theirs), rest


def _unlike(old: list[Claim], new: list[Claim]) -> tuple[list[Claim], list[Claim]]:
    """Without the claims that stand in both, word for word."""
    counts = Counter(Text(one.text).folded.split().__str__() for one in old)
    left: list[Claim] = []
    taken: Counter[str] = Counter()
    for one in new:
        key = str(Text(one.text).folded.split())
        if counts[key] > taken[key]:
            taken[key] += 1
        else:
            left.append(one)
    remaining: list[Claim] = []
    for one in old:
        key = str(Text(one.text).folded.split())
        if taken[key]:
            taken[key] -= 1
        else:
            remaining.append(one)
    return remaining, left


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
            for j in index[term][:200]:
                scores[j] += 1.0 / len(index[term])  # type: ignore[assignment]
        if scores:
            j, _ = max(scores.items(), key=lambda one: (one[1], -abs(one[0] - i)))
            yield i, j


def _terms(claim: Claim) -> Counter[object]:
    text = Text(claim.text)
    found: Counter[object] = Counter()
    for token in text.tokens:
        if not token.free:
            found.update({*token.roots, *token.groups})
    found.update(one.key for one in text.figures)
    found.update(str(spoken(when)) for when in text.dates)
    return found
