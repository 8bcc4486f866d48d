from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import InternalError
from kasen.runtime.batch import NO_BUDGET, WAITING, Batch, Entry, question_of, thread_of
from kasen.runtime.batch_file import Asked
from kasen.runtime.request import parse_request
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.team import load
from kasen.testing.scripted import ScriptedModel

FILE = Path("questions.txt")
ECHO = load("echo")
MakeBatch = Callable[..., Batch]


def entry(text: str, team: Any = ECHO, field: str = "text", options: Options | None = None, **more: Any) -> Entry:
    given = {field: text, **more}
    asked = Asked(1, parse_request(team, given), given)
    return Entry(asked, thread_of(FILE, team, asked, options or Options()))


@pytest.fixture
async def batch(store: Store, scenes: ModuleType) -> AsyncIterator[MakeBatch]:
    runners: list[Runner] = []

    def make(*texts: str | Entry, model: Any = None, caps: Any = None, team: Any = ECHO, **more: Any) -> Batch:
        runners.append(Runner(store, scenes.host_of(model, store.home)))
        entries = [text if isinstance(text, Entry) else entry(text) for text in texts]
        options = Options(preset="scripted" if model else "none")
        return Batch(runners[-1], team, entries, options, caps=caps or {}, **more)

    yield make
    for runner in runners:
        await runner.close(grace_s=0)


def states(batch: Batch) -> list[str]:
    return [entry.status for entry in batch.entries]


async def test_every_request_is_run_and_told(batch: MakeBatch) -> None:
    made = batch("one two", "three four", "五 六")
    ended: list[str] = []
    seen: dict[str, list[str]] = {}
    made.on_end = lambda entry: ended.append(question_of(ECHO, entry))
    made.on_event = lambda entry, event: seen.setdefault(event.run_id, []).append(event.type)
    await made()
    assert states(made) == ["done"] * 3
    assert sorted(ended) == ["one two", "three four", "五 六"]
    assert len(seen) == 3
    assert all((types[0], types[-1]) == ("run_started", "run_finished") for types in seen.values())


@pytest.mark.parametrize("jobs", [1, 2, 3])
async def test_as_many_run_at_once_as_was_said(batch: MakeBatch, scenes: ModuleType, jobs: int) -> None:
    now, most = 0, 0
    meeting = asyncio.Barrier(jobs)

    async def answer(request: Any) -> Any:
        nonlocal now, most
        if request.role == "planner":
            now, most = now + 1, max(most, now + 1)
            async with asyncio.timeout(20), meeting:
                now -= 1
        return scenes.good(request)

    made = batch(*(f"words {n}" for n in range(6)), model=ScriptedModel(answer), jobs=jobs)
    await made()
    assert (states(made), most) == (["done"] * 6, jobs)


async def test_one_that_fails_stops_no_other(batch: MakeBatch, store: Store, scenes: ModuleType) -> None:
    scenes.new_stage().fail = 1
    team = scenes.team("flaky")
    made = batch(*(entry(f"words {n}", team) for n in range(4)), team=team, jobs=2)
    await made()
    assert sorted(states(made)) == ["done", "done", "done", "failed"]
    (failed,) = [entry for entry in made.entries if entry.status == "failed"]
    assert isinstance(failed.error, InternalError)
    again = batch(*(entry(f"words {n}", team) for n in range(4)), team=team)
    await again()
    assert states(again) == ["done"] * 4
    assert [entry.was_done for entry in again.entries].count(True) == 3
    assert len(await store.runs()) == 4


async def test_what_is_done_is_not_done_again(batch: MakeBatch, store: Store) -> None:
    await batch("one two", "three four")()
    told: list[str] = []
    again = batch("one two", "new words", "three four")
    again.on_end = lambda entry: told.append(f"{question_of(ECHO, entry)} {entry.was_done}")
    await again()
    assert states(again) == ["done"] * 3
    assert sorted(told) == ["new words False", "one two True", "three four True"]
    assert len(await store.runs()) == 3


