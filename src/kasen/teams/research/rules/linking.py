"""Whether the words of a source link a cause to an effect: both named, a connective between, the right way round."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from kasen.evidence.directions import ways
from kasen.evidence.normal import normalise
from kasen.evidence.sentences import sentences
from kasen.teams.research.rules.causality import RANK, Kind, Link, is_denied, links
from kasen.teams.research.rules.coverage import coverage
from kasen.teams.research.schemas.causal import Stance

NAMED = 0.6
"""Share of a node's words, or of one of its other names, from which a text names it."""
_ANAPHOR = re.compile(
    r"(?:it|this|that|these|those|they|which|he|she|both|(?:this|these|that|the) \w+)$"
    r"|(?:これ(?:ら)?|それ(?:ら)?|この\w+|その\w+|こう)$",
    re.IGNORECASE,
)


_KNOWN = 0.34
"""Share of the words of what a text gives as cause, below which its sources do not speak of it."""


@dataclass(frozen=True)
class Said:
    """What a quotation says of a cause and an effect."""

    kind: Kind
    stance: Stance
    denied: bool = False
    hedged: bool = False


def named(names: Sequence[str], text: str) -> float:
    """0–1: how far a text names something by one of its names."""
    return max((coverage(name, text) for name in names if name.strip()), default=0.0)


def said_of(
    quote: str, near: str, cause: Sequence[str], effect: Sequence[str], *, says: Kind = "cause", stance: Stance = "for"
) -> Said | None:
    """What `quote`, in the place `near`, says of the two; None when it does not link them, or the other way round.

    `cause` and `effect` are the names of each. `says` and `stance` are what a model took it for: a model may take a
    sentence for less than its connective says, and for evidence against, never for more.
    """
    if min(named(cause, near), named(effect, near)) < NAMED or max(named(cause, quote), named(effect, quote)) < NAMED:
        return None
    found = _linking(quote, cause, effect)
    if stance == "against" or is_denied(quote):
        denied = is_denied(quote)
        return Said(found.kind if found else "none", "against", denied) if stance == "against" or found else None
    if found is None or says == "none":
        return None
    kind = min(found.kind, says, key=RANK.__getitem__)
    return Said(kind, "for", hedged=found.hedged)


def reverses(text: str, quote: str) -> bool:
    """Whether a text has for the cause what the quotation has for the effect, and the other way round."""
    ours = [link for link in links(text) if link.kind == "cause"]
    theirs = [link for link in _of(quote) if link.kind == "cause"]
    return any(
        # A text that joins two sources may have the cause of the other one behind its own connective.
        coverage(mine.cause, other.effect) > coverage(mine.cause, other.cause)
        and coverage(mine.cause, other.effect) + coverage(mine.effect, other.cause)
        > coverage(mine.cause, other.cause) + coverage(mine.effect, other.effect)
        for mine in ours
        for other in theirs
    )


def strange_cause(text: str, known: Sequence[str]) -> str:
    """What a text gives as cause and none of `known`, quotations and the names of what they link, speaks of."""
    said = "\n".join(known)
    for link in _of(text):
        if link.kind == "cause" and not _ANAPHOR.fullmatch(link.cause) and coverage(link.cause, said) < _KNOWN:
            return link.cause
    return ""


def strongest(quote: str) -> Kind:
    """The most that a quotation says of any cause and effect."""
    return max((link.kind for link in _of(quote) if not link.denied), key=RANK.__getitem__, default="none")


def _of(quote: str) -> list[Link]:
    return [link for start, end in sentences(quote) for link in links(quote[start:end])]


def _linking(quote: str, cause: Sequence[str], effect: Sequence[str]) -> Link | None:
    """The strongest link of the quotation between the two; what only goes together has no direction."""
    found = [link for link in _of(quote) if _fits(link, cause, effect)]
    return max(found, key=lambda link: RANK[link.kind], default=None)


def _fits(link: Link, cause: Sequence[str], effect: Sequence[str]) -> bool:
    forward = _ends(link.cause, cause) and _ends(link.effect, effect) and not _moves_otherwise(link.effect, effect)
    backward = _ends(link.cause, effect) and _ends(link.effect, cause)
    if link.kind == "correlation":
        return forward or backward
    if not forward or not backward:
        return forward
    ahead = named(cause, link.cause) + named(effect, link.effect)
    return ahead > named(cause, link.effect) + named(effect, link.cause)


def _ends(end: str, names: Sequence[str]) -> bool:
    """Whether one end of a link is what the names name, or only points back at it."""
    return named(names, end) >= NAMED or bool(_ANAPHOR.fullmatch(end.strip()))


def _moves_otherwise(end: str, names: Sequence[str]) -> bool:
    """Whether one end of a link goes up where the names go down, or down where they go up.

    What caused a lake to recover is no evidence of what made it shrink.
    """
    theirs = _ways("\n".join(names))
    return len(theirs) == 1 and _ways(end) == {not way for way in theirs}


def _ways(text: str) -> set[bool]:
    return ways(normalise(text).text.casefold())
