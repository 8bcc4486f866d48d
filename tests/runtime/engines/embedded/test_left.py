from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, event, update

from kasen.errors import UsageError
from kasen.runtime.approvals import ask
from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.embedded.left import await_turn, due_runs, give_up, left_runs
from kasen.runtime.rows import ACTIVE, Options, Question
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.team import AtDeadline

NOW = datetime(2026, 11, 23, 12, tzinfo=UTC)


async def new_run(store: Store) -> str:
    made: dict[str, Any] = {"mode": "echo", "title": "t", "lang": "en", "request": {}, "options": Options()}
    return (await store.create(team="echo", **made)).id


async def test_those_that_had_begun_come_first_then_those_that_wait_as_they_came(store: Store) -> None:
    waits, begun, first, again = [await new_run(store) for _ in range(4)]
    await store.claim(first)
    await store.claim(begun)
    await store.claim(again)
    await asyncio.sleep(0.01)  # times have milliseconds
    await await_turn(store, again)
    left = await store.read(left_runs)
    assert {run.id for run in left[:3]} == {first, begun, again}
    assert (left[3].id, left[2].id) == (waits, again)
    assert [run.status for run in left] == ["running", "running", "created", "created"]


async def test_attempts_that_died_are_counted_from_the_last_that_did_anything(store: Store) -> None:
    run_id = await new_run(store)

    async def attempt(*events: tuple[str, dict[str, Any]]) -> int:
        taken = Attempt(store, run_id, await store.claim(run_id))
        for type_, fields in events:
            await taken.emit(type_, **fields)
        (run,) = await store.read(left_runs)
        return run.deaths

    started = ("warning", {"text": "begun"})
    assert await attempt(started) == 1
    assert await attempt() == 2
    assert await attempt(started, ("progress", {"text": "pages", "done": 1, "total": 2})) == 0
    assert await attempt(started) == 1


async def test_of_what_somebody_owns_nothing_is_counted(store: Store) -> None:
    """A server looks every second: the events of all that is at work are not read each time."""
    driven, left = await new_run(store), await new_run(store)
    await store.claim(driven)
    await store.claim(left)
    counted: list[Any] = []

    def note(_c: object, _cursor: object, statement: str, parameters: Any, *_rest: object) -> None:
        if "FROM events" in statement:
            counted.append(parameters)

    def look(owned: set[str], connection: Connection) -> list[str]:
        event.listen(connection, "before_cursor_execute", note)
        return [run.id for run in left_runs(connection, lambda _connection, _ids: owned)]

    assert await store.read(partial(look, {driven})) == [left]
    (parameters,) = counted
    assert left in parameters
    assert driven not in parameters
    assert await store.read(partial(look, {driven, left})) == []
    assert len(counted) == 1


async def test_a_turn_is_awaited_with_the_options_given_and_never_by_a_run_that_is_over(store: Store) -> None:
    run_id = await new_run(store)
    await await_turn(store, run_id, Options(usd=3.0))
    row = await store.run(run_id)
    assert (row.status, row.options.usd) == ("created", 3.0)
    attempt = Attempt(store, run_id, await store.claim(run_id))
    await over(attempt, "done")
    await await_turn(store, run_id, Options(usd=4.0))
    row = await store.run(run_id)
    assert (row.status, row.options.usd) == ("done", 3.0)


async def test_a_pause_is_due_when_its_time_is_over_and_it_settles_itself(store: Store) -> None:
    async def paused(name: AtDeadline, seconds: float | None) -> str:
        run_id = await new_run(store)
        attempt = Attempt(store, run_id, await store.claim(run_id))
        asked = Question(approval="plan", question="?", answer_schema={}, deadline_s=seconds, at_deadline=name)
        await ask(attempt, "1" * 32, asked, NOW)
        await over(attempt, "paused")
        return run_id

    later, sooner = await paused("default", 60), await paused("stop", 30)
    await paused("wait", 30)
    await paused("default", None)

    async def due(after_s: float) -> list[str]:
        found = await store.read(lambda c: due_runs(c, NOW + timedelta(seconds=after_s)))
        return [run_id for run_id, _team in found]

    assert [await due(after) for after in (29, 31, 61)] == [[], [sooner], [sooner, later]]
    await over(Attempt(store, sooner, 1), "cancelled")
    assert await due(61) == [later]


def over(attempt: Attempt, status: str) -> Awaitable[object]:
    return attempt.write(
        lambda c: c.execute(update(RUNS).where(RUNS.c.id == attempt.run_id).values(status=status)),
    )


async def test_what_a_person_stopped_meanwhile_stays_as_it_is(store: Store) -> None:
    run_id = await new_run(store)
    await over(Attempt(store, run_id, await store.claim(run_id)), "interrupted")
    await await_turn(store, run_id, only=ACTIVE)
    with pytest.raises(UsageError, match="is interrupted"):
        await give_up(store, run_id, "it died", only=ACTIVE)
    row = await store.run(run_id)
    assert (row.status, row.fence) == ("interrupted", 1)
    await give_up(store, run_id, "it died")
    assert (await store.run(run_id)).status == "failed"