async def test_one_that_waits_for_a_person_is_carried_on_when_it_was_answered(batch: MakeBatch, store: Store) -> None:
    made = batch(entry("one two", ask_first=True), "three four")
    await made()
    assert states(made) == ["paused", "done"]
    again = batch(entry("one two", ask_first=True))
    await again()
    assert states(again) == ["paused"]
    run_id = made.entries[0].row.id  # type: ignore[union-attr]
    third = batch(entry("one two", ask_first=True))
    await third._runner.answer(run_id, "parts", {"go_on": True})
    await third()
    assert states(third) == ["done"]
    assert len(await store.runs()) == 2


@pytest.mark.parametrize("cap", ["usd", "calls"])
async def test_all_runs_together_keep_to_one_budget(
    batch: MakeBatch, scenes: ModuleType, store: Store, cap: str
) -> None:
    runner = Runner(store, scenes.careless(store.home))  # its models cost what is expected of them
    words = [f"some words {n}" for n in range(4)]
    one = Batch(runner, ECHO, [entry("some words 9")], Options(), caps={})
    await one()
    limit = getattr(one.spent(), cap) * 1.5
    made = Batch(runner, ECHO, [entry(text) for text in words], Options(), caps={cap: limit})
    await made()
    assert 0 < getattr(made.spent(), cap) <= limit + 1e-9
    assert states(made)[0] in ("done", "stopped: budget")
    assert states(made)[-1] in (NO_BUDGET, "stopped: budget")
    free = Batch(runner, ECHO, [entry(text) for text in words], Options(), caps={})
    await free()
    assert states(free) == ["done"] * 4
    assert getattr(free.spent(), cap) > limit
    await runner.close()


async def test_later_runs_get_what_is_left(batch: MakeBatch, scenes: ModuleType, store: Store) -> None:
    made = batch("a b", "c d", "e f", model=ScriptedModel(scenes.good, usd=0.01), caps={"calls": 12}, jobs=2)
    await made()
    assert states(made) == ["done"] * 3  # four calls each
    assert made.spent().calls == 12


async def test_a_budget_of_nothing_runs_what_costs_nothing(batch: MakeBatch) -> None:
    made = batch("a b", "c d", caps={"usd": 0.0})
    await made()
    assert states(made) == ["done", "done"]


async def test_stopped_it_starts_no_more_and_is_carried_on_by_the_same_batch(
    batch: MakeBatch, scenes: ModuleType, store: Store
) -> None:
    stage = scenes.new_stage()
    team = scenes.team("slow")
    made = batch(*(entry(f"words {n}", team) for n in range(3)), team=team, jobs=2)
    work = asyncio.create_task(made())
    await stage.began.wait()
    made.stop()
    stage.go.set()
    await work
    assert states(made).count("done") == 0
    assert states(made)[2] == WAITING
    assert states(made)[0] == "interrupted"
    again = batch(*(entry(f"words {n}", team) for n in range(3)), team=team)
    await again()
    assert states(again) == ["done"] * 3
    assert len(await store.runs()) == 3


async def test_killed_it_ends_at_once(batch: MakeBatch, scenes: ModuleType) -> None:
    stage = scenes.new_stage()
    team = scenes.team("slow")
    made = batch(*(entry(f"words {n}", team) for n in range(3)), team=team, jobs=1)
    work = asyncio.create_task(made())
    await stage.began.wait()
    await made.kill()
    await work
    assert states(made) == ["interrupted", WAITING, WAITING]


def test_another_file_or_other_models_are_another_mark() -> None:
    asked = entry("one").asked
    marks = {
        thread_of(file, ECHO, asked, options)
        for file in (FILE, Path("other.txt"))
        for options in (Options(), Options(preset="openai"), Options(usd=3))
    }
    assert len(marks) == 4
