"""What a run did, gathered from its queue and its repository: nothing is remembered that is not written there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import orjson

from kasen.team import RULE, RunFigures
from kasen.teams.code.git.names import shown
from kasen.teams.code.git.running import GitFailed, git
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.following import Chain, Link, body_of, chain
from kasen.teams.code.orchestrator.known import known, plain
from kasen.teams.code.orchestrator.planning import accepted
from kasen.teams.code.queue.rows import Task
from kasen.teams.code.schemas.request import first_line
from kasen.teams.code.schemas.result import Result, TaskDone
from kasen.teams.code.schemas.story import (
    Came,
    Changed,
    CostTold,
    Decision,
    Found,
    GateTold,
    Looked,
    Piece,
    Story,
    Unmerged,
)
from kasen.teams.code.state import Over

TITLE = 80
"""Characters of a title."""


async def story_of(desk: Desk, over: Over, figures: RunFigures, *, dirty: Sequence[str], into: str, date: str) -> Story:
    """All of it. Raises GitFailed, StoreFailed."""
    base, head = desk.repository.head, await desk.trees.accepted()
    made_of = await _files_by_task(desk, base, head)
    order = [phase.id for phase in desk.config.workflow.phases]
    tasks = sorted(filter(_is_work, desk.queue.tasks()), key=lambda task: (order.index(task.phase), _round_of(task)))
    pieces = tuple(_piece(desk, task, made_of) for task in tasks)
    gates = tuple(_gates(desk))
    changed = tuple(await _changed(desk, base, head))
    found = tuple(Found.model_validate(one.model_dump()) for one in known(desk))
    rounds: dict[str, int] = desk.queue.noted("rounds") or {}
    result = Result(
        outcome=over.outcome,
        reason="" if over.outcome == "completed" else over.reason,
        branch=desk.trees.branch,
        base=base,
        head=head,
        tasks=[_done(piece) for piece in pieces],
        files=[one.name for one in changed],
        rounds=sum(rounds.get(gate.phase, 1) - 1 for gate in desk.config.gates.gates),
        open_findings=[plain(one) for one in found if one.state == "open"],
        usd=figures.usd,
    )
    return Story(
        run_id=desk.place.run_id,
        lang="ja" if desk.lang == "ja" else "en",
        title=title_of(desk.requirement),
        requirement=desk.requirement,
        date=date,
        workflow=desk.config.workflow.name,
        root=str(desk.repository.root),
        into=into,
        dirty=tuple(dirty),
        result=result,
        phases=tuple((phase.id, rounds.get(phase.id, 0)) for phase in desk.config.workflow.phases),
        pieces=pieces,
        gates=gates,
        findings=found,
        changed=changed,
        unmerged=tuple([one async for one in _unmerged(desk)]),
        decisions=tuple(_decisions(desk.place.mailbox.logs)),
        costs=tuple(_costs(figures)),
        seconds=figures.seconds,
    )


def title_of(requirement: str) -> str:
    """The first line with words in it, without marks of a heading."""
    line = first_line(requirement)
    return line if len(line) <= TITLE else line[: TITLE - 1] + "…"


# Work and who looked at it


def _is_work(task: Task) -> bool:
    body = body_of(task)
    return task.agent_type != ORCHESTRATOR and not body.about and body.returns != "review"


def _piece(desk: Desk, task: Task, made_of: dict[str, tuple[str, ...]]) -> Piece:
    so_far = chain(desk, task.task_id)
    made = so_far.made.result
    agent = made.agent if made else task.owner
    row = next((one for one in desk.queue.tasks(task.phase) if one.task_id == accepted(task.task_id)), None)
    came = _came(desk, task, row)
    return Piece(
        id=task.task_id,
        phase=task.phase,
        round=_round_of(task),
        title=so_far.work.body.title or task.task_id,
        role=task.agent_type,
        agent=agent,
        program=next((one.type for one in desk.config.agents.agents if one.id == agent), ""),
        came=came,
        summary=made.output.summary if made else "",
        reason=_reason(so_far, row) if came in ("open", "failed") else "",
        files=made_of.get(task.task_id, ()),
        not_done=made.output.not_done if made else (),
        reviews=tuple(_look(link) for link in so_far.reviews),
        mended=sum(_mends(link) for link in so_far.links),
    )


def _mends(link: Link) -> bool:
    body = link.body
    return bool(body.about) and body.returns in ("result", "plan") and link.task.status == "done"


def _came(desk: Desk, task: Task, row: Task | None) -> Came:
    if row is None:
        return "done" if task.status == "done" else "failed" if task.status in ("failed", "poisoned") else "open"
    if row.status == "done":
        if body_of(row).decided == "accept":
            return "taken"
        return "merged" if desk.config.workflow.phase(task.phase).merge else "done"
    return "failed" if row.status in ("failed", "poisoned") or task.status in ("failed", "poisoned") else "open"


def _reason(so_far: Chain, row: Task | None) -> str:
    rows = [*(link.task for link in reversed(so_far.links)), *([row] if row else [])]
    return next((one.reason for one in rows if one.reason and one.status != "done"), "")


def _round_of(task: Task) -> int:
    number = task.task_id.removeprefix(f"{task.phase}.").partition(".")[0]
    return int(number) if number.isdecimal() else 1


def _look(link: Link) -> Looked:
    result, review = link.result, link.result.review if link.result else None
    return Looked(
        round=link.body.round,
        by=result.agent if result else link.task.owner or link.task.agent,
        role=link.task.agent_type,
        verdict=review.verdict if review else "",
        summary=result.output.summary if result else "",
        blocking=len(review.blocking) if review else 0,
    )


def _gates(desk: Desk) -> Iterator[GateTold]:
    """Every round of every gate; of its commands the last time that they ran is known."""
    commands: dict[str, Any] = desk.queue.noted("commands") or {}
    for gate in desk.config.gates.gates:
        looks: dict[int, list[Looked]] = {}
        for task in desk.queue.tasks(gate.phase):
            body = body_of(task)
            if body.returns == "review" and not body.about:
                looks.setdefault(body.round, []).append(_look(Link(task, body)))
        ran = commands.get(gate.phase) or {}
        for one in ran.get("ran", ()):
            told = Looked(
                round=ran.get("round", 1),
                by=one["name"],
                verdict="PASS" if one["ok"] else "FAIL",
                summary="" if one["ok"] else str(one["said"])[-600:],
                blocking=0 if one["ok"] else 1,
            )
            looks.setdefault(told.round, []).append(told)
        yield from (GateTold(phase=gate.phase, round=round, looks=tuple(looks[round])) for round in sorted(looks))


def _done(piece: Piece) -> TaskDone:
    return TaskDone(
        id=piece.id,
        role=piece.role,
        agent=piece.agent,
        title=piece.title,
        summary=piece.summary,
        files=list(piece.files),
        rounds=len(piece.reviews),
    )


# What lies in the repository


async def _files_by_task(desk: Desk, base: str, head: str) -> dict[str, tuple[str, ...]]:
    """Files that each merge on the branch has changed, by the task that its message names first."""
    root = desk.repository.root
    listed = await git(root, "log", "--first-parent", "--merges", "--reverse", "--format=%H %s", f"{base}..{head}")
    found: dict[str, tuple[str, ...]] = {}
    for line in listed.splitlines():
        commit, _, subject = line.partition(" ")
        names = await git(root, "diff", "--name-only", "-z", "--no-renames", f"{commit}^1", commit)
        task = subject.partition(":")[0]
        found[task] = tuple(dict.fromkeys([*found.get(task, ()), *map(shown, filter(None, names.split("\0")))]))
    return found


async def _changed(desk: Desk, base: str, head: str) -> Iterator[Changed]:
    listed = await git(desk.repository.root, "diff", "--numstat", "-z", "--no-renames", base, head)
    rows = [entry.split("\t", 2) for entry in listed.split("\0") if entry]
    return (Changed(name=shown(name), added=_number(added), removed=_number(removed)) for added, removed, name in rows)


def _number(said: str) -> int | None:
    return int(said) if said.isdecimal() else None


async def _unmerged(desk: Desk) -> Any:
    """What lies on branches of agents and was not accepted."""
    root, run = desk.repository.root, desk.place.run_id
    for agent in desk.config.agents.agents:
        branch = f"kasen-work/{run}/{agent.id}"
        try:
            commits = await git(root, "log", "--no-merges", "--format=%H", branch, "--not", desk.trees.branch)
            names = await git(root, "diff", "--name-only", "-z", "--no-renames", f"{desk.trees.branch}...{branch}")
        except GitFailed:  # it never began
            continue
        files = tuple(map(shown, filter(None, names.split("\0"))))
        if files:
            yield Unmerged(agent=agent.id, branch=branch, commits=len(commits.splitlines()), files=files)


# People and money


def _decisions(logs: Path) -> Iterator[Decision]:
    """From the audit log: what a person was asked about, and said."""
    for path in sorted(logs.glob("*.jsonl")):
        for line in path.read_bytes().splitlines():
            try:
                fact = orjson.loads(line)
            except orjson.JSONDecodeError:  # the last line, when the machine went down in it
                continue
            if fact.get("what") == "answered":
                yield Decision(about=str(fact.get("about", "")), answer=str(fact.get("answer", "")))


def _costs(figures: RunFigures) -> Iterator[CostTold]:
    for row in figures.table():
        has_told = row.input_tokens or row.output_tokens or row.usd
        if row.model != RULE and has_told:
            yield CostTold(
                role=row.role,
                by=row.model,
                turns=row.calls,
                input_tokens=row.input_tokens,
                output_tokens=row.output_tokens,
                usd=row.usd,
            )
