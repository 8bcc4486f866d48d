"""Homes of every version of before: what lies in them is there after an update, and their runs go on.

`0008.sql` is what Kasen wrote at that revision: a run that is done, one that waits for a person, and one that was ended
while one of its two workers was at work. Earlier schemas are made of it by going back, later ones by going on.
"""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, MetaData, Table, inspect, select, text

from kasen.errors import HomeUnusable
from kasen.runtime import database
from kasen.runtime.database import HEAD, open_database, open_engine, revision_of
from kasen.runtime.export import export
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import METADATA
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

HERE = Path(__file__).parent
MIGRATIONS = Path(database.__file__).parent / "migrations"
WRITTEN = "0008"
ON_POSTGRESQL = "0009"
"""The first schema that there was on PostgreSQL."""
DONE, PAUSED, INTERRUPTED = "01M8346E8Q8EY6CCJMGS5PAKP9", "01M8346EKV4ZC3EFD1G2EAAPBS", "01M8346ET4BWCSGKX50H5V07YD"
CHILD = "01M8346E000000000000000000"
Rows = dict[str, list[dict[str, Any]]]


def configured(connection: Any) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


def revisions() -> list[str]:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return sorted(script.revision for script in ScriptDirectory.from_config(config).walk_revisions())


def home_at(home: Path, revision: str) -> Engine:
    """A home whose database is at that revision, with runs in it and a row in each of its tables at least."""
    home.mkdir(parents=True, exist_ok=True)
    with sqlite3.connect(home / "kasen.db") as file:
        file.executescript((HERE / "0008.sql").read_text(encoding="utf-8"))
    file.close()
    artifacts = home / "runs" / DONE / "artifacts"
    artifacts.mkdir(parents=True)
    (artifacts / "echo.md").write_bytes(b"one two")
    engine = open_engine(home / "kasen.db")
    with engine.begin() as connection:
        move = command.downgrade if revision < WRITTEN else command.upgrade
        move(configured(connection), revision)
    with engine.begin() as connection:
        fill(connection)
    return engine


def fill(connection: Any) -> None:
    """A run that another asked for, and a row for each table that has none."""
    tables = MetaData()
    tables.reflect(connection)
    runs = tables.tables["runs"]
    child = dict(connection.execute(select(runs).where(runs.c.id == DONE)).mappings().one()) | {"id": CHILD}
    connection.execute(runs.insert().values(child))
    for table in tables.sorted_tables:
        if not connection.execute(select(table).limit(1)).first():
            connection.execute(table.insert().values({column.name: made(connection, column) for column in table.c}))


def made(connection: Any, column: Any) -> Any:
    if column.name == "child_id":
        return CHILD
    for key in column.foreign_keys:
        return connection.execute(select(key.column).order_by(key.column.desc()).limit(1)).scalar()
    if column.name == "body":
        return "{}"
    return {int: 0, float: 0.5, bytes: b"x"}.get(column.type.python_type, f"of {column.name}"[:16])


def rows(engine: Engine) -> Rows:
    """Everything in the database but the revision it is at."""
    tables = MetaData()
    tables.reflect(engine)
    with engine.connect() as connection:
        return {name: listed(connection, table) for name, table in tables.tables.items() if name != "alembic_version"}


def listed(connection: Any, table: Table) -> list[dict[str, Any]]:
    query = select(table).order_by(*table.primary_key.columns)
    return [dict(row) for row in connection.execute(query).mappings()]


def test_there_is_more_than_one_revision_to_come_from() -> None:
    assert revisions()[0] == "0001"
    assert revisions()[-1] == HEAD
    assert len(revisions()) == int(HEAD)


