"""Everything that is compared between claims of the original and the claims of an edit that stand for them."""

from __future__ import annotations

import re

from kasen.teams.resume.ledger.agency import agency
from kasen.teams.resume.ledger.amounts import amount_doubts
from kasen.teams.resume.ledger.bounds import bound_doubts
from kasen.teams.resume.ledger.deeds import borrowed
from kasen.teams.resume.ledger.exchanging import exchanged
from kasen.teams.resume.ledger.heads import grown
from kasen.teams.resume.ledger.losses import lost_names, lost_things
from kasen.teams.resume.ledger.novelty import new_words
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.purposes import reached
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.straying import strayed
from kasen.teams.resume.schemas.change import Doubt

_LONGEST = 4000
"""Characters of claims that are compared with each other; more are refused unread."""


_MOST_FIGURES = 250
_DIGITS = re.compile(r"[0-9０-９]{1,12}|[一二三四五六七八九十百千万]{1,12}")


def too_long(text: Text) -> bool:
    """Whether a text is longer than what is compared."""
    return len(text.original) > _LONGEST or len(_DIGITS.findall(text.original)) > _MOST_FIGURES


def weigh(pair: Pair) -> list[Doubt]:
    """Doubts about a pair, each said once; the gravest, figures, first."""
    if too_long(pair.before) or too_long(pair.after):
        return [pair.doubt("added", pair.after.original[:_LONGEST] or pair.before.original[:_LONGEST])]
    found: dict[tuple[str, str, str], Doubt] = {}
    for doubts in (
        amount_doubts,
        exchanged,
        strayed,
        lost_names,
        bound_doubts,
        reached,
        agency,
        new_words,
        grown,
        borrowed,
        lost_things,
    ):
        for one in doubts(pair):
            found.setdefault((one.kind, one.claim, one.known), one)
    return list(found.values())
