"""Servers that fork the processes that are killed, over the two kinds of database."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from kasen.runtime.database import open_database
from kasen.testing.crash import Crashes
from servers.postgresql import PostgreSQL
from testing.durable import TESTS

BACKENDS = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def databases(postgresql: PostgreSQL, tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], str]:
    """Home → address of a PostgreSQL database of its own, at the newest schema."""
    template = postgresql.create()
    open_database(tmp_path_factory.mktemp("migrated"), postgresql.address(template)).dispose()
    return cache(lambda _home: postgresql.address(postgresql.create(template=template)))


@pytest.fixture(scope="module")
def crashes_on_sqlite() -> Iterator[Crashes]:
    """Each home has its own file; all checkpoints stay, so that a fork is seen."""
    with Crashes(path=[TESTS], history=True) as crashes:
        yield crashes


@pytest.fixture(scope="module")
def crashes_on_postgresql(databases: Callable[[Path], str]) -> Iterator[Crashes]:
    """Each home has a database of its own; likewise."""
    with Crashes(path=[TESTS], database=databases, history=True) as crashes:
        yield crashes


@pytest.fixture
def crashes_on(request: pytest.FixtureRequest) -> Callable[[str], Crashes]:
    """The server over that kind of database, begun when it is wanted first."""

    def found(backend: str) -> Crashes:
        crashes = request.getfixturevalue(f"crashes_on_{backend}")
        assert isinstance(crashes, Crashes)
        return crashes

    return found
