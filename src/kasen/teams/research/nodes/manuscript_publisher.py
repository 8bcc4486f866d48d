"""The report of mode supervised: the best draft, checked, cited and stored, with what became of its review."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.models.role import RULE
from kasen.team import Deps
from kasen.teams.research import measures, remarks, wording
from kasen.teams.research.gathering import lang_of
from kasen.teams.research.nodes.depth_evaluator import may_accept
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.schemas import Draft, PointCoverage, Result
from kasen.teams.research.schemas.supervised import DraftReview, Review
from kasen.teams.research.schemas.verification import Verification
from kasen.teams.research.states.supervised import Publishable


async def manuscript_publisher(state: Publishable, runtime: Runtime[Deps]) -> dict[str, Result]:
    """Publish the best draft; where the plan was refused, a report that says so and claims nothing."""
    deps, request, plan = runtime.context, state["request"], state["task_plan"]
    assert plan is not None, "every run has a plan"
    excerpts, checks = state.get("excerpts", []), state.get("checks", [])
    best = state.get("best_draft") or Draft()
    known = measures.known_checks(best, checks)
    draft = measures.standing(best, known)
    points = plan.investigation_points
    review = review_of(state, deps)
    brief = Brief(
        question=request.question,
        mode="supervised",
        theme=plan.theme,
        points=points,
        coverage=_accepted(
            await measures.covered_points(deps, draft, excerpts, points, question=request.question),
            review.rounds[review.best] if review else None,
            lang_of(deps.lang),
        ),
        excerpts=excerpts,
        searches=state["searches"],
        found=state["found"],
        refused=state.get("refused", ""),
        notes=await _notes(state, deps),
        banner=remarks.banner(review, sources=len(state["research_data"]), lang=lang_of(deps.lang)) if review else [],
        by_rule=state.get("draft_by_rule", True),
        own_draft=Draft() if state.get("refused") == "plan" else None,
        verification=_of_draft(state.get("verification") or Verification(), best),
    )
    result = await publish(deps, request, brief, draft)
    facts = {
        "plan": plan,
        "search_results": state["research_data"],
        "iterations": state["iteration_count"],
        "review": review,
    }
    return {"result": result.model_copy(update=facts)}


def _accepted(coverage: Sequence[PointCoverage], review: DraftReview | None, lang: wording.Lang) -> list[PointCoverage]:
    """The points; a model that passed the draft and named none of them as incomplete has accepted it in other words.

    Never where code finds next to nothing, see `may_accept`.
    """
    if review is None or not review.approved or review.by == RULE:
        return list(coverage)

    def is_open(point: PointCoverage) -> bool:
        by_code = {remarks.open_point(point.text, has_evidence=has, lang=lang) for has in (True, False)}
        said = (one for one in review.issues if one.type == "completeness" and one.description not in by_code)
        return any(place.partition(".")[0] == f"a{point.point}" for one in said for place in one.location.split(", "))

    return [
        point.model_copy(update={"covered": True}) if may_accept(point) and not is_open(point) else point
        for point in coverage
    ]


def review_of(state: Publishable, deps: Deps) -> Review | None:
    """All reviews and why there is no further one; None where nothing was reviewed."""
    rounds = state["reviews"]
    if not rounds:
        return None
    why = state.get("ended", "no_gain")
    said = remarks.ended(why, rounds=len(rounds), iterations=state["iteration_count"], lang=lang_of(deps.lang))
    return Review(rounds=rounds, best=state.get("best", 0), ended=why, reason=said)


def _of_draft(said: Verification, draft: Draft) -> Verification:
    """What was verified, without what was taken out of other versions than the one that comes out."""
    texts = measures.texts(draft)
    return said.model_copy(
        update={
            "removed": [one for one in said.removed if any(one.before in text for text in texts)],
            "repaired": [one for one in said.repaired if one.after in texts],
        }
    )


async def _notes(state: Publishable, deps: Deps) -> list[str]:
    lang = lang_of(deps.lang)
    notes: list[str] = []
    library = await deps.library(state["request"].docs, state["request"].kb)
    foreign = library.languages.get("en" if lang == "ja" else "ja", 0)
    if foreign and state.get("draft_by_rule", True):
        notes.append(wording.other_language(foreign, lang))
    unmet = remarks.cannot_follow(lang)
    return notes + [one.text for one in state["messages"] if one.role == "writer" and one.text.startswith(unmet)]
