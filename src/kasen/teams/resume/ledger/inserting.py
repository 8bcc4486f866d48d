"""Insertions: each claim must be borne by one claim of the résumé, with what its headings say."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from kasen.teams.resume.ledger.claims import Claim, claims
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.weighing import too_long, weigh
from kasen.teams.resume.schemas.change import Doubt

_LOOKED_AT = 6
"""Claims of the résumé that share most with the insertion."""
_COMMON = 400
"""Claims with a word from which on it tells nothing."""


def inserted(after: str, context: str, confirmed: Sequence[str]) -> Iterator[Doubt]:
    """Doubts about each claim of an insertion."""
    mine = claims(after)
    if not mine:
        return
    known = _Known([*claims(context), *(Claim(one, 0) for one in confirmed)])
    for claim in mine:
        yield from _borne(Text(claim.text), known)


class _Known:
    """The claims of the résumé, by their words and figures."""

    def __init__(self, known: Sequence[Claim]) -> None:
        self.claims = known
        self.texts = [Text(one.text) for one in known]
        self.index: defaultdict[object, list[int]] = defaultdict(list)
        for at, text in enumerate(self.texts):
            if not too_long(text):
                for key in _keys(text):
                    self.index[key].append(at)

    def nearest(self, text: Text) -> list[int]:
        """The claims that share most with a text, best first."""
        scores: Counter[int] = Counter()
        for key in _keys(text):
            scores.update(self.index.get(key, ())[:_COMMON])
        return [at for _, at in sorted((-score, at) for at, score in scores.items())[:_LOOKED_AT]]

    def with_headings(self, at: int) -> Text:
        """A claim with the headings that it stands under."""
        above = self.claims[at].headings
        return Text("\n".join([*above, self.texts[at].original])) if above else self.texts[at]


def _borne(mine: Text, known: _Known) -> list[Doubt]:
    """Doubts about a claim, held against the claim that bears most of it."""
    best: list[Doubt] | None = None
    for at in [] if too_long(mine) else known.nearest(mine):
        found = weigh(Pair(known.with_headings(at), mine, whole=False))
        if best is None or len(found) < len(best):
            best = found
        if not best:
            break
    return weigh(Pair(Text(""), mine, whole=False)) if best is None else best


def _keys(text: Text) -> set[object]:
    """What a claim is found by: roots and groups of its words, and its figures."""
    found: set[object] = {one.key for one in text.figures}
    for token in text.tokens:
        if not token.free:
            found.update(token.roots)
            found.update(token.groups)
    return found
