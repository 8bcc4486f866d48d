"""How far the research is, and what comes next: seed 004 §3.2.5, decided by code wherever the case is plain."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from kasen.evidence.store import EvidenceStore
from kasen.teams.research.rules.coverage import COVERED, coverage
from kasen.teams.research.schemas import Found, Request
from kasen.teams.research.schemas.supervised import NextAction, Progress, SearchResult

MIN_RESEARCH_DATA_COUNT = 5
"""Sources before a draft is written (seed 004 §3.2.5.3)."""
MOST_DRY = 2
"""Searches in a row without a new source after which the draft is written from what there is."""
LEAST_ITERATIONS = 2
"""A report takes one search and one draft, whatever the cap."""

Why = Literal["iterations", "too_few", "enough", "only_earlier", "dry", "cap_near", "reviewed"]


class Decision(NamedTuple):
    """The next action and why; `action` is None where the case is not plain."""

    action: NextAction | None
    why: Why


async def evaluate_progress(
    evidence: EvidenceStore, points: Sequence[str], found: Sequence[Found], data: Sequence[SearchResult]
) -> Progress:
    """Sources, how relevant they are, and how much of the plan they hold; nothing is judged."""
    passages = await evidence.passages(list(dict.fromkeys(one.passage_id for one in found)))
    places = ["\n".join((*passage.headings, passage.text)) for passage in passages]
    shares = [max((coverage(point, place) for place in places), default=0.0) for point in points]
    relevance = [one.relevance_score for one in data if one.relevance_score is not None]
    return Progress(
        data_count=len(data),
        data_quality=round(sum(relevance) / len(relevance), 3) if relevance else 0.0,
        coverage=round(sum(shares) / len(shares), 3) if shares else 0.0,
        points=[round(share, 3) for share in shares],
    )


def remaining(state: Mapping[str, Any]) -> int:
    """Executions of researcher, writer and reviewer that are left."""
    request: Request = state["request"]
    extra: int = state.get("extra", 0)
    done: int = state.get("iteration_count", 0)
    return max(max(request.max_iterations, LEAST_ITERATIONS) + extra - done, 0)


def decide_next_action(state: Mapping[str, Any], progress: Progress) -> Decision:
    """The order of seed 004: the cap, too few sources, no draft yet; anything else is for the role to say.

    The cap never ends a run without a draft: near it, and after two searches in a row that found nothing new, the
    draft is written from what there is. What an earlier run found counts as enough only where it holds the points.
    """
    left, drafted = remaining(state), state.get("current_draft") is not None
    if not left and drafted:
        return Decision("end", "iterations")
    if not drafted and _must_write(state, left):
        return Decision("write", "cap_near" if state.get("dry_searches", 0) < MOST_DRY else "dry")
    enough = progress.data_count >= MIN_RESEARCH_DATA_COUNT
    only_earlier = not state.get("searches") and progress.coverage < COVERED
    if not drafted and enough:
        return Decision("research", "only_earlier") if only_earlier else Decision("write", "enough")
    if not drafted:
        return Decision("research", "too_few")
    # A draft is there and was reviewed: the reviewer wanted evidence, or a person something else.
    return Decision(None, "reviewed")


def _must_write(state: Mapping[str, Any], left: int) -> bool:
    """With room for the review where there can be; never before anything was searched."""
    begun = bool(state.get("iteration_count") or state.get("research_data"))
    return left <= 1 or (left <= 2 and begun) or state.get("dry_searches", 0) >= MOST_DRY
