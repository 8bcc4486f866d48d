from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InputError, UnknownName, UsageError
from kasen.runtime.approvals import answer, approvals, ask, check_answer, is_due, pause
from kasen.runtime.attempt import Attempt
from kasen.runtime.rows import ApprovalRow, Options, Question
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash import Command, Crashes
from kasen.testing.traces import broken_promises, read_trace

NOW = datetime(2026, 5, 4, 3, 2, 1, tzinfo=UTC)
SCHEMA = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}, "required": ["n"]}
ASKED = Question(approval="size", question="How many?", answer_schema=SCHEMA, default={"n": 1})


@pytest.fixture
async def attempt(store: Store) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    return Attempt(store, row.id, await store.claim(row.id))


async def test_a_pause_is_recorded_once_with_its_first_deadline(attempt: Attempt) -> None:
    asked = ASKED.model_copy(update={"deadline_s": 60.0})
    await ask(attempt, "i1", asked, NOW)
    await ask(attempt, "i1", asked, NOW + timedelta(hours=1))
    rows = await approvals(attempt.store, attempt.run_id)
    assert [(row.name, row.interrupt_id, row.deadline) for row in rows] == [
        ("size", "i1", "2026-05-04T03:03:01.000+00:00")
    ]
    events = await attempt.store.events(attempt.run_id)
    assert [event.type for event in events] == ["approval_asked"]
    assert getattr(events[0], "answer_schema", None) == SCHEMA


