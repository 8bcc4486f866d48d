"""The side of the crash kit that dies: a server that forks children, and what they do."""

from __future__ import annotations

import asyncio
import gc
import os
import selectors
import signal
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import orjson
from sqlalchemy import Engine

from kasen.errors import KasenError, UsageError
from kasen.models.account import Accounts
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.approvals import approvals
from kasen.runtime.host import Host, asker
from kasen.runtime.rows import RESUMABLE, Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
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


class KillingWriter(Writer):
    """A writer that counts its commits and dies at one of them."""

    def __init__(self, engine: Engine, *, commit: int, after: bool) -> None:
        self.commits = 0
        self._commit_to_die_at = commit
        self._after = after
        super().__init__(engine)

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """Commit, unless this is the end."""
        self.commits += 1
        last = self.commits == self._commit_to_die_at
        if last and not self._after:
            os.kill(os.getpid(), signal.SIGKILL)
        values = super().transact(batch)
        if last:
            os.kill(os.getpid(), signal.SIGKILL)
        return values


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
    """Start the run of a scenario, or carry on the one that is there, until it is over; see `crash.Scenario`."""
    runner = Runner(store, load_object(host)(store.home))
    options = Options(**more.get("options", {}))
    rows = await store.runs(limit=1)
    if not rows:
        run_id = await runner.start(team, request, mode=more.get("mode"), options=options)
    else:
        run_id = rows[0].id
        if rows[0].status in RESUMABLE:
            await _answer(runner, run_id, more.get("answers", {}))
            await runner.continue_(run_id)
    while (row := await runner.wait(run_id)).status == "paused":
        await _answer(runner, run_id, more.get("answers", {}))
        await runner.continue_(run_id)
    return {"run_id": run_id, "status": row.status, "result": row.result}


async def _answer(runner: Runner, run_id: str, answers: dict[str, Any]) -> None:
    for pause in await approvals(runner.store, run_id):
        if not pause.answered:
            with suppress(UsageError):
                await runner.answer(run_id, pause.name, answers.get(pause.name, pause.asked.default))


def _no_model(name: str) -> NoReturn:
    raise LookupError(name)


async def _no_library(*_: object) -> Library:
    raise LookupError("this host has no documents")


def serve(path: Sequence[str]) -> None:
    """Read commands from stdin, one list a line, run each list at once, write outcomes to stdout."""
    sys.path[:0] = path
    load_object("kasen.runtime.drive:Drive")
    load_object("alembic.command:upgrade")
    gc.freeze()
    for line in sys.stdin.buffer:
        outcomes = _run_at_once(orjson.loads(line))
        sys.stdout.buffer.write(orjson.dumps(outcomes) + b"\n")
        sys.stdout.buffer.flush()


def _run_at_once(commands: list[dict[str, Any]]) -> list[dict[str, Any]]:
    ready, go = os.pipe()
    children = [_fork(command, ready, go) for command in commands]
    os.close(ready)
    os.close(go)  # the end of this pipe is the signal to begin
    began = time.monotonic()
    with selectors.DefaultSelector() as selector:
        for child in children:
            selector.register(child.pipe, selectors.EVENT_READ, child)
        while selector.get_map():
            for child in children:
                child.kill_if_due(time.monotonic() - began)
            for key, _ in selector.select(timeout=_patience(children, began)):
                if key.data.read():
                    selector.unregister(key.fd)
                    key.data.end(time.monotonic() - began)
    return [child.outcome for child in children]


def _patience(children: list[_Child], began: float) -> float | None:
    waits = [child.due for child in children if child.due is not None]
    return max(min(waits) - (time.monotonic() - began), 0.0) if waits else None


class _Child:
    """One child as its parent sees it."""

    def __init__(self, pid: int, pipe: int, due: float | None) -> None:
        self.pid = pid
        self.pipe = pipe
        self.due = due
        self.outcome: dict[str, Any] = {}
        self._read = b""

    def kill_if_due(self, seconds: float) -> None:
        if self.due is not None and seconds >= self.due:
            self.due = None
            os.kill(self.pid, signal.SIGKILL)

    def read(self) -> bool:
        """Take what is there; True at the end."""
        data = os.read(self.pipe, 1 << 16)
        self._read += data
        return not data

    def end(self, seconds: float) -> None:
        self.due = None
        os.close(self.pipe)
        _, status = os.waitpid(self.pid, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        said = orjson.loads(self._read) if self._read and not killed else {}
        if not killed and not said:
            said = {"error": f"the child ended with status {status} and said nothing"}
        self.outcome = {"killed": killed, "seconds": seconds, **said}


def _fork(command: dict[str, Any], ready: int, go: int) -> _Child:
    function = load_object(command["function"])
    if host := command["arguments"].get("host"):
        load_object(host)
    mine, its = os.pipe()
    pid = os.fork()
    if pid:
        os.close(its)
        return _Child(pid, mine, command["kill"]["seconds"])
    os.close(go)
    os.close(mine)
    os.dup2(2, 1)  # stdout belongs to the protocol
    os.read(ready, 1)
    try:
        said = asyncio.run(_act(command, function))
    except KasenError as error:
        said = {"error": f"{type(error).__name__}: {error}"}
    with os.fdopen(its, "wb") as pipe:
        pipe.write(orjson.dumps(said))
    os._exit(0)


async def _act(command: dict[str, Any], function: Any) -> dict[str, Any]:
    kill = command["kill"]
    store = Store(
        Path(command["home"]), writer=lambda engine: KillingWriter(engine, commit=kill["commit"], after=kill["after"])
    )
    async with store:
        value = await function(store, **command["arguments"])
        commits = store.write.commits if isinstance(store.write, KillingWriter) else 0
    return {"value": value, "commits": commits}
