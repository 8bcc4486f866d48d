"""What the nodes of a team are handed, made of fakes that keep what they were told."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kasen.errors import Paused
from kasen.evidence.types import Hit
from kasen.knowledge.library import Library
from kasen.models.asker import Asker
from kasen.models.meter import Meter
from kasen.models.provider import ChatModel
from kasen.runtime.events import EVENT, Event
from kasen.runtime.ledger import summed
from kasen.team import Deps, Emit, RunFigures
from kasen.testing.clock import FakeClock
from kasen.testing.ledger import CountingMeter, MemoryLedger
from kasen.testing.stores import FakeLibrary, MemoryArtifacts, MemoryEvidence
from kasen.tools.fetch.page import Fetch
from kasen.tools.search import WebSearch


@dataclass
class RecordedEvents:
    """Implements `Emit`; every event is checked against the union and kept in `all`."""

    run_id: str
    clock: FakeClock
    all: list[Event] = field(default_factory=list)

    async def __call__(self, type: str, /, **fields: Any) -> None:
        at = self.clock.now().isoformat(timespec="milliseconds").replace("+00:00", "Z")
        facts = {"run_id": self.run_id, "seq": len(self.all) + 1, "attempt": 1, "at": at}
        self.all.append(EVENT.validate_python({"type": type, **facts, **fields}))

    def of(self, type: str) -> list[Any]:
        """The events of one type, in order."""
        return [event for event in self.all if event.type == type]


@dataclass
class ScriptedApprovals:
    """Implements `Approve`: answers from `answers` by name, else with the default; `asked` keeps the questions.

    Use it as `deps.approve` outside a graph with pauses; an approval that is to stay open is named in `waits`.
    """

    answers: Mapping[str, Any] = field(default_factory=dict)
    waits: frozenset[str] = frozenset()
    asked: list[dict[str, Any]] = field(default_factory=list)

    def __call__(self, name: str, question: str, *, schema: dict[str, Any], default: Any, **more: Any) -> Any:
        self.asked.append({"name": name, "question": question, "schema": schema, "default": default, **more})
        if name in self.waits:
            raise Paused(f"approval `{name}` waits")
        return self.answers.get(name, default)


@dataclass(frozen=True, kw_only=True)
class FakeDeps(Deps):
    """`Deps` of fakes. `events.all`, `notes`, `ledger.receipts`, `artifacts.text(name)` show what happened."""

    ask: Asker
    emit: RecordedEvents
    approve: ScriptedApprovals
    evidence: MemoryEvidence
    artifacts: MemoryArtifacts
    ledger: MemoryLedger
    meter: CountingMeter
    clock: FakeClock
    notes: list[str]

    @property
    def events(self) -> RecordedEvents:
        """What was emitted."""
        return self.emit


def fake_deps(
    *,
    model: ChatModel | None = None,
    lang: str = "en",
    documents: Iterable[Hit] | Library = (),
    search: WebSearch | None = None,
    fetch: Fetch | None = None,
    answers: Mapping[str, Any] | None = None,
    ledger: MemoryLedger | None = None,
    calls: int | None = None,
    **more: Any,
) -> FakeDeps:
    """Everything a node needs, in memory. Without a model the rules answer; `calls` caps the calls of the model.

    `more` are further fields of `Deps`: `shoot=FakeShoot()`, `earlier`.

    Hand in the `ledger` of an earlier `FakeDeps` to see a continued run. Each asyncio task counts as one execution of
    a node of its own name, so give tasks names when receipts matter.
    """
    clock = FakeClock()
    ledger = MemoryLedger() if ledger is None else ledger
    meter = CountingMeter(calls=calls)
    events = RecordedEvents("run_test", clock)
    notes: list[str] = []
    library = _library(documents)

    async def open_library(docs: list[Path], kbs: list[str]) -> Library:
        return library

    async def settled() -> RunFigures:
        return figures(ledger, clock())

    return FakeDeps(
        run_id=events.run_id,
        lang=lang,
        ask=scripted_asker(model, ledger=ledger, meter=meter, clock=clock, emit=events),
        emit=events,
        approve=ScriptedApprovals(answers or {}),
        evidence=MemoryEvidence(),
        artifacts=MemoryArtifacts(),
        library=open_library,
        search=search,
        fetch=fetch,
        now=clock.now,
        settled=settled,
        note=notes.append,
        ledger=ledger,
        meter=meter,
        clock=clock,
        notes=notes,
        **more,
    )


def scripted_asker(
    model: ChatModel | None, *, ledger: MemoryLedger, meter: Meter, clock: FakeClock, emit: Emit | None = None
) -> Asker:
    """An asker that asks one model for every role, or none; the name of the asyncio task is the node path."""
    chain = [] if model is None else [model.id]

    def open_model(name: str) -> ChatModel:
        assert model is not None, name
        return model

    async def warn(about: str, text: str) -> None:
        if emit is not None:
            await emit("warning", text=text, about=about)

    return Asker(
        models_of=lambda _role: chain,
        open_model=open_model,
        ledger=ledger,
        node_path=_task_name,
        meter=meter,
        warn=warn,
        sleep=clock.sleep,
        clock=clock,
        timeout_s=None,
    )


def figures(ledger: MemoryLedger, seconds: float) -> RunFigures:
    """What the receipts of a ledger add up to."""
    receipts = list(ledger.receipts.values())
    return summed(receipts, [(receipt.role, cost) for receipt in receipts for cost in receipt.costs], seconds)


def _library(documents: Iterable[Hit] | Library) -> Library:
    return FakeLibrary(documents) if isinstance(documents, Iterable) else documents


def _task_name() -> str:
    task = asyncio.current_task()
    name = task.get_name() if task else ""
    return "test" if name.startswith("Task-") else name or "test"
