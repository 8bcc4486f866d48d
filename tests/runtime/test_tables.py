from __future__ import annotations

import sqlite3
from pathlib import Path

from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

from kasen.runtime.store import Store
from kasen.runtime.tables import CHECKPOINTS, METADATA, WRITES


async def test_the_checkpoint_tables_are_those_of_the_library(tmp_path: Path, store: Store) -> None:
    """Its reading is used on our tables: a column that it gains or loses must be seen here."""
    async with AsyncSqliteSaver.from_conn_string(str(tmp_path / "theirs.db")) as saver:
        await saver.setup()
    for table in (CHECKPOINTS, WRITES):
        with sqlite3.connect(tmp_path / "theirs.db") as theirs, sqlite3.connect(store.home / "kasen.db") as ours:
            wanted, made = (
                {(row[1], bool(row[5])) for row in file.execute(f"PRAGMA table_info({table.name})")}
                for file in (theirs, ours)
            )
        theirs.close()
        ours.close()
        assert len(wanted) > 5
        assert made == wanted


def test_everything_of_a_run_goes_with_the_run() -> None:
    owned = [table for table in METADATA.sorted_tables if "run_id" in table.c]
    assert len(owned) >= 6
    for table in owned:
        keys = [key for key in table.foreign_keys if key.column.table.name == "runs"]
        assert keys, table.name
        assert {key.ondelete for key in keys} == {"CASCADE"}, table.name
