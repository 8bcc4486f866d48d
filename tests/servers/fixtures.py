"""Databases of a real server for tests; each is empty of runs, brought to the newest schema, and gone afterwards."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.runtime.database import open_database
from servers.postgresql import PostgreSQL
from servers.temporal import Temporal


@pytest.fixture(scope="session")
def postgresql() -> Iterator[PostgreSQL]:
    """A PostgreSQL server of this worker's own."""
    folder = Path(tempfile.mkdtemp(prefix="kasen-pg-"))
    try:
        with PostgreSQL(folder) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def _migrated(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> str:
    name = postgresql.create()
    open_database(tmp_path_factory.mktemp("migrated"), postgresql.address(name)).dispose()
    return name


@pytest.fixture
def database(postgresql: PostgreSQL, _migrated: str) -> Iterator[str]:
    """The address of a PostgreSQL database at the newest schema."""
    with postgresql.database(template=_migrated) as address:
        yield address


@pytest.fixture
def empty_database(postgresql: PostgreSQL) -> Iterator[str]:
    """The address of a PostgreSQL database with nothing in it."""
    with postgresql.database() as address:
        yield address


@pytest.fixture(scope="session")
def temporal() -> Iterator[Temporal]:
    """A Temporal server of this worker's own."""
    folder = Path(tempfile.mkdtemp(prefix="kasen-temporal-"))
    try:
        with Temporal(folder) as server:
            yield server
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["sqlite", "postgresql"])
def either(request: pytest.FixtureRequest) -> str:
    """The address of a database: empty for SQLite in the home, then PostgreSQL."""
    return "" if request.param == "sqlite" else str(request.getfixturevalue("database"))
