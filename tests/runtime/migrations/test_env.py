from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import inspect, text

from kasen.runtime import database, follow_up
from kasen.runtime.database import HEAD, open_database, open_engine, revision_of
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.runtime.tables import METADATA
from kasen.team import load

MIGRATIONS = Path(database.__file__).parent / "migrations"


def configured() -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    return config


def test_the_newest_migration_is_the_one_that_the_code_expects() -> None:
    assert ScriptDirectory.from_config(configured()).get_current_head() == HEAD


def test_a_migrated_database_has_exactly_the_tables_that_the_code_uses(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
        assert set(inspect(connection).get_table_names()) == {*METADATA.tables, "alembic_version"}
    engine.dispose()
    assert len(METADATA.tables) > 10


def test_every_migration_can_be_taken_back_and_made_again(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    config = configured()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "base")
        assert inspect(connection).get_table_names() == ["alembic_version"]
        assert MigrationContext.configure(connection).get_current_revision() is None
    engine.dispose()
    engine = open_database(tmp_path)
    assert revision_of(engine) == HEAD
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []
    engine.dispose()


def test_answers_of_before_can_be_reused_when_a_model_gave_them(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    run = "INSERT INTO runs VALUES ('R','t','m','t','en','{}','{}','done',0,0,0,NULL,NULL,'','')"
    receipt = "INSERT INTO receipts VALUES ('R','n','r',{},'h','{}','',1,0,0,0,'{{}}','')"
    config = configured()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        connection.exec_driver_sql(run)
        for n, by in enumerate(("rule", "x:m")):
            connection.exec_driver_sql(receipt.format(n, by))
        command.upgrade(config, "head")
        found = connection.exec_driver_sql('SELECT "by", reusable FROM receipts ORDER BY nth').all()
    engine.dispose()
    assert [tuple(row) for row in found] == [("rule", 0), ("x:m", 1)]


@pytest.mark.parametrize("revision", ["0001", "0002", "0003", "0004", "0005"])
async def test_a_home_of_an_older_version_keeps_its_runs_and_takes_new_ones(revision: str, tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "kasen.db")
    config = configured()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        run = "INSERT INTO runs VALUES ('R','echo','echo','old','en','{}','{}','done',1,0,0,'{}',NULL,'','')"
        connection.execute(text(run))
    engine.dispose()
    async with Store(tmp_path) as store:
        assert (await store.run("R")).title == "old"
        row = await store.create(
            team="echo",
            mode="echo",
            title="new",
            lang="en",
            request={},
            options=Options(continues="R"),
            also=partial(follow_up.record, team=load("echo"), earlier=await store.run("R")),
        )
        assert await follow_up.load(store, row.id) is not None
        await store.delete("R")
        assert [run.title for run in await store.runs()] == ["new"]
    engine = open_engine(tmp_path / "kasen.db")
    assert revision_of(engine) == HEAD
    engine.dispose()
