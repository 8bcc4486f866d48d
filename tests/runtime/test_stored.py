from __future__ import annotations

from kasen.runtime.attempt import Attempt
from kasen.runtime.lock import owned
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.stored import PAGE, State, news_of, page_of


async def attempt_of(store: Store, count: int) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    if count:
        await attempt.append([attempt.event("warning", text=str(n)) for n in range(count)])
    return attempt


async def test_pages_follow_one_another(store: Store) -> None:
    run = await attempt_of(store, PAGE + 10)
    first = await store.read(lambda c: page_of(c, run.run_id, 0))
    second = await store.read(lambda c: page_of(c, run.run_id, first[-1].seq))
    assert [one.seq for one in (*first, *second)] == list(range(1, PAGE + 11))
    assert [one.seq for one in await store.read(lambda c: page_of(c, run.run_id, 3, 2))] == [4, 5]


async def test_news_of_many_runs_come_in_one_look(store: Store) -> None:
    quiet, busy = await attempt_of(store, 2), await attempt_of(store, 3)
    heads: dict[str, int | None] = {quiet.run_id: 2, busy.run_id: 1, "01NONE": None}
    with owned(store.folder(busy.run_id), busy.run_id):
        look = await store.read(lambda c: news_of(c, store.owners, heads, set(heads), set(heads)))
    assert {run_id: [one.seq for one in events] for run_id, events in look.events.items()} == {busy.run_id: [2, 3]}
    assert look.states == {quiet.run_id: State("running", 2, owned=False), busy.run_id: State("running", 3, owned=True)}
    assert look.states[quiet.run_id].is_still
    assert not look.states[busy.run_id].is_still


async def test_of_runs_that_are_not_asked_events_alone_are_read(store: Store) -> None:
    run = await attempt_of(store, 2)
    look = await store.read(lambda c: news_of(c, store.owners, {run.run_id: 0}, (), ()))
    assert look.states == {}
    assert len(look.events[run.run_id]) == 2
