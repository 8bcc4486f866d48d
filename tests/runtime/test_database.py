from __future__ import annotations

import threading
from pathlib import Path

import pytest
from sqlalchemy import inspect, text

from kasen.errors import HomeUnusable
from kasen.runtime.database import HEAD, open_database, open_engine, revision_of


def test_a_new_home_is_made_with_its_folders_and_migrated(tmp_path: Path) -> None:
    engine = open_database(tmp_path / "a" / "home")
    assert revision_of(engine) == HEAD
    engine.dispose()


def test_a_home_is_opened_again_without_a_migration(tmp_path: Path) -> None:
    open_database(tmp_path).dispose()
    engine = open_database(tmp_path)
    assert revision_of(engine) == HEAD
    engine.dispose()


def test_two_at_once_make_one_database(tmp_path: Path) -> None:
    failed: list[BaseException] = []

    def open_it() -> None:
        try:
            open_database(tmp_path).dispose()
        except HomeUnusable as error:
            failed.append(error)

    threads = [threading.Thread(target=open_it) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert failed == []


@pytest.mark.parametrize("name", ["a?mode=memory", "100%41", "家 の 中", "#x;y"])
def test_the_name_of_the_home_is_taken_as_it_is(tmp_path: Path, name: str) -> None:
    engine = open_database(tmp_path / name)
    engine.dispose()
    assert (tmp_path / name / "kasen.db").stat().st_size > 0


def test_transactions_take_the_write_lock_when_they_begin(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    impatient = open_engine(tmp_path / "kasen.db")
    with engine.begin():
        with impatient.connect().execution_options(reading=True) as reader:
            assert reader.execute(text("SELECT count(*) FROM runs")).scalar() == 0
            reader.exec_driver_sql("PRAGMA busy_timeout=1")
        with pytest.raises(Exception, match="database is locked"), impatient.begin() as writer:
            writer.execute(text("SELECT 1"))
    impatient.dispose()
    engine.dispose()


def test_a_database_of_a_newer_version_is_left_alone(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(HomeUnusable, match=r"newer Kasen \(schema 9999") as error:
        open_database(tmp_path)
    assert "Update Kasen" in error.value.hint


def test_a_revision_that_no_version_wrote_is_named(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '0000'"))
    engine.dispose()
    with pytest.raises(HomeUnusable, match="0000"):
        open_database(tmp_path)


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "kasen.db")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE events (mine TEXT)"))
    with pytest.raises(HomeUnusable, match="table events already exists"):
        open_database(tmp_path)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["events"]
    engine.dispose()


@pytest.mark.parametrize("bytes_", [b"this is not a database at all " * 200, b"SQLite format 3\0" + b"\xff" * 4096])
def test_a_file_that_is_no_database_is_named(tmp_path: Path, bytes_: bytes) -> None:
    (tmp_path / "kasen.db").write_bytes(bytes_)
    with pytest.raises(HomeUnusable, match=r"kasen\.db` cannot be opened"):
        open_database(tmp_path)
    assert (tmp_path / "kasen.db").read_bytes() == bytes_


def test_a_home_that_is_a_file_is_named(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable, match="home` cannot be used"):
        open_database(tmp_path / "home")


def test_a_database_that_is_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "kasen.db").mkdir()
    with pytest.raises(HomeUnusable, match="cannot be opened"):
        open_database(tmp_path)
