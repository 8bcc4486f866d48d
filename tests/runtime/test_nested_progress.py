from __future__ import annotations

import asyncio
from typing import Any

import pytest

from kasen.runtime import nested_progress
from kasen.runtime.attempt import Attempt
from kasen.runtime.nested_progress import line, tell
from kasen.runtime.rows import Options
from kasen.runtime.store import Store


async def attempt_at(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def test_what_is_worth_a_word_is_one_line(store: Store) -> None:
    other = await attempt_at(store)
    body = {"node": "searcher", "task": "t"}
    said: list[dict[str, Any]] = [
        {"type": "node_started", **body},
        {"type": "node_finished", "seconds": 1.0, "summary": "12 pages", **body},
        {"type": "node_finished", "seconds": 1.0, **body},
        {"type": "search", "query": "tea", "where": "web", "found": 1, **body},
        {"type": "progress", "text": "3 of 4", "done": 3, "total": 4, **body},
        {"type": "progress", "text": "opening", "done": 0, "total": 0},
        {"type": "source", "source_id": "s", "title": "t", "uri": "u", **body},
    ]
    await other.append(said)
    lines = [line(event) for event in await store.events(other.run_id)]
    assert lines == ["searcher", "searcher: 12 pages", "searcher", "searcher: tea", "searcher: 3 of 4", "opening", ""]


async def test_only_the_newest_is_told_and_a_busy_run_is_told_of_seldom(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(nested_progress, "MOST", 3)
    monkeypatch.setattr(nested_progress, "SELDOM", 5)
    mine, other = await attempt_at(store), await attempt_at(store)
    turns = iter(range(12))

    async def sleep(seconds: float) -> None:
        """Between two looks the other run does something."""
        assert seconds == nested_progress.EVERY
        n = next(turns, None)
        if n is None:
            raise asyncio.CancelledError
        await other.append([{"type": "node_started", "node": f"{name}{n}", "task": "t"} for name in ("first", "last")])

    with pytest.raises(asyncio.CancelledError):
        await tell(mine, await store.run(other.run_id), sleep=sleep)
    told = [event.text for event in await store.events(mine.run_id) if event.type == "progress"]
    assert told == ["echo: last0", "echo: last1", "echo: last2", "echo: last4", "echo: last9"]
