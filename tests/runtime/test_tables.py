from __future__ import annotations

from kasen.runtime.tables import METADATA, STATE


def test_the_state_of_a_run_is_found_by_its_thread() -> None:
    assert {table for table in METADATA.sorted_tables if "thread_id" in table.c} == set(STATE)
    for table in STATE:
        assert next(iter(table.primary_key)).name == "thread_id", table.name


def test_everything_of_a_run_goes_with_the_run() -> None:
    owned = [table for table in METADATA.sorted_tables if "run_id" in table.c]
    assert len(owned) >= 6
    for table in owned:
        keys = [key for key in table.foreign_keys if key.column.table.name == "runs"]
        assert keys, table.name
        assert {key.ondelete for key in keys} == {"CASCADE"}, table.name
