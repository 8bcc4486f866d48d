from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kasen.runtime.log_emptying import LONGEST, LogEmptying
from kasen.runtime.store import Store

PATIENCE_S = 30.0


def _until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE_S
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.02)  # noqa: TID251 - another thread works


def _fill(path: Path, size: int) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA wal_autocheckpoint=0")
        connection.execute("INSERT INTO t VALUES (zeroblob(?))", (size,))


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "some.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE TABLE t (b BLOB)")
    return path


def test_a_long_log_is_emptied_into_the_file_and_a_short_one_is_left(database: Path) -> None:
    with closing(sqlite3.connect(database)) as reader:  # the last that closes empties the log
        reader.execute("SELECT count(*) FROM t").fetchall()
        reader.rollback()
        emptying = LogEmptying(database)
        try:
            _fill(database, LONGEST // 2)
            emptying.look()
            short = database.stat().st_size
            _fill(database, LONGEST)
            assert database.stat().st_size == short < LONGEST
            emptying.look()
            _until(lambda: database.stat().st_size > LONGEST)
        finally:
            emptying.close()


def test_who_writes_without_a_pause_does_not_make_it_endless(database: Path) -> None:
    longest = 1 << 20
    emptying = LogEmptying(database, longest=longest, every_s=0.0)
    log, sizes = database.with_name(f"{database.name}-wal"), []
    try:
        with closing(sqlite3.connect(database, isolation_level=None)) as connection:
            connection.execute("PRAGMA wal_autocheckpoint=0")
            for _ in range(96):
                connection.execute("INSERT INTO t VALUES (zeroblob(1000000))")
                sizes.append(log.stat().st_size)
                emptying.look()
            _until(lambda: _rewritten(connection, log, emptying))
    finally:
        emptying.close()
    assert max(sizes) > longest


def _rewritten(connection: sqlite3.Connection, log: Path, emptying: LogEmptying) -> bool:
    """Whether the log was begun anew: what is written now does not make it longer."""
    emptying.look()
    before = log.stat().st_size
    connection.execute("INSERT INTO t VALUES (zeroblob(1000))")
    return log.stat().st_size <= before


async def test_a_store_empties_its_log(home: Path) -> None:
    async with Store(home) as store:
        await store.write(lambda c: c.exec_driver_sql("CREATE TABLE t (b BLOB)"))
        small = (home / "kasen.db").stat().st_size
        for _ in range(6):
            await store.write(lambda c: c.exec_driver_sql("INSERT INTO t VALUES (zeroblob(1000000))"))
        await asyncio.to_thread(_until, lambda: (home / "kasen.db").stat().st_size > small + LONGEST)


def test_a_log_that_cannot_be_looked_at_ends_no_writer(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        (tmp_path / "file" / "kasen.db-wal").stat()
    emptying = LogEmptying(tmp_path / "file" / "kasen.db")
    emptying.look()
    emptying.close()
