"""The side of the crash kit that dies: what children do, and what they are driven with."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import orjson
from sqlalchemy import Connection, Engine, func, select, text

from kasen.errors import KasenError, Stopped, UsageError
from kasen.models.account import Accounts
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.approvals import approvals
from kasen.runtime.host import Host, asker
from kasen.runtime.lock import LOCK
from kasen.runtime.rows import RESUMABLE, Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS
from kasen.runtime.writer import Job, Writer
from kasen.team import load_object
from kasen.testing.traces import CALLS

if TYPE_CHECKING:
    from kasen.knowledge.library import Library
    from kasen.models.embedder import Steady
    from kasen.models.role import Ask
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow


HELD, MENDED = "held", "mended"
"""Files of a home: a process of its run is held; what was to happen meanwhile has happened."""
NEWEST = select(func.max(CHECKPOINTS.c.checkpoint_id))
"""Ids of checkpoints sort by time."""
END_SESSIONS = text(
    "SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND pid <> pg_backend_pid()"
    " AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
)
"""PostgreSQL: of those who own runs."""


class KillingWriter(Writer):
    """A writer that counts its commits, and those with a checkpoint, and hurts its process at one of them.

    See `crash.Kill` for what the arguments mean.
    """

    def __init__(
        self, engine: Engine, *, commit: int = 0, step: int = 0, after: bool = False, how: str = "KILL"
    ) -> None:
        self.commits = 0
        self.steps = 0
        self._at_commit, self._at_step, self._after = commit, step, after
        self._signal = getattr(signal, f"SIG{how}")
        self._newest: str | None = None
        with engine.connect().execution_options(reading=True) as connection:
            self._newest = connection.execute(NEWEST).scalar()
        super().__init__(engine)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """Commit, unless this is the end."""
        self.commits += 1
        last = self.commits == self._at_commit
        if last and not self._after:
            self._hurt()
        *values, newest = super().transact([*batch, self._look])
        is_step = newest != self._newest
        self._newest = newest
        self.steps += is_step
        if self._after and (last or (is_step and self.steps == self._at_step)):
            self._hurt()
        return values

    def _look(self, connection: Connection) -> str | None:
        newest = connection.execute(NEWEST).scalar()
        if newest != self._newest and self.steps + 1 == self._at_step and not self._after:
            self._hurt()
        return newest

    def _hurt(self) -> None:
        # To this thread: to the process, it would reach another, and this one would go on for a moment.
        signal.pthread_kill(threading.get_ident(), self._signal)


class Billed:
    """A model that notes each of its calls in `home/calls.jsonl`, failed ones too: what a provider would bill."""

    def __init__(self, model: ChatModel, home: Path) -> None:
        self.id = model.id
        self.by_hand = model.by_hand
        self.account = model.account
        self.patience = model.patience
        self.silent = True
        self._model = model
        self._log = home / CALLS

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer, and note it before anybody hears of it."""
        said = Usage()

        def on_usage(usage: Usage) -> None:
            nonlocal said
            said = usage
            request.on_usage(usage)

        try:
            completion = await self._model.complete(replace(request, on_usage=on_usage))
        except KasenError:
            self._note(request, said, None)
            raise
        self._note(request, completion.usage, completion.usd)
        return completion

    def _note(self, request: ModelRequest, usage: Usage, usd: float | None) -> None:
        bill = {"call_id": request.call_id, "role": request.role, "model": self.id, "usage": asdict(usage), "usd": usd}
        with self._log.open("ab", buffering=0) as log:
            log.write(orjson.dumps(bill) + b"\n")


def rules_only(home: Path) -> Host:
    """A host without models, documents and web."""
    return host_with(None, home)


def with_documents(home: Path) -> Host:
    """A host without models and web; knowledge bases are kept beside the home, so that runs can share them."""
    from kasen.knowledge.open_library import open_library

    async def opened(docs: list[Path], kbs: list[str], on_progress: Any, embedder: Steady | None) -> Library:
        return await open_library(home.parent / "knowledge", docs, kbs, on_progress=on_progress)

    return replace(rules_only(home), open_library=opened)


def host_with(model: ChatModel | None, home: Path, *others: ChatModel, **more: Any) -> Host:
    """A host that asks `model` for every role, then the others, and notes what that would cost.

    It has neither documents nor web; `more` are further fields of `Asker`.
    """
    billed = {one.id: Billed(one, home) for one in (model, *others) if one is not None}
    accounts = Accounts()

    def ask_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask:
        return asker(
            *(row, attempt, ledger, meter),
            models_of=lambda _role: list(billed),
            open_model=lambda name: billed.get(name) or _no_model(name),
            accounts=accounts,
            **more,
        )

    return Host(ask_for=ask_for, open_library=_no_library)


async def see_through(store: Store, *, team: str, request: dict[str, Any], host: str, **more: Any) -> dict[str, Any]:
    """Start the run of a scenario, or carry on the one that is there, until it is over; see `crash.Scenario`.

    On SIGTERM it ends after the super-step that is running; the status is then `interrupted`.
    """
    runner = Runner(store, load_object(host)(store.home))
    with _ended_in_order(runner):
        options = Options(**more.get("options", {}))
        rows = await store.runs(limit=1)
        if not rows:
            run_id = await runner.start(team, request, mode=more.get("mode"), options=options)
        else:
            run_id = rows[0].id
            if rows[0].status in RESUMABLE:
                await _answer(runner, run_id, more.get("answers", {}))
                await runner.continue_(run_id)
        try:
            while (row := await runner.wait(run_id)).status == "paused":
                await _answer(runner, run_id, more.get("answers", {}))
                await runner.continue_(run_id)
        except Stopped:
            row = await store.run(run_id)
    return {"run_id": run_id, "status": row.status, "result": row.result}


async def take_over(store: Store, *, driven_by: str, **arguments: Any) -> Any:
    """Carry on a run whose owner lives: what says so is taken from it, as when its lease or its session has ended."""
    for lock in store.folders.glob(f"*/{LOCK}"):
        lock.unlink()
    if store.is_shared:
        await store.write(lambda c: c.execute(END_SESSIONS))
    return await load_object(driven_by)(store, **arguments)


async def hold(store: Store) -> None:
    """Say that a process is held, and wait until what was to happen meanwhile has happened."""
    (store.home / HELD).touch()
    while not (store.home / MENDED).exists():  # noqa: ASYNC110 - another process makes it
        await asyncio.sleep(0.005)


@contextmanager
def _ended_in_order(runner: Runner) -> Iterator[None]:
    loop = asyncio.get_running_loop()

    def stop() -> None:
        for run_id in runner.driven:
            runner.stop(run_id)

    loop.add_signal_handler(signal.SIGTERM, stop)
    try:
        yield
    finally:
        loop.remove_signal_handler(signal.SIGTERM)


async def _answer(runner: Runner, run_id: str, answers: dict[str, Any]) -> None:
    for pause in await approvals(runner.store, run_id):
        if not pause.answered:
            with suppress(UsageError):
                await runner.answer(run_id, pause.name, answers.get(pause.name, pause.asked.default))


def _no_model(name: str) -> NoReturn:
    raise LookupError(name)


async def _no_library(*_: object) -> Library:
    raise LookupError("this host has no documents")
