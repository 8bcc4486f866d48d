"""Everything that is compared between claims of the original and the claims of an edit that stand for them."""

from __future__ import annotations

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
from kasen.teams.resume.ledger.straying import strayed
from kasen.teams.resume.schemas.change import Doubt


def weigh(pair: Pair) -> list[Doubt]:
    """Doubts about a pair, each said once; the gravest, figures, first."""
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
