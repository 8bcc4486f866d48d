"""From criteria to a score with its spread, and whether it is enough."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean, median

from kasen.gates.weighted import WeightedGate
from kasen.teams.resume.schemas.feedback import SCALE, SUB_SCALE, CriterionScore, Feedback, Scored
from kasen.teams.resume.schemas.part import Critic

WEIGHTS: Mapping[str, float] = {
    "recruiter": 0.30,
    "tech_writer": 0.20,
    "copywriter": 0.25,
    "ux_designer": 0.15,
    "visual_designer": 0.10,
}
"""Shares of the critics (seed 000). That of a critic without a score is shared out among the others, and said."""
REQUIRED: tuple[Critic, ...] = ("recruiter", "tech_writer", "copywriter")
"""Critics that must judge before anything passes; the designers never block by being absent (seed 000)."""
FLOOR = 6.0
"""Least score of each critic that judged: without it a critic at 0 passes with the others at 10."""
MARGIN = 0.7
"""How far one look may be from the next, either way (assumed; see docs/decisions): within it of the threshold three
looks are taken."""
LOOKS = 3
MEASURED = 0.3
"""Share of what code measures in the score of a critic that judged."""
DIGITS = 2


def critic_score(criteria: Sequence[CriterionScore]) -> float | None:
    """What a critic's criteria come to, on 0–10; None where none has a value.

    Where a model judged, its values make 70 % and what code measured 30 %: what is easily met carries no text, nor does
    praise. Where code alone measured, their mean.
    """
    judged = [one.score for one in criteria if one.score is not None and one.by == "model"]
    measured = [one.score for one in criteria if one.score is not None and one.by != "model"]
    if judged and measured:
        value = (1 - MEASURED) * fmean(judged) + MEASURED * fmean(measured)
    elif judged or measured:
        value = fmean(judged or measured)
    else:
        return None
    return round(value * SCALE / SUB_SCALE, DIGITS)


def settled(looks: Sequence[Feedback]) -> Feedback:
    """One feedback of several looks: the median per criterion and of the score, findings of the first look."""
    first = looks[0]
    by_id: dict[str, list[CriterionScore]] = {}
    for look in looks:
        for one in look.criteria:
            by_id.setdefault(one.id, []).append(one)
    criteria = tuple(_median(same) for same in by_id.values())
    scores = tuple(look.score for look in looks if look.score is not None)
    score = round(median(scores), DIGITS) if scores else None
    return first.model_copy(update={"criteria": criteria, "looks": scores, "score": score})


def _median(same: Sequence[CriterionScore]) -> CriterionScore:
    values = tuple(one.score for one in same if one.score is not None)
    if same[0].by != "model" or len(values) < 2:
        return same[0]
    return same[0].model_copy(update={"score": median(values), "looks": values})


def weighed(feedback: Sequence[Feedback], *, iteration: int, uncounted: Sequence[Critic] = ()) -> Scored:
    """The weighted score of one iteration with its spread; nothing is decided yet.

    One look at each: plus and minus `MARGIN`. More: from the least to the most of the looks, all critics together; the
    share of those that looked once all the same (their other looks failed) keeps its margin.
    Where no model judged there is no spread. Critics in `uncounted` have no share.
    """
    counted = [one for one in feedback if one.agent not in uncounted]
    scores: dict[str, float | None] = {one.agent: one.score for one in counted}
    total = sum(WEIGHTS[one.agent] for one in counted if one.score is not None)
    found = WeightedGate(weights=WEIGHTS, passing=0).weigh(scores).overall
    is_judged = any(_judged(one) for one in counted)
    low, high, looks = _spread(counted, found) if is_judged and found is not None else (None, None, 1)
    return Scored(
        iteration=iteration,
        score=None if found is None else round(found, DIGITS),
        low=low,
        high=high,
        looks=looks,
        weights={one.agent: round(WEIGHTS[one.agent] / total, 3) for one in counted if one.score is not None},
        by_critic={one.agent: one.score for one in feedback},
        left_out=tuple(agent for agent in WEIGHTS if scores.get(agent) is None),
        unjudged=tuple(one.agent for one in feedback if not _judged(one)),
        measured=sum(one.measured for one in feedback),
        total=sum(len(one.criteria) for one in feedback),
        judged=is_judged,
    )


def _judged(feedback: Feedback) -> bool:
    return feedback.verdict in ("pass", "fail")


def _spread(feedback: Sequence[Feedback], score: float) -> tuple[float, float, int]:
    looks = max(len(one.looks) for one in feedback)
    if looks < 2:
        return round(max(score - MARGIN, 0), DIGITS), round(min(score + MARGIN, SCALE), DIGITS), 1
    totals = []
    for n in range(looks):
        scores: dict[str, float | None] = {
            one.agent: one.looks[n] if n < len(one.looks) else one.score for one in feedback
        }
        totals.append(WeightedGate(weights=WEIGHTS, passing=0).weigh(scores).overall or 0.0)
    shares = {one.agent: WEIGHTS[one.agent] for one in feedback if one.score is not None}
    once = sum(shares[one.agent] for one in feedback if len(one.looks) == 1 and one.agent in shares)
    margin = MARGIN * once / sum(shares.values())
    low, high = min([*totals, score]) - margin, max([*totals, score]) + margin
    return round(max(low, 0), DIGITS), round(min(high, SCALE), DIGITS), looks


def is_near(scored: Scored, threshold: float) -> bool:
    """Whether one look cannot say on which side of the threshold the text is."""
    return scored.judged and scored.score is not None and abs(scored.score - threshold) < MARGIN


def decided(scored: Scored, *, threshold: float, gate: str, blockers: Sequence[str] = ()) -> Scored:
    """The score with what the gate says.

    `strict` passes when the low end of the spread reaches the threshold, each critic that judged the floor, the
    required critics have judged and nothing blocks; `plain` when the score does (seed 000). Measures alone never pass.
    """
    short = tuple(
        agent
        for agent, score in scored.by_critic.items()
        if score is not None and score < FLOOR and agent not in scored.unjudged and agent not in scored.left_out
    )
    if gate == "plain":
        passed = scored.judged and scored.score is not None and scored.score >= threshold
    else:
        reached = scored.low is not None and scored.low >= threshold
        heard = not set(REQUIRED) & set(scored.unjudged)
        passed = scored.judged and reached and heard and not short and not blockers
    return scored.model_copy(update={"short": short, "blockers": tuple(blockers), "passed": passed})
