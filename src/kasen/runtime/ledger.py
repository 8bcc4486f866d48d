"""Receipts in the database: what was answered is kept before a node gets it, and is never paid for twice."""

from __future__ import annotations

import logging
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import ColumnElement, Connection, RowMapping, delete, func, select, update
from sqlalchemy.dialects.sqlite import insert

from kasen.models.receipt import Receipt, ReceiptKey
from kasen.models.role import RULE, Usage
from kasen.runtime.rows import timestamp
from kasen.runtime.store import Store, seconds_at_work
from kasen.runtime.tables import APPROVALS, CHECKPOINTS, RECEIPTS, WRITES
from kasen.team import RunFigures

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt

BUDGET = "budget"
"""`why` of a rule that answered because the budget was spent."""
TAKEN_BACK = "taken back"
"""`why` of such an answer after the budget was raised: what its failed calls have cost still counts."""
PUT = insert(RECEIPTS).prefix_with("OR REPLACE")
LOGGER = logging.getLogger("kasen.models")


class RunLedger:
    """The `Ledger` of the run that an attempt drives."""

    def __init__(self, attempt: Attempt, replay_of: str = "") -> None:
        self._attempt = attempt
        self._replay_of = replay_of
        self._recorded: set[ReceiptKey] = set()

    async def lookup(self, key: ReceiptKey) -> Receipt | None:
        """The recorded answer, or None. A replay takes that of the run it repeats, at no price."""
        kept = None
        if self._attempt.fence > 1 or key in self._recorded:  # a first attempt can only find what it recorded itself
            kept = await self._kept(self._attempt.run_id, key, RECEIPTS.c.node_path == key.node_path)
        if kept is None and self._replay_of:
            kept = await self._kept(self._replay_of, key)
            if kept is not None:
                kept = replace(kept, usage=Usage(), usd=0.0, calls=0, seconds=0.0)
                await self.record(key, kept)
        return kept

    async def _kept(self, run_id: str, key: ReceiptKey, *more: ColumnElement[bool]) -> Receipt | None:
        same = (RECEIPTS.c.role == key.role, RECEIPTS.c.nth == key.index, RECEIPTS.c.hash == key.prompt_hash)
        query = select(RECEIPTS.c.body).where(RECEIPTS.c.run_id == run_id, *same, *more).limit(1)
        body = await self._attempt.store.read(lambda c: c.execute(query).scalar())
        return _receipt(body) if body is not None else None

    async def record(self, key: ReceiptKey, receipt: Receipt) -> None:
        """Commit the receipt and its `model_call` event in one transaction."""
        attempt = self._attempt
        row = {
            "run_id": attempt.run_id,
            "node_path": key.node_path,
            "role": key.role,
            "nth": key.index,
            "hash": key.prompt_hash,
            "by": receipt.by,
            "why": receipt.why,
            "calls": receipt.calls,
            "input_tokens": receipt.usage.input_tokens,
            "output_tokens": receipt.usage.output_tokens,
            "usd": receipt.usd,
            "body": orjson.dumps(asdict(receipt)).decode(),
            "at": timestamp(),
        }
        event = attempt.event("model_call", **_call_fields(receipt))
        kept = attempt.store.redact.data(row)
        await attempt.write(lambda c: c.execute(PUT, kept), [event])
        self._recorded.add(key)
        LOGGER.debug("ask", extra={"fields": _log_fields(key, receipt)})

    async def figures(self, seconds: float) -> RunFigures:
        """Sums over the receipts of the run."""
        run_id = self._attempt.run_id
        return await self._attempt.store.read(lambda c: figures(c, run_id, seconds))


def figures(connection: Connection, run_id: str, seconds: float | None = None) -> RunFigures:
    """What a run has cost, summed over its receipts; `usd` is None when one price is unknown."""
    rows = connection.execute(select(RECEIPTS).where(RECEIPTS.c.run_id == run_id)).mappings().all()
    given = [row for row in rows if row["why"] != TAKEN_BACK]
    by_role: dict[str, list[str]] = {}
    for row in given:
        names = by_role.setdefault(row["role"], [])
        if row["by"] not in names:
            names.append(row["by"])
    prices = [row["usd"] for row in rows]
    return RunFigures(
        calls=sum(row["calls"] for row in rows),
        rule_calls=sum(1 for row in given if row["by"] == RULE),
        input_tokens=sum(row["input_tokens"] for row in rows),
        output_tokens=sum(row["output_tokens"] for row in rows),
        usd=None if any(price is None for price in prices) else sum(prices),
        seconds=seconds_at_work(connection, run_id) if seconds is None else seconds,
        by_role={role: ", ".join(names) for role, names in by_role.items()},
    )


async def receipts(store: Store, run_id: str) -> list[RowMapping]:
    """Every receipt of a run, oldest first."""
    query = select(RECEIPTS).where(RECEIPTS.c.run_id == run_id).order_by(RECEIPTS.c.at)
    return list(await store.read(lambda c: c.execute(query).mappings().all()))


def rewind(connection: Connection, run_id: str) -> str:
    """Take back what rules answered for want of budget, and everything after; what was paid for stays.

    Returns the name of the node that the run goes back to; empty when there is nothing to take back.
    """
    spent = (RECEIPTS.c.run_id == run_id, RECEIPTS.c.why == BUDGET)
    paths = connection.execute(select(RECEIPTS.c.node_path).where(*spent)).scalars().all()
    tasks = [path.partition(":")[2] for path in paths]
    mine = (WRITES.c.thread_id == run_id, WRITES.c.task_id.in_(tasks))
    first = connection.execute(select(func.min(WRITES.c.checkpoint_id)).where(*mine)).scalar()
    connection.execute(delete(RECEIPTS).where(*spent, RECEIPTS.c.calls == 0))
    unlike = func.substr(RECEIPTS.c.at + RECEIPTS.c.hash, 1, 64)
    connection.execute(update(RECEIPTS).where(*spent).values(why=TAKEN_BACK, hash=unlike))
    if first is None:
        return ""
    node = connection.execute(select(WRITES.c.task_id).where(*mine, WRITES.c.checkpoint_id == first)).scalars().first()
    connection.execute(delete(WRITES).where(*mine, WRITES.c.checkpoint_id == first))
    for table in (CHECKPOINTS, WRITES):
        connection.execute(delete(table).where(table.c.thread_id == run_id, table.c.checkpoint_id > first))
    connection.execute(delete(APPROVALS).where(APPROVALS.c.run_id == run_id, APPROVALS.c.answer.is_(None)))
    return str(next(path.partition(":")[0] for path in paths if path.partition(":")[2] == node))


def _call_fields(receipt: Receipt) -> dict[str, Any]:
    return {
        "role": receipt.role,
        "by": receipt.by,
        "input_tokens": receipt.usage.input_tokens,
        "output_tokens": receipt.usage.output_tokens,
        "usd": receipt.usd,
        "seconds": round(receipt.seconds, 3),
        "attempts": receipt.attempts,
        "why": receipt.why,
    }


def _log_fields(key: ReceiptKey, receipt: Receipt) -> dict[str, Any]:
    lengths = {"prompt_chars": receipt.prompt_chars, "answer_chars": receipt.answer_chars}
    return {"node": key.node_path.partition(":")[0], **_call_fields(receipt), **lengths}


def _receipt(body: str) -> Receipt:
    values = orjson.loads(body)
    return Receipt(**{**values, "usage": Usage(**values["usage"])})
