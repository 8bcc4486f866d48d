"""Pauses: asked once, answered once, by a person, by `--yes` or by the deadline."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import Connection, RowMapping, func, insert, select, update

from kasen.errors import InputError, UnknownName, UsageError
from kasen.runtime.rows import ApprovalRow, Question, timestamp
from kasen.runtime.store import Store
from kasen.runtime.tables import APPROVALS, RUNS
from kasen.team import AtDeadline

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt

BY_DEFAULT = "--yes"
BY_DEADLINE = "deadline"
BY_REPLAY = "replay"


def approve(
    name: str,
    question: str,
    *,
    schema: dict[str, Any],
    default: Any,
    shown: Any = None,
    deadline_s: float | None = None,
    at_deadline: AtDeadline = "wait",
) -> Any:
    """`Deps.approve`: pause here; the node starts again from its first line when the answer is there."""
    from langgraph.types import interrupt

    asked = Question(
        approval=name,
        question=question,
        answer_schema=schema,
        default=default,
        shown=shown,
        deadline_s=deadline_s,
        at_deadline=at_deadline,
    )
    return interrupt(asked.model_dump(mode="json"))


async def ask(attempt: Attempt, interrupt_id: str, asked: Question, now: datetime) -> None:
    """Record a pause and its event, once: the same interrupt after a crash is the same row, with its deadline."""
    deadline = timestamp(now + timedelta(seconds=asked.deadline_s)) if asked.deadline_s is not None else ""
    if any(row.interrupt_id == interrupt_id for row in await approvals(attempt.store, attempt.run_id)):
        return
    if (anew := attempt.anew) is not None:
        is_same = await attempt.write(lambda c: anew.pause(c, attempt.run_id, asked.approval, interrupt_id))
        if is_same:
            anew.taken(asked.approval)
            return
    row = {"run_id": attempt.run_id, "interrupt_id": interrupt_id, "name": asked.approval, "deadline": deadline}
    row["asked"] = asked.model_dump_json()
    fields = asked.model_dump(mode="json", exclude={"deadline_s"})
    event = {"type": "approval_asked", "deadline": deadline, **fields}
    before = select(func.coalesce(func.max(APPROVALS.c.nth), 0)).where(APPROVALS.c.run_id == attempt.run_id)
    added = insert(APPROVALS).values({**row, "nth": before.scalar_subquery() + 1})
    await attempt.write(lambda c: c.execute(added), [event])


async def approvals(store: Store, run_id: str) -> list[ApprovalRow]:
    """The pauses of a run in the order they were asked."""
    query = select(APPROVALS).where(APPROVALS.c.run_id == run_id).order_by(APPROVALS.c.nth)
    return [_approval(row) for row in await store.read(lambda c: c.execute(query).mappings().all())]


async def answer(store: Store, run_id: str, name: str, value: Any, *, by: str, go_on: bool = False) -> ApprovalRow:
    """Answer a pause of a run, from whatever process; `go_on` as for `settle`.

    Raises:
        UnknownName: the run has no such pause.
        UsageError: it was answered before; the message says by whom and when.
        InputError: the answer does not fit the schema.
    """
    rows = [row for row in await approvals(store, run_id) if name in (row.name, row.interrupt_id)]
    if not rows:
        known = ", ".join(row.name for row in await approvals(store, run_id) if not row.answered)
        raise UnknownName(f"run {run_id} has no approval `{name}`; waiting: {known or 'none'}")
    open_rows = [row for row in rows if not row.answered]
    row = open_rows[0] if open_rows else rows[-1]
    if open_rows:
        check_answer(row.asked, value)
    return await settle(store, row, value, by=by, go_on=go_on)


async def settle(store: Store, row: ApprovalRow, value: Any, *, by: str, go_on: bool = False) -> ApprovalRow:
    """Write the answer if there is none yet. Raises UsageError when somebody was faster.

    `go_on`: with the answer to its last open pause a paused run is one that waits for a process: whatever becomes of
    who answered, the run is carried on.
    """
    mine = (APPROVALS.c.run_id == row.run_id, APPROVALS.c.interrupt_id == row.interrupt_id)
    values = {"answer": orjson.dumps(value).decode(), "answered_by": by, "answered_at": timestamp()}

    def job(connection: Connection) -> tuple[bool, ApprovalRow]:
        connection.execute(select(RUNS.c.status).where(RUNS.c.id == row.run_id).with_for_update())
        written = update(APPROVALS).where(*mine, APPROVALS.c.answer.is_(None)).values(values)
        first = connection.execute(written).rowcount == 1
        if first and go_on:
            _let_go_on(connection, row.run_id)
        return first, _approval(connection.execute(select(APPROVALS).where(*mine)).mappings().one())

    first, now = await store.write(job)
    if not first:
        raise UsageError(f"approval `{row.name}` was already answered by {now.answered_by} at {now.answered_at}")
    return now


def _let_go_on(connection: Connection, run_id: str) -> None:
    still_open = select(APPROVALS.c.run_id).where(APPROVALS.c.run_id == run_id, APPROVALS.c.answer.is_(None))
    mine = (RUNS.c.id == run_id, RUNS.c.status == "paused", ~still_open.exists())
    connection.execute(update(RUNS).where(*mine).values(status="created", updated_at=timestamp()))


async def stay(store: Store, run_id: str) -> None:
    """A run that was to go on after its last answer, and cannot, is a paused one again, unless somebody has it."""

    def job(connection: Connection) -> None:
        status = connection.execute(select(RUNS.c.status).where(RUNS.c.id == run_id).with_for_update()).scalar()
        asked = select(APPROVALS.c.run_id).where(APPROVALS.c.run_id == run_id)
        if status == "created" and connection.execute(asked).first() and not store.owners.of(connection, [run_id]):
            connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(status="paused", updated_at=timestamp()))

    await store.write(job)


async def pause(attempt: Attempt, interrupt_ids: Sequence[str]) -> bool:
    """Note that the run waits for a person at these pauses; False when one of them was answered: then nothing is noted.

    Answers and this note come one after the other, whichever processes write them.
    """
    mine = (APPROVALS.c.run_id == attempt.run_id, APPROVALS.c.interrupt_id.in_(interrupt_ids))
    answered = select(APPROVALS.c.interrupt_id).where(*mine, APPROVALS.c.answer.is_not(None)).limit(1)
    paused = update(RUNS).where(RUNS.c.id == attempt.run_id).values(status="paused", updated_at=timestamp())

    def job(connection: Connection) -> bool:
        waits = connection.execute(answered).first() is None
        if waits:
            connection.execute(paused)
        return waits

    return await attempt.write(job)


async def tell(attempt: Attempt, row: ApprovalRow) -> None:
    """Emit `approval_given` for an answered pause, once over all attempts."""
    mine = (APPROVALS.c.run_id == row.run_id, APPROVALS.c.interrupt_id == row.interrupt_id)
    query = select(APPROVALS.c.told).where(*mine)
    if await attempt.store.read(lambda c: c.execute(query).scalar_one()):
        return
    event = {"type": "approval_given", "approval": row.name, "answer": row.answer, "by": row.answered_by}
    await attempt.write(lambda c: c.execute(update(APPROVALS).where(*mine).values(told=1)), [event])


def check_answer(asked: Question, value: Any) -> None:
    """Raises InputError, with the place, when `value` does not fit the schema of the question."""
    from jsonschema import Draft202012Validator

    errors = sorted(Draft202012Validator(asked.answer_schema).iter_errors(value), key=lambda e: list(e.path))
    if errors:
        place = ".".join(str(part) for part in errors[0].path) or "the answer"
        raise InputError(
            f"the answer to `{asked.approval}` does not fit: {place}: {errors[0].message}",
            hint=f"It must be JSON like the default: {orjson.dumps(asked.default).decode()}",
        )


def is_due(row: ApprovalRow, now: datetime) -> bool:
    """True when the deadline of an unanswered pause has passed."""
    return bool(row.deadline) and not row.answered and timestamp(now) >= row.deadline


def _approval(row: RowMapping) -> ApprovalRow:
    return ApprovalRow(
        run_id=row["run_id"],
        interrupt_id=row["interrupt_id"],
        asked=Question.model_validate_json(row["asked"]),
        deadline=row["deadline"],
        answered=row["answer"] is not None,
        answer=orjson.loads(row["answer"]) if row["answer"] is not None else None,
        answered_by=row["answered_by"] or "",
        answered_at=row["answered_at"] or "",
    )
