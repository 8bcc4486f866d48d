"""Evidence on a claim without a model: sentences whose side code measures; nothing is judged."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kasen.teams.research.rules.coverage import COVERED, WEAK, coverage
from kasen.teams.research.rules.relevance import candidates
from kasen.teams.research.rules.stance import agrees, measured
from kasen.teams.research.schemas import PassageView
from kasen.teams.research.schemas.fact_check import Adjudication, By, Ruled, Stanced, Weighed
from kasen.tools.report.model import RulingKind

NEUTRAL = 2
"""Quotations that decide nothing and are shown because they come nearest."""
_WEIGHTS: dict[By, float] = {"both": 0.75, "code": 0.6, "model": 0.45}
"""What one independent origin says, by who found it to say so; Kasen's own, not fitted to data."""
_CONTESTED = 0.7
"""Factor of a confidence where the model ruled otherwise than the quotations that code measured."""


def adjudicate(*, claim: str, said: str, passages: Sequence[PassageView], lang: str) -> Adjudication:
    """Rule of the adjudicator: what is measured to be for or against, and the nearest of what is neither."""
    found: list[Stanced] = []
    near: list[tuple[bool, float, Stanced]] = []
    # Passage by passage: words that several sources have are evidence of each.
    for view, one in [(own, sentence) for own in passages for sentence in candidates([own])]:
        above, share = (view.title, *view.headings), coverage(claim, one.text)
        # What decides holds most words of the claim, in itself or under its headings; the rest need not be measured.
        if share < WEAK and coverage(claim, "\n".join((*above, one.text))) < COVERED:
            continue
        stance = measured(claim, one.text, above).stance
        quoted = Stanced(passage=view.id, quote=one.text, stance=stance)
        if stance != "neutral":
            found.append(quoted)
        else:
            near.append((not agrees(claim, one.text, above), -share, quoted))
    rest = [quoted for *_, quoted in sorted(near, key=lambda one: one[:2])[:NEUTRAL]]
    sides = {quoted.stance for quoted in found}
    return Adjudication(excerpts=[*found, *rest], ruling=ruling_of("for" in sides, "against" in sides))


def ruling_of(is_for: bool, is_against: bool) -> RulingKind:
    """What evidence on one side, on both or on none comes to."""
    if is_for and is_against:
        return "disputed"
    return "supported" if is_for else "refuted" if is_against else "not_enough"


def contested(weighed: Sequence[Weighed]) -> list[Weighed]:
    """What is weighed of one claim; where all that decides is against it, sources that give its own figure are for it.

    So a figure that sources give differently is disputed, never refuted.
    """
    sides = {side: {one.origin for one in weighed if one.stance == side} for side in ("for", "against")}
    if sides["for"] - sides["against"] or not sides["against"] - sides["for"]:
        return list(weighed)
    return [
        one.model_copy(update={"stance": "for", "by": "code"})
        if one.agrees and one.stance == "neutral" and one.origin not in sides["against"]
        else one
        for one in weighed
    ]


def settle(claim: int, weighed: Iterable[Weighed], proposed: RulingKind | None) -> Ruled:
    """The ruling by independent origins; one that says both counts for neither side.

    What only a model judged decides when the model's own ruling agrees. The confidence of a side is
    1 − ∏(1 − weight) over its origins, that of a dispute the lower of its sides.
    """
    sides = _sides([one for one in weighed if one.claim == claim])
    torn = sides["for"].keys() & sides["against"].keys()
    for side in sides.values():
        for origin in torn:
            del side[origin]
    pro, contra = sides["for"], sides["against"]
    ruling = ruling_of(bool(pro), bool(contra))
    judged = any(by == "model" for by in (*pro.values(), *contra.values()))
    rests_on_model = judged and any(_only_judged(side) for side in (pro, contra) if side)
    if rests_on_model and proposed is not None and proposed != ruling:
        measured_pro, measured_contra = _measured(pro), _measured(contra)
        ruling = ruling_of(bool(measured_pro), bool(measured_contra))
        pro, contra = measured_pro, measured_contra
    strength = {"supported": _strength(pro), "refuted": _strength(contra)}
    confidence = strength.get(ruling) if ruling != "disputed" else min(strength.values())
    if confidence is not None and proposed is not None and proposed != ruling:
        confidence *= _CONTESTED
    return Ruled(
        claim=claim,
        ruling=ruling,
        confidence=None if confidence is None else round(confidence, 2),
        origins_for=len(pro),
        origins_against=len(contra),
        judged=any(_only_judged(side) for side in (pro, contra) if side),
        both_by_one=bool(torn),
        proposed=proposed,
    )


def _sides(weighed: Sequence[Weighed]) -> dict[str, dict[str, By]]:
    """Side → origin → who found it there, the surest."""
    sides: dict[str, dict[str, By]] = {"for": {}, "against": {}}
    for one in weighed:
        if one.stance == "neutral":
            continue
        known = sides[one.stance].get(one.origin)
        if known is None or _WEIGHTS[one.by] > _WEIGHTS[known]:
            sides[one.stance][one.origin] = one.by
    return sides


def _only_judged(side: dict[str, By]) -> bool:
    return all(by == "model" for by in side.values())


def _measured(side: dict[str, By]) -> dict[str, By]:
    return {origin: by for origin, by in side.items() if by != "model"}


def _strength(side: dict[str, By]) -> float:
    doubt = 1.0
    for by in side.values():
        doubt *= 1 - _WEIGHTS[by]
    return 1 - doubt
