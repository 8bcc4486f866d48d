from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import InputError, RunBusy, StoreFailed, UnknownName, UsageError
from kasen.runtime.approvals import approvals
from kasen.runtime.lock import is_owned, owned
from kasen.runtime.places import Places
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash import Command, Crashes, Kill, Scenario
from kasen.testing.crash_child import host_with
from kasen.testing.object_store import gcs_server
from kasen.testing.scripted import ScriptedModel
from kasen.testing.traces import broken_promises, read_trace
from kasen.tools.objects.opening import opened

RunnerWith = Callable[..., Runner]
ECHO = Scenario(team="echo", request={"text": "hello big wide world"}, host="runtime.scenes:scripted")
ASKING = {"text": "hello wide world", "ask_first": True}


async def kinds(runner: Runner, run_id: str) -> list[str]:
    return [event.type async for event in runner.events(run_id, follow=False)]


async def test_a_run_is_started_watched_and_done(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    seen = [event async for event in runner.events(run_id)]
    assert [event.seq for event in seen] == list(range(1, len(seen) + 1))
    assert (seen[0].type, seen[-1].type) == ("run_started", "run_finished")
    row = await runner.wait(run_id)
    assert (row.status, row.result) == (
        "done",
        {"text": "hello world", "parts": ["hello ", "world"], "rounds": 1, "passed": True},
    )


async def test_events_go_on_from_any_number(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    everything = [event async for event in runner.events(run_id)]
    assert [event async for event in runner.events(run_id, after=5)] == everything[5:]
    assert [event async for event in runner.events(run_id, after=everything[-1].seq)] == []


async def test_two_followers_see_the_same(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})

    async def follow() -> list[int]:
        return [event.seq async for event in runner.events(run_id)]

    one, other = await asyncio.gather(follow(), follow())
    assert one == other
    assert one


@pytest.mark.parametrize(
    ("team", "mode", "request_", "error"),
    [
        ("nobody", None, {"text": "x"}, UnknownName),
        ("echo", "loud", {"text": "x"}, UnknownName),
        ("echo", None, {"text": ""}, InputError),
        ("echo", None, {}, InputError),
        ("echo", None, {"text": "a\x00b"}, InputError),
    ],
)
async def test_what_cannot_be_started_is_told_and_leaves_no_run(
    runner_with: RunnerWith, team: str, mode: str | None, request_: dict[str, Any], error: type[Exception]
) -> None:
    runner = runner_with()
    with pytest.raises(error):
        await runner.start(team, request_, mode=mode)
    assert await runner.store.runs() == []


async def test_a_run_is_its_owners_and_nobody_else_goes_on_from_it(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"}, owner="hana")
    await runner.wait(run_id)
    assert (await runner.store.run(run_id)).owner == "hana"
    for other in ("", "ken"):
        with pytest.raises(UnknownName, match="there is no run"):
            await runner.start("echo", {"text": "more"}, options=Options(continues=run_id), owner=other)
    after = await runner.start("echo", {"text": "more"}, options=Options(continues=run_id), owner="hana")
    assert (await runner.wait(after)).owner == "hana"


async def test_a_run_that_is_over_is_not_continued(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    with pytest.raises(UsageError, match="is done; there is nothing to continue"):
        await runner.continue_(run_id)
    with pytest.raises(UsageError, match="is done already"):
        await runner.cancel(run_id)
    with pytest.raises(UnknownName):
        await runner.continue_("01ZZZZ")


async def test_a_run_that_is_being_driven_here_is_busy(runner_with: RunnerWith, scenes: ModuleType) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    with pytest.raises(RunBusy, match="pid"):
        await runner.continue_(run_id)
    with pytest.raises(RunBusy):
        await runner_with().continue_(run_id)
    with pytest.raises(RunBusy):
        await runner.delete(run_id)
    stage.go.set()
    assert (await runner.wait(run_id)).status == "done"


def test_two_processes_told_to_continue_one_run_one_does(crashes: Crashes, home: Path) -> None:
    for n in range(4):
        place = home / str(n)
        assert crashes.see_through(place, ECHO, Kill(commit=12, after=True)).killed
        go_on = Command(
            home=place,
            function="kasen.testing.crash_child:see_through",
            arguments={"team": "echo", "request": ECHO.request, "host": "runtime.scenes:unhurried"},
        )
        outcomes = crashes.run_at_once(go_on, go_on)
        done = [outcome for outcome in outcomes if not outcome.error]
        refused = [outcome.error for outcome in outcomes if outcome.error]
        assert (len(done), len(refused)) == (1, 1), outcomes
        assert refused[0].startswith("RunBusy: "), outcomes
        assert done[0].value["status"] == "done"
        final = read_trace(place)
        assert final is not None
        assert broken_promises(final) == []
        assert sum(event["type"] == "run_started" for event in final.events) == 2
        assert max(final.calls.values()) <= 2


async def test_a_run_that_waits_for_a_person_ends_its_attempt_and_is_answered_later(
    runner_with: RunnerWith, store: Store
) -> None:
    first = runner_with()
    run_id = await first.start("echo", ASKING)
    assert (await first.wait(run_id)).status == "paused"
    assert not is_owned(store.folder(run_id))
    second = runner_with()
    await second.answer(run_id, "parts", {"go_on": True}, by="somebody")
    await second.continue_(run_id)
    assert (await second.wait(run_id)).status == "done"
    given = [event async for event in second.events(run_id) if event.type == "approval_given"]
    assert [(event.answer, event.by) for event in given] == [({"go_on": True}, "somebody")]


async def test_continued_without_an_answer_a_run_pauses_again_and_asks_no_second_time(
    runner_with: RunnerWith,
) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING)
    await runner.wait(run_id)
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "paused"
    assert (await kinds(runner, run_id)).count("approval_asked") == 1


async def test_an_attempt_that_waits_goes_on_when_the_answer_comes(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING, wait=True)
    async for event in runner.events(run_id):
        if event.type == "approval_asked":
            await runner_with().answer(run_id, "parts", {"go_on": True})
    assert (await runner.wait(run_id)).status == "done"
    assert (await runner.store.run(run_id)).fence == 1


async def test_stopped_while_it_waits_for_a_person_a_run_is_paused(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING, wait=True)
    async for event in runner.events(run_id):
        if event.type == "approval_asked":
            runner.stop(run_id)
    assert (await runner.wait(run_id)).status == "paused"


async def test_a_running_run_is_cancelled_by_its_own_process(runner_with: RunnerWith, scenes: ModuleType) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    row = await runner.cancel(run_id)
    assert (row.status, row.result) == ("cancelled", None)
    assert (await kinds(runner, run_id))[-1] == "run_finished"
    assert stage.ran == ["first", "slow"]


async def test_a_running_run_is_cancelled_by_another_process(
    runner_with: RunnerWith, scenes: ModuleType, home: Path
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    async with Store(home) as elsewhere:
        row = await Runner(elsewhere, scenes.host_of(None, home)).cancel(run_id)
    assert row.status == "cancelled"
    assert (await runner.wait(run_id)).status == "cancelled"


async def test_a_paused_run_is_cancelled_and_waits_for_no_answer(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING)
    await runner.wait(run_id)
    assert (await asyncio.wait_for(runner.cancel(run_id), 20)).status == "cancelled"
    with pytest.raises(UsageError, match="waits for no answer"):
        await runner.answer(run_id, "parts", {"go_on": True})
    with pytest.raises(UsageError, match="is cancelled"):
        await runner.continue_(run_id)


async def test_a_run_whose_process_died_is_cancelled_without_going_on(
    runner_with: RunnerWith, crashes: Crashes, home: Path
) -> None:
    runner = runner_with()
    assert (await asyncio.to_thread(crashes.see_through, home, ECHO, Kill(commit=8, after=True))).killed
    before = read_trace(home)
    assert before is not None
    assert before.status == "running"
    assert (await asyncio.wait_for(runner.cancel(before.run_id), 20)).status == "cancelled"
    after = read_trace(home)
    assert after is not None
    assert after.tasks("node_started") == before.tasks("node_started")


async def test_cancelling_a_run_that_is_just_ending_leaves_one_end(runner_with: RunnerWith) -> None:
    runner = runner_with()
    for _ in range(5):
        run_id = await runner.start("echo", {"text": "hello world"})
        async for event in runner.events(run_id):
            if event.node == "gate":
                break
        with suppress(UsageError):  # it was over before
            await runner.cancel(run_id)
        assert (await runner.wait(run_id)).status in ("done", "cancelled")
        assert (await kinds(runner, run_id)).count("run_finished") == 1


async def test_a_result_reached_within_the_budget_survives_a_cancel(
    runner_with: RunnerWith, scenes: ModuleType
) -> None:
    runner = runner_with(ScriptedModel(scenes.good))
    run_id = await runner.start("echo", {"text": "one two"}, options=Options(calls=1))
    assert (await runner.wait(run_id)).status == "stopped: budget"
    row = await runner.cancel(run_id)
    assert row.status == "cancelled"
    assert row.result is not None
    assert row.result["text"] == "one two"


async def test_deleting_leaves_nothing_of_a_run_and_everything_of_the_others(
    runner_with: RunnerWith, store: Store
) -> None:
    runner = runner_with()
    gone = await runner.start("echo", {"text": "secret words"})
    stays = await runner.start("echo", {"text": "other words"})
    await runner.wait(gone)
    await runner.wait(stays)
    assert store.folder(gone).is_dir()
    await runner.delete(gone)
    assert not store.folder(gone).exists()
    with pytest.raises(UnknownName):
        await store.run(gone)
    assert (store.folder(stays) / "artifacts" / "echo.md").read_text(encoding="utf-8") == "other words"
    assert (await kinds(runner, stays))[-1] == "run_finished"


async def test_deleting_takes_what_is_kept_elsewhere_and_a_store_that_fails_keeps_the_run(
    home: Path, scenes: ModuleType
) -> None:
    with gcs_server() as server:
        places = Places("gs://bucket/runs", lambda url: opened(url, endpoint=server.url))
        async with Store(home, places=places) as store:
            runner = Runner(store, scenes.host_of(None, home))
            gone, stays = [await runner.start("echo", {"text": text}) for text in ("one", "two")]
            for run_id in (gone, stays):
                await runner.wait(run_id)
            assert set(server.files) == {f"bucket/runs/{run_id}/1/echo.md" for run_id in (gone, stays)}
            server.fail = [403]
            with pytest.raises(StoreFailed, match="could not be listed"):
                await runner.delete(gone)
            assert (await store.run(gone)).status == "done"
            await runner.delete(gone)
            assert set(server.files) == {f"bucket/runs/{stays}/1/echo.md"}
            with pytest.raises(UnknownName):
                await store.run(gone)


async def test_a_run_that_another_process_drives_is_not_deleted(runner_with: RunnerWith, store: Store) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    with owned(store.folder(run_id), run_id), pytest.raises(RunBusy):
        await runner.delete(run_id)
    assert (await store.run(run_id)).status == "done"


async def test_events_of_a_run_whose_process_died_come_to_an_end(
    runner_with: RunnerWith, crashes: Crashes, home: Path
) -> None:
    runner = runner_with()
    await asyncio.to_thread(crashes.see_through, home, ECHO, Kill(commit=12, after=True))
    trace = read_trace(home)
    assert trace is not None

    async def follow() -> int:
        return len([event async for event in runner.events(trace.run_id)])

    assert await asyncio.wait_for(follow(), 20) == len(trace.events)


async def test_closing_stops_every_attempt_and_kills_those_that_take_too_long(
    runner_with: RunnerWith, scenes: ModuleType
) -> None:
    stage = scenes.new_stage()
    runner = runner_with()
    run_id = await runner.start("slow", {"text": "x"})
    await stage.began.wait()
    await asyncio.wait_for(runner.close(grace_s=0.01), 20)
    assert (await runner.store.run(run_id)).status == "interrupted"
    assert not is_owned(runner.store.folder(run_id))


async def test_a_hundred_runs_at_once_all_end(runner_with: RunnerWith) -> None:
    runner = runner_with()
    ids = [await runner.start("echo", {"text": f"hello world {n}"}) for n in range(100)]
    rows = [await runner.wait(run_id) for run_id in ids]
    assert {row.status for row in rows} == {"done"}
    assert {row.result["text"] for row in rows if row.result} == {f"hello world {n}" for n in range(100)}


def test_two_processes_with_twenty_runs_each_do_not_lock_one_another_out(crashes: Crashes, home: Path) -> None:
    command = Command(home=home, function="runtime.scenes:many_runs", arguments={"count": 20})
    outcomes = crashes.run_at_once(command, command)
    assert [(outcome.value, outcome.error) for outcome in outcomes] == [({"done": 20}, "")] * 2


async def test_an_answer_may_come_from_another_process_while_the_owner_waits(
    runner_with: RunnerWith, home: Path
) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING, wait=True)
    async for event in runner.events(run_id):
        if event.type == "approval_asked":
            async with Store(home) as elsewhere:
                pauses = await approvals(elsewhere, run_id)
                assert [pause.name for pause in pauses] == ["parts"]
                await runner_with().answer(run_id, pauses[0].interrupt_id, {"go_on": False, "comment": "shorter"})
    assert (await runner.wait(run_id)).status == "done"


class LosesPower(Store):
    async def delete(self, run_id: str) -> None:
        raise StoreFailed("gone")


async def test_a_run_whose_deletion_was_cut_short_is_listed_without_its_files_and_deleted_again(
    runner_with: RunnerWith, home: Path
) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", {"text": "hello world"})
    await runner.wait(run_id)
    async with LosesPower(home) as store:
        with pytest.raises(StoreFailed):
            await Runner(store, host_with(None, home)).delete(run_id)
    folder = runner.store.folder(run_id)
    assert [path.name for path in folder.iterdir()] == ["owner.lock"]
    await runner.delete(run_id)
    assert not folder.exists()
    assert await runner.store.runs() == []


async def test_what_is_imported_is_kept_out_of_garbage_collections(runner_with: RunnerWith) -> None:
    runner = runner_with()
    await runner.wait(await runner.start("echo", {"text": "one two"}))
    assert gc.get_freeze_count() > 100_000


async def test_who_continues_a_run_takes_back_a_cancel_that_nobody_heard_and_a_server_heeds_it(
    runner_with: RunnerWith,
) -> None:
    runner = runner_with()
    by_hand, by_itself = [await runner.start("echo", {"text": "one two"}, options=Options(steps=1)) for _ in range(2)]
    for run_id in (by_hand, by_itself):
        await runner.settled(run_id)
        await runner.store.ask_cancel(run_id)
    options = Options()
    await runner.continue_(by_hand, options=options)
    assert (await runner.wait(by_hand)).status == "done"
    await runner.continue_(by_itself, options=options, only=("failed",))
    assert (await runner.wait(by_itself)).status == "cancelled"


async def test_a_run_that_stands_otherwise_by_now_is_left_as_it_is(runner_with: RunnerWith) -> None:
    runner = runner_with()
    run_id = await runner.start("echo", ASKING)
    await runner.wait(run_id)
    with pytest.raises(UsageError, match="is paused; there is nothing to continue"):
        await runner.continue_(run_id, only=("created", "running"))
    assert (await runner.store.run(run_id)).fence == 1


async def test_of_two_who_cancel_at_once_neither_is_told_that_the_run_is_busy(
    home: Path, either: str, scenes: ModuleType
) -> None:
    async with Store(home, database=either) as store, Store(home, database=either) as elsewhere:
        runner, other = (Runner(one, scenes.host_of(None, home)) for one in (store, elsewhere))
        run_id = await runner.start("echo", ASKING)
        await runner.settled(run_id)
        rows = await asyncio.gather(runner.cancel(run_id), other.cancel(run_id))
        assert [row.status for row in rows] == ["cancelled"] * 2
