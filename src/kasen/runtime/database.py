"""Opening the database: SQLite's pragmas and transactions that begin IMMEDIATE, or PostgreSQL; migrations."""

from __future__ import annotations

import fcntl
import sqlite3
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import SQLAlchemyError

from kasen.errors import HomeUnusable
from kasen.runtime.new_database import make
from kasen.runtime.postgres import open_postgres

HEAD = "0013"
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


MIGRATING = 4_711_230_001
"""Key of the advisory lock under which PostgreSQL is migrated: one process does it, others wait."""


def open_engine(path: Path) -> Engine:
    """An engine for the SQLite file at `path`; every transaction begins IMMEDIATE unless opened by `reading`.

    `by_hand`: whoever opened the connection begins them.
    """
    engine = create_engine(URL.create("sqlite", database=str(path)), pool_size=4, max_overflow=16)

    @event.listens_for(engine, "connect")
    def on_connect(connection: sqlite3.Connection, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def on_begin(connection: Connection) -> None:
        options = connection.get_execution_options()
        if options.get("by_hand", False):
            return
        cursor = connection.connection.cursor()  # past SQLAlchemy, which takes ten times as long
        try:
            cursor.execute("BEGIN" if options.get("reading", False) else "BEGIN IMMEDIATE")
        finally:
            cursor.close()

    return engine


def revision_of(engine: Engine) -> str:
    """The revision the database is at; empty for a new one."""
    with engine.connect().execution_options(reading=True) as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str:
    if not inspect(connection).has_table("alembic_version"):
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
            _wait_for_others(connection)
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
    except CommandError as error:
        raise HomeUnusable(
            f"the database cannot be brought to schema {HEAD}: {error}",
            hint="Restore the file from a copy, or set KASEN_HOME to another folder.",
        ) from error


def _make_new(engine: Engine) -> None:
    """Make the schema where there is none, and nobody else has made it meanwhile."""
    with engine.begin() as connection:
        _wait_for_others(connection)
        if not inspect(connection).has_table("alembic_version"):
            make(connection, HEAD)


def _wait_for_others(connection: Connection) -> None:
    """Until no other process makes or migrates this database; the lock goes with the transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": MIGRATING})


def open_database(home: Path, address: str = "") -> Engine:
    """Open and, when needed, migrate `home/kasen.db`, or the PostgreSQL database at that address.

    Raises:
        HomeUnusable: the folder, the file or the server cannot be used, or not brought to this version.
        ConfigurationError: the package for PostgreSQL is missing.
    """
    path = home / "kasen.db"
    engine = open_postgres(address) if address else open_engine(path)
    name = shown(address) if address else str(path)
    try:
        home.mkdir(parents=True, exist_ok=True)
        with (home / "kasen.db.lock").open("w", encoding="utf-8") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            _bring_to_head(engine, name)
    except OSError as error:
        engine.dispose()
        raise HomeUnusable(
            f"`{home}` cannot be used: {error.strerror or error}", hint="Set KASEN_HOME to a folder you can write to."
        ) from error
    except (SQLAlchemyError, sqlite3.Error) as error:
        engine.dispose()
        raise HomeUnusable(f"`{name}` cannot be opened: {cause_of(error)}", hint=_hint(address)) from error
    except HomeUnusable:
        engine.dispose()
        raise
    return engine


def shown(address: str) -> str:
    """The address of a database without user and password."""
    url = make_url(address)
    where = url.host or url.query.get("host", "")
    return f"postgresql://{where}{f':{url.port}' if url.port else ''}/{url.database or ''}"


def _hint(address: str) -> str:
    if address:
        return "Is the server there, and does it let this user in? See `database` in `kasen doctor`."
    return "Free some space or restore the file; or set KASEN_HOME to another folder."


def cause_of(error: Exception) -> str:
    """What the database itself said, on one line."""
    return (str(getattr(error, "orig", None) or error).splitlines() or [type(error).__name__])[0]


def _bring_to_head(engine: Engine, name: str) -> None:
    if not revision_of(engine):
        _make_new(engine)
    revision = revision_of(engine)
    if revision > HEAD:
        raise HomeUnusable(
            f"`{name}` was written by a newer Kasen (schema {revision}, this one knows {HEAD})",
            hint="Update Kasen, or name another home or database.",
        )
    if revision != HEAD:
        migrate(engine)