async def test_pauses_come_in_the_order_in_which_they_were_asked(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
        attempt = Attempt(store, row.id, await store.claim(row.id))
        for id, name in (("z", "first"), ("a", "second"), ("m", "third")):
            await ask(attempt, id, ASKED.model_copy(update={"approval": name}), NOW)
        await answer(store, row.id, "first", {"n": 1}, by="Aiko")
        assert [one.name for one in await approvals(store, row.id)] == ["first", "second", "third"]


async def test_an_answer_is_kept_with_who_gave_it_and_when(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    row = await answer(attempt.store, attempt.run_id, "size", {"n": 3}, by="Aiko")
    assert (row.answered, row.answer, row.answered_by) == (True, {"n": 3}, "Aiko")
    assert row.answered_at


async def test_who_answers_second_is_told_by_whom_and_when(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    first = await answer(attempt.store, attempt.run_id, "size", {"n": 3}, by="Aiko")
    with pytest.raises(UsageError, match=rf"`size` was already answered by Aiko at {first.answered_at[:10]}"):
        await answer(attempt.store, attempt.run_id, "size", {"n": 4}, by="Ben")
    rows = await approvals(attempt.store, attempt.run_id)
    assert rows[0].answer == {"n": 3}


async def test_who_answers_second_hears_that_first_even_when_the_answer_would_not_fit(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    await answer(attempt.store, attempt.run_id, "size", {"n": 3}, by="Aiko")
    with pytest.raises(UsageError, match="already answered by Aiko"):
        await answer(attempt.store, attempt.run_id, "size", None, by="Ben")


async def test_of_many_who_answer_at_once_one_is_first(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    given = [answer(attempt.store, attempt.run_id, "size", {"n": n + 1}, by=f"p{n}") for n in range(20)]
    said = await asyncio.gather(*given, return_exceptions=True)
    assert sum(isinstance(each, ApprovalRow) for each in said) == 1
    assert sum(isinstance(each, UsageError) for each in said) == 19


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({}, "the answer: 'n' is a required property"),
        ({"n": "three"}, "n: 'three' is not of type 'integer'"),
        ({"n": 0}, "n: 0 is less than the minimum of 1"),
        ("yes", "the answer: 'yes' is not of type 'object'"),
        (None, "the answer: None is not of type 'object'"),
    ],
)
async def test_an_answer_that_does_not_fit_is_refused_and_the_pause_stays(
    attempt: Attempt, value: Any, said: str
) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    with pytest.raises(InputError) as error:
        await answer(attempt.store, attempt.run_id, "size", value, by="Aiko")
    assert said in str(error.value)
    assert '{"n":1}' in error.value.hint
    assert not (await approvals(attempt.store, attempt.run_id))[0].answered


async def test_a_pause_that_is_not_there_is_told_with_those_that_are(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    with pytest.raises(UnknownName, match="no approval `colour`; waiting: size"):
        await answer(attempt.store, attempt.run_id, "colour", {}, by="Aiko")


async def test_the_same_name_asked_again_is_a_pause_of_its_own(attempt: Attempt) -> None:
    await ask(attempt, "i1", ASKED, NOW)
    await answer(attempt.store, attempt.run_id, "size", {"n": 3}, by="Aiko")
    await ask(attempt, "i2", ASKED, NOW)
    assert (await answer(attempt.store, attempt.run_id, "size", {"n": 5}, by="Ben")).interrupt_id == "i2"


def test_a_deadline_is_due_when_it_is_reached_and_nobody_answered() -> None:
    row = ApprovalRow(run_id="r", interrupt_id="i", asked=ASKED, deadline="2026-05-04T03:02:01.000+00:00")
    assert not is_due(row, NOW - timedelta(milliseconds=1))
    assert is_due(row, NOW)
    assert not is_due(row.model_copy(update={"answered": True}), NOW)
    assert not is_due(row.model_copy(update={"deadline": ""}), NOW)


def test_any_json_that_fits_is_an_answer() -> None:
    check_answer(ASKED, {"n": 2, "more": [1, None, "あ"]})


def test_a_pause_survives_its_process_is_answered_by_a_second_and_carried_on_by_a_third(
    crashes: Crashes, home: Path
) -> None:
    begun = crashes.run(home, "runtime.scenes:begin", request={"text": "hello world", "ask_first": True})
    run_id, status = begun.value
    assert status == "paused"
    said: dict[str, Any] = {"run_id": run_id, "name": "parts", "value": {"go_on": True}}
    first, second = crashes.run_at_once(
        Command(home=home, function="runtime.scenes:reply", arguments={**said, "by": "Aiko"}),
        Command(home=home, function="runtime.scenes:reply", arguments={**said, "by": "Ben"}),
    )
    who = "Aiko" if first.value else "Ben"
    at, refused = (first.value, second.error) if first.value else (second.value, first.error)
    assert refused == f"UsageError: approval `parts` was already answered by {who} at {at}"
    assert crashes.run(home, "runtime.scenes:go_on", run_id=run_id).value == "done"
    trace = read_trace(home)
    assert trace is not None
    assert broken_promises(trace) == []
    assert [event["by"] for event in trace.events if event["type"] == "approval_given"] == [who]


async def test_a_deadline_counts_from_the_first_time_it_was_asked_over_all_attempts(
    runner_with: Callable[..., Runner],
) -> None:
    times = [NOW]
    runner = runner_with(now=lambda: times[0])
    asked = {"text": "hello world", "ask_first": True, "deadline_s": 60, "at_deadline": "default"}
    run_id = await runner.start("echo", asked)
    assert (await runner.wait(run_id)).status == "paused"
    times[0] = NOW + timedelta(seconds=59)
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "paused"
    times[0] = NOW + timedelta(seconds=60)
    await runner.continue_(run_id)
    assert (await runner.wait(run_id)).status == "done"


def test_a_pause_outlives_who_asked_is_answered_once_and_carried_on_by_others(home: Path, either: str) -> None:
    with Crashes(path=[Path(__file__).parents[1]], database=lambda _home: either) as crashes:
        asked = crashes.run(home, "runtime.scenes:begin_and_wait", request={"text": "hello world", "ask_first": True})
        assert asked.killed
        before = crashes.trace(home)
        assert before is not None
        assert before.status == "running"
        said: dict[str, Any] = {"run_id": before.run_id, "name": "parts", "value": {"go_on": True}}
        assert crashes.run(home, "runtime.scenes:reply", **said, by="Aiko").error == ""
        second = crashes.run(home, "runtime.scenes:reply", **said, by="Ben")
        assert second.error.startswith("UsageError: approval `parts` was already answered by Aiko at ")
        assert crashes.run(home, "runtime.scenes:go_on", run_id=before.run_id).value == "done"
        after = crashes.trace(home)
    assert after is not None
    assert broken_promises(after, [before]) == []
    given = [event["by"] for event in after.events if event["type"] == "approval_given"]
    assert given == ["Aiko"]
    assert after.calls.total() >= 2


# Answers and how a run stands


async def begun(store: Store, *pauses: str) -> Attempt:
    row = await store.create(team="echo", mode="echo", title="t", lang="en", request={}, options=Options())
    attempt = Attempt(store, row.id, await store.claim(row.id))
    for name in pauses:
        await ask(attempt, name, ASKED.model_copy(update={"approval": name}), NOW)
    return attempt


async def test_with_the_last_answer_a_paused_run_waits_for_a_process_if_it_is_to_go_on(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        attempt = await begun(store, "a", "b")
        assert await pause(attempt, ["a", "b"])
        before = (await store.run(attempt.run_id)).updated_at
        await asyncio.sleep(0.002)
        await answer(store, attempt.run_id, "a", {"n": 1}, by="Aiko", go_on=True)
        assert (await store.run(attempt.run_id)).status == "paused", "another one is open"
        await answer(store, attempt.run_id, "b", {"n": 1}, by="Aiko", go_on=True)
        row = await store.run(attempt.run_id)
        assert (row.status, row.updated_at > before) == ("created", True)
        for_later = await begun(store, "a")
        assert await pause(for_later, ["a"])
        await answer(store, for_later.run_id, "a", {"n": 1}, by="Aiko")
        assert (await store.run(for_later.run_id)).status == "paused"


async def test_a_run_does_not_pause_where_the_answer_is_there_by_now(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        attempt = await begun(store, "a", "b")
        await answer(store, attempt.run_id, "a", {"n": 1}, by="Aiko", go_on=True)
        assert not await pause(attempt, ["a", "b"])
        assert (await store.run(attempt.run_id)).status == "running"
        assert await pause(attempt, ["b"])
        assert (await store.run(attempt.run_id)).status == "paused"


async def test_an_answer_in_the_moment_of_the_pause_is_seen_by_one_side(
    home: Path, tmp_path: Path, either: str
) -> None:
    """Either the attempt goes on, or the run waits for the next."""
    async with Store(home, database=either) as one, Store(tmp_path if either else home, database=either) as two:
        runs = [await begun(one, "a") for _ in range(60)]
        for attempt in runs:
            waits, _ = await asyncio.gather(
                pause(attempt, ["a"]), answer(two, attempt.run_id, "a", {"n": 1}, by="Aiko", go_on=True)
            )
            assert (await one.run(attempt.run_id)).status == ("created" if waits else "running")
