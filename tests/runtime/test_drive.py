from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import Callable, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import psycopg
import pytest
from sqlalchemy.exc import OperationalError

from kasen.errors import BudgetSpent, InternalError, StepsSpent, Stopped, StoreFailed, UsageError
from kasen.models.provider import ModelRequest
from kasen.runtime.drive import Drive
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.writer import Job, Writer
from kasen.testing.crash import Crashes, Kill, Scenario, disturb, every_commit
from kasen.testing.scripted import ScriptedModel
from kasen.testing.traces import broken_promises, read_trace

TEXT = "こんにちは world, this is said twice. これは二度言われる。"
PLAIN = Scenario(team="echo", request={"text": TEXT}, host="runtime.scenes:scripted")
PAUSED = Scenario(
    team="echo",
    request={"text": TEXT, "ask_first": True},
    host="runtime.scenes:scripted",
    answers={"parts": {"go_on": True, "comment": "well"}},
)
ASKED = Scenario(
    team="echo",
    request={"text": TEXT, "ask_first": True},
    host="runtime.scenes:scripted",
    options={"interrupt_before": ["planner", "approve", "writer"]},
    answers={"parts": {"go_on": True, "comment": "well"}, "before approve": {"human_input": "go"}},
)
"""Pauses before nodes, one of which has a pause of its own."""
STREAMED = Scenario(team="echo", request={"text": TEXT * 4}, host="runtime.scenes:streaming")


def sweep(crashes: Crashes, home: Path, scenario: Scenario, kills: list[list[Kill]]) -> None:
    """Each list of kills disturbs a run of its own; all end like the undisturbed one and break nothing."""
    whole = crashes.see_through(home / "whole", scenario)
    assert (whole.killed, whole.error) == (False, "")
    assert whole.value["status"] == "done"
    died = 0
    for n, each in enumerate(kills):
        final, broken = disturb(crashes, home / str(n), scenario, each)
        assert broken == [], [str(kill) for kill in each]
        assert final is not None
        assert final.result == whole.value["result"], [str(kill) for kill in each]
        assert max(final.calls.values()) <= 1 + len(each), "what was in flight is asked once more for each kill"
        died += sum(event["type"] == "run_started" for event in final.events) > 1
    assert died > len(kills) // 20, "kills must have hit the run; on a busy machine many come before it has begun"


def seconds(crashes: Crashes, home: Path, scenario: Scenario) -> float:
    """How long the scenario takes undisturbed, when nothing else holds it up."""
    return min(crashes.see_through(home / f"timed-{n}", scenario).seconds for n in range(3))


def commits(crashes: Crashes, home: Path, scenario: Scenario) -> int:
    return crashes.see_through(home / "counted", scenario).commits


def test_killed_around_every_commit_a_run_ends_the_same_and_nothing_is_done_twice(crashes: Crashes, home: Path) -> None:
    count = commits(crashes, home, PLAIN)
    assert count > 15, "twenty or so: the writer puts together what waits for it"
    before = [[Kill(commit=n)] for n in range(2, count + 1, 4)]
    after = [[Kill(commit=n, after=True)] for n in range(1, count + 1)]
    sweep(crashes, home, PLAIN, before + after)


