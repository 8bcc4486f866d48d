"""What a gate found goes back to whoever can mend it: one task per agent, with its findings alone."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.errors import ConfigurationError
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.findings.routing import Span, routed
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.following import URGENT, body_of
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.planning import with_acceptance
from kasen.teams.code.orchestrator.wording import title_of
from kasen.teams.code.queue.rows import NewTask
from kasen.teams.code.reservations import check_glob


async def send_back(desk: Desk, phase: str, round: int, to: str) -> list[NewTask]:
    """The tasks `{to}.{n}.fix-{agent}` and their acceptance rows, for the open findings of a gate; they are not put in.

    `n` is one more than the times that phase `to` was entered by the note `rounds`: put them in together with the new
    note. By blame of the run's commits, then by whose file it is, then the fallback. Empty where nothing is open.
    Raises ConfigurationError where nobody works in that phase.
    """
    findings = open_of(desk, phase)
    if not findings:
        return []
    able = {agent.id: agent for agent in desk.config.agents.agents if agent.phase == to}
    if not able:
        raise ConfigurationError(f"phase `{phase}` sends work back to `{to}`, in which no agent works")
    span = Span(folder=desk.repository.root, since=desk.repository.head, head=await desk.trees.accepted())
    number = (desk.queue.noted("rounds") or {}).get(to, round) + 1
    made: list[NewTask] = []
    for agent, own in (await routed(findings, desk.config.agents, span, list(able))).items():
        made += _task(desk, to, number, able[agent], own)
    return made


def _task(desk: Desk, to: str, number: int, agent: Agent, findings: Sequence[Finding]) -> list[NewTask]:
    body = Body(
        title=title_of(desk.lang, findings),
        files=_files(desk, to, agent, findings),
        round=number,
        findings=tuple(findings),
    )
    task = NewTask(
        task_id=f"{to}.{number}.fix-{agent.id}",
        phase=to,
        agent_type=agent.role,
        agent=agent.id,
        kind="fix",
        priority=URGENT,
        body=body.model_dump(mode="json"),
    )
    return with_acceptance(task, desk.config.workflow.phase(to))


def _files(desk: Desk, to: str, agent: Agent, findings: Sequence[Finding]) -> tuple[str, ...]:
    """What it may change: the files that are named, and what was its own before; else those of its kind; else all."""
    before = [glob for task in desk.queue.tasks(to) if task.owner == agent.id for glob in body_of(task).files]
    named = [one.file for one in findings if one.file and _is_file(one.file)]
    return tuple(dict.fromkeys((*named, *(before or agent.handles)))) or ("**",)


def _is_file(file: str) -> bool:
    try:
        return bool(check_glob(file))
    except ValueError:
        return False
