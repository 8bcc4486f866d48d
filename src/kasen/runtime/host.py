"""What a run is driven with: models, documents, search, clock. Tests hand in their own."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import orjson
from sqlalchemy import select

from kasen.errors import Refused, UnknownName
from kasen.models.asker import Asker
from kasen.models.prices import price
from kasen.runtime import approvals
from kasen.runtime.artifacts import KeptArtifacts, RunArtifacts, stays_here
from kasen.runtime.charging import RunCharge
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.ledger import RunLedger
from kasen.runtime.libraries import Bill, Libraries, OpenLibrary
from kasen.runtime.limits import times_of
from kasen.runtime.node import CURRENT
from kasen.runtime.outside import FoundOnly
from kasen.runtime.pictures import RECORDED, RunDraw, could_draw, note_drawing
from kasen.runtime.python_runs import RunSandbox
from kasen.runtime.shots import RunShoot
from kasen.runtime.tables import EVENTS
from kasen.runtime.web import RunFetch, RunSearch
from kasen.runtime.web_flights import Flights
from kasen.runtime.web_memory import Lifetimes, Memory
from kasen.runtime.web_records import Kept, could_search, note_search
from kasen.runtime.web_words import by_words
from kasen.team import AskTeam, Deps, Earlier, Limits, Team, load

if TYPE_CHECKING:
    from kasen.models.drawing import Wish
    from kasen.models.embedder import Embedder, Steady
    from kasen.models.images import Draw
    from kasen.models.meter import Price
    from kasen.models.provider import OpenModel
    from kasen.models.role import Ask, Role
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.notices import Notices
    from kasen.runtime.rows import Options, RunRow
    from kasen.runtime.tracing import Tracer
    from kasen.tools.fetch.page import Fetch
    from kasen.tools.office.model import Office
    from kasen.tools.python.model import RunPython
    from kasen.tools.screenshot.model import Shoot
    from kasen.tools.search import WebSearch


class AskFor(Protocol):
    """Makes the `Ask` of one attempt: which models answer, over the run's ledger and meter."""

    def __call__(self, row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Ask: ...


class DrawFor(Protocol):
    """Makes the `Draw` of one attempt, or None where no model makes pictures."""

    def __call__(self, row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Draw | None: ...


@dataclass(frozen=True, kw_only=True)
class Host:
    """Everything outside the run that its nodes use."""

    ask_for: AskFor
    open_library: OpenLibrary
    embedder: Callable[[], Steady | None] = lambda: None
    """Makes what embeds the documents of one run, None for search by words only. Raises ConfigurationError."""
    price: Price = price
    search: WebSearch | None = None
    """Web search as its providers answer; each run gets it with its own records and those that all runs share."""
    fetch: Fetch | None = None
    """Reads pages; likewise."""
    shoot: Shoot | None = None
    """Takes pictures of pages; likewise, and never for another run."""
    shoot_public: Shoot | None = None
    """The same at public addresses only: for runs of outsiders."""
    library_of: Callable[[str], OpenLibrary] | None = None
    """Owner → what opens their documents and knowledge bases; `open_library` opens those of this machine's user."""
    office: Office | None = None
    """Renders and measures slides, on this machine."""
    draw_for: DrawFor = lambda _row, _attempt, _ledger, _meter: None
    python: Callable[[], RunPython | None] = lambda: None
    """The sandbox, or None where this machine has none; it blocks while it looks."""
    lives: Lifetimes = field(default_factory=Lifetimes)
    flights: Flights[Kept] = field(default_factory=Flights)
    """What is being searched and fetched now, for all runs."""
    check: Callable[[Team, Options], None] = lambda _team, _options: None
    """Raises ConfigurationError for what a run of that team lacks, before it begins."""
    embeds_here: Callable[[str], bool] = lambda _model: True
    """Whether what an embedding model is given stays on this machine and its network."""
    tracer: Tracer | None = None
    """Who is told of what runs do, where that is wanted."""
    notices: Notices | None = None
    """Who tells of runs that pause, finish or fail, where that is wanted."""
    times: Callable[[Limits, str], tuple[float | None, float | None]] = times_of
    """Target and cap of the seconds at work that a team's runs get with a preset."""
    load_team: Callable[[str], Team] = load
    now: Callable[[], datetime] = lambda: datetime.now(UTC)


async def build_deps(
    host: Host,
    row: RunRow,
    attempt: Attempt,
    meter: RunMeter,
    *,
    earlier: Earlier | None = None,
    team: AskTeam | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> Deps:
    """What the nodes of this attempt are handed."""
    ledger = RunLedger(attempt, row.options.replay_of, reuse=row.options.reuse_answers, owner=row.owner)
    now = await _clock(host, row, attempt)
    search, fetch, shoot = await _web(host, row, attempt)
    return Deps(
        run_id=row.id,
        lang=row.lang,
        ask=host.ask_for(row, attempt, ledger, meter),
        emit=attempt.emit,
        approve=approvals.approve,
        evidence=RunEvidence(attempt),
        artifacts=RunArtifacts(attempt, here=stays_here(row.options)),
        library=Libraries(
            host.library_of(row.owner) if row.owner and host.library_of else host.open_library,
            partial(attempt.emit, "progress"),
            attempt.store.redact,
            await _embedder(host, row, attempt),
            lambda embedder, what: Bill(ledger, meter, host.price, node_path(), attempt.fence, embedder, what),
        ),
        search=search,
        fetch=fetch,
        shoot=shoot,
        python=await _python(host, row, attempt),
        office=host.office,
        draw=await _draw(host, row, attempt, ledger, meter),
        now=now,
        settled=lambda: ledger.figures(round(meter.seconds(), 3)),
        team=team,
        earlier=earlier,
        repeats=KeptArtifacts(attempt.store, row.options.replay_of) if row.options.replay_of else None,
        folder=attempt.store.folder(row.id),
        charge=RunCharge(attempt, ledger, meter, partial(warn_once, attempt), row.lang),
        stopping=stopping,
        note=attempt.note,
    )


async def _clock(host: Host, row: RunRow, attempt: Attempt) -> Callable[[], datetime]:
    """The time as nodes see it. A repetition begins when the first run began: prompts name the day."""
    first = row
    while first.options.replay_of:
        try:
            first = await attempt.store.run(first.options.replay_of)
        except UnknownName:  # deleted since
            break
    behind = datetime.fromisoformat(row.created_at) - datetime.fromisoformat(first.created_at)
    return (lambda: host.now() - behind) if behind else host.now


async def _web(host: Host, row: RunRow, attempt: Attempt) -> tuple[WebSearch | None, Fetch | None, Shoot | None]:
    """Search, fetch and pictures: none for a run that is local only; of a repetition, those of what it repeats."""
    options, redact = row.options, attempt.store.redact
    if options.local_only:
        return None, None, None
    memory = Memory(attempt, row, host.flights, host.now, host.lives)
    asked = (host.search, host.fetch, host.shoot_public if row.owner else host.shoot)
    search, fetch, shoot = (None, None, None) if options.replay_of else asked
    searches = search is not None
    if options.replay_of:
        searches = await attempt.store.read(lambda c: could_search(c, options.replay_of))
    if searches:
        await attempt.write(lambda c: note_search(c, row.id))
    pages: Fetch | None = RunFetch(fetch, memory, redact) if fetch is not None or options.replay_of else None
    return (
        RunSearch(search, memory, redact, partial(warn_once, attempt)) if searches else None,
        FoundOnly(pages) if pages is not None and row.owner else pages,
        RunShoot(shoot, memory, redact) if shoot is not None or options.replay_of else None,
    )


async def _python(host: Host, row: RunRow, attempt: Attempt) -> RunPython | None:
    """The sandbox, with what the run has executed by now."""
    python = await asyncio.to_thread(host.python)
    return RunSandbox(python, Memory(attempt, row, host.flights, host.now, host.lives)) if python is not None else None


async def _draw(host: Host, row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Draw | None:
    """Pictures: none for a run that is local only; of a repetition, those of what it repeats."""
    options = row.options
    if options.local_only:
        return None
    if not options.replay_of:
        return host.draw_for(row, attempt, ledger, meter)
    if not await attempt.store.read(lambda c: could_draw(c, options.replay_of)):
        return None
    return drawer(row, attempt, ledger, meter, models=[RECORDED], open_model=None)


async def _embedder(host: Host, row: RunRow, attempt: Attempt) -> Callable[[], Steady | None]:
    """What embeds the documents of this run: where nothing may be sent, it knows only the vectors that are there."""
    options = row.options
    if not options.local_only and not options.replay_of:
        return host.embedder
    found = host.embedder()
    if found is None or (options.local_only and host.embeds_here(found.model)):
        return host.embedder
    if options.local_only:
        await warn_once(attempt, f"embeddings {found.model}", by_words(found.model, row.lang))
    return partial(_remembering, found.model, found.kinds)


def _remembering(model: str, kinds: str) -> Steady:
    from kasen.models.embedder import Steady

    def refuse() -> Embedder:
        raise Refused(f"`{model}` is not asked in this run")

    return Steady(model, refuse, kinds=kinds)


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


def drawer(
    row: RunRow,
    attempt: Attempt,
    ledger: RunLedger,
    meter: RunMeter,
    *,
    models: Sequence[str],
    open_model: Callable[[Wish], OpenModel] | None,
    **more: Any,
) -> RunDraw:
    """The `Draw` of an attempt, as `asker` its `Ask`; hand in the `accounts` of the process."""
    return RunDraw(
        models=models,
        run_id=row.id,
        open_model=open_model,
        note=lambda: attempt.write(lambda c: note_drawing(c, row.id)),
        ledger=ledger,
        artifacts=RunArtifacts(attempt, here=stays_here(row.options)),
        kept=partial(KeptArtifacts, attempt.store),
        node_path=node_path,
        repeats=row.options.replay_of,
        meter=meter,
        redact=attempt.store.redact,
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
