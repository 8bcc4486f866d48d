from __future__ import annotations

from collections.abc import AsyncIterator
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import update

from kasen.errors import InputError, RunBusy, UsageError
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.runtime.threads import latest, take_turn, thread_runs


@pytest.fixture
async def runner(store: Store, people: ModuleType) -> AsyncIterator[Runner]:
    runner = Runner(store, people.host(store.home))
    yield runner
    await runner.close(grace_s=0)


@pytest.fixture
def turn(runner: Runner, people: ModuleType) -> Any:
    async def taken(words: str, thread: str = "t 1", **options: Any) -> RunRow:
        options_ = Options(thread=thread, **options)
        return await runner.wait(await take_turn(runner, people.TEAM, {"question": words}, options=options_))

    return taken


async def become(runner: Runner, row: RunRow, status: str) -> None:
    await runner.store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == row.id).values(status=status)))


async def test_threads_of_one_name_of_two_owners_are_two(runner: Runner, people: ModuleType) -> None:
    ids = []
    for owner in ("yuki", "ken", "yuki"):
        asked = {"question": f"tea of {owner}"}
        ids.append(await take_turn(runner, people.TEAM, asked, options=Options(thread="t"), owner=owner))
        await runner.wait(ids[-1])
    rows = [await runner.store.run(id) for id in ids]
    assert [row.options.continues for row in rows] == ["", "", ids[0]]
    assert [row.id for row in await thread_runs(runner.store, "people", "t", owner="ken")] == [ids[1]]
    assert await thread_runs(runner.store, "people", "t") == []


async def test_the_second_turn_of_a_thread_goes_on_from_the_first(runner: Runner, turn: Any) -> None:
    first = await turn("tea")
    other = await turn("coffee", thread="t\"2'")
    second = await turn("and where?")
    assert (second.options.continues, second.options.thread) == (first.id, "t 1")
    assert second.result["after"] == "tea: tea"
    assert [row.id for row in await thread_runs(runner.store, "people", "t 1")] == [second.id, first.id]
    assert other.options.continues == ""
    assert (await latest(runner.store, "people", "t\"2'")) == other
    assert await latest(runner.store, "echo", "t 1") is None


@pytest.mark.parametrize("words", ["", "  tea\n and\twater "])
@pytest.mark.parametrize("status", ["paused", "interrupted", "failed", "running", "stopped: budget"])
async def test_a_run_that_is_not_over_is_carried_on_with_empty_or_the_same_words(
    runner: Runner, turn: Any, status: str, words: str
) -> None:
    first = await turn("tea and water", interrupt_before=("publisher",), calls=1)
    await become(runner, first, status)
    again = await turn(words, calls=5)
    assert (again.id, again.status) == (first.id, "paused")
    assert again.options == first.options.model_copy(update={"calls": 5})


async def test_other_words_are_refused_while_the_thread_waits_for_a_person(runner: Runner, turn: Any) -> None:
    await turn("tea", interrupt_before=("publisher",))
    with pytest.raises(UsageError, match="waits for an answer"):
        await turn("coffee")
    assert len(await runner.store.runs()) == 1


async def test_other_words_after_a_failure_go_on_from_the_last_result(runner: Runner, turn: Any) -> None:
    first = await turn("tea")
    second = await turn("milk", interrupt_before=("supervisor",))
    await become(runner, second, "failed")
    third = await turn("sugar")
    assert third.options.continues == first.id


@pytest.mark.parametrize("status", ["cancelled", "stopped: person"])
async def test_a_run_that_ended_without_a_result_is_passed_over(runner: Runner, turn: Any, status: str) -> None:
    first = await turn("tea", interrupt_before=("supervisor",))
    await become(runner, first, status)
    with pytest.raises(InputError, match="nothing to carry on"):
        await turn("")
    second = await turn("tea")
    assert (second.options.continues, second.status) == ("", "done")


async def test_a_thread_whose_run_is_at_work_takes_no_turn(runner: Runner, turn: Any) -> None:
    first = await turn("tea", interrupt_before=("publisher",))
    await become(runner, first, "running")
    with owned(runner.store.folder(first.id), first.id):
        for words in ("", "tea", "coffee"):
            with pytest.raises(RunBusy, match="at work"):
                await turn(words)


async def test_nothing_to_carry_on_is_said(turn: Any) -> None:
    with pytest.raises(InputError, match="nothing to carry on"):
        await turn("")
    await turn("tea")
    with pytest.raises(InputError, match="nothing to carry on"):
        await turn(" ")
