"""Answering the pauses of a chat's run, by the buttons of a client or in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import func, select

from kasen.errors import UnknownName, UsageError
from kasen.runtime.approvals import approvals
from kasen.runtime.tables import EVENTS
from kasen.server.at_terminal import is_terminal_only
from kasen.server.chat.answers import answer_of, meant
from kasen.server.going_on import go_on
from kasen.server.owned import owned_run

if TYPE_CHECKING:
    from kasen.runtime.chats import Chat, Turn
    from kasen.runtime.rows import ApprovalRow, RunRow
    from kasen.server.caller import Caller
    from kasen.server.chat.messages import Responded
    from kasen.server.context import ServerDeps


async def answer_all(
    deps: ServerDeps, caller: Caller, chat: Chat, given: Sequence[Responded], answer: Any
) -> tuple[Turn, dict[str, int]]:
    """Answer the pauses that are open yet and carry the run on; its turn, and what the client has of it already.

    Raises:
        UnknownName: the chat has no such pause.
        InputError: an answer does not fit; nothing is answered then.
    """
    values: list[tuple[ApprovalRow, Any]] = []
    run_id, _, _ = given[0].id.partition(".")
    turn = next((one for one in reversed(chat.turns) if any(ref.id == run_id for ref in one.runs)), None)
    if turn is None:
        raise UnknownName("there is no such pause in this chat")
    run = await owned_run(deps, caller, run_id)
    asked = await _asked(deps, run_id)
    for one in given:
        row = asked.get(one.id)
        if row is None:
            raise UnknownName("there is no such pause in this chat")
        if not row.answered:
            values.append((row, answer_of(row.asked, approved=one.approved, reason=one.reason, given=answer)))
    known = run.last_seq if run.status == "paused" else await _last_of(deps, given[0].id)
    async with deps.at_work.place(caller.owner, but=run.id):
        await _settle(deps, caller, run, values)
    return turn, {run_id: known}


async def answer_in_words(deps: ServerDeps, caller: Caller, run: RunRow, words: str) -> None:
    """Take a message as the answer to the pause that waits. Raises InputError when it cannot be one."""
    waiting = [row for row in await approvals(deps.runner.store, run.id) if not row.answered]
    values = [(row, meant(row.asked, words)) for row in waiting[:1]]
    async with deps.at_work.place(caller.owner, but=run.id):
        await _settle(deps, caller, run, values)


async def _settle(deps: ServerDeps, caller: Caller, run: RunRow, values: list[tuple[ApprovalRow, Any]]) -> None:
    by, goes_on = caller.owner or "person", not is_terminal_only(run.team)
    for row, value in values:
        try:
            await deps.runner.answer(run.id, row.interrupt_id, value, by=by, go_on=goes_on)
        except UsageError:  # somebody was faster, from another tab: that answer counts
            continue
    await go_on(deps, run.id)


async def _asked(deps: ServerDeps, run_id: str) -> dict[str, ApprovalRow]:
    """The pauses of a run by the id that the stream gives them; rows and events were written together, in order."""
    query = select(EVENTS.c.seq).where(EVENTS.c.run_id == run_id, EVENTS.c.type == "approval_asked")
    seqs = await deps.runner.store.read(lambda c: c.execute(query.order_by(EVENTS.c.seq)).scalars().all())
    rows = await approvals(deps.runner.store, run_id)
    return {f"{run_id}.{seq}": row for seq, row in zip(seqs, rows, strict=False)}


async def _last_of(deps: ServerDeps, call: str) -> int:
    """Number of the last event of the attempt that came to the pause."""
    run_id, _, seq = call.partition(".")
    this = (EVENTS.c.run_id == run_id, EVENTS.c.seq == int(seq))

    def look(connection: Any) -> int:
        body = orjson.loads(connection.execute(select(EVENTS.c.body).where(*this)).scalar_one())
        before = (EVENTS.c.run_id == run_id, EVENTS.c.attempt <= body["attempt"])
        return int(connection.execute(select(func.max(EVENTS.c.seq)).where(*before)).scalar_one())

    return await deps.runner.store.read(look)
