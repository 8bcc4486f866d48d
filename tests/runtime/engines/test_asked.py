from __future__ import annotations

from functools import partial

from sqlalchemy import Connection, select, update

from kasen.runtime.attempt import Attempt
from kasen.runtime.engines.asked import CANCEL, STOP, STOP_NOW, leave_word
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS


async def test_a_word_is_meant_for_one_continuation_and_is_repeated_to_no_later_one(store: Store) -> None:
    run_id = await made(store)
    meant = await said(store, run_id, STOP)
    assert meant is not None
    assert await word(store, run_id) == STOP
    fence = await store.claim(run_id)  # by whoever had not heard it
    assert await said(store, run_id, STOP, meant) == meant
    assert await word(store, run_id) == STOP
    await Attempt(store, run_id, fence).write(partial(becomes, run_id, "interrupted"), [FAILED])
    assert await said(store, run_id, STOP, meant) is None, "it is over"
    await store.write(partial(becomes, run_id, "created"))
    assert await said(store, run_id, STOP, meant) is None, "somebody continued it"
    assert await word(store, run_id) == 0
    assert await said(store, run_id, STOP_NOW) not in (None, meant)
    assert await word(store, run_id) == STOP_NOW


async def test_a_word_takes_the_place_of_one_before_but_not_of_an_end_for_good(store: Store) -> None:
    run_id = await made(store)
    meant = await said(store, run_id, STOP)
    await said(store, run_id, STOP_NOW)
    await said(store, run_id, STOP, meant)
    assert await word(store, run_id) == STOP_NOW, "what is repeated does not take back what came after it"
    await said(store, run_id, STOP)
    assert await word(store, run_id) == STOP_NOW, "who says less later does not take it back either"
    await said(store, run_id, CANCEL)
    await said(store, run_id, STOP_NOW)
    assert await word(store, run_id) == CANCEL


async def test_of_what_is_not_to_be_driven_nothing_is_asked(store: Store) -> None:
    run_id = await made(store)
    await store.write(partial(becomes, run_id, "paused"))
    assert await said(store, run_id, STOP) is None
    assert await word(store, run_id) == 0
    assert await said(store, "0" * 26, STOP) is None


FAILED = {"type": "run_failed", "error": "Stopped", "message": "stopped", "hint": ""}


def becomes(run_id: str, status: str, connection: Connection) -> None:
    connection.execute(update(RUNS).where(RUNS.c.id == run_id).values(status=status, cancel_asked=0))


async def said(store: Store, run_id: str, word: int, meant: int | None = None) -> int | None:
    return await store.write(lambda c: leave_word(c, run_id, word, meant))


async def word(store: Store, run_id: str) -> int:
    query = select(RUNS.c.cancel_asked).where(RUNS.c.id == run_id)
    return int(await store.read(lambda c: c.execute(query).scalar_one()))


async def made(store: Store) -> str:
    given = {"team": "echo", "mode": "echo", "title": "t", "lang": "en", "request": {"text": "a b"}}
    return (await store.create(**given, options=Options())).id  # type: ignore[arg-type]
