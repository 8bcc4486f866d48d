"""Replacements: claims of both sides are aligned, and what stands for what is compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from kasen.teams.resume.ledger.aligning import aligned
from kasen.teams.resume.ledger.bearing import Bearer
from kasen.teams.resume.ledger.claims import claims
from kasen.teams.resume.ledger.directions import turned
from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.reading import Text
from kasen.teams.resume.ledger.weighing import too_long, weigh
from kasen.teams.resume.schemas.change import Doubt

_CORRECTS = re.compile(r"not\s[\d$€£¥]")


def replaced(before: str, after: str, context: str, confirmed: Sequence[str]) -> Iterator[Doubt]:
    """Doubts about an edit that replaces words."""
    said = [Text(one) for one in confirmed]
    above = [Text(one) for one in headings(before, context)]
    whole, sides = Text(before), aligned(before, after)
    for one, other in sides.moved:
        yield Pair(Text(one.text), Text(other.text)).doubt("moved", other.text, f"{one.headings[-1]} {one.text}")
    for old, new in sides.groups:
        pair = Pair(Text(old), Text(new), rest=whole)
        found = weigh(pair)
        if found and new.strip() and (said or above) and not too_long(pair.after):
            known = [*above, *_about(pair.after, said)]
            borne = weigh(Pair(pair.before, pair.after, said=known, rest=pair.rest))
            # That a confirmed fact bears some of the words proves nothing for the others.
            found = [one for one in found if one in borne or not _says(known, one)]
        yield from found
        if not (too_long(pair.before) or too_long(pair.after)):
            yield from turned(pair)


def headings(before: str, context: str) -> list[str]:
    """The headings that the first line of `before` stands under in the whole."""
    first = next((line.strip() for line in before.splitlines() if line.strip()), "")
    if not first or first not in context:
        return []
    return next((list(one.headings) for one in claims(context) if one.text.strip() in first), [])


def _says(known: Sequence[Text], doubt: Doubt) -> bool:
    """Whether what is doubted stands in a sentence that counts as said."""
    if doubt.kind == "lost":
        return bool(known)
    claim, bearer = Text(doubt.claim), Bearer(known)
    figures = [figure for text in known for figure in text.figures]
    if not all(any(one.same(other) for other in figures) for one in claim.figures):
        return False
    return all(token.free or bearer.bears(token) for token in claim.tokens)


def _about(text: Text, said: Sequence[Text]) -> list[Text]:
    """The confirmed sentences that speak of what the edit speaks of, and deny only what it denies."""
    mine = _keys(text)
    return [
        one
        for one in said
        if mine & _keys(one)
        and len([d for d in one.denials if not _CORRECTS.match(one.folded, d.span[0])]) <= len(text.denials)
    ]


def _keys(text: Text) -> set[object]:
    return {key for token in text.tokens if not token.free for key in (*token.roots, *token.groups)}
