from __future__ import annotations

import pytest

from kasen.runtime.owners import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.server.context import ServerDeps
from kasen.server.listing import Wanted, listed


async def made(
    store: Store, title: str, *, status: str = "", owner: str = "yuki", team: str = "echo", after: str = ""
) -> str:
    row = await store.create(
        team=team, mode="echo", title=title, lang="ja", request={}, options=Options(continues=after), owner=owner
    )
    if status:
        from sqlalchemy import update

        from kasen.runtime.tables import RUNS

        await store.write(lambda c: c.execute(update(RUNS).where(RUNS.c.id == row.id).values(status=status)))
    return row.id


async def ids(store: Store, **more: object) -> list[str]:
    rows, _ = await listed(store, Wanted(**{"owner": "yuki", **more}))  # type: ignore[arg-type]
    return [row.id for row in rows]


async def test_pages_hold_each_run_once_newest_first(deps: ServerDeps) -> None:
    store = deps.runner.store
    all_of = [await made(store, f"茶 {number}", status="done") for number in range(25)]
    await made(store, "another's", owner="ken", status="done")
    seen: list[str] = []
    before, more = "", True
    while more:
        rows, more = await listed(store, Wanted(owner="yuki", before=before, limit=4))
        seen += [row.id for row in rows]
        before = seen[-1]
    created = {row.id: (row.created_at, row.id) for row in await store.runs(limit=100)}
    assert seen == sorted(all_of, key=created.__getitem__, reverse=True)
    await store.delete(seen[3])
    assert await ids(store, before=seen[3], limit=3) == seen[4:7], "a run that is gone still tells its time"


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("抹茶", ["宇治の抹茶 100% と紅茶"]),
        ("紅茶 宇治", ["宇治の抹茶 100% と紅茶"]),
        ("TEA", ["Green tea_x"]),
        ("ＴＥＡ", ["Green tea_x"]),
        ("100%", ["宇治の抹茶 100% と紅茶"]),
        ("%", ["宇治の抹茶 100% と紅茶"]),
        ("tea_x", ["Green tea_x"]),
        ("_", ["Green tea_x"]),
        ("'; DROP TABLE runs; --", []),
        ("", ["Green tea_x", "宇治の抹茶 100% と紅茶"]),
    ],
)
async def test_words_of_a_title_are_found_as_they_are_written(deps: ServerDeps, words: str, found: list[str]) -> None:
    store = deps.runner.store
    for title in ("宇治の抹茶 100% と紅茶", "Green tea_x"):
        await made(store, title, status="done")
    rows, _ = await listed(store, Wanted(owner="yuki", words=words))
    assert sorted(row.title for row in rows) == sorted(found)


async def test_a_status_means_what_is_shown(deps: ServerDeps) -> None:
    store = deps.runner.store
    left = await made(store, "left", status="running")
    new = await made(store, "never begun")
    budget = await made(store, "b", status="stopped: budget")
    person = await made(store, "p", status="stopped: person", team="research")
    done = await made(store, "d", status="done")
    assert set(await ids(store, status="stopped")) == {budget, person}
    assert await ids(store, status="stopped: budget") == [budget]
    assert await ids(store, status="running") == []
    assert set(await ids(store, status="interrupted")) == {left, new}
    assert await ids(store, status="done") == [done]
    assert await ids(store, team="research") == [person]
    assert await ids(store, status="no such") == []


async def test_what_goes_on_from_a_run_is_found_however_long_the_line(deps: ServerDeps) -> None:
    store = deps.runner.store
    first = await made(store, "first")
    second, other = [await made(store, "second", after=first) for _ in range(2)]
    third = await made(store, "third", after=second, team="research")
    await made(store, "another's", after=first, owner="ken")
    await made(store, "alone")
    assert set(await ids(store, continues=first)) == {second, other, third}
    assert await ids(store, continues=first, team="research") == [third]
    assert await ids(store, continues=second) == [third]
    assert await ids(store, continues=third) == []
    await store.delete(first)
    assert set(await ids(store, continues=first)) == {second, other, third}, "a run that is gone still began the line"


async def test_runs_that_wait_are_found_and_those_that_nobody_holds_are_not(deps: ServerDeps) -> None:
    store = deps.runner.store
    held, left = await made(store, "held"), await made(store, "left")
    running = await made(store, "running", status="running")
    async with owned(store.owners, held), owned(store.owners, running):
        assert await ids(store, status="waiting") == [held]
        assert await ids(store, status="running") == [running]
        assert await ids(store, status="interrupted") == [left]
