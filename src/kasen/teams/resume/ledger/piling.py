"""Deeds that are put beside a general word which already stood for others: 設計を担当 → 設計、運用を担当."""

from __future__ import annotations

from collections.abc import Iterator

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Token
from kasen.teams.resume.schemas.change import Doubt


def piled(pair: Pair) -> Iterator[Doubt]:
    """Deeds of the edit that only a general word bears (担当, handled), where that word is still there besides."""
    if pair.translated:
        return
    for token in pair.after.tokens:
        if token.free or "did" not in token.kinds or "coarse" in token.kinds:
            continue
        bearers = [one for one in pair.before.tokens if _alike(one, token)]
        general = [one for one in bearers if "coarse" in one.kinds]
        if bearers and len(general) == len(bearers) and all(_is_kept(pair, one, token) for one in general):
            yield pair.doubt("added", token.written)


def _alike(one: Token, other: Token) -> bool:
    return bool(one.groups & other.groups) or bool(set(one.roots) & set(other.roots))


def _is_kept(pair: Pair, token: Token, beside: Token) -> bool:
    return any(set(token.roots) <= set(one.roots) for one in pair.after.tokens if one is not beside)
