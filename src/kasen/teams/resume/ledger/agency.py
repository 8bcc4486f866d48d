"""What happened and what was made to happen: `sales rose` does not bear `raised sales`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from kasen.teams.resume.ledger.pair import Pair
from kasen.teams.resume.ledger.purposes import results
from kasen.teams.resume.ledger.reading import Text, Token
from kasen.teams.resume.schemas.change import Doubt

_OPENS = re.compile(r"(?:^\s*|[\n.;:,•]\s*|\b(?:i|and|which|that|we|also|then)\s)$")
_BY = re.compile(r"\s?(?:by|from|to|in|at|during|while|after|when|since|over|,|\.|;|$|\n|\d|was|were)")
_BY_ITSELF = re.compile(
    r"(?:fell|rose|grew|dropp|declin|increas|decreas|improv|shr[aiu]nk|climb|went|came|halved|doubled|stabili)"
)
_DURING = re.compile(
    r"\b(?:during my|while i|when i|in my time)\b|在籍中|在任|勤務中|在職|担当中|期間中|の間に|担当の間"
)
_MADE_TO = re.compile(r"を[^、。\n]{0,24}$")
_HAPPENED = re.compile(r"[がはも][^、。を\n]{0,24}$")


def agency(pair: Pair) -> Iterator[Doubt]:
    """Results that the original only saw happen and that the edit says were brought about."""
    if pair.said or pair.translated or any(mark.limit == "cause" for mark in pair.before.marks):
        return
    before = [(one, _way(pair.before, one)) for one in results(pair.before)]
    if not before or any(way == "made" for _, way in before):
        return
    for token in results(pair.after):
        if _way(pair.after, token) != "made":
            continue
        for one, way in before:
            if way == "happened" and (one.groups & token.groups or token.text == "brought"):
                yield pair.doubt("added", _around(pair.after, token), _around(pair.before, one))
                return


def _way(text: Text, token: Token) -> str:
    """`made`, `happened`, or empty where it cannot be told."""
    if token.kind != "latin":
        before = text.folded[max(0, token.start - 32) : token.start]
        if _MADE_TO.search(before):
            return "made"
        return "happened" if _HAPPENED.search(before) and _DURING.search(text.folded) else ""
    before = text.folded[max(0, token.start - 12) : token.start]
    if re.search(r"\b(?:was|were|been|is|are)\s$", before):
        return "happened" if _DURING.search(text.folded) else ""
    if token.text.endswith("ing"):
        return ""
    if _OPENS.search(before):
        return "made" if not _BY.match(text.folded, token.end) else ""
    alone = _BY.match(text.folded, token.end) and re.search(r"[a-z0-9)]\s$", before)
    return "happened" if alone and _BY_ITSELF.match(token.text) else ""


def _around(text: Text, token: Token) -> str:
    return text.written[max(0, token.start - 20) : token.end + 20].strip()
