"""Transactions of the writer in a SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import Connection, Engine

if TYPE_CHECKING:
    from kasen.runtime.writer import Job


class NotBegun(sqlite3.OperationalError):
    """No transaction could be begun, most often as another process has held the file for too long: no job's fault."""


class FileTransactions:
    """Jobs in transactions, one after the other, by one thread, which keeps its connection.

    They are begun and ended past SQLAlchemy, for which a transaction is open all the time: to begin one, to end it and
    to take a connection each take it as long as SQLite takes for a write.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._kept: Connection | None = None

    def __call__(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """The values of the jobs, committed together. Raises NotBegun, sqlite3.Error, and what a job raises."""
        if self._kept is None:
            self._kept = self._engine.connect().execution_options(by_hand=True)
            self._kept.begin()
        connection = self._kept
        driver = cast("sqlite3.Connection", connection.connection.driver_connection)
        try:
            driver.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise NotBegun(*error.args) from error
        try:
            values = [job(connection) for job in batch]
            driver.commit()
        except BaseException:
            driver.rollback()
            raise
        return values

    def close(self) -> None:
        """Give the connection back."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None
