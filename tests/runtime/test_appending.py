"""Events are numbered without a gap, whatever they hold, and only under the token that holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Fenced
from kasen.runtime.appending import append, check
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.settings.redact import Redactor


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either, redact=Redactor(["geheimnis"])) as store:
        yield store


async def begun(store: Store) -> tuple[str, int]:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return row.id, await store.claim(row.id)


def warned(text: str, **more: Any) -> dict[str, Any]:
    return {"type": "warning", "text": text, **more}


async def test_events_are_numbered_in_order_and_their_words_say_the_number(shared: Store) -> None:
    run_id, fence = await begun(shared)
    words = ["", 'a "quoted" \\ text', "two\nlines", '"seq":0', "\x1e and \x00", "日本語"]
    told = [warned(words[0]), warned(words[1], node="n", task="t"), {"type": "node_started", "node": "n", "task": "t"}]
    await shared.write(lambda c: append(c, run_id, fence, told))
    for word in words[2:]:
        await shared.write(lambda c, word=word: append(c, run_id, fence, [warned(word)]))  # type: ignore[misc]
    events = await shared.events(run_id)
    assert [event.seq for event in events] == list(range(1, 8))
    assert [getattr(event, "text", "-") for event in events] == [*words[:2], "-", *words[2:]]
    assert [(event.node, event.task, event.attempt) for event in events[:3]] == [("", "", 1), *[("n", "t", 1)] * 2]
    assert (await shared.run(run_id)).last_seq == 7


async def test_runs_that_are_written_together_keep_their_own_numbers(shared: Store) -> None:
    runs = [await begun(shared) for _ in "abc"]
    writes = [
        shared.write(lambda c, run_id=run_id, fence=fence: append(c, run_id, fence, [warned(run_id)]))  # type: ignore[misc]
        for _ in range(4)
        for run_id, fence in runs
    ]
    await asyncio.gather(*writes)
    for run_id, _ in runs:
        assert [(event.seq, event.text) for event in await shared.events(run_id)] == [(n, run_id) for n in range(1, 5)]  # type: ignore[union-attr]


async def test_an_old_token_appends_nothing_and_harms_nobody_else(shared: Store) -> None:
    (run_id, old), (other, fence) = await begun(shared), await begun(shared)
    new = await shared.claim(run_id)
    done = await asyncio.gather(
        shared.write(lambda c: append(c, other, fence, [warned("mine")])),
        shared.write(lambda c: append(c, run_id, old, [warned("late")])),
        shared.write(lambda c: append(c, run_id, old, [])),
        shared.write(lambda c: check(c, run_id, new)),
        return_exceptions=True,
    )
    assert [type(one) for one in done] == [type(None), Fenced, Fenced, type(None)]
    assert await shared.events(run_id) == []
    assert len(await shared.events(other)) == 1


async def test_secrets_are_taken_out_of_what_is_told(shared: Store) -> None:
    run_id, fence = await begun(shared)
    await shared.write(lambda c: append(c, run_id, fence, [warned("mein geheimnis"), warned("geheimnis")]))
    assert [event.text for event in await shared.events(run_id)] == ["mein [redacted]", "[redacted]"]  # type: ignore[union-attr]
