from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, Engine, event, insert, select, text

from kasen.errors import UnknownName
from kasen.runtime.engines.embedded.left import due_runs, left_runs
from kasen.runtime.engines.embedded.line import waiting_elsewhere
from kasen.runtime.engines.forgotten import Forgotten
from kasen.runtime.owners import owned
from kasen.runtime.rows import Options, Question, new_run_id
from kasen.runtime.store import Store
from kasen.runtime.tables import APPROVALS, METADATA, NESTED, RUNS, STATE
from runtime.engines.handing import NotingDispatch


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


# What is looked for again and again is found by an index

OVER = 10_000
OPEN = ("created", "running", "paused")


@contextmanager
def asked() -> Iterator[list[tuple[str, Any]]]:
    """The statements of the block, with their parameters."""
    noted: list[tuple[str, Any]] = []

    def note(_connection: object, _cursor: object, statement: str, parameters: Any, *_more: object) -> None:
        noted.append((statement, parameters))

    event.listen(Engine, "before_cursor_execute", note)
    try:
        yield noted
    finally:
        event.remove(Engine, "before_cursor_execute", note)


async def plans(store: Store, statements: list[tuple[str, Any]]) -> str:
    """How the database finds what they ask for, in its own words."""

    def explain(connection: Connection) -> str:
        how = "EXPLAIN" if store.is_shared else "EXPLAIN QUERY PLAN"
        found = [connection.exec_driver_sql(f"{how} {sql}", given).all() for sql, given in statements]
        return "\n".join(" ".join(map(str, row)) for rows in found for row in rows)

    return await store.read(explain)


async def fill(store: Store) -> list[str]:
    """Many runs that are over, each asked for another and had a pause with a deadline; then one of each open status."""
    row = await store.create(team="echo", mode="m", title="t", lang="en", request={}, options=Options())
    pause = {"name": "n", "deadline": "2026-01-01", "asked": "{}", "nth": 1, "told": 1}

    def job(connection: Connection) -> list[str]:
        first = dict(connection.execute(select(RUNS)).mappings().one())
        runs = [first | {"id": new_run_id(), "status": "done"} for _ in range(2 * OVER)]
        left = [first | {"id": new_run_id(), "status": status} for status in OPEN]
        connection.execute(insert(RUNS), [*runs, *left])
        parents, children = runs[:OVER], runs[OVER:]
        asks = {"key": "k", "team": "echo", "role": "r", "settled": 1}
        pairs = zip(parents, children, strict=True)
        connection.execute(insert(NESTED), [{"run_id": a["id"], "child_id": b["id"], **asks} for a, b in pairs])
        given = [{"run_id": run["id"], "interrupt_id": "i", "answer": "{}", **pause} for run in parents]
        waits = {"run_id": left[-1]["id"], "interrupt_id": "i", "answer": None, **pause, "asked": ASKED}
        connection.execute(insert(APPROVALS), [*given, waits])
        connection.execute(text("ANALYZE")) if store.is_shared else None
        return [run["id"] for run in left]

    return [row.id, *await store.write(job)]


ASKED = Question(approval="plan", question="?", answer_schema={}, deadline_s=1, at_deadline="default").model_dump_json()


async def test_what_is_open_is_found_among_ten_thousand_runs_that_are_over_by_an_index(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        first, created, running, paused = await fill(store)
        later = datetime.now(UTC) + timedelta(days=1)

        with asked() as statements:
            left = await store.read(left_runs)
        assert {run.id for run in left} == {first, created, running}
        assert_found_by(await plans(store, statements[:1]), "runs_open")

        with asked() as statements:
            assert await store.read(lambda c: due_runs(c, later)) == [(paused, "echo")]
        assert_found_by(await plans(store, statements), "approvals_due")

        with asked() as statements:
            forgotten = Forgotten(store, NotingDispatch(), owned=lambda _c, _ids: set(), now=lambda: later)
            assert set(await forgotten.once()) == {first, created, running}
        assert_found_by(await plans(store, statements), "runs_open")

        async with owned(store.owners, created):
            with asked() as statements:
                assert await waiting_elsewhere(store, [await store.run(created)]) == {created: 0}
            line = [one for one in statements if "ORDER BY" in one[0]]
            assert_found_by(await plans(store, line), "runs_open")


async def test_a_run_is_found_by_the_start_of_its_id_among_ten_thousand(home: Path, either: str) -> None:
    async with Store(home, database=either) as store:
        _, created, *_ = await fill(store)
        with asked() as statements:
            assert (await store.run(created[:25].lower())).id == created
        assert_found_by(
            await plans(store, statements), "runs_pkey" if either else "sqlite_autoindex_runs_1 (id>? AND id<?)"
        )
        for name in ("01_", "01%", "é", "Z" * 27):
            with pytest.raises(UnknownName, match="there is no run"):
                await store.run(name)


def assert_found_by(plan: str, index: str) -> None:
    assert index in plan, plan
    for table in ("runs", "approvals", "nested"):
        assert f"Seq Scan on {table}" not in plan, plan
        assert not re.search(rf"SCAN {table}(?! USING (COVERING )?INDEX {index}\b)", plan), plan
