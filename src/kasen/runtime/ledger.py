"""Receipts in the database: what was answered is kept before a node gets it, and is never paid for twice."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any

import orjson
from sqlalchemy import ColumnElement, Connection, RowMapping, bindparam, delete, func, select, update

from kasen.models.receipt import ModelCost, Receipt, ReceiptKey, sum_usd
from kasen.models.role import RULE, Usage
from kasen.runtime.checkpoints.keeping import keep_here, let_go
from kasen.runtime.hot_statements import Hot
from kasen.runtime.nested_records import TEAM, Child, reopen, unsettled
from kasen.runtime.packed import packed
from kasen.runtime.rows import timestamp
from kasen.runtime.run_rows import seconds_at_work
from kasen.runtime.sql import put
from kasen.runtime.store import Store
from kasen.runtime.tables import APPROVALS, CHECKPOINTS, PENDING, RECEIPTS, RUNS, WRITES
from kasen.team import RoleCost, RunFigures

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt

BUDGET = "budget"
"""`why` of a rule that answered because the budget was spent."""
NO_MODEL = "no model"
"""`why` of a rule that answered because its role has none."""
TAKEN_BACK = "taken back"
"""`why` of such an answer after the budget was raised: what its failed calls have cost still counts."""
AGAIN = "again"
"""`why` of an answer that a run had before it lost its state: the receipt of that time is the one that counts."""
PUT = put(RECEIPTS)
NOTE = put(PENDING)
FORGET = delete(PENDING).where(
    PENDING.c.run_id == bindparam("run"),
    PENDING.c.attempt == bindparam("token"),
    PENDING.c.call_id == bindparam("call"),
)
FIGURES = Hot(
    select(RECEIPTS.c.why, RECEIPTS.c.body).where(RECEIPTS.c.run_id == bindparam("run")).order_by(RECEIPTS.c.at)
)
NOTED = Hot(select(PENDING.c.role, PENDING.c.body).where(PENDING.c.run_id == bindparam("run")))
LOGGER = logging.getLogger("kasen.models")


class RunLedger:
    """The `Ledger` of the run that an attempt drives.

    `replay_of`: the run whose answers are taken. `reuse`: models' answers to the same questions in any run of that
    `owner` are taken.
    """

    def __init__(self, attempt: Attempt, replay_of: str = "", *, reuse: bool = False, owner: str = "") -> None:
        self._attempt = attempt
        self._replay_of = replay_of
        self._reuse = reuse
        self._owner = owner
        self._recorded: set[ReceiptKey] = set()

    async def lookup(self, key: ReceiptKey) -> Receipt | None:
        """The recorded answer, or None. One that another run paid for costs nothing here."""
        kept = None
        if self._attempt.fence > 1 or key in self._recorded:  # a first attempt can only find what it recorded itself
            run_id = self._attempt.run_id
            await self._attempt.late_written()
            kept = await self._kept(key, RECEIPTS.c.run_id == run_id, RECEIPTS.c.node_path == key.node_path)
        if kept is not None:
            self._attempt.paid(kept.usage, kept.usd)
        if kept is not None or not (self._replay_of or self._reuse or self._attempt.anew):
            return kept
        if self._attempt.anew:
            kept = await self._kept(key, RECEIPTS.c.run_id == self._attempt.run_id)
        again = AGAIN if kept is not None and kept.why != BUDGET else None
        if kept is None and self._replay_of:
            kept = await self._kept(key, RECEIPTS.c.run_id == self._replay_of)
        if kept is None and self._reuse:
            own = select(RUNS.c.id).where(RUNS.c.owner == self._owner)
            kept = await self._kept(key, RECEIPTS.c.reusable == 1, RECEIPTS.c.run_id.in_(own))
        if kept is not None:
            kept = replace(kept, usage=Usage(), usd=0.0, calls=0, attempts=1, seconds=0.0, models=(), reused=True)
            await self.record(key, kept, why=again)
        return kept

    async def _kept(self, key: ReceiptKey, *more: ColumnElement[bool]) -> Receipt | None:
        """The newest answer to that question."""
        same = (RECEIPTS.c.role == key.role, RECEIPTS.c.nth == key.index, RECEIPTS.c.hash == key.prompt_hash)
        query = select(RECEIPTS.c.body).where(*same, *more).order_by(RECEIPTS.c.at.desc()).limit(1)
        body = await self._attempt.store.read(lambda c: c.execute(query).scalar())
        return _receipt(body) if body is not None else None

    async def asked(self, key: ReceiptKey, models: tuple[ModelCost, ...]) -> None:
        """Note what an ask has cost so far, a call that is about to be made with its estimate."""
        attempt = self._attempt
        usage = sum((cost.usage for cost in models), Usage())
        row = {
            "run_id": attempt.run_id,
            "attempt": attempt.fence,
            "call_id": key.call_id,
            "role": key.role,
            "calls": sum(cost.calls for cost in models),
            "input_tokens": usage.input_tokens,
            "output_tokens": usage.output_tokens,
            "usd": sum_usd(cost.usd for cost in models),
            "body": orjson.dumps([asdict(cost) for cost in models]).decode(),
        }
        await attempt.write(lambda c: c.execute(NOTE, row))

    async def record(
        self,
        key: ReceiptKey,
        receipt: Receipt,
        *,
        also: Callable[[Connection], None] | None = None,
        events: Sequence[dict[str, Any]] = (),
        why: str | None = None,
    ) -> None:
        """Commit the receipt and its `model_call` event in one transaction, with what else belongs to it.

        `why` stands in the table where it is not that of the receipt; of what is given `AGAIN` no event tells again.
        """
        attempt = self._attempt
        row = {
            "run_id": attempt.run_id,
            "node_path": key.node_path,
            "role": key.role,
            "nth": key.index,
            "hash": key.prompt_hash,
            "by": receipt.by,
            "why": receipt.why if why is None else why,
            "calls": receipt.calls,
            "input_tokens": receipt.usage.input_tokens,
            "output_tokens": receipt.usage.output_tokens,
            "usd": receipt.usd,
            "body": orjson.dumps({**asdict(receipt), "prompt": packed(attempt.store.redact(receipt.prompt))}).decode(),
            "at": timestamp(),
            "reusable": int(not receipt.is_rule),
        }
        noted = {"run": attempt.run_id, "token": attempt.fence, "call": key.call_id}

        def job(connection: Connection) -> None:
            connection.execute(PUT, row)
            if receipt.calls:
                connection.execute(FORGET, noted)
            if receipt.why == BUDGET:
                keep_here(connection, attempt.run_id)
            if also is not None:
                also(connection)

        attempt.may_go_back |= receipt.why == BUDGET
        self._recorded.add(key)  # also when nobody waits for it to its end
        told = [*events, *([] if why == AGAIN else [attempt.event("model_call", **_call_fields(receipt))])]
        if receipt.is_rule and not receipt.calls and also is None:  # lost, it only makes the rule answer again
            attempt.write_soon(job, told)
        else:
            await attempt.write(job, told)
        attempt.paid(receipt.usage, receipt.usd)
        LOGGER.debug("ask", extra={"fields": _log_fields(key, receipt)})

    async def figures(self, seconds: float) -> RunFigures:
        """Sums over the receipts of the run."""
        run_id = self._attempt.run_id
        await self._attempt.settle()
        return await self._attempt.store.read(lambda c: figures(c, run_id, seconds))


def figures(connection: Connection, run_id: str, seconds: float | None = None) -> RunFigures:
    """What a run has cost: its receipts, and what dead attempts left; `usd` is None when one price is unknown."""
    kept = [(why, _receipt(body)) for why, body in FIGURES.rows(connection, {"run": run_id})]
    spent = [(receipt.role, cost) for why, receipt in kept for cost in receipt.costs if why != TAKEN_BACK or cost.calls]
    seconds = seconds_at_work(connection, run_id) if seconds is None else seconds
    given = [receipt for why, receipt in kept if why not in (TAKEN_BACK, AGAIN)]
    return summed(given, [*spent, *left_over(connection, run_id)], seconds)


def summed(given: Iterable[Receipt], spent: Iterable[tuple[str, ModelCost]], seconds: float) -> RunFigures:
    """The figures of answers that were given, and of what each role has spent on which model."""
    by_role: dict[str, list[str]] = {}
    failed: dict[str, str] = {}
    rules = reused = 0
    for receipt in given:
        if receipt.is_rule and receipt.why not in ("", NO_MODEL, BUDGET):
            failed.setdefault(receipt.role, receipt.why)
        names = by_role.setdefault(receipt.role, [])
        names.extend([] if receipt.by in names else [receipt.by])
        rules += receipt.by == RULE
        reused += receipt.reused
    table: dict[tuple[str, str], ModelCost] = {}
    for role, cost in spent:
        known = table.get((role, cost.model))
        table[role, cost.model] = cost if known is None else known + cost
    roles = list(dict.fromkeys(role for role, _ in table))
    lines = sorted(table.items(), key=lambda line: roles.index(line[0][0]))
    usage = sum((cost.usage for cost in table.values()), Usage())
    return RunFigures(
        calls=sum(cost.calls for cost in table.values()),
        rule_calls=rules,
        reused=reused,
        input_tokens=usage.input_tokens,
        output_tokens=usage.output_tokens,
        usd=sum_usd(cost.usd for cost in table.values()),
        seconds=seconds,
        by_role={role: ", ".join(names) for role, names in by_role.items()},
        failed=failed,
        costs=tuple(_line(role, cost) for (role, _), cost in lines),
    )


def left_over(connection: Connection, run_id: str) -> list[tuple[str, ModelCost]]:
    """Role and cost of calls, and of runs that were asked for, which have no receipt."""
    rows = NOTED.rows(connection, {"run": run_id})
    noted = [(role, _cost(cost)) for role, body in rows for cost in orjson.loads(body)]
    return noted + [(child.role, cost_of(connection, child)) for child in unsettled(connection, run_id)]


def cost_of(connection: Connection, child: Child) -> ModelCost:
    """What a run that another asked for has cost by now, as a line of the other's."""
    spent = figures(connection, child.child_id, 0.0)
    usage = Usage(input_tokens=spent.input_tokens, output_tokens=spent.output_tokens)
    return ModelCost(model=child.by, calls=spent.calls, usage=usage, usd=spent.usd)


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
    _reopen(connection, run_id)
    let_go(connection, run_id)
    connection.execute(delete(RECEIPTS).where(*spent, RECEIPTS.c.calls == 0))
    unlike = func.substr(RECEIPTS.c.at + RECEIPTS.c.hash, 1, 64)
    connection.execute(update(RECEIPTS).where(*spent).values(why=TAKEN_BACK, hash=unlike, reusable=0))
    if first is None:
        return ""
    node = connection.execute(select(WRITES.c.task_id).where(*mine, WRITES.c.checkpoint_id == first)).scalars().first()
    connection.execute(delete(WRITES).where(*mine, WRITES.c.checkpoint_id == first))
    for table in (CHECKPOINTS, WRITES):
        connection.execute(delete(table).where(table.c.thread_id == run_id, table.c.checkpoint_id > first))
    connection.execute(delete(APPROVALS).where(APPROVALS.c.run_id == run_id, APPROVALS.c.answer.is_(None)))
    return str(next(path.partition(":")[0] for path in paths if path.partition(":")[2] == node))


