"""The question divided into subtasks, each with its own question and queries, so that none needs a planner."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from langgraph.runtime import Runtime

from kasen.knowledge.library import Library
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.nodes.planner import LONGEST, VOCABULARY, documents_of, measure, plain_queries, readable
from kasen.teams.research.rules.coverage import COVERED, coverage
from kasen.teams.research.rules.master_planner import decompose
from kasen.teams.research.rules.parts import parts
from kasen.teams.research.rules.planner import allocate, drafts, same, strategy
from kasen.teams.research.schemas import Measured, Request
from kasen.teams.research.schemas.deep import LeftOut, MasterPlan, PlannedSubtask, PlanningTask, ProposedPlan, Subtask
from kasen.teams.research.states.deep import Begun, Wished
from kasen.teams.research.subtasks import distinct, ready, unasked, without_circles

MASTER_PLANNER = Role(
    name="master_planner",
    package="kasen.teams.research",
    reply=ProposedPlan,
    rule=decompose,
    tier="reasoning",
    answer_tokens=1500,
    target_s=10.0,
    maximum_s=30.0,
)
MOST_AT_FIRST = 8
"""Subtasks of the first plan; the others that the request allows are for what comes up."""
MOST_QUERIES = 4
"""Queries of one subtask, its own question left out."""
_MOST_EARLIER = 12


async def master_planner(state: Wished, runtime: Runtime[Deps]) -> Begun:
    """Plan the subtasks. Raises InputError when there is nothing to search at all."""
    deps, request = runtime.context, state["request"]
    library = await documents_of(deps, request)
    variables = await _variables(state, deps, library)
    answer = await deps.ask(MASTER_PLANNER, **variables)
    planned = settled(answer.value, decompose(**variables), request, deps.lang)
    most = variables["task"].most
    planned, cut = planned[:most], planned[most:]
    kept, dropped = without_circles([one.depends_on for one in planned])
    if dropped:
        await deps.emit("warning", text=_told_dropped(dropped, deps.lang))
    subtasks = [
        await allocated(deps, library, _subtask(number, one, needs))
        for number, (one, needs) in enumerate(zip(planned, kept, strict=True), start=1)
    ]
    plan = MasterPlan(
        execution_mode="hierarchical" if len(subtasks) > 1 else "simple",
        theme=" ".join(answer.value.theme.split())[:LONGEST] or request.question,
        allocation_strategy=await _strategy(answer.value, subtasks, library, deps),
        subtasks=subtasks,
        created_at=deps.now().isoformat(timespec="seconds"),
    )
    await tell(plan, deps)
    return begun(plan, request, [LeftOut(question=one.question, limit="max_total_subtasks") for one in cut])


async def _variables(state: Wished, deps: Deps, library: Library) -> dict[str, Any]:
    request = state["request"]
    vocabulary = [term.text for term in await library.vocabulary(limit=VOCABULARY)]
    earlier, still_open = _earlier(deps)
    return {
        "question": request.question,
        "lang": deps.lang,
        "today": deps.now().date().isoformat(),
        "vocabulary": vocabulary,
        "measured": await measure(library, drafts(request.question, vocabulary, [], [])),
        "web": deps.search is not None,
        "task": PlanningTask(
            parts=parts(request.question),
            most=min(max(MOST_AT_FIRST, len(request.outline)), request.max_total_subtasks),
            outline=request.outline,
            earlier=earlier,
            still_open=still_open,
            wishes=state.get("wishes", []),
        ),
    }


def begun(plan: MasterPlan, request: Request, left_out: list[LeftOut]) -> Begun:
    """The state in which work on a plan begins."""
    wave = [subtask.id for subtask in ready(plan, ())]
    return {
        "query": request.question,
        "execution_mode": plan.execution_mode,
        "master_plan": plan,
        "rag_queries": queries_of(plan, "rag_queries"),
        "web_queries": queries_of(plan, "web_queries"),
        "allocation_strategy": plan.allocation_strategy,
        "max_revisions": request.max_revisions,
        "max_total_subtasks": request.max_total_subtasks,
        "revision_count": 0,
        "wave": wave,
        "current_subtask_id": wave[0],
        "current_subtask_index": 0,
        "loop_count": 1,
        "left_out": left_out,
    }


def queries_of(plan: MasterPlan, where: str) -> list[str]:
    """Every query of a plan for `rag_queries` or `web_queries`, each once."""
    return list(dict.fromkeys(query for subtask in plan.subtasks for query in getattr(subtask, where)))


def settled(said: ProposedPlan, own: ProposedPlan, request: Request, lang: str) -> list[PlannedSubtask]:
    """The subtasks of a plan after code read it, never none; `own` is the rule's plan.

    One subtask asks the user's own question; several ask all parts of it between them.
    """
    asked = [one.question for one in own.subtasks]
    planned = [one.model_copy(update={"question": one.question[:LONGEST]}) for one in distinct(said.subtasks)]
    if request.outline:
        return [_under(heading, planned, own.subtasks) for heading in request.outline]
    if not planned or not readable([one.question for one in planned], asked, lang):
        planned = list(own.subtasks)
    elif len(asked) > 1:
        lacking = unasked(asked, [one.question for one in planned])
        planned += [one for one in own.subtasks if one.question in lacking]
    if len(planned) == 1 or (len(asked) < 2 and said.execution_mode == "simple"):
        return [_whole(request.question, planned)]
    return planned


def _under(heading: str, planned: Sequence[PlannedSubtask], own: Sequence[PlannedSubtask]) -> PlannedSubtask:
    """The subtask of a heading: the one that was planned for it, else the rule's, else the heading alone."""
    exact = [one for one in (*planned, *own) if same(one.question) == same(heading)]
    near = sorted(planned, key=lambda one: -coverage(heading, one.question))[:1]
    fitting = exact or [one for one in near if coverage(heading, one.question) >= COVERED]
    found = fitting[0] if fitting else PlannedSubtask(rag_queries=[heading])
    return found.model_copy(update={"question": heading, "depends_on": []})


