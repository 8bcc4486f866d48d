"""What reviewers and the guardian say: a review passes, or its findings go back to whoever did the work."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from kasen.teams.code.findings.ledger import Round, named, not_converging
from kasen.teams.code.messages import Finding, Review, TaskResult, Verdict
from kasen.teams.code.orchestrator.desk import Body, Desk
from kasen.teams.code.orchestrator.following import (
    Chain,
    body_of,
    chain,
    follow,
    may_write,
    mending,
)
from kasen.teams.code.orchestrator.known import Known, looked, noted, open_of, tell
from kasen.teams.code.orchestrator.spoken import spoken
from kasen.teams.code.orchestrator.wording import named_few, why
from kasen.teams.code.queue.rows import Task

ASKS = 3
"""Times that a reviewer is asked for its verdict in all."""


@dataclass(frozen=True, kw_only=True)
class Said:
    """What a review comes to."""

    word: Verdict
    blocking: tuple[Finding, ...] = ()
    advice: tuple[Finding, ...] = ()
    reason: str = ""


async def reviewed(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take a review of a piece of work, or of a gate (`task.body.about` is empty).

    A FAIL of work puts the fix in first, for the same agent and with the findings alone; after `limits.rounds` of them
    the acceptance is blocked instead. Without a verdict the reviewer is asked again, twice at most. Findings keep
    their ids from round to round; those of a gate are noted and `gate_word` tells what comes of them.
    A message that was taken before changes nothing. Raises Fenced for an old token, before anything is changed.
    """
    if not may_write(desk, task, result):
        return
    body = body_of(task)
    said = judged(task, body, result, open_of(desk, task.phase, task.agent_type))
    said = replace(said, reason=spoken(desk.lang, said.reason))
    if said.word in ("NO_VERDICT", "INFRA_FAILED") and task.attempts < min(ASKS, desk.config.workflow.limits.attempts):
        desk.queue.requeue(task.task_id, task.token, said.reason, counts=True)
        return
    await desk.emit("verdict", reviewer=result.agent, verdict=said.word.lower(), text=result.output.summary)
    result = _with(result, said)
    result = await (_of_work if body.about else _of_gate)(desk, task, body, said, result)
    desk.queue.finish(task.task_id, task.token, result.model_dump(mode="json"), msg_id=result.msg_id)


def judged(task: Task, body: Body, result: TaskResult, noted: tuple[Finding, ...] = ()) -> Said:
    """The verdict by what was found: whatever blocks is a FAIL, and a FAIL that names nothing is no verdict.

    In a re-review only open findings block; what else is found is advice, unless it is critical.
    """
    if result.review is None:
        word: Verdict = "NO_VERDICT" if result.problem in ("", "no_answer") else "INFRA_FAILED"
        return Said(word=word, reason=result.reason or result.problem or "it gave no verdict")
    review, before = result.review, (*body.findings, *noted)
    if review.verdict in ("NO_VERDICT", "INFRA_FAILED"):
        return Said(word=review.verdict, reason=result.reason or result.output.summary or "it gave no verdict")
    found = named(review.blocking, task.agent_type, before)
    advice = named(review.non_blocking, task.agent_type, before)
    if body.findings:
        asked = {one.id for one in body.findings}
        advice += [one for one in found if one.id not in asked and one.severity != "critical"]
        found = [one for one in found if one.id in asked or one.severity == "critical"]
    if found:
        return Said(word="FAIL", blocking=tuple(found), advice=tuple(advice))
    if review.verdict == "FAIL" and not review.blocking:
        return Said(word="NO_VERDICT", advice=tuple(advice), reason="it says FAIL and names nothing that blocks")
    return Said(word="PASS", advice=tuple(advice))


def _with(result: TaskResult, said: Said) -> TaskResult:
    """The result as it counts: with ids, and with what it comes to."""
    review = Review(verdict=said.word, blocking=said.blocking, non_blocking=said.advice)
    return result.model_copy(update={"review": review, "status": "done", "reason": said.reason})


async def _of_gate(desk: Desk, task: Task, body: Body, said: Said, result: TaskResult) -> TaskResult:
    if said.word in ("PASS", "FAIL"):
        change = partial(_looked, task=task, body=body, said=said)
        await tell(desk, change)
        desk.queue.put([], noted(desk, change))
    return result


async def _of_work(desk: Desk, task: Task, body: Body, said: Said, result: TaskResult) -> TaskResult:
    """Put in what follows; the result, which says so where a person has to decide."""
    so_far = chain(desk, body.about)
    if so_far.follower(task.task_id) is not None:
        return result
    if said.word in ("NO_VERDICT", "INFRA_FAILED"):
        silent = why(desk.lang, "silent", who=result.agent, what=said.reason)
        return result.model_copy(update={"status": "blocked", "reason": silent})
    change = partial(_looked, task=task, body=body, said=said)
    await tell(desk, change)
    so_far = so_far.ended(task, result)
    stays = _stays(desk, so_far)
    if said.word == "PASS" or stays:
        desk.queue.put([], noted(desk, change))
        return result.model_copy(update={"status": "blocked", "reason": stays}) if stays else result
    follow(desk, so_far, mending(so_far, "fix", said.blocking), noted(desk, change))
    return result


def _looked(before: Sequence[Known], *, task: Task, body: Body, said: Said) -> list[Known]:
    """What the reviewer was asked about and does not name any more is closed, whoever found it in that work."""
    about = body.about or task.phase
    gone = {one.id for one in body.findings} - {one.id for one in said.blocking}
    return [
        one.model_copy(update={"state": "closed"})
        if one.id in gone and one.about == body.about and one.state == "open"
        else one
        for one in looked(before, about, task.agent_type, body.round, said.blocking, said.advice)
    ]


def _stays(desk: Desk, so_far: Chain) -> str:
    """Why a person has to decide: it failed as often as it may, and what is still open; empty where it goes on."""
    most = desk.config.workflow.limits.rounds
    reviews = [link.result.review for link in so_far.reviews if link.result and link.result.review]
    if not reviews or reviews[-1].verdict != "FAIL":
        return ""
    failed = [one for one in reviews if one.verdict == "FAIL"]
    if len(failed) < most:
        return ""
    same = not_converging([Round(one.blocking) for one in failed], most) or failed[-1].blocking
    return why(desk.lang, "rounds", n=len(failed), what=named_few([one.issue for one in same]))


async def ruled(desk: Desk, task: Task, result: TaskResult) -> None:
    """Take what the guardian decided on a conflict: whoever did the work resolves it by that.

    A message that was taken before changes nothing. Raises Fenced for an old token, before anything is changed.
    """
    if not may_write(desk, task, result):
        return
    so_far = chain(desk, body_of(task).about)
    if so_far.follower(task.task_id) is None:
        said = result.ruling.instruction if result.ruling else ""
        instruction = "\n\n".join(filter(None, (so_far.work.body.instruction, said)))
        follow(desk, so_far, mending(so_far, "resolve", body_of(task).findings, instruction=instruction))
    desk.queue.finish(task.task_id, task.token, result.model_dump(mode="json"), msg_id=result.msg_id)