@pytest.mark.parametrize("revision", revisions())
def test_everything_of_a_home_of_before_is_there_after_an_update(revision: str, tmp_path: Path) -> None:
    engine = home_at(tmp_path, revision)
    assert revision_of(engine) == revision
    before = rows(engine)
    engine.dispose()
    assert all(before.values()), "each table holds something"
    assert len(before) >= 11
    engine = open_database(tmp_path)
    after = rows(engine)
    for name, kept in before.items():
        common = [{column: row[column] for column in kept[0]} for row in after[name]]
        assert common == kept, name
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert set(inspect(connection).get_table_names()) == {*METADATA.tables, "alembic_version"}
        assert connection.exec_driver_sql("PRAGMA foreign_key_check").all() == []
    engine.dispose()


@pytest.mark.parametrize("revision", revisions())
async def test_the_runs_of_a_home_of_before_go_on(revision: str, tmp_path: Path, scenes: Any) -> None:
    home_at(tmp_path, revision).dispose()
    model = ScriptedModel(scenes.good)
    async with Store(tmp_path) as store:
        runner = Runner(store, host_with(model, tmp_path))
        done = await store.run(DONE)
        assert (done.status, done.state_version) == ("done", 1)
        assert done.result == {"text": "one two", "parts": ["one ", "two"], "rounds": 1, "passed": True}
        assert await export(store, done, tmp_path / "out", tmp_path, ["json", "md"])
        assert (await runner.state(PAUSED))["said"] == [{"place": 0, "text": "three "}, {"place": 1, "text": "four"}]

        await runner.answer(PAUSED, "parts", {"go_on": True, "comment": "well"})
        await runner.continue_(PAUSED)
        paused = await runner.wait(PAUSED)
        assert (paused.status, paused.result and paused.result["parts"]) == ("done", ["three ", "four"])
        assert {request.role for request in model.requests} == {"writer"}, "what was finished is not asked again"

        model.requests.clear()
        await runner.continue_(INTERRUPTED)
        interrupted = await runner.wait(INTERRUPTED)
        assert (interrupted.status, interrupted.result and interrupted.result["parts"]) == ("done", ["five ", "held"])
        assert [request.role for request in model.requests].count("worker") == 1, "the one that was at work"
        assert "planner" not in {request.role for request in model.requests}
        await runner.close(grace_s=0)


# Two at once, and failures

OPEN = """
import sys
from pathlib import Path
from alembic import command
from kasen.runtime.database import open_database, revision_of
print("ready", flush=True)
sys.stdin.readline()
print(revision_of(open_database(Path(sys.argv[1]), *sys.argv[2:])))
"""


def opened_at_once(*homes: Path, address: str = "") -> list[str]:
    """What processes say that open homes in the same moment: the revision that they found or made."""
    children = []
    for home in homes:
        line = [sys.executable, "-c", OPEN, str(home), *filter(None, [address])]
        pipe = subprocess.PIPE
        children.append(subprocess.Popen(line, stdin=pipe, stdout=pipe, stderr=pipe, text=True))
    for child in children:
        assert child.stdout is not None
        assert child.stdout.readline() == "ready\n"
    for child in children:
        assert child.stdin is not None
        child.stdin.write("\n")
        child.stdin.flush()
    said = [child.communicate(timeout=60) for child in children]
    return [out.strip() or err for out, err in said]


def test_processes_that_open_a_home_of_before_at_once_find_it_brought_up_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    engine = home_at(home, "0001")
    before = rows(engine)
    engine.dispose()
    assert opened_at_once(home, home, home) == [HEAD] * 3
    engine = open_database(home)
    assert {name: len(kept) for name, kept in rows(engine).items() if name in before} == {
        name: len(kept) for name, kept in before.items()
    }
    engine.dispose()


def test_processes_that_open_a_new_home_at_once_find_it_made_once(tmp_path: Path) -> None:
    home = tmp_path / "home"
    assert opened_at_once(home, home, home) == [HEAD] * 3


