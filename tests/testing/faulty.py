"""Runs of research in a world in which everything fails now and then; for the tests and `benchmarks/faults.py`."""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from kasen.errors import KasenError, Retryable
from kasen.evidence.types import Hit
from kasen.knowledge.library import Library
from kasen.models.chain import Retries
from kasen.models.failures import from_status, unreachable
from kasen.models.provider import Completion, ModelRequest
from kasen.runtime.host import Host
from kasen.runtime.request import parse_request
from kasen.runtime.rows import RESUMABLE, Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import EVENTS, RUNS
from kasen.team import load
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel
from kasen.testing.stores import FakeLibrary
from kasen.testing.web import FakeFetch, Web, web
from kasen.tools.fetch.page import Page, Unfetched
from teams.research.supervised_scenes import PAGES, QUESTION, evidence_of, team

CALL_FAULTS: Mapping[str, float] = {"timeout": 0.02, "429": 0.02, "500": 0.03, "malformed": 0.03, "cut": 0.02}
"""Of the calls of a model, the part that goes wrong in each way."""
SEARCH_FAULTS = 0.05
PAGE_FAULTS = 0.08
AT_ONCE = 4
"""Runs that one process drives at the same time."""
MOST_FAILED = 3
"""Attempts that failed by themselves after which a run is left."""
QUICK = Retries(first_wait_s=0.02, longest_wait_s=0.1)
"""As often as ever, without the seconds in between."""


class Faulty(ScriptedModel):
    """A good model at a bad provider."""

    def __init__(self, good: ScriptedModel, chance: random.Random) -> None:
        super().__init__([], id=good.id)
        self._good = good
        self._chance = chance

    async def complete(self, request: ModelRequest) -> Completion:
        """The answer, or what went wrong."""
        (fault,) = self._chance.choices([*CALL_FAULTS, ""], [*CALL_FAULTS.values(), 1.0 - sum(CALL_FAULTS.values())])
        await asyncio.sleep(0.001)
        if fault == "timeout":
            raise Retryable(f"{self.id} said nothing for 60 s")
        if fault == "429":
            raise from_status(self.id, 429, "slow down", retry_after=0.05)
        if fault == "500":
            raise from_status(self.id, 500, "internal error")
        said = await self._good.complete(replace(request, on_text=None) if fault else request)
        if fault == "malformed":
            return replace(said, text=said.text[: len(said.text) // 2])
        if fault == "cut":
            if request.on_text is not None:
                await request.on_text(said.text[: len(said.text) // 2])
            raise unreachable(self.id, "api.example", "the connection was closed in the middle of the answer")
        return said


class FaultyWeb:
    """Implements `WebSearch` and `Fetch` over a small web."""

    name = "fake"

    def __init__(self, small: Web, chance: random.Random) -> None:
        self._small = small
        self._chance = chance

    async def __call__(self, query: str, **more: Any) -> Sequence[Hit]:
        """What it finds, now and then nothing but an error."""
        if self._chance.random() < SEARCH_FAULTS:
            raise Retryable("fake answered 503")
        return await self._small.search(query, **more)

    async def fetch(self, url: str, **more: Any) -> Page | Unfetched:
        """The page, now and then why not."""
        if self._chance.random() < PAGE_FAULTS:
            return Unfetched(asked=url, kind="status", reason="answered 503", status=503)
        fetch: FakeFetch = self._small.fetch
        return await fetch.fetch(url, **more)


def modest(request: ModelRequest) -> dict[str, Any]:
    """A draft of whatever evidence there is, however many pages failed."""
    said = [{"text": text, "evidence": [id]} for text, id in evidence_of(request).items()]
    analysis = [{"point": 1, "statements": said[:1]}]
    return {"title": "Uji tea", "summary": said[:2], "findings": said[:3], "analysis": analysis}


def host(home: Path, seed: int) -> Host:
    """A host of that world; each process of a seed has its own luck."""
    chance = random.Random(f"{seed} {os.getpid()}")
    world: Any = FaultyWeb(web(PAGES), chance)
    made = host_with(Faulty(team(writer=modest), chance), home, retries=QUICK)
    return replace(made, open_library=_no_documents, search=world, fetch=world)


async def _no_documents(*_: object) -> Library:
    return FakeLibrary()


async def record(store: Store, count: int) -> None:
    """So many runs, of which none has begun."""
    request = parse_request(load("research"), {"question": QUESTION}).model_dump(mode="json")
    options = Options(fresh=True)
    for number in range(count):
        await store.create(
            team="research", mode="supervised", title=f"run {number}", lang="en", request=request, options=options
        )


async def work(store: Store, part: int, of: int, seed: int) -> int:
    """Drive every `of`th run to its end, several at once, whatever an earlier process left; how many are not over."""
    runner = Runner(store, host(store.home, seed))
    left = iter(await _open_runs(store, part, of))
    await asyncio.gather(*(_drive(runner, left) for _ in range(AT_ONCE)))
    await runner.close()
    return len(await _open_runs(store, part, of))


async def _drive(runner: Runner, left: Iterator[str]) -> None:
    for run_id in left:
        with suppress(KasenError):  # the run says so itself, and is looked at again
            await runner.continue_(run_id)
            await runner.wait(run_id)


async def _open_runs(store: Store, part: int, of: int) -> list[str]:
    """Ids of runs of that part that are not over, without those that have failed often enough."""
    failed = select(EVENTS.c.run_id).where(EVENTS.c.type == "run_failed").group_by(EVENTS.c.run_id)
    given_up = failed.having(func.count() >= MOST_FAILED)
    mine = (RUNS.c.status.in_(RESUMABLE), RUNS.c.id.not_in(given_up))
    query = select(RUNS.c.id).where(*mine).order_by(RUNS.c.title)
    ids = await store.read(lambda c: list(c.execute(query).scalars()))
    return [run_id for run_id in ids if int.from_bytes(run_id.encode()[-2:], "big") % of == part]
