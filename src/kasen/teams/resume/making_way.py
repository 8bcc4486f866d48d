"""Whole claims that go, and whole claims that come: a stock phrase makes way for a result that stands elsewhere."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kasen.evidence.normal import normalise
from kasen.teams.resume.ledger.checking import check
from kasen.teams.resume.ledger.claims import claims
from kasen.teams.resume.ledger.marks import limits
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.measures.phrases import empty

_WISH = re.compile(r"たい(?:です|と|。|$)|存じます|所存")
_RECORD = frozenset({"title", "degree", "name"})


def makes_way(before: str, after: str, *, context: str, confirmed: Sequence[str]) -> bool:
    """Whether the claims that go bear no fact, and each that comes says what one claim of the résumé says.

    A stock phrase may go from beside other claims, a plain deed only with all of its statement: what is left could
    otherwise say more without it.
    """
    mine, theirs = _folded(before), _folded(after)
    gone, come = [mine[key] for key in mine.keys() - theirs], [theirs[key] for key in theirs.keys() - mine]
    alone = not after.strip(" \t\r\n-*+・")
    if not gone or not all(_bears_nothing(one, alone=alone) for one in gone):
        return False
    return all(check("", one, context=context, confirmed=confirmed).ok for one in come)


def _folded(text: str) -> dict[str, str]:
    return {" ".join(normalise(one.text).text.casefold().split()): one.text for one in claims(text)}


def _bears_nothing(claim: str, *, alone: bool) -> bool:
    text = Text(claim)
    if text.figures or text.dates or text.denials or any(_is_record(token) for token in text.tokens):
        return False
    if empty("ja" if text.is_japanese else "en").search(claim):
        return True
    return alone and any("did" in token.kinds for token in text.tokens) and not _limits(text)


def _is_record(token: Token) -> bool:
    return not token.free and (token.name or bool(token.kinds & _RECORD and not token.kinds - _RECORD))


def _limits(text: Text) -> bool:
    """Whether it limits more than its own deed: part-time, planned, an estimate."""
    if _WISH.search(text.folded):
        return False
    return any(limits()[mark.limit].kind != "authorship" for mark in text.marks)
