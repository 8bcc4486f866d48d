"""Subtasks of subtasks: what the evidence of one does not say is looked up by itself."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.headings import without_addresses
from kasen.teams.research.nodes.depth_evaluator import may_drill
from kasen.teams.research.nodes.master_planner import allocated
from kasen.teams.research.nodes.planner import LONGEST, measure
from kasen.teams.research.rules.drill_down_generator import drill
from kasen.teams.research.rules.planner import same
from kasen.teams.research.schemas.deep import ChildSubtask, DrillDown, PlannedSubtask, Subtask, SubtaskView
from kasen.teams.research.states.deep import Drilled, Settling
from kasen.teams.research.subtasks import distinct, quotes_of, readable, views

DRILL_DOWN_GENERATOR = Role(
    name="drill_down_generator",
    package="kasen.teams.research",
    reply=DrillDown,
    rule=drill,
    tier="reasoning",
    answer_tokens=500,
    target_s=10.0,
    maximum_s=20.0,
)
MOST_NEW = 6
"""Drill-downs of one wave."""
PER_SUBTASK = 2


async def drill_down_generator(state: Settling, runtime: Runtime[Deps]) -> Drilled:
    """Plan drill-downs for what is not deep enough, as far as the limits allow; one ask for the whole wave."""
    deps, plan = runtime.context, state["master_plan"]
    shallow = [s for s in plan.subtasks if s.id in state["wave"] and not state["evaluation"][s.id].sufficient]
    parents = [subtask for subtask in shallow if may_drill(state, subtask)]
    room = state["max_total_subtasks"] - len(plan.subtasks) - len(state["revised"])
    most = min(MOST_NEW, room, PER_SUBTASK * len(parents))
    if most < 1:
        return {"drilled": []}
    planned = [one.question for one in (*plan.subtasks, *state["revised"])]
    answer = await deps.ask(
        DRILL_DOWN_GENERATOR,
        question=state["query"],
        parents=await _views(deps, state, parents),
        planned=planned,
        most=most,
        web=deps.search is not None,
        lang=deps.lang,
        today=deps.now().date().isoformat(),
    )
    said = without_addresses(answer.value, state["query"])
    children = await _children(deps, state, said.subtasks, parents, planned)
    if children:
        deps.note(f"掘り下げ {len(children)} 件" if deps.lang == "ja" else f"drill-downs: {len(children)}")
    return {"drilled": children[:most]}


async def _views(deps: Deps, state: Settling, parents: Sequence[Subtask]) -> list[SubtaskView]:
    excerpts = state["analyzed_data"]
    passages = {p.id: p for p in await deps.evidence.passages([e.passage_id for e in excerpts])}
    quotes = quotes_of(state["subtask_results"], excerpts, passages)
    every = views(state["master_plan"], state["subtask_results"], state["evaluation"], quotes)
    wanted = {subtask.question for subtask in parents}
    return [view for view in every if view.question in wanted]


async def _children(
    deps: Deps, state: Settling, said: Sequence[ChildSubtask], parents: Sequence[Subtask], known: Sequence[str]
) -> list[Subtask]:
    """Those that ask something new of a subtask that is open, and for which something is left to be searched."""
    plan = state["master_plan"].subtasks
    library = await deps.library(state["request"].docs, state["request"].kb)
    sent = [search.query for search in state["searches"]]
    questions = readable(distinct([PlannedSubtask(question=one.question[:LONGEST]) for one in said], known), deps.lang)
    new = {one.question for one in questions}
    have: Counter[str] = Counter()
    children: list[Subtask] = []
    for one in said:
        question = " ".join(one.question[:LONGEST].split())
        parent = plan[one.parent - 1] if 1 <= one.parent <= len(plan) else None
        if question not in new or parent not in parents or parent is None or have[parent.id] >= PER_SUBTASK:
            continue
        new.discard(question)
        child = await allocated(deps, library, _child(parent, one, question), sent)
        words = [query for query in child.rag_queries if same(query) != same(question)]
        if child.web_queries or any(measured.coverage > 0 for measured in await measure(library, words)):
            have[parent.id] += 1
            children.append(child)
    return children


def _child(parent: Subtask, said: ChildSubtask, question: str) -> Subtask:
    return Subtask(
        id="",
        question=question,
        why=" ".join(said.why.split())[:300],
        rag_queries=said.rag_queries,
        web_queries=said.web_queries,
        parent=parent.id,
        depth=parent.depth + 1,
        origin="drill_down",
    )
