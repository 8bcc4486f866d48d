"""Opening the database: pragmas, transactions that begin IMMEDIATE, migrations."""

from __future__ import annotations

import fcntl
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import HomeUnusable

HEAD = "0008"
"""The newest revision in `migrations/versions`."""
BUSY_MS = 30_000
"""How long a transaction waits for another process's write lock."""
PRAGMAS = (
    "journal_mode=WAL",
    "wal_autocheckpoint=0",
    "synchronous=FULL",
    f"busy_timeout={BUSY_MS}",
    "foreign_keys=ON",
    "secure_delete=ON",
)
"""`wal_autocheckpoint`: see `log_emptying`. `secure_delete`: what is deleted is overwritten, because runs hold personal
data."""


def open_engine(path: Path) -> Engine:
    """An engine for the SQLite file at `path`; every transaction begins IMMEDIATE unless opened by `reading`."""
    engine = create_engine(URL.create("sqlite", database=str(path)), pool_size=4, max_overflow=16)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        reading = connection.get_execution_options().get("reading", False)
        connection.exec_driver_sql("BEGIN" if reading else "BEGIN IMMEDIATE")

    return engine


def revision_of(engine: Engine) -> str:
    """The revision the database is at; empty for a new one."""
    with engine.connect().execution_options(reading=True) as connection:
        known = connection.execute(text("SELECT 1 FROM sqlite_master WHERE name = 'alembic_version'")).first()
        if known is None:
            return ""
        row = connection.execute(text("SELECT version_num FROM alembic_version")).first()
    return str(row[0]) if row else ""


def migrate(engine: Engine) -> None:
    """Bring the schema to HEAD; Alembic is only imported when there is something to do.

    Raises:
        HomeUnusable: Alembic does not know the way from where the database is.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    try:
        with engine.begin() as connection:
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise HomeUnusable(
            f"the database cannot be brought to schema {HEAD}: {error}",
            hint="Restore the file from a copy, or set KASEN_HOME to another folder.",
        ) from error


def open_database(home: Path) -> Engine:
    """Open and, when needed, migrate `home/kasen.db`.

    Raises:
        HomeUnusable: the folder or the file cannot be read, written or brought to this version.
    """
    path = home / "kasen.db"
    engine = open_engine(path)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "kasen.db.lock").open("w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _bring_to_head(engine, path)
    except OSError as error:
        engine.dispose()
        raise HomeUnusable(
            f"`{home}` cannot be used: {error.strerror or error}", hint="Set KASEN_HOME to a folder you can write to."
        ) from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        engine.dispose()
        raise HomeUnusable(
            f"`{path}` cannot be opened: {cause_of(error)}",
            hint="Free some space or restore the file; or set KASEN_HOME to another folder.",
        ) from error
    except HomeUnusable:
        engine.dispose()
        raise
    return engine


def cause_of(error: Exception) -> str:
    """What the database itself said, on one line."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


def _bring_to_head(engine: Engine, path: Path) -> None:
    revision = revision_of(engine)
    if revision > HEAD:
        raise HomeUnusable(
            f"`{path}` was written by a newer Kasen (schema {revision}, this one knows {HEAD})",
            hint="Update Kasen, or set KASEN_HOME to another folder.",
        )
    if revision != HEAD:
        migrate(engine)