def _reopen(connection: Connection, run_id: str) -> None:
    """Runs of other teams that the budget stopped go on; what they have cost is theirs again."""
    stopped = (RECEIPTS.c.run_id == run_id, RECEIPTS.c.why == BUDGET, RECEIPTS.c.by.startswith(TEAM))
    query = select(RECEIPTS.c.node_path, RECEIPTS.c.role, RECEIPTS.c.nth, RECEIPTS.c.hash).where(*stopped)
    for row in connection.execute(query).all():
        reopen(connection, run_id, ReceiptKey(*row).call_id)
    connection.execute(delete(RECEIPTS).where(*stopped))


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
        "reused": receipt.reused,
    }


def _log_fields(key: ReceiptKey, receipt: Receipt) -> dict[str, Any]:
    lengths = {"prompt_chars": receipt.prompt_chars, "answer_chars": receipt.answer_chars}
    return {"node": key.node_path.partition(":")[0], **_call_fields(receipt), **lengths}


def _line(role: str, cost: ModelCost) -> RoleCost:
    return RoleCost(
        role=role,
        model=cost.model,
        calls=cost.calls,
        input_tokens=cost.usage.input_tokens,
        output_tokens=cost.usage.output_tokens,
        usd=cost.usd,
    )


def _receipt(body: str) -> Receipt:
    """Without the prompt and the answers that were not taken: only `export_training` reads those."""
    values = {name: value for name, value in orjson.loads(body).items() if name not in ("prompt", "rejected")}
    models = tuple(_cost(cost) for cost in values.get("models", ()))
    return Receipt(**{**values, "usage": Usage(**values["usage"]), "models": models})


def _cost(values: dict[str, Any]) -> ModelCost:
    return ModelCost(**{**values, "usage": Usage(**values["usage"])})
