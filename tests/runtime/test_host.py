from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ModelNotFound
from kasen.models.provider import ModelRequest
from kasen.runtime.attempt import Attempt
from kasen.runtime.host import Host, build_deps, node_path, warn_once
from kasen.runtime.ledger import figures
from kasen.runtime.limits import RunMeter, Spent
from kasen.runtime.node import CURRENT, NodeRun
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.team import Deps
from kasen.testing.crash_child import host_with, rules_only
from kasen.testing.scripted import ScriptedModel
from kasen.testing.stores import FakeLibrary
from kasen.tools.python.model import PythonResult

NOW = datetime(2026, 1, 2, tzinfo=UTC)


async def deps_of(store: Store, **more: Any) -> tuple[Deps, Attempt]:
    options = more.pop("options", Options())
    row = await store.create(team="echo", mode="echo", title="t", lang="ja", request={}, options=options)
    attempt = Attempt(store, row.id, await store.claim(row.id))
    given = {"ask_for": rules_only(store.home).ask_for, "open_library": None, "now": lambda: NOW, **more}
    meter = RunMeter(attempt, row.options, Spent(0.0, 0, 0.0, 0))
    return await build_deps(Host(**given), row, attempt, meter), attempt


async def test_nodes_are_handed_what_belongs_to_their_run(store: Store) -> None:
    deps, attempt = await deps_of(store)
    assert (deps.run_id, deps.lang, deps.now(), deps.search) == (attempt.run_id, "ja", NOW, None)
    await deps.emit("warning", text="x")
    assert await deps.artifacts.write("a.md", b"x", "text/markdown") == 1
    assert [event.type for event in await store.events(attempt.run_id)] == ["warning", "artifact"]
    assert (await deps.settled()).calls == 0


async def test_a_repetition_can_read_what_the_run_kept_and_no_other_run_can(store: Store) -> None:
    first, attempt = await deps_of(store)
    await first.artifacts.write("_read.json", b"{}", "application/json")
    assert first.repeats is None
    again, _ = await deps_of(store, options=Options(replay_of=attempt.run_id))
    assert again.repeats is not None
    assert await again.repeats.read("_read.json") == b"{}"


async def test_each_set_of_documents_is_opened_once_even_when_asked_for_at_once(store: Store) -> None:
    opened: list[tuple[list[Path], list[str]]] = []

    async def open_library(docs: list[Path], kbs: list[str], on_progress: Any, _embedder: None) -> FakeLibrary:
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


async def test_nodes_get_the_sandbox_of_the_host_or_none(store: Store) -> None:
    async def run(_code: str, /, **_: Any) -> PythonResult:
        return PythonResult(stdout="ran")

    assert (await deps_of(store))[0].python is None
    deps, _ = await deps_of(store, python=lambda: run)
    assert deps.python is not None
    assert (await deps.python("1")).stdout == "ran"


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


async def test_a_fact_is_warned_of_once_in_a_run_however_many_attempts_it_takes(store: Store) -> None:
    _, first = await deps_of(store)
    await warn_once(first, "account x", "closed")
    again = Attempt(store, first.run_id, await store.claim(first.run_id))
    await warn_once(again, "account x", "closed, in other words")
    await warn_once(again, "account y", "closed too")
    events = await store.events(first.run_id)
    assert [(e.about, e.text) for e in events if e.type == "warning"] == [
        ("account x", "closed"),
        ("account y", "closed too"),
    ]


async def test_a_run_whose_models_fail_says_so_once_in_its_language_and_ends_on_what_is_left(
    runner_with: Any, scenes: Any
) -> None:
    """Two of three are down: the run ends on the third. All are down: on the rules."""
    down = [ScriptedModel(lambda _: ModelNotFound("answered 404: gone"), id=f"down:{n}") for n in range(2)]
    third = ScriptedModel(scenes.good, id="up:m")
    for models, by in (([*down, third], "up:m"), (down, "rule")):
        host = host_with(models[0], runner_with().store.home, *models[1:])
        runner = runner_with(ask_for=host.ask_for)
        run_id = await runner.start("echo", {"text": "一つ 二つ 三つ 四つ"})
        assert (await runner.wait(run_id)).status == "done"
        found = await runner.store.read(lambda c, run_id=run_id: figures(c, run_id))
        assert set(found.by_role.values()) == {by}
        events = await runner.store.events(run_id)
        went_on = "規則" if by == "rule" else "`up:m` "
        assert [e.text for e in events if e.type == "warning"] == [
            f"`down:{n}`：提供元にないモデルです (404)。{went_on}で続けました。" for n in range(2)
        ]


async def test_what_is_thought_and_said_in_vain_is_shown_and_taken_back(runner_with: Any, scenes: Any) -> None:
    async def stumbles(request: ModelRequest) -> str:
        assert request.on_text is not None
        assert request.on_reasoning is not None
        await request.on_reasoning("まず考える")
        if request.role == "writer" and "could not be used" not in request.prompt:
            return '{"text": "half of it and then'
        return json.dumps(scenes.good(request))

    runner = runner_with(ScriptedModel(stumbles))
    run_id = await runner.start("echo", {"text": "one two three four"})
    await runner.wait(run_id)
    events = await runner.store.events(run_id)
    texts = [event for event in events if event.type == "text"]
    assert [text.text for text in texts if text.text] == ["one two three four"]
    assert all(event.final for event in events if event.type in ("text", "reasoning"))
    thoughts = [event.text for event in events if event.type == "reasoning"]
    assert thoughts.count("まず考える") == 4, "planner, two workers, and the writer's last call"
