from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection, Update, update

from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.forgotten import LAPSE, Forgotten
from kasen.runtime.owners import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from runtime.engines.handing import NotingDispatch

LATER = timedelta(minutes=1)


def _execute(change: Update, connection: Connection) -> None:
    connection.execute(change)


async def test_what_nobody_drives_is_submitted_once_for_each_change(store: Store) -> None:
    dispatch = NotingDispatch()
    now = datetime.now(UTC)
    forgotten = Forgotten(store, dispatch, owned=store.owners.of, now=lambda: now)
    runs = [await made(store) for _ in range(5)]
    waits, begun, held, failed, answered = runs
    await store.claim(begun)
    for run_id, status in ((failed, "failed"), (answered, "paused")):
        change = update(RUNS).where(RUNS.c.id == run_id).values(status=status)
        await store.write(partial(_execute, change))
    await made(store, team="code")
    assert await forgotten.once() == [], "whoever recorded them submits them"
    now += LATER
    async with owned(store.owners, held):
        dispatch.is_away = True
        assert await forgotten.once() == []
        dispatch.is_away = False
        assert sorted(await forgotten.once()) == sorted([waits, begun, answered])
        assert await forgotten.once() == []
    assert await forgotten.once() == [held]
    fence = await store.claim(begun)
    assert await forgotten.once() == [begun]
    await Attempt(store, begun, fence).write(lambda c: c.execute(update(RUNS).values(status="done")))
    assert await forgotten.once() == []


async def test_what_nobody_took_up_for_a_minute_is_submitted_again(store: Store) -> None:
    """Without a word: it may wait in line, with thousands of others."""
    now, dispatch = datetime.now(UTC) + LATER, NotingDispatch()
    forgotten = Forgotten(store, dispatch, owned=store.owners.of, now=lambda: now)
    run_id = await made(store)
    assert await forgotten.once() == [run_id]
    now += LAPSE - timedelta(seconds=1)
    assert await forgotten.once() == []
    now += timedelta(seconds=1)
    assert await forgotten.once() == [run_id]
    assert await forgotten.once() == []
    await store.claim(run_id)
    now += LATER
    assert await forgotten.once() == [run_id]
    assert dispatch.words == [True, False, True]


async def made(store: Store, team: str = "echo") -> str:
    given = {"mode": team, "title": "t", "lang": "en", "request": {"text": "a b"}, "options": Options()}
    return (await store.create(team=team, **given)).id  # type: ignore[arg-type]
