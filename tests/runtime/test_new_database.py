from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, Engine, inspect, text
from sqlalchemy.exc import SQLAlchemyError

from kasen.runtime import database
from kasen.runtime.database import HEAD, open_database, open_engine, revision_of
from kasen.runtime.new_database import make
from kasen.runtime.postgres import open_postgres


def migrated(engine: Engine) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(database.__file__).parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "head")


def schema(connection: Connection) -> dict[str, Any]:
    """All that a database knows of its tables, columns in their order."""
    seen = inspect(connection)

    def by_name(found: list[Any]) -> list[Any]:
        """Conditions of indexes are objects that equal nothing: they are compared as they read."""
        read = [
            {**one, "dialect_options": {k: str(v) for k, v in one.get("dialect_options", {}).items()}} for one in found
        ]
        return sorted(read, key=repr)

    return {
        name: {
            "columns": [{**column, "type": str(column["type"])} for column in seen.get_columns(name)],
            "key": seen.get_pk_constraint(name),
            "foreign": by_name(seen.get_foreign_keys(name)),
            "indexes": by_name(seen.get_indexes(name)),
            "unique": by_name(seen.get_unique_constraints(name)),
            "checks": by_name(seen.get_check_constraints(name)),
        }
        for name in sorted(seen.get_table_names())
    }


def both(new: Engine, old: Engine) -> tuple[dict[str, Any], dict[str, Any]]:
    """The schema of a database that was made at once, and of one that was migrated from nothing."""
    with new.begin() as connection:
        make(connection, HEAD)
    migrated(old)
    assert revision_of(new) == revision_of(old) == HEAD
    with new.connect() as one, old.connect() as other:
        found = schema(one), schema(other)
    new.dispose()
    old.dispose()
    return found


def test_a_new_file_has_the_very_schema_of_a_migrated_one(tmp_path: Path) -> None:
    made, migrated_one = both(open_engine(tmp_path / "new.db"), open_engine(tmp_path / "old.db"))
    assert made == migrated_one
    assert len(made) > 18
    assert {"alembic_version", "runs", "blobs", "chat_turns"} <= set(made)


def test_a_new_postgresql_database_has_the_very_schema_of_a_migrated_one(postgresql: Any) -> None:
    with postgresql.database() as new, postgresql.database() as old:
        made, migrated_one = both(open_postgres(new), open_postgres(old))
    assert made == migrated_one
    assert len(made) > 18


def test_a_difference_between_both_would_be_seen(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "new.db")
    with engine.begin() as connection:
        make(connection, HEAD)
        before = schema(connection)
        connection.execute(text("DROP INDEX runs_by_owner"))
        without_index = schema(connection)
        connection.execute(text("ALTER TABLE runs DROP COLUMN state_version"))
        without_column = schema(connection)
    engine.dispose()
    assert before != without_index
    assert without_index != without_column


def test_tables_of_somebody_else_are_left_alone(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "new.db")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE runs (mine TEXT)"))
    with pytest.raises(SQLAlchemyError, match="already exists"), engine.begin() as connection:
        make(connection, HEAD)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == ["runs"]
    engine.dispose()


def test_a_new_home_needs_no_alembic(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from kasen.runtime.database import open_database; "
        "open_database(Path(sys.argv[1])); print('alembic' in sys.modules, 'sqlalchemy' in sys.modules)"
    )
    line = [sys.executable, "-c", script, str(tmp_path)]
    assert subprocess.run(line, capture_output=True, text=True, check=True).stdout.split() == ["False", "True"]


def test_a_home_of_which_nothing_is_left_but_its_revisions_is_migrated(tmp_path: Path) -> None:
    engine = open_engine(tmp_path / "kasen.db")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"))
    engine.dispose()
    engine = open_database(tmp_path)
    assert revision_of(engine) == HEAD
    engine.dispose()
