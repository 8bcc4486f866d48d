"""From a phase, or from the answer of a planner, to tasks in the queue. What is wrong in a plan becomes findings."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

from kasen.teams.code.config.workflow import Phase, PhaseTask
from kasen.teams.code.findings.ledger import named
from kasen.teams.code.messages import Finding, Planned
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Body, Desk
from kasen.teams.code.orchestrator.wording import defect, role_title
from kasen.teams.code.queue.rows import NewTask
from kasen.teams.code.reservations import check_glob, overlap

MOST = 200
"""Tasks of one plan."""
ID = r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}"
ACCEPTED = ".accepted"


def accepted(work: str) -> str:
    """The row that says whether a piece of work counts."""
    return f"{work}{ACCEPTED}"


def phase_tasks(desk: Desk, phase: str, round: int, findings: Iterable[Finding] = ()) -> list[NewTask]:
    """What a phase begins with, in its round; nothing for one whose tasks come from a plan.

    `findings` are those that are still open: a reviewer of the gate gets its own.
    """
    part = desk.config.workflow.phase(phase)
    ids: dict[str, str] = {}
    made: list[NewTask] = []
    for task in part.tasks:
        same = sum(one.role == task.role for one in part.tasks[: part.tasks.index(task)])
        id = f"{phase}.{round}.{task.role}{f'-{same + 1}' if same else ''}"
        kind = _kind(desk, phase, task)
        needs = tuple(ids[role] for role in task.after)
        body = _phase_body(desk, task, kind, round, findings)
        made += with_acceptance(_new(id, phase, task.role, kind, needs, body), part)
        ids[task.role] = made[-1].task_id
    return made


def with_acceptance(task: NewTask, phase: Phase) -> list[NewTask]:
    """The task and, where its work has to be reviewed or merged, the row that says whether it counts."""
    if task.kind == "review" or not (phase.review or phase.merge or task.kind == "plan"):
        return [task]
    body = Body(title=task.body.get("title", ""), about=task.task_id)
    return [
        task,
        NewTask(
            task_id=accepted(task.task_id),
            phase=task.phase,
            agent_type=ORCHESTRATOR,
            kind="accept",
            needs=(task.task_id,),
            body=body.model_dump(mode="json"),
        ),
    ]


def plan_of(desk: Desk, work: str) -> tuple[Planned, ...]:
    """The newest plan that came of a piece of work: what was mended stands for what was there before."""
    found: tuple[int, tuple[Planned, ...]] = (-1, ())
    for task in desk.queue.tasks(desk.queue.task(work).phase):
        mended = re.fullmatch(re.escape(work) + r"(?:\.fix\.(\d+))?", task.task_id)
        if mended and task.status == "done" and task.result and (plan := task.result.get("plan")):
            found = max(found, (int(mended[1] or 0), tuple(Planned.model_validate(one) for one in plan)))
    return found[1]


def plan_tasks(desk: Desk, plan: Sequence[Planned], phase: str, round: int) -> list[NewTask] | list[Finding]:
    """The tasks of a plan in a round of its phase, or what is wrong with it; never empty."""
    wrong = _wrong(desk, plan, phase)
    if wrong:
        said = [defect(desk.lang, f"plan.{name}", **facts) for name, facts in wrong]
        return named([Finding(severity="critical", issue=words, suggestion=hint) for words, hint in said], "plan")
    part = desk.config.workflow.phase(phase)
    behind = _before({one.id: () for one in plan} | _reversed(plan))
    made: list[NewTask] = []
    suffix = ACCEPTED if part.review or part.merge else ""
    for one in plan:
        needs = tuple(f"{phase}.{round}.{first}{suffix}" for first in dict.fromkeys(one.depends_on))
        body = Body(
            title=one.title or one.id, instruction=one.instruction, acceptance=one.acceptance, files=_globs(one.files)
        )
        task = _new(f"{phase}.{round}.{one.id}", phase, one.role, "work", needs, body, priority=len(behind[one.id]))
        made += with_acceptance(task, part)
    return made


def _new(
    id: str, phase: str, role: str, kind: str, needs: tuple[str, ...], body: Body, *, priority: int = 0
) -> NewTask:
    return NewTask(
        task_id=id,
        phase=phase,
        agent_type=role,
        kind=kind,
        needs=needs,
        body=body.model_dump(mode="json"),
        priority=priority,
    )


def _kind(desk: Desk, phase: str, task: PhaseTask) -> str:
    gate = desk.config.gates.of(phase)
    if gate is not None and task.role in gate.required:
        return "review"
    return "plan" if task.returns == "plan" else "work"


def _phase_body(desk: Desk, task: PhaseTask, kind: str, round: int, findings: Iterable[Finding]) -> Body:
    instruction = task.instruction.replace("{requirement}", desk.requirement)
    title = role_title(desk.lang, task.role, kind)
    if kind == "review":
        return Body(title=title, instruction=instruction, returns="review", round=round, findings=tuple(findings))
    if kind == "plan":
        return Body(title=title, instruction=instruction, returns="plan")
    handled = [glob for agent in desk.config.agents.of(task.role) for glob in agent.handles]
    return Body(title=title, instruction=instruction, files=tuple(dict.fromkeys(handled)) or ("**",))


Wrong = tuple[str, dict[str, object]]
"""What is wrong, by its name in `wording`, and the facts of it."""


def _wrong(desk: Desk, plan: Sequence[Planned], phase: str) -> list[Wrong]:
    """What is wrong, in the order in which it should be looked at."""
    if not plan:
        return [("empty", {})]
    if len(plan) > MOST:
        return [("many", {"n": len(plan), "most": MOST})]
    roles = sorted({agent.role for agent in desk.config.agents.agents if agent.phase == phase})
    needs_files = desk.config.workflow.phase(phase).merge
    found: list[Wrong] = []
    for place, one in enumerate(plan):
        found += _wrong_task(one, roles, [other.id for other in plan[:place]], needs_files=needs_files)
        for first in one.depends_on:
            if first not in [other.id for other in plan]:
                found.append(("unknown", {"id": one.id, "first": first}))
    if found:
        return found
    order = _before({one.id: one.depends_on for one in plan})
    circle = [id for id, before in order.items() if id in before]
    if circle:
        return [("circle", {"ids": ", ".join(map(repr, circle))})]
    return _overlaps(plan, order)


def _wrong_task(one: Planned, roles: Sequence[str], before: Sequence[str], *, needs_files: bool) -> list[Wrong]:
    found: list[Wrong] = []
    if not re.fullmatch(ID, one.id):
        found.append(("id", {"id": one.id[:80]}))
    if one.id in before:
        found.append(("twice", {"id": one.id}))
    if not one.instruction.strip():
        found.append(("silent", {"id": one.id}))
    if one.role not in roles:
        near = difflib.get_close_matches(one.role, roles, n=1)
        facts: dict[str, object] = {"id": one.id, "role": one.role, "roles": ", ".join(near or roles)}
        found.append(("role_near" if near else "role", facts))
    if needs_files and not one.files:
        found.append(("no_files", {"id": one.id}))
    for glob in one.files:
        try:
            check_glob(glob.removeprefix("./"))
        except ValueError:
            found.append(("glob", {"id": one.id, "glob": glob}))
    return found


def _overlaps(plan: Sequence[Planned], order: dict[str, set[str]]) -> list[Wrong]:
    """Pairs that may change the same file while neither waits for the other."""
    found: list[Wrong] = []
    for place, one in enumerate(plan):
        for other in plan[:place]:
            if one.id in order[other.id] or other.id in order[one.id]:
                continue
            pair = next(((a, b) for a in _globs(other.files) for b in _globs(one.files) if overlap(a, b)), None)
            if pair is not None:
                found.append(("overlap", {"other": other.id, "its": pair[0], "id": one.id, "own": pair[1]}))
    return found


def _globs(files: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(glob.removeprefix("./") for glob in files))


def _before(needs: dict[str, tuple[str, ...]]) -> dict[str, set[str]]:
    """Task → all that come before it, itself too when it is in a circle."""
    found: dict[str, set[str]] = {}
    for id in needs:
        seen: set[str] = set()
        wave = list(needs[id])
        while wave:
            first = wave.pop()
            if first not in seen:
                seen.add(first)
                wave += needs[first]
        found[id] = seen
    return found


def _reversed(plan: Sequence[Planned]) -> dict[str, tuple[str, ...]]:
    return {one.id: tuple(other.id for other in plan if one.id in other.depends_on) for one in plan}
