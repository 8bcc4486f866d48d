"""What a run is driven with: models, documents, search, clock. Tests hand in their own."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Coroutine, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import orjson
from sqlalchemy import select

from kasen.models.asker import Asker
from kasen.runtime import approvals
from kasen.runtime.artifacts import RunArtifacts
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.ledger import RunLedger
from kasen.runtime.node import CURRENT
from kasen.runtime.redacted import RedactedLibrary, RedactedSearch
from kasen.runtime.tables import EVENTS
from kasen.team import Deps, Team, load

if TYPE_CHECKING:
    from kasen.knowledge.library import Library
    from kasen.models.provider import OpenModel
    from kasen.models.role import Ask, Role
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow
    from kasen.settings import Redactor
    from kasen.tools.search import WebSearch


class AskFor(Protocol):
    """Makes the `Ask` of one attempt: which models answer, over the run's ledger and meter."""

    def __call__(self, row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask: ...


OpenLibrary = Callable[[list[Path], list[str], Callable[..., Coroutine[Any, Any, None]]], Awaitable["Library"]]


@dataclass(frozen=True, kw_only=True)
class Host:
    """Everything outside the run that its nodes use."""

    ask_for: AskFor
    open_library: OpenLibrary
    search: WebSearch | None = None
    load_team: Callable[[str], Team] = load
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def build_deps(host: Host, row: RunRow, attempt: Attempt, meter: RunMeter) -> Deps:
    """What the nodes of this attempt are handed."""
    ledger = RunLedger(attempt, row.options.replay_of, reuse=row.options.reuse_answers)
    redact = attempt.store.redact
    return Deps(
        run_id=row.id,
        lang=row.lang,
        ask=host.ask_for(row, attempt, ledger, meter),
        emit=attempt.emit,
        approve=approvals.approve,
        evidence=RunEvidence(attempt),
        artifacts=RunArtifacts(attempt),
        library=_Libraries(host.open_library, partial(attempt.emit, "progress"), redact),
        search=RedactedSearch(host.search, redact) if host.search and redact else host.search,
        now=host.now,
        settled=lambda: ledger.figures(round(meter.seconds(), 3)),
        note=attempt.note,
    )


def asker(
    row: RunRow,
    attempt: Attempt,
    ledger: RunLedger,
    meter: RunMeter,
    *,
    models_of: Callable[[Role[Any]], Sequence[str]],
    open_model: OpenModel,
    **more: Any,
) -> Asker:
    """The `Ask` of an attempt over its ledger, meter, texts and warnings; `more` are further fields of `Asker`.

    Hand in the `accounts` of the process, and where they apply `redact`, `price`, `timeout_s`, `deadlines`.
    """
    return Asker(
        models_of=models_of,
        open_model=open_model,
        ledger=ledger,
        node_path=node_path,
        execution=CURRENT.get,
        meter=meter,
        emit_text=attempt.texts.add,
        emit_reasoning=attempt.texts.add_reasoning,
        close_text=attempt.texts.close,
        warn=partial(warn_once, attempt),
        lang=row.lang,
        **more,
    )


async def warn_once(attempt: Attempt, about: str, text: str) -> None:
    """Emit a warning, unless an earlier attempt of the run has said the same thing."""
    if attempt.fence > 1:
        query = select(EVENTS.c.body).where(EVENTS.c.run_id == attempt.run_id, EVENTS.c.type == "warning")
        said = await attempt.store.read(lambda c: c.execute(query).scalars().all())
        if about in {orjson.loads(body).get("about") for body in said}:
            return
    await attempt.emit("warning", text=text, about=about)


def node_path() -> str:
    """Key of the receipts of the node that is running."""
    return CURRENT.get().path


class _Libraries:
    """Opens each combination of folders and knowledge bases once per attempt."""

    def __init__(
        self, open_library: OpenLibrary, on_progress: Callable[..., Coroutine[Any, Any, None]], redact: Redactor
    ) -> None:
        self._open = open_library
        self._on_progress = on_progress
        self._redact = redact
        self._known: dict[Any, Awaitable[Library]] = {}

    async def __call__(self, docs: list[Path], kbs: list[str]) -> Library:
        import asyncio

        key = (tuple(docs), tuple(kbs))
        if key not in self._known:
            self._known[key] = asyncio.ensure_future(self._opened(docs, kbs))
        return await self._known[key]

    async def _opened(self, docs: list[Path], kbs: list[str]) -> Library:
        library = await self._open(docs, kbs, self._on_progress)
        return RedactedLibrary(library, self._redact) if self._redact else library
