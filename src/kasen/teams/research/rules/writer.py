"""The writer without a model: quotations, chosen and ordered; a revision drops what falls and adds what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from kasen.gates.decision import Finding
from kasen.teams.research.rules.coverage import WEAK
from kasen.teams.research.rules.synthesizer import MOST_FINDINGS, compose
from kasen.teams.research.schemas import ExcerptView
from kasen.teams.research.schemas.supervised import Edit, PlaceView, Written

_PER_POINT = 4
"""Quotations that a revision adds to one point."""


def write(
    *,
    question: str,
    points: Sequence[str],
    evidence: Sequence[ExcerptView],
    lang: str,
    draft: Sequence[PlaceView],
    findings: Sequence[Finding],
    may_change: Sequence[str],
    **_: object,
) -> Written:
    """Rule of the writer: the quotations of the synthesizer's rule; for a draft, edits of the places that were named.

    It cannot follow free text, neither a person's nor a reviewer's; it follows places.
    """
    if not draft:
        return Written(**compose(question=question, points=points, evidence=evidence, lang=lang).model_dump())
    own = compose(question=question, points=points, evidence=evidence, lang=lang)
    used = {id for place in draft for id in place.evidence}
    quotes = {one.id: one.quote for one in evidence}
    edits = list(_mended(draft, findings, may_change, quotes))
    edits += _added(may_change, used, evidence)
    have = sum(place.part == "findings" for place in draft)
    if "findings" in may_change:
        edits += [
            Edit(place="findings", action="add", text=one.text, evidence=one.evidence)
            for one in own.findings
            if not set(one.evidence) & {id for place in draft if place.part == "findings" for id in place.evidence}
        ][: max(MOST_FINDINGS - have, 0)]
    return Written(edits=edits)


def _mended(
    draft: Sequence[PlaceView], findings: Sequence[Finding], may_change: Sequence[str], quotes: dict[str, str]
) -> Iterator[Edit]:
    """A statement that its citations do not say gives way to the words that it cites, or goes."""
    faulty = {finding.place for finding in findings if finding.severity == "critical"}
    for place in draft:
        if place.id in faulty and place.id in may_change:
            quote = next(((id, quotes[id]) for id in place.evidence if id in quotes), None)
            if quote is None or quote[1] == place.text:
                yield Edit(place=place.id, action="drop")
            else:
                yield Edit(place=place.id, text=quote[1], evidence=[quote[0]])


def _added(may_change: Sequence[str], used: set[str], evidence: Sequence[ExcerptView]) -> list[Edit]:
    """For points that may be added to: quotations on them that the draft does not have yet, best first."""
    found: list[Edit] = []
    for part in may_change:
        if not (part.startswith("a") and part[1:].isdigit()):
            continue
        fresh = [e for e in evidence if e.point == int(part[1:]) and e.id not in used and e.coverage >= WEAK]
        best = sorted(fresh, key=lambda e: -e.coverage)[:_PER_POINT]
        found += [Edit(place=part, action="add", text=e.quote, evidence=[e.id]) for e in best]
    return found