def test_a_migration_that_fails_leaves_the_database_as_it_was(tmp_path: Path) -> None:
    engine = home_at(tmp_path, "0004")
    before = rows(engine)
    with engine.begin() as connection:  # what a later migration wants to make is there already, and not as it thinks
        connection.execute(text("CREATE TABLE chats (something INTEGER)"))
    engine.dispose()
    with pytest.raises(HomeUnusable, match="already exists") as error:
        open_database(tmp_path)
    assert str(tmp_path / "kasen.db") in str(error.value)
    engine = open_engine(tmp_path / "kasen.db")
    assert revision_of(engine) == "0004"
    assert {name: kept for name, kept in rows(engine).items() if name != "chats"} == before
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE chats"))
    engine.dispose()
    engine = open_database(tmp_path)
    assert revision_of(engine) == HEAD
    engine.dispose()


def test_the_home_of_a_newer_kasen_is_refused_and_not_touched(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    before = (tmp_path / "kasen.db").read_bytes()
    with pytest.raises(HomeUnusable, match=r"written by a newer Kasen \(schema 9999") as error:
        open_database(tmp_path)
    assert error.value.hint.startswith("Update Kasen")
    assert (tmp_path / "kasen.db").read_bytes() == before


# PostgreSQL


def test_an_empty_postgresql_database_gets_exactly_the_tables_that_the_code_uses(
    empty_database: str, tmp_path: Path
) -> None:
    engine = open_database(tmp_path, empty_database)
    assert engine.dialect.name == "postgresql"
    assert revision_of(engine) == HEAD
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert set(inspect(connection).get_table_names()) == {*METADATA.tables, "alembic_version"}
    engine.dispose()


def test_every_migration_can_be_taken_back_and_made_again_on_postgresql(empty_database: str, tmp_path: Path) -> None:
    engine = open_database(tmp_path, empty_database)
    with engine.begin() as connection:
        command.downgrade(configured(connection), "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        command.upgrade(configured(connection), "0001")
        fill_run(connection)
        command.upgrade(configured(connection), "head")
        found = connection.execute(text("SELECT title, owner, state_version FROM runs")).one()
        assert tuple(found) == ("old", "", 1)
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def fill_run(connection: Connection) -> None:
    run = "INSERT INTO runs VALUES (:id,'echo','echo','old','en','{}','{}','done',1,0,0,'{}',NULL,'','')"
    connection.execute(text(run), {"id": DONE})


@pytest.mark.parametrize("revision", [one for one in revisions() if one >= ON_POSTGRESQL])
def test_everything_of_a_postgresql_database_of_before_is_there_after_an_update(
    revision: str, empty_database: str, tmp_path: Path
) -> None:
    engine = open_database(tmp_path, empty_database)
    with engine.begin() as connection:
        command.downgrade(configured(connection), revision)
        fill_run(connection)
        fill(connection)
    before = rows(engine)
    assert len(before) > 18
    assert all(before.values())
    open_database(tmp_path, empty_database).dispose()
    assert revision_of(engine) == HEAD
    after = rows(engine)
    for name, kept in before.items():
        assert [{column: row[column] for column in kept[0]} for row in after[name]] == kept, name
    engine.dispose()


def test_machines_that_open_an_empty_postgresql_database_at_once_make_it_once(
    empty_database: str, tmp_path: Path
) -> None:
    homes = [tmp_path / name for name in ("one", "two", "three")]
    assert opened_at_once(*homes, address=empty_database) == [HEAD] * 3


def test_a_migration_that_fails_leaves_postgresql_as_it_was(empty_database: str, tmp_path: Path) -> None:
    engine = open_database(tmp_path, empty_database)
    with engine.begin() as connection:
        command.downgrade(configured(connection), "0004")
        fill_run(connection)
        connection.execute(text("CREATE TABLE chats (something INTEGER)"))
        tables = sorted(inspect(connection).get_table_names())
    with pytest.raises(HomeUnusable, match="already exists"):
        open_database(tmp_path, empty_database)
    assert revision_of(engine) == "0004"
    with engine.connect() as connection:
        assert sorted(inspect(connection).get_table_names()) == tables
        assert connection.execute(text("SELECT count(*) FROM runs")).scalar() == 1
    engine.dispose()
