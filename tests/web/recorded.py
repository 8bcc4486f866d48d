"""A run whose events are written by a test: what another process drives while the server only looks on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import update

from kasen.runtime.approvals import ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options, Question
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS

WITHIN = 60.0


class Driven:
    """A run that this process owns, in a home that a server serves."""

    def __init__(self, loop: asyncio.AbstractEventLoop, attempt: Attempt) -> None:
        self._loop, self._attempt = loop, attempt

    @property
    def id(self) -> str:
        """The run's."""
        return self._attempt.run_id

    def tell(self, events: Sequence[dict[str, Any]], node: str = "", task: str = "") -> None:
        """Append events, as the runtime does; those without a node are of this one."""
        self._do(self._attempt.append([{"node": node, "task": task, **one} for one in events]))

    def pause(self, question: Question) -> None:
        """Ask a person, and wait."""
        self._do(ask(self._attempt, question.approval, question, datetime.now(UTC)))
        self._set({"status": "paused"})

    def end(self, status: str, result: dict[str, Any]) -> None:
        """It is over, with a result."""
        self._set(
            {"status": status, "result": json.dumps(result)}, [{"type": "run_finished", "status": status, "node": ""}]
        )

    def _set(self, values: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> None:
        rows = update(RUNS).where(RUNS.c.id == self.id).values(values)
        self._do(self._attempt.write(lambda connection: connection.execute(rows), events))

    def _do(self, work: Any) -> None:
        asyncio.run_coroutine_threadsafe(work, self._loop).result(WITHIN)


@contextmanager
def driven(home: Path, *, team: str, mode: str, title: str, lang: str, request: dict[str, Any]) -> Iterator[Driven]:
    """A new run, taken; when the block ends nobody owns it any more. Playwright's loop is not the one that is used."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()

    def wait(work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, loop).result(WITHIN)

    store = Store(home)
    try:
        wait(store.__aenter__())
        given: dict[str, Any] = {"team": team, "mode": mode, "title": title, "lang": lang, "request": request}
        row = wait(store.create(**given, options=Options(usd=10.0)))
        with owned(store.folder(row.id), row.id):
            run = Driven(loop, Attempt(store, row.id, wait(store.claim(row.id))))
            started = {"team": team, "mode": mode, "title": title, "lang": lang, "preset": "none", "why": ""}
            run.tell([{"type": "run_started", **started, "caps": {"usd": 10.0}}])
            yield run
    finally:
        wait(store.__aexit__())
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
