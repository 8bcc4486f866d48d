from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from sqlalchemy import insert, select, update

from kasen.errors import InputError, InternalError, RunBusy, Stopped, UsageError
from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.asked import CANCEL, STOP
from kasen.runtime.engines.handed import LOOK, Handing, error_of
from kasen.runtime.owners import FileOwners, owned
from kasen.runtime.rows import RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import APPROVALS, RUNS
from kasen.testing.crash_child import host_with
from runtime.engines.handing import NotingDispatch
from runtime.scenes import scripted

ECHO = {"text": "hello world", "lang": "en"}


@pytest.fixture
def dispatch() -> NotingDispatch:
    return NotingDispatch()


@pytest.fixture
def runner(store: Store, dispatch: NotingDispatch) -> Runner:
    """A process that drives nothing."""
    return Runner(store, host_with(None, store.home), dispatch)


async def elsewhere(home: Path, run_id: str) -> RunRow:
    """Another process drives the run."""
    async with Store(home) as store:
        other = Runner(store, scripted(home))
        await other.continue_(run_id)
        try:
            return await other.wait(run_id)
        finally:
            await other.close()


async def test_a_run_is_recorded_handed_over_and_followed_to_its_end(
    runner: Runner, dispatch: NotingDispatch, home: Path
) -> None:
    run_id = await runner.start("echo", ECHO)
    assert dispatch.submitted == [run_id]
    assert runner.driven == {run_id}
    assert await runner.store.is_owned(run_id), "nobody drives it, and somebody will"
    types = asyncio.create_task(following(runner, run_id))
    await elsewhere(home, run_id)
    row = await runner.wait(run_id)
    assert (row.status, row.result and row.result["text"]) == ("done", "hello world")
    assert (await types)[-1] == "run_finished"
    assert not await runner.store.is_owned(run_id)
    with pytest.raises(UsageError, match="nothing to continue"):
        await runner.continue_(run_id, options=row.options)
    assert await runner.continue_(run_id) == run_id, "whoever answered may find it over already"
    await runner.close()


async def test_one_answer_of_two_has_nobody_drive_a_run_that_only_pauses_again(
    runner: Runner, dispatch: NotingDispatch, store: Store
) -> None:
    run_id = await runner.start("echo", ECHO)
    dispatch.submitted.clear()
    handing, paused = Handing(store, dispatch), update(RUNS).where(RUNS.c.id == run_id).values(status="paused")
    pauses = [{"run_id": run_id, "interrupt_id": id, "name": id, "asked": "{}"} for id in ("one", "two")]
    await store.write(lambda c: (c.execute(paused), c.execute(insert(APPROVALS), pauses)))
    for id, status, submitted in (("one", "paused", []), ("two", "created", [run_id])):
        answer = update(APPROVALS).where(APPROVALS.c.interrupt_id == id).values(answer="true")
        await store.write(lambda c, answer=answer: c.execute(answer))  # type: ignore[misc]
        await handing.answered(await store.run(run_id))
        assert ((await store.run(run_id)).status, dispatch.submitted) == (status, submitted)
    await handing.close()
    await runner.close()


async def test_what_is_asked_of_whoever_drives_a_run_is_repeated_until_it_is_heard(runner: Runner, home: Path) -> None:
    run_id = await runner.start("echo", ECHO)
    attempt = Attempt(runner.store, run_id, await runner.store.claim(run_id))
    async with owned(FileOwners(home / "runs"), run_id):
        runner.stop(run_id)
        assert await word(runner, run_id) == STOP
        await runner.store.claim(run_id)  # which forgets words
        assert await word(runner, run_id) == STOP
        with pytest.raises(RunBusy, match="is being driven by a worker"):
            await runner.continue_(run_id, options=(await runner.store.run(run_id)).options)
        cancelling = asyncio.create_task(runner.cancel(run_id))
        assert await word(runner, run_id, CANCEL) == CANCEL
        cancelling.cancel()
    assert attempt.fence == 1
    assert (await runner.cancel(run_id)).status == "cancelled", "when nobody drives it, it is done here"
    await runner.close()


async def test_what_was_asked_of_one_continuation_does_not_end_the_next_one(runner: Runner, home: Path) -> None:
    run_id = await runner.start("echo", ECHO)
    runner.stop(run_id)
    assert await word(runner, run_id) == STOP
    async with Store(home) as store:
        other = Runner(store, host_with(None, home), NotingDispatch())
        other.stop(run_id)  # which does not follow it
        await asyncio.sleep(2 * LOOK)
        await stopped_and_continued(store, run_id)  # between two looks of both
        await other.continue_(run_id)
        await asyncio.sleep(4 * LOOK)
        assert await word(runner, run_id, 0) == 0, "nobody asked that it stops again"
        runner.stop(run_id)
        assert await word(runner, run_id) == STOP, "now somebody does"
        await other.close()
    await runner.close()


async def test_a_team_that_works_with_one_machine_is_refused_before_anything_is_recorded(runner: Runner) -> None:
    with pytest.raises(UsageError, match="`code` works with the programs of one machine"):
        await runner.start("code", {})
    assert await runner.store.runs() == []
    await runner.close()


async def test_a_process_that_ends_leaves_its_runs_to_others(runner: Runner, home: Path) -> None:
    run_id = await runner.start("echo", ECHO)
    waiting = asyncio.create_task(runner.wait(run_id))
    await asyncio.sleep(0.1)
    await runner.close()
    with pytest.raises(Stopped, match="this process ended"):
        await waiting
    assert await word(runner, run_id, 0) == 0, "nobody asked that it stops"
    assert (await elsewhere(home, run_id)).status == "done"


async def test_what_ended_an_attempt_elsewhere_is_raised_here(runner: Runner) -> None:
    run_id = await runner.start("echo", ECHO)
    row = await runner.store.run(run_id)
    said = row.model_copy(update={"error": {"error": "InputError", "message": "no file", "hint": "look"}})
    assert isinstance(error_of(said), InputError)
    assert (str(error_of(said)), error_of(said).hint) == ("no file", "look")
    strange = row.model_copy(update={"error": {"error": "annotations", "message": "x"}})
    assert isinstance(error_of(strange), InternalError)
    await runner.close()


async def stopped_and_continued(store: Store, run_id: str) -> None:
    """Who drives the run has heard the word and ended; somebody continues the run at once."""
    attempt = Attempt(store, run_id, await store.claim(run_id))
    ended = {"type": "run_failed", "error": "Stopped", "message": "stopped", "hint": ""}
    again = update(RUNS).where(RUNS.c.id == run_id).values(status="created", cancel_asked=0)
    await attempt.write(lambda c: c.execute(again), [ended])


async def following(runner: Runner, run_id: str) -> list[str]:
    return [event.type async for event in runner.events(run_id)]


async def word(runner: Runner, run_id: str, wanted: int = STOP) -> int:
    query = select(RUNS.c.cancel_asked).where(RUNS.c.id == run_id)
    found = -1
    for _ in range(100):
        found = int(await runner.store.read(lambda c: c.execute(query).scalar_one()))
        if found == wanted:
            break
        await asyncio.sleep(0.05)
    return found
