from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from sqlalchemy import select

from kasen.errors import InputError, InternalError, RunBusy, Stopped, UnknownName, UsageError
from kasen.runtime import nested
from kasen.runtime.evidence import evidence_of
from kasen.runtime.ledger import figures, receipts, rewind
from kasen.runtime.limits import spent_so_far
from kasen.runtime.lock import is_owned
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import NESTED
from kasen.testing.crash import Crashes, Kill, Scenario
from kasen.testing.scripted import ScriptedModel
from kasen.testing.traces import read_bills

RunnerWith = Callable[..., Runner]
CENT = 0.01


@pytest.fixture
async def asker(store: Store, nested_scenes: ModuleType) -> AsyncIterator[RunnerWith]:
    """`asker(model)`: a runner that knows the teams that ask and are asked."""
    made: list[Runner] = []

    def make(model: Any = None, **more: Any) -> Runner:
        made.append(Runner(store, nested_scenes.host_of(model, store.home, **more)))
        return made[-1]

    nested_scenes.new_stage()
    yield make
    for runner in made:
        await runner.close(grace_s=0)


def paid(scenes: ModuleType) -> ScriptedModel:
    return ScriptedModel(scenes.good)


async def ran(runner: Runner, topics: list[str], *, options: Options | None = None, **request: Any) -> RunRow:
    run_id = await runner.start("asker", {"topics": topics, **request}, options=options)
    return await runner.wait(run_id)


async def progress(store: Store, run_id: str) -> list[str]:
    return [event.text for event in await store.events(run_id) if event.type == "progress"]


