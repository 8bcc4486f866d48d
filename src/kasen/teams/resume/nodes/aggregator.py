"""The aggregator: one score of five critics, with its spread; then out, or to the revisor."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any, Literal

from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.resume import wording
from kasen.teams.resume.blockers import blockers_of
from kasen.teams.resume.nodes.copywriter import COPYWRITER
from kasen.teams.resume.nodes.recruiter import RECRUITER
from kasen.teams.resume.nodes.tech_writer import TECH_WRITER
from kasen.teams.resume.nodes.ux_designer import UX_DESIGNER
from kasen.teams.resume.nodes.visual_designer import VISUAL_DESIGNER
from kasen.teams.resume.pictures import seen
from kasen.teams.resume.schemas.feedback import Critique, DesignFeedback, Feedback, Scored
from kasen.teams.resume.schemas.part import Critic
from kasen.teams.resume.schemas.result import Why
from kasen.teams.resume.scoring import LOOKS, REQUIRED, decided, is_near, settled, weighed
from kasen.teams.resume.state import State
from kasen.teams.resume.stopping import best_of, why_stopped
from kasen.teams.resume.telling import tell_score

CRITIC_ROLES: dict[Critic, Role[Critique]] = {
    "recruiter": RECRUITER,
    "tech_writer": TECH_WRITER,
    "copywriter": COPYWRITER,
    "ux_designer": UX_DESIGNER,
    "visual_designer": VISUAL_DESIGNER,
}
MOST_ASKS = 3
"""Asks of a required critic whose models fail: once, and at most twice again. Its silence is never a verdict."""
Goto = Literal["revisor", "judge"]


async def aggregator(state: State, runtime: Runtime[Deps]) -> Command[Goto]:
    """Weigh the critics, look again where one look cannot decide, and say what comes next."""
    deps, request = runtime.context, state["request"]
    feedback = await _heard(deps, state, _said(state))
    uncounted: tuple[Critic, ...] = ("visual_designer",) if state["renderer"] == "preview" else ()
    scored = weighed(feedback, iteration=state["iteration"], uncounted=uncounted)
    if request.gate == "strict" and is_near(scored, request.threshold):
        feedback = await _looked_again(deps, state, feedback, uncounted)
        scored = weighed(feedback, iteration=state["iteration"], uncounted=uncounted)
    blockers = blockers_of(state, deps.lang)
    scored = decided(scored, threshold=request.threshold, gate=request.gate, blockers=blockers)
    await tell_score(deps, scored, wording.score_line(scored, request.threshold, deps.lang))
    if state["iteration"] == 1 and (text := wording.shared_out(scored, deps.lang)):
        await deps.emit("warning", text=text)
    history = [*state.get("history", []), scored]
    why = _why(state, history, feedback)
    by_agent = {one.agent: one for one in feedback}
    update: dict[str, Any] = {
        "current_feedback": feedback,
        "current_score": scored.score,
        "design_feedback": DesignFeedback(ux=by_agent["ux_designer"], visual=by_agent["visual_designer"]),
        "feedback": feedback,
        "history": [scored],
        "texts": [state["revised_content"]],
        "versions": [state["changes"]],
        "best": best_of(history),
        "stopped": why,
        "attempts": 0,
        "problems": [],
    }
    return Command(update=update, goto="revisor" if why is None else "judge")


def _said(state: State) -> list[Feedback]:
    return [
        state["recruiter_feedback"],
        state["tech_writer_feedback"],
        state["copywriter_feedback"],
        state["ux_designer_feedback"],
        state["visual_designer_feedback"],
    ]


async def _heard(deps: Deps, state: State, feedback: list[Feedback]) -> list[Feedback]:
    """Ask required critics again whose models failed; those that stay silent are named."""
    for number in range(2, MOST_ASKS + 1):
        silent = [one for one in feedback if one.verdict == "infra_failed" and one.agent in REQUIRED]
        if not silent:
            break
        again = await asyncio.gather(*(_look(deps, state, one.agent, number) for one in silent))
        by_agent = {one.agent: one for one in again}
        feedback = [by_agent.get(one.agent, one) for one in feedback]
    for one in feedback:
        if one.verdict == "infra_failed":
            critic = wording.name(one.agent, deps.lang)
            await deps.emit("warning", text=wording.note("dead", deps.lang, critic=critic, why=one.why.rstrip(".。")))
    return feedback


async def _looked_again(
    deps: Deps, state: State, feedback: Sequence[Feedback], uncounted: Sequence[Critic]
) -> list[Feedback]:
    """Two more looks of every critic that judged and counts, all at once; the median of three stands."""
    judged = [one for one in feedback if one.looks and one.iteration == state["iteration"] and not one.note]
    judging = [one for one in judged if one.agent not in uncounted]
    asked = [(one.agent, number) for one in judging for number in range(2, LOOKS + 1)]
    found = await asyncio.gather(*(_look(deps, state, agent, number) for agent, number in asked))
    more: dict[str, list[Feedback]] = {}
    for look in found:
        if look.looks:
            more.setdefault(look.agent, []).append(look)
    return [settled([one, *more.get(one.agent, [])]) if one in judging else one for one in feedback]


def _look(deps: Deps, state: State, agent: Critic, number: int) -> Any:
    from kasen.teams.resume.critics import look

    role = CRITIC_ROLES[agent]
    if agent in ("ux_designer", "visual_designer"):
        return seen(deps, {**state, "visual_designer_feedback": None}, role, number=number)  # type: ignore[typeddict-item]
    return look(deps, state, role, number=number)


def _why(state: State, history: Sequence[Scored], feedback: Sequence[Feedback]) -> Why | None:
    request = state["request"]
    return why_stopped(
        history,
        review_only=request.review_only,
        max_iterations=request.max_iterations,
        spent=any(one.why == "budget" for one in feedback),
        plain=request.gate == "plain",
    )
