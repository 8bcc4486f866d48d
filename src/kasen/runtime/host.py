"""What a run is driven with: models, documents, search, clock. Tests hand in their own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import orjson
from sqlalchemy import select

from kasen.models.asker import Asker
from kasen.models.prices import price
from kasen.runtime import approvals
from kasen.runtime.artifacts import RunArtifacts
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.ledger import RunLedger
from kasen.runtime.libraries import Bill, Libraries, OpenLibrary
from kasen.runtime.node import CURRENT
from kasen.runtime.redacted import RedactedSearch
from kasen.runtime.tables import EVENTS
from kasen.team import Deps, Earlier, Team, load

if TYPE_CHECKING:
    from kasen.models.embedder import Steady
    from kasen.models.meter import Price
    from kasen.models.provider import OpenModel
    from kasen.models.role import Ask, Role
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow
    from kasen.tools.search import WebSearch


class AskFor(Protocol):
    """Makes the `Ask` of one attempt: which models answer, over the run's ledger and meter."""

    def __call__(self, row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask: ...


@dataclass(frozen=True, kw_only=True)
class Host:
    """Everything outside the run that its nodes use."""

    ask_for: AskFor
    open_library: OpenLibrary
    embedder: Callable[[], Steady | None] = lambda: None
    """Makes what embeds the documents of one run, None for search by words only. Raises ConfigurationError."""
    price: Price = price
    search: WebSearch | None = None
    load_team: Callable[[str], Team] = load
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


def build_deps(
    host: Host, row: RunRow, attempt: Attempt, meter: RunMeter, *, earlier: Earlier | None = None
) -> Deps:
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
        library=Libraries(
            host.open_library,
            partial(attempt.emit, "progress"),
            redact,
            host.embedder,
            lambda embedder, what: Bill(ledger, meter, host.price, node_path(), attempt.fence, embedder, what),
        ),
        search=RedactedSearch(host.search, redact) if host.search and redact else host.search,
        now=host.now,
        settled=lambda: ledger.figures(round(meter.seconds(), 3)),
        earlier=earlier,
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
        progress=lambda text, characters: attempt.emit("progress", text=text, done=characters, total=0),
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
