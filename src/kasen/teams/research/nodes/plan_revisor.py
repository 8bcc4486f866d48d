"""Does what was found call for subtasks that nobody foresaw? Asked while the depth of the wave is judged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph.runtime import Runtime

from kasen.evidence.types import Passage
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.headings import without_addresses
from kasen.teams.research.nodes.master_planner import allocated
from kasen.teams.research.rules.disagreement import Said, disagreements
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.plan_revisor import revise
from kasen.teams.research.schemas import Excerpt
from kasen.teams.research.schemas.deep import PlannedSubtask, PlanRevision, Revised, Subtask, SubtaskView
from kasen.teams.research.states.deep import Revising, Weighed
from kasen.teams.research.subtasks import distinct, quotes_of, readable, unasked, views

PLAN_REVISOR = Role(
    name="plan_revisor",
    package="kasen.teams.research",
    reply=PlanRevision,
    rule=revise,
    tier="reasoning",
    answer_tokens=400,
    target_s=10.0,
    maximum_s=20.0,
)
"""Seconds as those of a reviewer."""
MOST_NEW = 3
"""Subtasks of one revision."""
MOST_CONTRADICTIONS = 3


async def plan_revisor(state: Weighed, runtime: Runtime[Deps]) -> Revising:
    """Revise the plan, or leave it; limits of revisions and subtasks are code's."""
    deps, plan = runtime.context, state["master_plan"]
    most = min(MOST_NEW, state["max_total_subtasks"] - len(plan.subtasks))
    nothing: Revising = {"plan_revisions": [], "revised": [], "revision_count": state["revision_count"]}
    if plan.execution_mode == "simple" or most < 1 or state["revision_count"] >= state["max_revisions"]:
        return nothing
    excerpts = state["analyzed_data"]
    passages = {p.id: p for p in await deps.evidence.passages([e.passage_id for e in excerpts])}
    differing = _contradictions(state, excerpts, passages)
    questions = [subtask.question for subtask in plan.subtasks]
    answer = await deps.ask(
        PLAN_REVISOR,
        question=state["query"],
        subtasks=_views(state, quotes_of(state["subtask_results"], excerpts, passages)),
        uncovered=[] if state["request"].outline or deps.earlier else unasked(parts(state["query"]), questions),
        contradictions=list(differing),
        most=most,
        web=deps.search is not None,
        lang=deps.lang,
        today=deps.now().date().isoformat(),
    )
    said = without_addresses(answer.value, state["query"])
    new = readable(distinct(said.new_subtasks, questions), deps.lang)[:most] if said.should_revise else []
    if not new:
        return nothing
    revision = Revised(
        trigger_type=said.trigger_type if said.trigger_type != "none" else "other",
        reason=" ".join(said.reason.split())[:300],
        questions=[one.question for one in new],
        by=answer.by,
    )
    deps.note(f"計画に {len(new)} 件追加" if deps.lang == "ja" else f"{len(new)} more in the plan")
    added = await _added(deps, state, new, said.new_subtasks)
    if answer.is_rule and said.trigger_type == "contradiction":
        added = _under(added, plan.subtasks[next(iter(differing.values())) - 1])
    return {"plan_revisions": [revision], "revised": added, "revision_count": state["revision_count"] + 1}


def _views(state: Weighed, quotes: Mapping[str, Sequence[str]]) -> list[SubtaskView]:
    """The plan as it stands; of this wave nobody has judged yet what is enough."""
    judged = {id: depth for id, depth in state.get("evaluation", {}).items() if id not in state["wave"]}
    return views(state["master_plan"], state["subtask_results"], judged, quotes)


async def _added(
    deps: Deps, state: Weighed, new: Sequence[PlannedSubtask], said: Sequence[PlannedSubtask]
) -> list[Subtask]:
    """New subtasks without ids; they may depend on what is in the plan."""
    known = state["master_plan"].subtasks
    library = await deps.library(state["request"].docs, state["request"].kb)
    sent = [search.query for search in state["searches"]]
    wanted = {" ".join(one.question.split()): one.depends_on for one in said}
    return [
        await allocated(
            deps,
            library,
            Subtask(
                id="",
                question=one.question,
                why=" ".join(one.why.split())[:300],
                rag_queries=one.rag_queries,
                web_queries=one.web_queries,
                depends_on=[known[n - 1].id for n in wanted.get(one.question, []) if 1 <= n <= len(known)],
                origin="revision",
            ),
            sent,
        )
        for one in new
    ]


def _under(added: Sequence[Subtask], parent: Subtask) -> list[Subtask]:
    """What a rule looks up about a contradiction belongs to the subtask that found it, and is no point of its own."""
    return [one.model_copy(update={"parent": parent.id, "depth": parent.depth + 1}) for one in added]


def _contradictions(state: Weighed, excerpts: Sequence[Excerpt], passages: dict[str, Passage]) -> dict[str, int]:
    """Sentences found in this wave that give other figures than those of another source, side by side.

    With each pair the number of the subtask that found it.
    """
    said = [Said(passages[e.passage_id].source_id, passages[e.passage_id].text[e.start : e.end]) for e in excerpts]
    fresh = {id for name in state["wave"] for id in state["subtask_results"][name].excerpts}
    here = [(one, excerpt.point) for one, excerpt in zip(said, excerpts, strict=True) if excerpt.id in fresh]
    found: dict[str, int] = {}
    for mine, theirs in disagreements([one for one, _ in here], said):
        pair = sorted((here[mine][0].text, said[theirs].text))
        found.setdefault(" / ".join(pair), here[mine][1])
    return dict(list(found.items())[:MOST_CONTRADICTIONS])
