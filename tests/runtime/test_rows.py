from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from functools import partial

import pytest

from kasen.runtime.rows import OVER, RESUMABLE, Options, new_run_id, number_of, timestamp


def test_ids_of_runs_are_ulids_that_sort_by_time(monkeypatch: pytest.MonkeyPatch) -> None:
    moments = [0.0, 1.0, 1.5, 1_767_225_600.0, 1_767_225_600.5, 4_000_000_000.0]
    made = []
    for moment in moments:
        monkeypatch.setattr("time.time", partial(float, moment))
        made.append(new_run_id())
    assert made == sorted(made)
    assert {len(run_id) for run_id in made} == {26}
    assert set("".join(made)) <= set("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    assert made[0].startswith("0000000000")


def test_the_ulid_of_a_known_moment_is_the_one_of_the_specification(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("time.time", lambda: 1469918176.385)
    assert new_run_id().startswith("01ARYZ6S41")


def test_no_two_ids_are_the_same() -> None:
    assert len({new_run_id() for _ in range(10_000)}) == 10_000


def test_the_number_of_an_id_is_the_one_it_was_made_of() -> None:
    assert number_of("0000000000000000000000000Z") == 31
    assert number_of("00000000010000000000000000") == 1 << 80
    assert number_of("7ZZZZZZZZZZZZZZZZZZZZZZZZZ") == (1 << 128) - 1
    assert number_of(new_run_id()) >> 80 > 0
    assert [number_of(other) for other in ("run_test", "", "7ZZZZZZZZZZZZZZZZZZZZZZZZI")] == [0, 0, 0]


def test_times_are_utc_with_milliseconds_and_sort_as_text() -> None:
    tokyo = datetime(2026, 5, 4, 9, 0, 0, 123_456, tzinfo=timezone(timedelta(hours=9)))
    assert timestamp(tokyo) == "2026-05-04T00:00:00.123+00:00"
    assert timestamp(tokyo) < timestamp(tokyo + timedelta(milliseconds=1)) < timestamp(datetime(2027, 1, 1, tzinfo=UTC))


def test_every_state_can_be_continued_or_is_over() -> None:
    assert set(RESUMABLE) & set(OVER) == {"stopped: budget"}


def test_options_are_kept_as_json() -> None:
    options = Options(preset="cheap", usd=0.5, tokens=10, yes=True, replay_of="X")
    assert Options.model_validate_json(options.model_dump_json()) == options
