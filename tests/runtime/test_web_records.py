from __future__ import annotations

from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

import pytest
from sqlalchemy import Connection, func, select

from kasen.runtime.rows import Options, timestamp
from kasen.runtime.store import Store
from kasen.runtime.tables import RUN_WEB, WEB_FOUND, WEB_TEXTS
from kasen.runtime.web_records import (
    BRIEF,
    BRIEFLY,
    NEVER,
    WHOLLY,
    Kept,
    could_search,
    keep,
    note_search,
    of_any,
    of_run,
)

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def kept(shared: int = WHOLLY, *, key: str = "k", text: str | None = None, at: datetime = NOON) -> Kept:
    return Kept(key=key, at=timestamp(at), body="{}", shared=shared, text=text)


async def new_run(store: Store) -> str:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return row.id


@pytest.fixture
async def run(store: Store) -> str:
    return await new_run(store)


async def counts(store: Store) -> tuple[int, int, int]:
    """Finds, texts, and uses of them."""

    def count(connection: Connection) -> Any:
        tables = (WEB_FOUND, WEB_TEXTS, RUN_WEB)
        return tuple(connection.execute(select(func.count()).select_from(table)).scalar() for table in tables)

    found: tuple[int, int, int] = await store.read(count)
    return found


async def test_a_run_finds_what_it_had_and_only_that(store: Store, run: str) -> None:
    page = kept(NEVER, text="茶の歴史")
    await store.write(lambda c: keep(c, run, "mine", page))
    assert await store.read(lambda c: of_run(c, run, "mine")) == page
    assert await store.read(lambda c: of_run(c, run, "k")) is None
    other = await new_run(store)
    assert await store.read(lambda c: of_run(c, other, "mine")) is None


async def test_others_find_it_as_long_as_it_may_be_shared(store: Store, run: str) -> None:
    async def seen(after: timedelta, life: timedelta = DAY, key: str = "k") -> bool:
        return await store.read(lambda c: of_any(c, key, NOON + after, life)) is not None

    minute = timedelta(minutes=1)
    await store.write(lambda c: keep(c, run, "k", kept()))
    await store.write(lambda c: keep(c, run, "brief", kept(BRIEFLY, key="brief")))
    await store.write(lambda c: keep(c, run, "never", kept(NEVER, key="never")))
    assert await seen(DAY - minute)
    assert not await seen(DAY + minute)
    assert await seen(BRIEF - minute, key="brief")
    assert not await seen(BRIEF + minute, key="brief")
    assert not await seen(2 * minute, life=minute, key="brief"), "the settings are the longest"
    assert not await seen(minute, key="never")


async def test_the_newest_is_used(store: Store, run: str) -> None:
    old, new = kept(at=NOON - DAY / 2), kept(at=NOON)
    other = await new_run(store)
    await store.write(lambda c: keep(c, run, "k", new))
    await store.write(lambda c: keep(c, other, "k", old))
    found = await store.read(lambda c: of_any(c, "k", NOON, DAY))
    assert found is not None
    assert found.id == new.id


async def test_what_is_noted_twice_stays_as_it_was_first(store: Store, run: str) -> None:
    first = kept(text="a")
    for one in (first, first, kept(text="b")):
        await store.write(partial(keep, run_id=run, key="k", kept=one))
    assert await store.read(lambda c: of_run(c, run, "k")) == first


async def test_a_text_is_stored_once_and_deleted_with_the_last_run_that_had_it(store: Store, run: str) -> None:
    other = await new_run(store)
    shared, alone = kept(key="a", text="same words"), kept(key="b", text="same words")
    await store.write(lambda c: keep(c, run, "a", shared))
    await store.write(lambda c: keep(c, run, "b", alone))
    await store.write(lambda c: keep(c, other, "a", shared))
    assert await counts(store) == (2, 1, 3)
    await store.delete(run)
    assert await counts(store) == (1, 1, 1)
    assert await store.read(lambda c: of_run(c, other, "a")) == shared
    await store.delete(other)
    assert await counts(store) == (0, 0, 0)


async def test_a_run_notes_that_it_could_search(store: Store, run: str) -> None:
    assert not await store.read(lambda c: could_search(c, run))
    for _ in range(2):
        await store.write(lambda c: note_search(c, run))
    assert await store.read(lambda c: could_search(c, run))
    await store.delete(run)
    assert await counts(store) == (0, 0, 0)