def _whole(question: str, planned: Sequence[PlannedSubtask]) -> PlannedSubtask:
    """One subtask that asks the user's question, with the queries of all that were planned."""
    return PlannedSubtask(
        question=" ".join(question.split()),
        why=planned[0].why,
        rag_queries=[query for one in planned for query in one.rag_queries],
        web_queries=[query for one in planned for query in one.web_queries],
    )


def _subtask(number: int, planned: PlannedSubtask, needs: Sequence[int]) -> Subtask:
    return Subtask(
        id=f"s{number}",
        question=planned.question,
        why=" ".join(planned.why.split())[:LONGEST],
        rag_queries=planned.rag_queries,
        web_queries=planned.web_queries,
        depends_on=[f"s{need}" for need in needs],
    )


async def allocated(deps: Deps, library: Library, subtask: Subtask, sent: Collection[str] = ()) -> Subtask:
    """A subtask whose queries are plain, new and sent where their words are; its own question is always among them.

    `sent` are queries that were sent before. What a role wants from the web is asked there.
    """
    web = deps.search is not None
    known = {same(query) for query in sent}
    wanted = plain_queries(subtask.web_queries) if web else []
    proposed = dict.fromkeys([*plain_queries(subtask.rag_queries), *wanted, *plain_queries(subtask.web_queries)])
    fresh = [query for query in proposed if same(query) not in {*known, same(subtask.question)}][:MOST_QUERIES]
    rag, on_web = allocate(await measure(library, fresh), web=web)
    on_web = list(dict.fromkeys([*on_web, *(query for query in wanted if query in fresh)]))
    if same(subtask.question) not in known:
        (own,) = await measure(library, [subtask.question])
        rag = [own.query, *rag] if own.coverage > 0 or not web else rag
        is_wanted = any(same(query) == same(own.query) for query in wanted)
        if is_wanted or (web and not on_web and own.coverage < COVERED):
            on_web = [own.query, *on_web]
    return subtask.model_copy(update={"rag_queries": rag, "web_queries": on_web})


async def _strategy(said: ProposedPlan, subtasks: Sequence[Subtask], library: Library, deps: Deps) -> str:
    rag = list(dict.fromkeys(query for subtask in subtasks for query in subtask.rag_queries))
    web = list(dict.fromkeys(query for subtask in subtasks for query in subtask.web_queries))
    measured: list[Measured] = await measure(library, list(dict.fromkeys([*rag, *web])))
    told = strategy(measured, rag, web, lang=deps.lang)
    return " ".join(part for part in (" ".join(said.allocation_strategy.split())[:LONGEST], told) if part)


def _earlier(deps: Deps) -> tuple[list[str], list[str]]:
    """What the report that this one goes on from found, and what it left open."""
    if deps.earlier is None:
        return [], []
    result = deps.earlier.result
    findings = [str(finding.get("text", "")) for finding in result.get("findings", []) if isinstance(finding, dict)]
    still_open = [str(text) for text in result.get("not_covered", [])]
    return [text for text in findings if text][:_MOST_EARLIER], still_open[:_MOST_EARLIER]


async def tell(plan: MasterPlan, deps: Deps) -> None:
    """Show the plan: subtasks, what they wait for, and queries."""
    steps = [
        {"id": one.id, "text": one.question, **({"after": ", ".join(one.depends_on)} if one.depends_on else {})}
        for one in plan.subtasks
    ]
    queries = [{"query": query, "where": "documents"} for one in plan.subtasks for query in one.rag_queries]
    queries += [{"query": query, "where": "web"} for one in plan.subtasks for query in one.web_queries]
    await deps.emit("plan", steps=[*steps, *queries])
    count = len(plan.subtasks)
    if deps.lang == "ja":
        deps.note(f"下位課題 {count} 件（{plan.execution_mode}）、検索 {len(queries)} 件")
    else:
        deps.note(f"{plan.execution_mode}: subtasks: {count}, queries: {len(queries)}")


def _told_dropped(count: int, lang: str) -> str:
    if lang == "ja":
        return f"計画の依存関係 {count} 件は、循環しているか相手が無いため外した。"
    return f"{count} dependency(ies) of the plan were circular or led nowhere and were left out."
