from __future__ import annotations

import asyncio
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, build_deps, node_path
from kasen.runtime.limits import RunMeter, Spent
from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import Deps
from kasen.testing.crash_child import rules_only
from kasen.testing.stores import FakeLibrary

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def deps_of(store: Store, **more: Any) -> tuple[Deps, Attempt]:
    row = await store.create(team="echo", mode="echo", title="t", lang="ja", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    given = {"ask_for": rules_only(store.home).ask_for, "open_library": None, "now": lambda: NOW, **more}
    meter = RunMeter(attempt, row.options, Spent(0.0, 0, 0.0, 0))
    return build_deps(Host(**given), row, attempt, meter), attempt


async def test_nodes_are_handed_what_belongs_to_their_run(store: Store) -> None:
    deps, attempt = await deps_of(store)
    assert (deps.run_id, deps.lang, deps.now(), deps.search) == (attempt.run_id, "ja", NOW, None)
    await deps.emit("warning", text="x")
    assert await deps.artifacts.write("a.md", b"x", "text/markdown") == 1
    assert [event.type for event in await store.events(attempt.run_id)] == ["warning", "artifact"]
    assert (await deps.settled()).calls == 0


async def test_each_set_of_documents_is_opened_once_even_when_asked_for_at_once(store: Store) -> None:
    opened: list[tuple[list[Path], list[str]]] = []

    async def open_library(docs: list[Path], kbs: list[str], on_progress: Any) -> FakeLibrary:
        opened.append((docs, kbs))
        await on_progress(text="reading", done=1, total=2)
        return FakeLibrary()

    deps, attempt = await deps_of(store, open_library=open_library)
    first, again, other = await asyncio.gather(
        deps.library([Path("/a")], ["x"]), deps.library([Path("/a")], ["x"]), deps.library([Path("/b")], [])
    )
    assert first is again
    assert first is not other
    assert opened == [([Path("/a")], ["x"]), ([Path("/b")], [])]
    events = await store.events(attempt.run_id)
    assert [(event.type, getattr(event, "total", 0)) for event in events] == [("progress", 2)] * 2


def test_receipts_are_keyed_by_the_node_that_runs() -> None:
    assert node_path() == ":"
    token = CURRENT.set(NodeRun(name="writer", task="t1"))
    assert node_path() == "writer:t1"
    CURRENT.reset(token)


async def test_documents_that_cannot_be_opened_fail_for_everybody_who_asked(store: Store) -> None:
    async def open_library(*_: Any) -> FakeLibrary:
        raise ZeroDivisionError

    deps, _ = await deps_of(store, open_library=open_library)
    for _ in range(2):
        with pytest.raises(ZeroDivisionError):
            await deps.library([], [])
