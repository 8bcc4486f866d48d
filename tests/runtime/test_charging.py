from __future__ import annotations

import asyncio
import importlib
from collections.abc import AsyncIterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.errors import KasenError, Stopped
from kasen.runtime.ledger import figures
from kasen.runtime.limits import spent_so_far
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash import Crashes, Scenario, every_commit


@pytest.fixture(scope="session")
def charging_scenes() -> ModuleType:
    """By the name under which children import it."""
    return importlib.import_module("runtime.charging_scenes")


@pytest.fixture
async def runner(store: Store, charging_scenes: ModuleType) -> AsyncIterator[Runner]:
    charging_scenes.new_stage()
    made = Runner(store, charging_scenes.host(store.home))
    yield made
    await made.close(grace_s=0)


async def ran(runner: Runner, options: Options | None = None, **request: Any) -> RunRow:
    return await runner.wait(await runner.start("workers", request, options=options))


async def told(store: Store, row: RunRow, type: str) -> list[Any]:
    return [event for event in await store.events(row.id) if event.type == type]


async def test_what_programs_spend_stands_in_figures_events_and_budget(runner: Runner, store: Store) -> None:
    row = await ran(runner)
    assert row.result == {"turns": 3, "told": [False, False, False]}
    spent = await store.read(lambda c: figures(c, row.id))
    assert (spent.calls, spent.usd, spent.input_tokens, spent.output_tokens) == (3, 0.75, 30, 15)
    assert [(one.role, one.model, one.calls, one.usd) for one in spent.table()] == [("coder", "codex", 3, 0.75)]
    assert spent.by_role == {"coder": "codex"}
    calls = await told(store, row, "model_call")
    assert [(one.role, one.by, one.usd, one.seconds, one.node) for one in calls] == [
        ("coder", "codex", 0.25, 2.0, "work")
    ] * 3
    so_far = await store.read(lambda c: spent_so_far(c, row.id))
    assert (so_far.usd, so_far.tokens, so_far.calls) == (0.75, 45, 3)


async def test_a_turn_that_is_heard_of_twice_is_paid_once(runner: Runner, store: Store) -> None:
    row = await ran(runner, Options(usd=10.0), twice=True)
    assert len(await told(store, row, "model_call")) == 3
    assert (await store.read(lambda c: figures(c, row.id))).usd == 0.75


@pytest.mark.parametrize(("caps", "turns"), [({"usd": 0.5}, 2), ({"tokens": 40}, 3), ({"calls": 1}, 1)])
async def test_a_cap_that_is_reached_is_told_and_a_higher_one_goes_back_to_where_it_was(
    runner: Runner, store: Store, caps: dict[str, Any], turns: int
) -> None:
    row = await ran(runner, Options(**caps), turns=5)
    assert (row.status, row.result) == ("stopped: budget", {"turns": turns, "told": [False] * (turns - 1) + [True]})
    (name,) = caps
    assert [one.cap for one in await told(store, row, "budget") if one.spent >= one.limit] == [name]
    again = await runner.wait(await runner.continue_(row.id, options=Options(**{name: 100})))
    assert (again.status, again.result) == ("done", {"turns": 5, "told": [False] * 5})
    assert (await store.read(lambda c: figures(c, row.id))).calls == 5, "nothing is paid again"


async def test_work_that_is_ready_when_the_cap_is_reached_is_done(runner: Runner) -> None:
    assert (await ran(runner, Options(calls=3))).status == "done"


async def test_an_unknown_price_is_said_once_where_money_is_capped(runner: Runner, store: Store) -> None:
    row = await ran(runner, Options(usd=1.0), usd=None)
    (warning,) = await told(store, row, "warning")
    assert "nobody knows what `codex` costs" in warning.text
    assert (await store.read(lambda c: figures(c, row.id))).usd is None
    assert not await told(store, await ran(runner, usd=None), "warning")


async def test_programs_that_cost_nothing_work_where_no_money_may_be_spent(runner: Runner) -> None:
    assert (await ran(runner, Options(usd=0.0), usd=0.0)).status == "done"
    assert (await ran(runner, Options(usd=0.0), usd=0.1)).result == {"turns": 1, "told": [True]}


async def test_a_repetition_pays_nothing_again(runner: Runner, store: Store) -> None:
    first = await ran(runner)
    again = await ran(runner, Options(replay_of=first.id))
    spent = await store.read(lambda c: figures(c, again.id))
    assert (spent.calls, spent.usd, spent.reused) == (0, 0.0, 3)


async def test_a_long_step_hears_that_the_run_is_to_stop(
    runner: Runner, store: Store, charging_scenes: ModuleType
) -> None:
    run_id = await runner.start("workers", {"waits": True})
    async with asyncio.timeout(20):
        await charging_scenes.STAGE[0].began.wait()
        runner.stop(run_id)
        with pytest.raises(Stopped):
            await runner.wait(run_id)
    assert (await store.run(run_id)).status == "interrupted"
    assert charging_scenes.STAGE[0].left == [], "it can be continued"


@pytest.mark.parametrize("fails", [False, True])
async def test_what_goes_on_outside_is_ended_with_a_run_that_is_cancelled_or_deleted(
    runner: Runner, store: Store, charging_scenes: ModuleType, fails: bool
) -> None:
    stage = charging_scenes.STAGE[0]
    stage.fails = fails
    run_id = await runner.start("workers", {"waits": True})
    async with asyncio.timeout(20):
        await stage.began.wait()
        assert (await runner.cancel(run_id)).status == "cancelled"
    folder = store.folder(run_id)
    assert stage.left == [(folder, False)]
    if fails:
        with pytest.raises(KasenError, match="it does not end"):
            await runner.delete(run_id)
        assert folder.exists(), "what could not be saved is not deleted"
        stage.fails = False
    await runner.delete(run_id)
    assert stage.left[-1] == (folder, True)
    assert not folder.exists()


def test_killed_at_every_commit_each_turn_is_paid_once(
    crashes: Crashes, home: Path, charging_scenes: ModuleType
) -> None:
    scenario = Scenario(team="workers", request={"turns": 2}, host="runtime.charging_scenes:host")
    whole = crashes.see_through(home / "whole", scenario)
    assert whole.value is not None, whole
    for kill in every_commit(whole.commits):
        place = home / str(kill)
        crashes.see_through(place, scenario, kill)
        ended = crashes.see_through(place, scenario)
        assert ended.value["result"] == whole.value["result"], kill
        assert asyncio.run(paid(place)) == [(2, 0.5)], kill


async def paid(home: Path) -> list[tuple[int, float | None]]:
    async with Store(home) as store:
        rows = await store.runs()
        spent = [await store.read(lambda c, id=row.id: figures(c, id)) for row in rows]  # type: ignore[misc]
        return [(one.calls, one.usd) for one in spent]