def test_killed_around_its_pause_a_run_asks_once_and_goes_on(crashes: Crashes, home: Path) -> None:
    count = commits(crashes, home, PAUSED)
    sweep(crashes, home, PAUSED, [[Kill(commit=n, after=True)] for n in range(count // 3, count + 1, 2)])


def test_killed_around_pauses_before_nodes_a_run_asks_each_once_and_goes_on(crashes: Crashes, home: Path) -> None:
    """At three places; the slow test has them all."""
    count = commits(crashes, home, ASKED)
    assert count > 30
    sweep(crashes, home, ASKED, [[Kill(commit=n, after=True)] for n in (count // 4, count // 2, count * 3 // 4)])


def test_killed_at_random_times_again_and_again_a_run_ends_the_same(crashes: Crashes, home: Path) -> None:
    kills = random.Random(1)
    whole = seconds(crashes, home, PLAIN)
    sweep(
        crashes,
        home,
        PLAIN,
        [
            [Kill(seconds=kills.uniform(0.2, 1.1) * whole), Kill(seconds=kills.uniform(0.1, 0.9) * whole)]
            for _ in range(25)
        ],
    )


def test_killed_while_words_stream_a_run_shows_them_once(crashes: Crashes, home: Path) -> None:
    whole = seconds(crashes, home, STREAMED)
    for n in range(4):
        final, broken = disturb(crashes, home / f"s{n}", STREAMED, [Kill(seconds=(0.55 + n / 10) * whole)])
        assert broken == []
        assert final is not None
        shown = [event for event in final.events if event["type"] == "text"]
        assert [(event["text"], event["final"]) for event in shown] == [(TEXT * 4, True)]


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [PLAIN, PAUSED, ASKED, STREAMED], ids=["plain", "paused", "asked", "streamed"])
def test_killed_before_and_after_every_single_commit(crashes: Crashes, home: Path, scenario: Scenario) -> None:
    sweep(crashes, home, scenario, [[kill] for kill in every_commit(commits(crashes, home, scenario))])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_killed_at_hundreds_of_random_times(crashes: Crashes, home: Path, seed: int) -> None:
    kills = random.Random(seed)
    scenario = (PLAIN, PAUSED, STREAMED, PLAIN)[seed]
    whole = seconds(crashes, home, scenario)
    sweep(crashes, home, scenario, [[Kill(seconds=kills.uniform(0, 1) * whole) for _ in range(3)] for _ in range(50)])


async def test_a_node_that_raises_ends_the_attempt_and_the_next_one_goes_on_from_there(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    stage.fail = 1
    model = ScriptedModel(scenes.good)
    runner = runner_with(model)
    run_id = await runner.start("flaky", {"text": "a b"})
    with pytest.raises(InternalError, match="ZeroDivisionError: one too many") as error:
        await runner.wait(run_id)
    assert f"kasen runs continue {run_id}" in error.value.hint
    row = await runner.store.run(run_id)
    assert row.status == "failed"
    assert row.error is not None
    assert "one too many" in row.error["message"]
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran == ["first", "flaky", "flaky"]
    assert len(model.requests) == 1
    trace = read_trace(runner.store.home)
    assert trace is not None
    assert broken_promises(trace) == []


async def test_a_run_beyond_its_steps_fails_and_goes_on_with_more(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("endless", {"text": "a b"}, options=Options(steps=4))
    with pytest.raises(StepsSpent, match="limit of steps, which is 4") as error:
        await runner.wait(run_id)
    assert error.value.exit_code == BudgetSpent.exit_code
    assert f"kasen runs continue {run_id} --steps N" in error.value.hint
    assert (await runner.store.run(run_id)).status == "failed"
    await runner.continue_(run_id, options=Options(steps=40))
    assert (await runner.wait(run_id)).status == "done"
    assert len(stage.ran) == 9


async def test_a_graceful_stop_keeps_what_is_running_and_the_next_attempt_goes_on_after_it(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "a b"})
    await stage.began.wait()
    runner.stop(run_id)
    stage.go.set()
    with pytest.raises(Stopped, match="after the step"):
        await runner.wait(run_id)
    assert (await runner.store.run(run_id)).status == "interrupted"
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran == ["first", "slow", "last"]


async def test_a_killed_attempt_repeats_only_what_was_in_flight(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "a b"})
    await stage.began.wait()
    await runner.kill(run_id)
    row = await runner.wait(run_id)
    assert row.status == "interrupted"
    stage.go.set()
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran == ["first", "slow", "slow", "last"]


async def test_who_waits_for_an_attempt_that_is_killed_hears_of_it(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "a b"})
    await stage.began.wait()
    waiting = asyncio.create_task(runner.wait(run_id))
    await asyncio.sleep(0)
    await runner.kill(run_id)
    with pytest.raises(Stopped, match="at once"):
        await waiting


async def test_when_money_is_spent_rules_finish_and_a_higher_cap_goes_back_to_where_it_was_spent(
    runner_with: Callable[..., Runner], scenes: ModuleType
) -> None:
    asked: list[tuple[str, list[str]]] = []

    def answer(request: ModelRequest) -> Any:
        asked.append((request.role, scenes.texts(request)))
        return scenes.good(request)

    runner = runner_with(ScriptedModel(answer))
    run_id = await runner.start("echo", {"text": "one two three four"}, options=Options(calls=2))
    row = await runner.wait(run_id)
    assert row.status == "stopped: budget"
    assert row.result is not None
    assert row.result["text"] == "one two three four"
    assert [role for role, _ in asked] == ["planner", "worker"]
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "stopped: budget"
    assert len(asked) == 2, "the same cap is spent already"

    await runner.continue_(run_id, options=Options(calls=10))
    row = await runner.wait(run_id)
    assert row.status == "done"
    assert [role for role, _ in asked] == ["planner", "worker", "worker", "writer"]
    assert len({str(each) for each in asked}) == 4, "nothing is asked twice"
    warnings = [e async for e in runner.events(run_id, follow=False) if e.type == "warning"]
    assert [w.text for w in warnings] == ["going back to `worker`, where the budget was spent"]
    last = [e async for e in runner.events(run_id, follow=False)][-1]
    assert (last.type, getattr(last, "calls", None)) == ("run_finished", 4)


async def test_a_cancel_that_is_asked_before_the_claim_is_heard(home: Path, either: str, scenes: ModuleType) -> None:
    async with Store(home, database=either) as store:
        row = await store.create(
            team="echo", mode="echo", title="t", lang="en", request={"text": "a b"}, options=Options()
        )
        drive = Drive(store, scenes.host_of(None, home), row)
        await store.ask_cancel(row.id)
        assert (await drive()).status == "cancelled"
        assert [event.type for event in await store.events(row.id)] == ["run_started", "run_finished"]


async def test_an_answer_that_comes_when_the_attempt_is_about_to_pause_is_taken_up_by_it(
    runner_with: Callable[..., Runner], home: Path
) -> None:
    """The clock is looked at between the look for answers and the note that the run is paused."""

    def now() -> datetime:
        with closing(sqlite3.connect(home / "kasen.db", timeout=10)) as file, file:
            file.execute("UPDATE approvals SET answer = '{\"go_on\": true}', answered_by = 'Aiko'")
        return datetime.now(UTC)

    runner = runner_with(now=now)
    asking = {"text": "hello world", "ask_first": True, "deadline_s": 600, "at_deadline": "stop"}
    run_id = await runner.start("echo", asking)
    row = await runner.wait(run_id)
    assert (row.status, row.fence) == ("done", 1)


async def test_an_attempt_that_paused_says_so_though_the_answer_is_there_by_now(
    store: Store, home: Path, scenes: ModuleType
) -> None:
    def answered_at_once(_run_id: str, _events: Sequence[object]) -> None:
        with closing(sqlite3.connect(home / "kasen.db", timeout=10)) as file, file:
            file.execute("UPDATE runs SET status = 'created' WHERE status = 'paused'")

    asking = {"text": "hello world", "ask_first": True}
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request=asking, options=Options())
    store.listen(answered_at_once)
    assert (await Drive(store, scenes.host_of(None, home), row)()).status == "paused"
    assert (await store.run(row.id)).status == "created"


async def test_an_attempt_begins_only_where_the_run_stands_as_it_should(store: Store, scenes: ModuleType) -> None:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={"text": "a"}, options=Options())
    drive = Drive(store, scenes.host_of(None, store.home), row, only=("paused",))
    with pytest.raises(UsageError, match="is created; there is nothing to continue"):
        await drive()
    row = await store.run(row.id)
    assert (row.status, row.fence, row.last_seq, drive.has_failed) == ("created", 0, 0, False)


async def test_a_run_whose_database_went_away_is_left_at_work_though_its_failure_could_be_noted_by_now(
    home: Path, either: str, scenes: ModuleType
) -> None:
    """On one machine the database does not go away: what it cannot do is a failure."""
    lost = StoreFailed("the database refused a write")
    lost.__cause__ = OperationalError("UPDATE runs", {}, psycopg.OperationalError("the connection is lost"))
    stage = scenes.new_stage()
    stage.fail, stage.error = 1, lost
    async with Store(home, database=either) as store:
        runner = Runner(store, scenes.host_of(None, home))
        run_id = await runner.start("flaky", {"text": "x"})
        with pytest.raises(StoreFailed):
            await runner.wait(run_id)
        row = await store.run(run_id)
        assert (row.status, row.error is None) == (("running", True) if either else ("failed", False))
        await runner.continue_(run_id, only=(row.status,))
        assert (await runner.wait(run_id)).status == "done"
        assert stage.ran == ["first", "flaky", "flaky"]
        await runner.close(grace_s=0)


class Refusing(Writer):
    """Refuses with that, while there is something."""

    error: Exception | None = None
    refused = 0

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        if self.error is not None:
            self.refused += 1
            raise self.error
        return super().transact(batch)


@pytest.mark.parametrize("error", [sqlite3.OperationalError("database is locked"), TypeError("no such field")])
@pytest.mark.parametrize("ends", ["interrupted", "failed", "cancelled"])
async def test_a_late_write_that_failed_keeps_nobody_from_noting_how_the_attempt_ended(
    home: Path, either: str, scenes: ModuleType, error: Exception, ends: str
) -> None:
    stage = scenes.new_stage()
    async with Store(home, database=either, writer=Refusing) as store:
        writer = store.write
        assert isinstance(writer, Refusing)
        runner = Runner(store, scenes.host_of(None, home))
        run_id = await runner.start("slow", {"text": "x"})
        await asyncio.wait_for(stage.began.wait(), 20)
        writer.error = error  # that the node has begun waits to be written
        async with asyncio.timeout(20):
            while not writer.refused:  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.005)
        writer.error = None
        if ends == "interrupted":
            await runner.kill(run_id)
        elif ends == "cancelled":
            assert (await runner.cancel(run_id)).status == "cancelled"
        else:
            stage.go.set()
            with pytest.raises(InternalError, match=r"locked|no such field"):
                await runner.wait(run_id)
        assert (await store.run(run_id)).status == ends
        if ends != "cancelled":
            stage.go.set()
            await runner.continue_(run_id)
            assert (await runner.wait(run_id)).status == "done"
        await runner.close(grace_s=0)


class Telling(Writer):
    """Calls `told` when the end of a run has been committed, and waits until it was heard."""

    told: Callable[[], None]

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        values = super().transact(batch)
        if any(isinstance(value, tuple) and getattr(value[0], "status", "") == "done" for value in values):
            self.told()
        return values


async def test_a_run_that_is_ended_while_its_end_is_written_has_ended_well(
    home: Path, either: str, scenes: ModuleType
) -> None:
    async with Store(home, database=either, writer=Telling) as store:
        row = await store.create(
            team="echo", mode="echo", title="t", lang="en", request={"text": "a b"}, options=Options()
        )
        loop, heard = asyncio.get_running_loop(), threading.Event()
        work = asyncio.create_task(Drive(store, scenes.host_of(None, home), row)())

        def end() -> None:
            work.cancel()
            loop.call_soon(heard.set)

        def told() -> None:
            loop.call_soon_threadsafe(end)
            assert heard.wait(20)

        assert isinstance(store.write, Telling)
        store.write.told = told
        with pytest.raises(asyncio.CancelledError):
            await work
        assert heard.is_set()
        assert (await store.run(row.id)).status == "done"
        assert [event.type for event in await store.events(row.id)][-1] == "run_finished"
