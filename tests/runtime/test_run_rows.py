"""What begins and ends a run, on both databases: the statements are compiled for each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import insert

from kasen.errors import UsageError
from kasen.runtime.rows import Options
from kasen.runtime.run_rows import end, row_of, seconds_at_work
from kasen.runtime.store import Store
from kasen.runtime.tables import EVENTS
from kasen.settings import Redactor

KEY = 'sk-test-"0123456789'


@pytest.fixture
async def opened(either: str, tmp_path: Path) -> AsyncIterator[Store]:
    async with Store(tmp_path / "home", database=either, redact=Redactor([KEY])) as store:
        yield store


async def new_run(store: Store, options: Options | None = None) -> str:
    options = options or Options()
    return (await store.create(team="echo", mode="echo", title="t", lang="ja", request={}, options=options)).id


async def test_a_claim_keeps_the_options_or_takes_others(opened: Store) -> None:
    run_id = await new_run(opened, Options(usd=1.5))
    first = await opened.claimed(run_id)
    assert (first.status, first.fence, first.options) == ("running", 1, Options(usd=1.5))
    second = await opened.claimed(run_id, Options(calls=3))
    assert (second.fence, second.options) == (2, Options(calls=3))
    assert second == await opened.run(run_id)


async def test_a_claim_takes_only_what_stands_as_was_said(opened: Store) -> None:
    run_id = await new_run(opened)
    with pytest.raises(UsageError, match="is created"):
        await opened.claimed(run_id, only=("paused", "interrupted"))
    assert (await opened.claimed(run_id, only=("paused", "created"))).fence == 1


async def test_an_ask_to_cancel_outlives_a_claim_and_no_other_word_does(opened: Store) -> None:
    run_id = await new_run(opened)
    await opened.ask_cancel(run_id)
    assert (await opened.claimed(run_id)).cancel_asked
    await opened.ask_cancel(run_id, withdraw=True)
    assert not (await opened.claimed(run_id)).cancel_asked


async def test_a_result_that_was_reached_outlives_a_later_end_and_an_error_does_not(opened: Store) -> None:
    run_id = await new_run(opened)
    ended = await opened.write(lambda c: end(c, run_id, "done", result='{"text": "茶"}'))
    assert (ended.status, ended.result, ended.error) == ("done", {"text": "茶"}, None)
    assert ended == await opened.read(lambda c: row_of(c, run_id))
    failed = await opened.write(lambda c: end(c, run_id, "failed", error='{"error": "E"}'))
    assert (failed.status, failed.result, failed.error) == ("failed", {"text": "茶"}, {"error": "E"})
    again = await opened.write(lambda c: end(c, run_id, "done", result="{}"))
    assert (again.result, again.error) == ({}, None)


async def test_how_a_run_ended_passes_the_redactor(opened: Store) -> None:
    run_id = await new_run(opened)
    said = f'{{"message": "{KEY[:8]}\\"{KEY[9:]}"}}'
    row = await opened.write(lambda c: end(c, run_id, "failed", error=said, result=said))
    assert row.error == row.result == {"message": "[redacted]"}


async def test_time_at_work_is_counted_by_attempt_without_the_wait_for_answers(opened: Store) -> None:
    run_id = await new_run(opened)
    moments = [
        (1, "run_started", "00:00:00"),
        (1, "node_started", "00:00:05"),
        (1, "approval_asked", "00:00:10"),
        (1, "approval_given", "01:00:10"),
        (1, "node_finished", "01:00:12"),
        (2, "run_started", "05:00:00"),
        (2, "run_finished", "05:00:01"),
    ]
    rows = [
        {"run_id": run_id, "seq": n, "attempt": a, "type": t, "task": "", "at": f"2026-01-01T{at}+00:00", "body": "{}"}
        for n, (a, t, at) in enumerate(moments)
    ]
    await opened.write(lambda c: c.execute(insert(EVENTS), rows))
    assert await opened.read(lambda c: seconds_at_work(c, run_id)) == 13.0
