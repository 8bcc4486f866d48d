"""The plan, and what comes next: decided by code in the order of seed 004, by the role where the case is not plain."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.knowledge.library import Library
from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research import remarks
from kasen.teams.research.actions import TARGET, allowed, checked
from kasen.teams.research.gathering import earlier_passages, lang_of
from kasen.teams.research.nodes.planner import VOCABULARY, before_of, documents_of, measure, plain_queries, readable
from kasen.teams.research.results import results_of
from kasen.teams.research.rules.parts import MOST, parts
from kasen.teams.research.rules.planner import MOST_QUERIES, allocate, drafts, same, strategy
from kasen.teams.research.rules.supervisor import agrees, supervise
from kasen.teams.research.schemas import ResearchPlan
from kasen.teams.research.schemas.supervised import Message, NextAction, Progress, Supervision
from kasen.teams.research.states.supervised import Begun
from kasen.teams.research.steering import MOST_DRY, Decision, decide_next_action, evaluate_progress, remaining

SUPERVISOR = Role(
    name="supervisor",
    package="kasen.teams.research",
    reply=Supervision,
    rule=supervise,
    tier="reasoning",
    answer_tokens=700,
    target_s=5.0,
    maximum_s=10.0,
)
"""Seconds of the roles: seed 004 §5.1."""
MOST_POINTS = MOST + 2
"""Points of a plan that a person has added to."""
LONGEST = 500
"""Characters of a theme, a point, a text that are kept."""
Goto = Literal["approve_investigation", "researcher", "writer", "approve_manuscript"]


async def supervisor(state: Begun, runtime: Runtime[Deps]) -> Command[Goto]:
    """Plan where there is no plan or a person wants another; then decide. Raises InputError with nothing to search."""
    deps = runtime.context
    library = await documents_of(deps, state["request"])
    begun = await _begun(state, deps)
    turn = _Turn(deps, library, {**state, **begun}, list(begun.get("messages", [])))
    action, why = await turn.take()
    lang, plan = lang_of(deps.lang), turn.plan
    turn.messages.append(Message(role="supervisor", text=remarks.decided(action, why, lang)))
    asks = "plan" in state["request"].approve and not state.get("agreed") and action != "end"
    ends = {"ended": "iterations" if not remaining(turn.now) else "no_gain"} if action == "end" else {}
    update = {**begun, **turn.update, **ends, "messages": turn.messages, "task_plan": plan, "next_action": action}
    update |= {"human_input": None, "human_input_required": asks}
    deps.note(f"{remarks.plan_told(plan.investigation_points, plan.search_queries, lang)} → {action}")
    target: Any = "approve_investigation" if asks else TARGET.get(action, "approve_manuscript")
    return Command(update=checked("supervisor", state, update), goto=target)


async def _begun(state: Begun, deps: Deps) -> dict[str, Any]:
    """The whole state of a run that begins; sources of the run that it goes on from are there from the start."""
    if "iteration_count" in state:
        return {}
    found = await earlier_passages(deps, state["request"].question)
    return {
        "messages": [Message(role="user", text=state["request"].question)],
        "task_plan": None,
        "research_data": await results_of(deps, state["request"], found, []),
        "current_draft": None,
        "feedback": None,
        "iteration_count": 0,
        "found": found,
        "searches": [],
        "dry_searches": 0,
        "draft": None,
        "reviews": [],
    }


@dataclass
class _Turn:
    """One execution of the supervisor; `now` is the state with what it has changed."""

    deps: Deps
    library: Library
    now: dict[str, Any]
    messages: list[Message]
    update: dict[str, Any] = field(default_factory=dict)

    @property
    def plan(self) -> ResearchPlan:
        """The plan as it is now."""
        found: ResearchPlan = self.now["task_plan"]
        return found

    async def take(self) -> tuple[NextAction, str]:
        """The next action and why; the role is asked once, and only for what code cannot say."""
        text = " ".join((self.now.get("human_input") or "").split())[: 4 * LONGEST]
        if text:
            self.messages.append(Message(role="person", text=text))
        person = "" if agrees(text) else text
        progress, decision = await self._decided()
        if self.now["task_plan"] is not None and not person and decision.action is not None:
            return decision.action, remarks.reason(decision.why, progress, lang_of(self.deps.lang))
        options = self._options() if decision.action is None else []
        said, is_rule = await self._asked(progress, person, options)
        await self._replanned(said, person, is_rule=is_rule)
        if not options:
            progress, decision = await self._decided()
            assert decision.action is not None
            return decision.action, remarks.reason(decision.why, progress, lang_of(self.deps.lang))
        return await self._chosen(said, options, progress)

    async def _decided(self) -> tuple[Progress, Decision]:
        plan, question = self.now["task_plan"], self.now["request"].question
        points = parts(question) if plan is None else plan.investigation_points
        progress = await evaluate_progress(self.deps.evidence, points, self.now["found"], self.now["research_data"])
        return progress, decide_next_action(self.now, progress)

    def _options(self) -> list[NextAction]:
        """What may come after a review: searching takes a draft after it."""
        left = remaining(self.now)
        may_search = left >= 2 and self.now["dry_searches"] < MOST_DRY
        found: list[tuple[NextAction, bool]] = [("research", may_search), ("write", left >= 1), ("end", True)]
        return [action for action, is_possible in found if is_possible]

    def _fresh(self) -> int:
        then: int = self.now.get("written_from", 0)
        return max(len(self.now["research_data"]) - then, 0)

    async def _asked(self, progress: Progress, person: str, options: list[NextAction]) -> tuple[Supervision, bool]:
        deps, request = self.deps, self.now["request"]
        vocabulary = [term.text for term in await self.library.vocabulary(limit=VOCABULARY)]
        tried = list(dict.fromkeys(done.query for done in self.now["searches"]))
        answer = await deps.ask(
            SUPERVISOR,
            question=request.question,
            lang=deps.lang,
            today=deps.now().date().isoformat(),
            vocabulary=vocabulary,
            measured=await measure(self.library, drafts(request.question, vocabulary, [], tried)),
            web=deps.search is not None,
            before=before_of(deps),
            plan=self.now["task_plan"],
            outline=request.outline,
            person=person,
            options=options,
            progress=progress,
            fresh=self._fresh(),
            feedback=self.now["feedback"] or "",
            tried=tried,
        )
        return answer.value, answer.is_rule

    async def _replanned(self, said: Supervision, person: str, *, is_rule: bool) -> None:
        """The plan after what the role said: the first one, one that a person wanted, or other queries."""
        old: ResearchPlan | None = self.now["task_plan"]
        if old is not None and not person and not said.search_queries:
            return
        points = self._points(said, old, person)
        queries = self._queries(plain_queries(said.search_queries), old, is_rule=is_rule)
        measured = await measure(self.library, queries)
        rag, web = allocate(measured, web=self.deps.search is not None)
        self.now["task_plan"] = ResearchPlan(
            theme=" ".join(said.theme.split())[:LONGEST] or (old.theme if old else self.now["request"].question),
            investigation_points=points,
            rag_queries=rag,
            web_queries=web,
            allocation_strategy=strategy(measured, rag, web, lang=self.deps.lang),
            plan_text=" ".join(said.plan_text.split())[:LONGEST],
            search_queries=queries,
            created_at=self.deps.now().isoformat(timespec="seconds"),
        )
        if old is not None and points != old.investigation_points:
            self.update["read"] = []  # What was read is read again for the new points.
        steps = [{"id": str(n), "text": point} for n, point in enumerate(points, start=1)]
        steps += [{"query": query, "where": "documents"} for query in rag]
        await self.deps.emit("plan", steps=[*steps, *({"query": query, "where": "web"} for query in web)])

    def _queries(self, new: list[str], old: ResearchPlan | None, *, is_rule: bool) -> list[str]:
        """The user's own words first; in a later plan what was sent, then the new ones, then what was left."""
        if old is None:
            own = [] if is_rule else [self.now["request"].question]
            return _unique([*own, *new])[:MOST_QUERIES]
        sent = {same(done.query) for done in self.now["searches"]}
        ordered = sorted(old.search_queries, key=lambda query: same(query) not in sent)
        number = sum(same(query) in sent for query in ordered)
        return _unique([*ordered[:number], *new[:MOST_QUERIES], *ordered[number:]])

    def _points(self, said: Supervision, old: ResearchPlan | None, person: str) -> list[str]:
        """Points that evidence is numbered by stay; what a person wants comes after them."""
        request = self.now["request"]
        own = parts(request.question)
        given = [" ".join(text.split())[:LONGEST] for text in said.investigation_points]
        wanted = _unique([text for text in given if any(c.isalnum() for c in text)])
        if not wanted or not readable(wanted, own, self.deps.lang):
            wanted = list(old.investigation_points) if old else own
        if old is None:
            return list(request.outline) or wanted[:MOST]
        if not person:
            return old.investigation_points
        if not self.now.get("excerpts") and not request.outline:
            return wanted[:MOST_POINTS]
        kept = old.investigation_points
        return [*kept, *(text for text in wanted if text not in kept)][: max(MOST_POINTS, len(kept))]

    async def _chosen(self, said: Supervision, options: list[NextAction], progress: Progress) -> tuple[NextAction, str]:
        """What the role chose, where it may; a choice that is not on the table is put right, and said."""
        lang = lang_of(self.deps.lang)
        otherwise: NextAction = "write" if self._fresh() and "write" in options else "end"
        action, wrong = allowed("supervisor", said.next_action, otherwise=otherwise)
        if action not in options:
            action, wrong = otherwise, True
        if wrong:
            text = remarks.corrected("supervisor", said.next_action, action, lang)
            self.messages.append(Message(role="supervisor", text=text))
            await self.deps.emit("warning", text=text)
        why = " ".join(said.reasoning.split())[:LONGEST]
        return action, why or remarks.reason("reviewed", progress, lang)


def _unique(texts: list[str]) -> list[str]:
    once: dict[str, str] = {}
    for text in texts:
        if same(text):
            once.setdefault(same(text), text)
    return list(once.values())
