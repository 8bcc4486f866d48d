"""Insertions: each claim must be borne by one claim of the résumé, with what its headings say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasen.teams.resume.ledger.claims import Claim, claims
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.weighing import weigh
from kasen.teams.resume.schemas.change import Doubt

_LOOKED_AT = 6
"""Claims of the résumé that share most with the insertion."""


def inserted(after: str, context: str, confirmed: Sequence[str]) -> Iterator[Doubt]:
    """Doubts about each claim of an insertion."""
    known = [*claims(context), *(Claim(one, 0) for one in confirmed)]
    texts = [Text(one.text) for one in known]
    for claim in claims(after):
        mine = Text(claim.text)
        best: list[Doubt] | None = None
        for at in _nearest(mine, texts):
            said = [Text(line) for line in known[at].headings]
            found = weigh(_pair(texts[at], mine, said))
            if best is None or len(found) < len(best):
                best = found
            if not best:
                break
        yield from weigh(Pair(Text(""), mine, whole=False)) if best is None else best


def _pair(before: Text, after: Text, above: Sequence[Text]) -> Pair:
    joined = Text("\n".join([*(one.original for one in above), before.original])) if above else before
    return Pair(joined, after, whole=False)


def _nearest(mine: Text, texts: Sequence[Text]) -> list[int]:
    wanted = {key for token in mine.tokens if not token.free for key in keys(token)}
    figures = {one.key for one in mine.figures}
    scores = []
    for at, text in enumerate(texts):
        theirs = {key for token in text.tokens for key in keys(token)} | {one.key for one in text.figures}
        if score := len((wanted | figures) & theirs):
            scores.append((-score, at))
    return [at for _, at in sorted(scores)[:_LOOKED_AT]]


def keys(token: object) -> set[object]:
    """What a token is found by: its roots and its groups."""
    from kasen.teams.resume.ledger.reading import Token

    assert isinstance(token, Token)
    return {*token.roots, *token.groups}