async def test_the_answer_of_the_other_team_comes_back_with_its_cost_and_what_may_be_cited(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    row = await ran(asker(paid(nested_scenes)), ["tea"])
    assert row.status == "done"
    assert row.result == {"texts": ["all about tea"], "statuses": ["done"], "quotes": ["About tea."]}
    (child,) = await nested.children(store, row.id)
    assert (child.team, child.status, child.options.parent, child.title) == ("finder", "done", row.id, "tea")
    spent = await store.read(lambda c: figures(c, row.id))
    own = await store.read(lambda c: figures(c, child.id))
    assert (own.calls, own.usd) == (2, 2 * CENT)
    assert (spent.calls, spent.usd, spent.input_tokens, spent.output_tokens) == (3, 3 * CENT, 30, 15)
    table = [(one.role, one.model, one.calls, one.usd) for one in spent.table()]
    assert table == [("planner", "scripted:model", 1, CENT), ("researcher", "team:finder", 2, 2 * CENT)]
    assert spent.by_role["researcher"] == "team:finder"
    so_far = await store.read(lambda c: spent_so_far(c, row.id))
    assert (so_far.usd, so_far.tokens, so_far.calls) == (3 * CENT, 45, 3), "calls of the other are counted once"
    events = await store.events(row.id)
    told = [event.type for event in events if event.type in ("source", "model_call")]
    assert told == ["model_call", "source", "model_call"], "a source is told with the answer"
    assert nested_scenes.STAGE[0].had_team == [False]
    begun = (await store.events(child.id))[0]
    assert (begun.type, begun.node, begun.task) == ("run_started", "", ""), "nothing of it is the other's"


async def test_a_run_that_was_asked_for_is_not_listed_and_not_pruned_by_itself(asker: RunnerWith, store: Store) -> None:
    row = await ran(asker(), ["tea"])
    (child,) = await nested.children(store, row.id)
    assert [one.id for one in await store.runs()] == [row.id]
    assert [one.id for one in await store.ended_before("9999")] == [row.id]
    assert (await store.run(child.id)).id == child.id


async def test_the_other_team_speaks_the_language_of_the_run_and_is_driven_as_it_is(
    asker: RunnerWith, store: Store
) -> None:
    options = Options(preset="none", local_only=True, fresh=True, reuse_answers=True, models={"planner": ["a:b"]})
    row = await ran(asker(), ["tea"], options=options, lang="ja")
    (child,) = await nested.children(store, row.id)
    assert (child.lang, (child.result or {})["lang"]) == ("ja", "ja")
    same = ("preset", "local_only", "fresh", "reuse_answers", "models")
    assert {name: getattr(child.options, name) for name in same} == {name: getattr(options, name) for name in same}
    assert child.options.yes


async def test_several_are_asked_at_once_and_each_has_its_own_run(asker: RunnerWith, store: Store) -> None:
    row = await ran(asker(), ["tea", "salt", "tea"], together=True)
    assert (row.result or {})["texts"] == ["all about tea", "all about salt", "all about tea"]
    children = await nested.children(store, row.id)
    assert Counter(child.title for child in children) == {"tea": 2, "salt": 1}, "the same again is asked again"
    assert all(not is_owned(store.folder(child.id)) for child in children)


async def test_a_pause_of_the_other_team_is_answered_by_its_default(asker: RunnerWith, store: Store) -> None:
    row = await ran(asker(), ["tea"], ask_too=True)
    assert row.status == "done"
    (child,) = await nested.children(store, row.id)
    assert (child.result or {})["by"][-1] == "as you like"


async def test_one_that_fails_is_one_sentence_and_another_attempt_carries_it_on(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    stage.fail = {"salt"}
    model = paid(nested_scenes)
    runner = asker(model)
    with pytest.raises(InternalError, match=r"team `finder`, asked in run \w+: .*no salt"):
        await ran(runner, ["tea", "salt"])
    (row,) = await store.runs()
    assert row.status == "failed"
    spent = await store.read(lambda c: figures(c, row.id))
    assert (spent.calls, spent.usd) == (5, 5 * CENT), "what the failed one has cost counts"
    assert (await store.read(lambda c: spent_so_far(c, row.id))).calls == 5
    stage.fail = set()
    await runner.continue_(row.id)
    again = await runner.wait(row.id)
    assert (again.result or {})["texts"] == ["all about tea", "all about salt"]
    assert len(model.requests) == 5, "nothing was asked twice"
    assert len(await nested.children(store, row.id)) == 2
    assert (await store.read(lambda c: figures(c, row.id))).usd == 5 * CENT


async def test_a_node_may_go_on_without_one_that_fails(asker: RunnerWith, nested_scenes: ModuleType) -> None:
    nested_scenes.new_stage().fail = {"salt"}
    row = await ran(asker(), ["tea", "salt", "forbidden"], together=True, keep_on=True)
    texts = (row.result or {})["texts"]
    assert texts[0] == "all about tea"
    assert texts[1].startswith("lost: team `finder`, asked in run")
    assert texts[2] == "lost: that topic is forbidden"


@pytest.mark.parametrize(
    ("name", "request_", "error", "match"),
    [
        ("nobody", {"topic": "x"}, UnknownName, "there is no team `nobody`"),
        ("finder", {"subject": "x"}, InputError, "`topic`: is missing"),
        ("finder", {"topic": "forbidden"}, InputError, "forbidden"),
    ],
)
async def test_what_cannot_be_asked_is_said_before_anything_is_begun(
    asker: RunnerWith, store: Store, name: str, request_: dict[str, Any], error: type[Exception], match: str
) -> None:
    runner = asker()
    row = await ran(runner, [])
    team = await attempt_at(runner, store, row)
    with pytest.raises(error, match=match):
        await team(name, request_, role="researcher")
    assert await nested.children(store, row.id) == []


async def attempt_at(runner: Runner, store: Store, row: RunRow) -> nested.Nested:
    """An attempt that asks from outside of a graph."""
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.limits import RunMeter, Spent

    fence = row.fence
    attempt = Attempt(store, row.id, fence)
    meter = RunMeter(attempt, row.options, Spent(0.0, 0, 0.0, 0))
    return nested.Nested(runner._host, row, attempt, meter)


async def test_progress_of_the_other_team_is_seen_meanwhile(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    stage.wait = True
    runner = asker()
    run_id = await runner.start("asker", {"topics": ["tea"]})
    async with asyncio.timeout(20):
        async for event in runner.events(run_id):
            if event.type == "progress":
                assert event.text == "finder: waiting"
                assert event.node == "asking"
                break
    stage.go.set()
    await runner.wait(run_id)


# Stopping


async def begun(runner: Runner, topics: list[str], stage: Any, **request: Any) -> str:
    stage.wait = True
    run_id = await runner.start("asker", {"topics": topics, **request})
    async with asyncio.timeout(20):
        await stage.began.wait()
    return run_id


async def test_a_graceful_stop_ends_the_other_after_its_step_and_both_are_carried_on(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage, model = nested_scenes.new_stage(), paid(nested_scenes)
    runner = asker(model)
    run_id = await begun(runner, ["tea"], stage)
    runner.stop(run_id)
    stage.go.set()
    with pytest.raises(Stopped):
        await runner.wait(run_id)
    (child,) = await nested.children(store, run_id)
    assert ((await store.run(run_id)).status, child.status) == ("interrupted", "interrupted")
    assert stage.ran == ["asking", "looking tea", "waiting tea"]
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran == ["asking", "looking tea", "waiting tea", "asking", "telling tea"]
    assert len(model.requests) == 3
    assert [one.id for one in await nested.children(store, run_id)] == [child.id]


async def test_nothing_new_is_asked_while_the_run_is_being_stopped(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea", "salt"], stage, keep_on=True)
    runner.stop(run_id)
    stage.go.set()
    with pytest.raises(Stopped):
        await runner.wait(run_id)
    assert [child.title for child in await nested.children(store, run_id)] == ["tea"]
    team = await attempt_at(runner, store, await store.run(run_id))
    team.stop()
    with pytest.raises(Stopped):
        await team("finder", {"topic": "salt"}, role="researcher")


async def test_a_kill_ends_the_other_at_once_and_both_are_carried_on(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    stage.expected = 2
    runner = asker()
    run_id = await begun(runner, ["tea", "salt"], stage, together=True)
    await runner.kill(run_id)
    children = await nested.children(store, run_id)
    assert [child.status for child in children] == ["interrupted", "interrupted"]
    assert not any(is_owned(store.folder(child.id)) for child in children)
    stage.wait = False
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran.count("looking tea") == 1


async def both_are_interrupted(store: Store, run_id: str) -> None:
    runs = [await store.run(run_id), *await nested.children(store, run_id)]
    assert [run.status for run in runs] == ["interrupted", "interrupted"]
    assert not any(is_owned(store.folder(run.id)) for run in runs)


@pytest.mark.parametrize("turns", range(0, 24, 2))
async def test_a_second_kill_while_the_first_is_written_down_undoes_nothing(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType, turns: int
) -> None:
    """Wherever it comes, both runs are noted as interrupted, and neither is at work any more."""
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    first = asyncio.create_task(runner.kill(run_id))
    for _ in range(turns):
        await asyncio.sleep(0)
    await runner.kill(run_id)
    await first
    await both_are_interrupted(store, run_id)


async def test_a_second_kill_while_a_write_is_under_way_undoes_nothing(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    """What was being written as the first came has to be there before the end is noted, and is waited for."""
    stage, held, go_on = nested_scenes.new_stage(), threading.Event(), threading.Event()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)

    def holds(_connection: object) -> None:
        held.set()
        assert go_on.wait(20)

    store.write.hand_in(holds)
    await asyncio.to_thread(held.wait, 20)
    stage.go.set()
    await asyncio.sleep(0.1)
    kills = []
    for _ in range(2):
        kills.append(asyncio.create_task(runner.kill(run_id)))
        await asyncio.sleep(0.1)
    go_on.set()
    await asyncio.gather(*kills)
    await both_are_interrupted(store, run_id)


async def test_a_node_that_tidies_up_for_long_is_broken_off_by_a_second_kill(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    stage.tidies_s = 60.0
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    first = asyncio.create_task(runner.kill(run_id))
    async with asyncio.timeout(30):
        await stage.tidying.wait()
        await asyncio.sleep(0.3)
        assert not first.done(), "the first one lets it tidy up"
        await runner.kill(run_id)
        await first
    await both_are_interrupted(store, run_id)


async def test_a_kill_while_the_run_is_being_stopped_ends_the_other_too(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    runner.stop(run_id)
    await asyncio.sleep(0)
    await runner.kill(run_id)
    (child,) = await nested.children(store, run_id)
    assert child.status == "interrupted"
    assert not is_owned(store.folder(child.id))


async def test_a_cancel_cancels_the_other_too(asker: RunnerWith, store: Store, nested_scenes: ModuleType) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    row = await runner.cancel(run_id)
    (child,) = await nested.children(store, run_id)
    assert (row.status, child.status) == ("cancelled", "cancelled")
    ends = [event.type for event in await store.events(child.id)]
    assert ends[-1] == "run_finished"


async def test_a_cancel_of_a_run_that_nobody_drives_cancels_what_it_left(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    await runner.kill(run_id)
    await runner.cancel(run_id)
    (child,) = await nested.children(store, run_id)
    assert child.status == "cancelled"


async def test_a_cancel_of_the_other_alone_is_a_sentence(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage, keep_on=True)
    (child,) = await nested.children(store, run_id)
    await store.ask_cancel(child.id)
    row = await runner.wait(run_id)
    assert (row.result or {})["texts"] == [f"lost: team `finder` gave nothing: its run {child.id} is cancelled"]


# What stays


async def test_a_repetition_asks_nobody_and_may_cite_the_same(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    first = await ran(asker(paid(nested_scenes)), ["tea", "salt"])
    await asker().delete((await nested.children(store, first.id))[0].id)
    runs = len(nested_scenes.STAGE[0].ran)
    runner = asker(ScriptedModel([]))
    again = await runner.start("asker", first.request, options=Options(replay_of=first.id))
    row = await runner.wait(again)
    assert row.result == first.result
    assert await nested.children(store, row.id) == []
    assert nested_scenes.STAGE[0].ran[runs:] == ["asking"]
    assert (await store.read(lambda c: figures(c, row.id))).calls == 0
    assert {p.text for p, _ in await evidence_of(store, row.id)} == {"About tea.", "About salt."}


async def test_a_repetition_of_what_was_not_answered_says_so(asker: RunnerWith, nested_scenes: ModuleType) -> None:
    stage = nested_scenes.new_stage()
    stage.fail = {"salt"}
    runner = asker()
    first = await ran(runner, ["salt"], keep_on=True)
    again = await runner.start("asker", first.request, options=Options(replay_of=first.id))
    row = await runner.wait(again)
    assert "was given no answer by team `finder`" in (row.result or {})["texts"][0]
    assert stage.ran.count("looking salt") == 1


async def test_deleting_a_run_deletes_what_it_asked_for(asker: RunnerWith, store: Store) -> None:
    runner = asker()
    row = await ran(runner, ["tea", "salt"])
    folders = [store.folder(child.id) for child in await nested.children(store, row.id)]
    assert all(folder.exists() for folder in folders)
    await runner.delete(row.id)
    assert not any(folder.exists() for folder in folders)
    assert await store.runs() == []
    assert await store.read(lambda c: c.execute(select(NESTED)).all()) == []
    with pytest.raises(UnknownName):
        await store.run(folders[0].name)


async def test_what_a_living_run_asked_for_cannot_be_deleted(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    (child,) = await nested.children(store, run_id)
    with pytest.raises(UsageError, match=f"belongs to run {run_id}, which is running"):
        await runner.delete(child.id)
    await runner.kill(run_id)
    with pytest.raises(UsageError, match="which is interrupted"):
        await runner.delete(child.id)
    stage.wait = False
    await runner.continue_(run_id)
    await runner.wait(run_id)
    await runner.delete(child.id)
    assert {p.text for p, _ in await evidence_of(store, run_id)} == {"About tea."}, "its words are the other's too"


async def test_one_that_somebody_carries_on_by_itself_is_busy(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    stage = nested_scenes.new_stage()
    runner = asker()
    run_id = await begun(runner, ["tea"], stage)
    (child,) = await nested.children(store, run_id)
    with pytest.raises(RunBusy):
        await runner.continue_(child.id)
    await runner.kill(run_id)
    stage.began.clear()
    await runner.continue_(child.id)
    await stage.began.wait()
    await runner.continue_(run_id)
    with pytest.raises(RunBusy, match=f"team `finder`, asked in run {child.id}"):
        await runner.wait(run_id)
    stage.go.set()
    await runner.wait(child.id)
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"
    assert stage.ran.count("looking tea") == 1


# Budgets


async def test_the_other_gets_what_is_left_of_the_budget(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    options = Options(preset="hosted", usd=1.0, tokens=100_000, calls=10, seconds=500.0)
    row = await ran(asker(paid(nested_scenes)), ["tea", "salt"], options=options)
    first, second = (child.options for child in await nested.children(store, row.id))
    assert (first.calls, first.tokens) == (9, 100_000 - 15)
    assert (second.calls, second.tokens) == (7, 100_000 - 45)
    assert first.usd == pytest.approx(1 - CENT)
    assert second.usd == pytest.approx(1 - 3 * CENT)
    assert first.seconds is not None
    assert first.seconds <= 60.0, "its mode takes no longer"


async def test_two_at_once_never_take_more_than_is_left_and_a_higher_cap_carries_them_on(
    asker: RunnerWith, store: Store, nested_scenes: ModuleType
) -> None:
    model = ScriptedModel(nested_scenes.good, latency_s=0.01)
    runner = asker(model)
    row = await ran(runner, ["tea", "salt"], options=Options(calls=3), together=True)
    assert row.status == "stopped: budget"
    assert (row.result or {})["statuses"].count("stopped: budget") >= 1
    assert len(model.requests) == 3
    before = await store.read(lambda c: figures(c, row.id))
    assert before.calls == 3
    await store.write(lambda c: rewind(c, row.id))
    taken_back = await store.read(lambda c: figures(c, row.id))
    assert (taken_back.calls, taken_back.usd) == (before.calls, before.usd)
    await runner.continue_(row.id, options=row.options.model_copy(update={"calls": 20}))
    again = await runner.wait(row.id)
    assert (again.status, (again.result or {})["statuses"]) == ("done", ["done", "done"])
    assert len(model.requests) == 5, "what was paid for is not asked again"
    spent = await store.read(lambda c: figures(c, row.id))
    assert (spent.calls, spent.usd) == (5, 5 * CENT)
    so_far = await store.read(lambda c: spent_so_far(c, row.id))
    assert (so_far.calls, so_far.usd) == (5, 5 * CENT)
    kept = [one["by"] for one in await receipts(store, row.id) if one["by"].startswith("team:")]
    assert kept == ["team:finder", "team:finder"]


# Crashes


def see_killed(crashes: Crashes, folder: Path, *, together: bool, kills: int) -> None:
    """Kill the run at that many of its commits, carry it on, and look at what it asked and counted."""
    request = {"topics": ["tea", "salt"], "together": together}
    scenario = Scenario(team="asker", request=request, host="runtime.nested_scenes:scripted")
    whole = crashes.see_through(folder / "whole", scenario)
    calls = len(read_bills(folder / "whole"))
    assert (whole.error, calls) == ("", 5)
    in_flight = 2 if together else 1
    for commit in range(2, whole.commits + 1, max(whole.commits // kills, 1)):
        kill = Kill(commit=commit, after=commit % 2 == 0)
        home = folder / str(kill)
        crashes.see_through(home, scenario, kill)
        last = crashes.see_through(home, scenario)
        assert not last.error, (kill, last.error)
        assert last.value["result"] == whole.value["result"], kill
        made = Counter(bill["call_id"] for bill in read_bills(home))
        assert len(made) == calls, kill
        assert made.total() <= calls + in_flight, kill
        told = crashes.run(home, "runtime.nested_scenes:counted", run_id=last.value["run_id"]).value
        assert told["children"] == 2, kill
        assert made.total() <= told["calls"] <= made.total() + in_flight, (kill, told)


@pytest.mark.parametrize("together", [False, True])
def test_killed_in_between_the_run_goes_on_and_nothing_is_asked_twice(
    crashes: Crashes, tmp_path: Path, together: bool
) -> None:
    see_killed(crashes, tmp_path, together=together, kills=4)


@pytest.mark.slow
@pytest.mark.parametrize("together", [False, True])
def test_killed_at_every_commit_likewise(crashes: Crashes, tmp_path: Path, together: bool) -> None:
    see_killed(crashes, tmp_path, together=together, kills=1000)
