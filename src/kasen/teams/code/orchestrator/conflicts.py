"""A merge conflict: the guardian says whose change stands, and whoever came second resolves it."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.code.git.names import named
from kasen.teams.code.git.running import git
from kasen.teams.code.git.standing import Tree, meeting
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.following import URGENT, Chain, mending
from kasen.teams.code.orchestrator.refusing import sent_back
from kasen.teams.code.orchestrator.reviews import MERGE
from kasen.teams.code.orchestrator.wording import defect
from kasen.teams.code.queue.rows import NewTask

GUARDIAN = "codebase-guardian"
"""The role that rules on conflicts."""
LONGEST = 50_000
"""Characters of each side that it is shown."""


async def conflicted(desk: Desk, so_far: Chain, files: Sequence[str]) -> str:
    """Put in the guardian's task, or that of whoever did the work; why a person has to decide, where it came too often.

    The first of the two that was merged stands in the branch; the other is the one that is changed.
    """
    reads = await _both_sides(desk, so_far, files) if desk.config.agents.of(GUARDIAN) else ()

    def made(findings: Sequence[Finding]) -> NewTask:
        return _rule(so_far, findings, reads) if reads else mending(so_far, "resolve", findings)

    return await sent_back(desk, so_far, MERGE, made, [_finding(desk, file) for file in files])


def _rule(so_far: Chain, findings: Sequence[Finding], reads: tuple[str, ...]) -> NewTask:
    number, work = so_far.number("rule"), so_far.work
    body = Body(
        title=work.body.title,
        instruction=work.body.instruction,
        files=work.body.files,
        returns="ruling",
        about=work.task.task_id,
        round=number,
        findings=tuple(findings),
        after=so_far.last.task.task_id,
        reads=reads,
    )
    return NewTask(
        task_id=f"{work.task.task_id}.rule.{number}",
        phase=work.task.phase,
        agent_type=GUARDIAN,
        kind="rule",
        priority=URGENT,
        body=body.model_dump(mode="json"),
    )


def _finding(desk: Desk, file: str) -> Finding:
    issue, suggestion = defect(desk.lang, "conflict", file=file)
    return Finding(file=file, severity="major", issue=issue, suggestion=suggestion)


async def _both_sides(desk: Desk, so_far: Chain, files: Sequence[str]) -> tuple[str, ...]:
    """Files that hold what each side changed in the files of the conflict, and in which tasks."""
    tree, work = await desk.trees.together(), so_far.work.task.task_id
    head = so_far.made.result.head if so_far.made.result else "HEAD"
    together = await desk.trees.accepted()
    base = await meeting(tree, together, head)
    folder = desk.place.mailbox.state / "conflicts"
    folder.mkdir(exist_ok=True)
    written = []
    for side, commit in ((work, head), ("merged", together)):
        path = folder / f"{work}.{so_far.number('rule')}.{side}.diff"
        path.write_text(await _side(tree, base, commit, files), encoding="utf-8", errors="surrogateescape")
        written.append(str(path))
    return tuple(written)


async def _side(tree: Tree, base: str, commit: str, files: Sequence[str]) -> str:
    paths = [f":(literal){named(file)}" for file in files]
    log = await git(tree.folder, "log", "--format=%h %s", f"{base}..{commit}")
    diff = await git(tree.folder, "diff", "--no-color", "--no-ext-diff", base, commit, "--", *paths)
    return f"{log[:LONGEST]}\n{diff[:LONGEST]}"
