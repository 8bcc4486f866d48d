"""Statements that run many times a second, executed past SQLAlchemy's own execution.

The text is compiled once for each dialect and given to a cursor of the connection that holds the open transaction. To
execute takes SQLAlchemy several times as long as SQLite (`benchmarks/checkpoints.py`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Connection
from sqlalchemy.sql.expression import ClauseElement

from kasen.runtime.sql import of_driver


class _Text(NamedTuple):
    sql: str
    order: tuple[str, ...] | None
    """Names of the parameters where they go by place."""
    fixed: dict[str, Any]
    """Values that the statement itself holds."""

    def given(self, parameters: Mapping[str, Any]) -> Any:
        known = {**self.fixed, **parameters} if self.fixed else parameters
        return known if self.order is None else [known[name] for name in self.order]


class Hot:
    """A statement with named parameters, `columns` those of an insert; its results are plain tuples.

    `texts`: it carries words of people, so what listens to executions (redaction) sees it like any other.

    Raises DBAPIError like SQLAlchemy, where the database refuses.
    """

    def __init__(self, statement: ClauseElement, columns: Sequence[str] | None = None, *, texts: bool = False) -> None:
        self._statement = statement
        self._columns = list(columns) if columns is not None else None
        self._has_texts = texts
        self._compiled: dict[str, _Text] = {}

    def run(self, connection: Connection, parameters: Mapping[str, Any]) -> int:
        """Execute it; returns how many rows it changed."""
        return int(self._execute(connection, parameters)[0])

    def rows(self, connection: Connection, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Execute it; returns what it gives."""
        return self._execute(connection, parameters, fetches=True)[1]

    def many(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute it for each of the rows."""
        if len(rows) == 1:  # `executemany` of PostgreSQL waits for the server once more
            self._execute(connection, rows[0])
        elif rows:
            self._execute(connection, rows, is_many=True)

    def _execute(
        self, connection: Connection, given: Any, *, is_many: bool = False, fetches: bool = False
    ) -> tuple[int, list[tuple[Any, ...]]]:
        text = self._text(connection)
        sql, values = text.sql, [text.given(row) for row in given] if is_many else text.given(given)
        cursor = connection.connection.cursor()
        try:
            if self._has_texts:
                for listener in connection.dispatch.before_cursor_execute:
                    sql, values = listener(connection, cursor, sql, values, None, is_many)
            (cursor.executemany if is_many else cursor.execute)(sql, values)
            return cursor.rowcount, list(cursor.fetchall()) if fetches else []
        except connection.dialect.loaded_dbapi.Error as error:
            raise of_driver(connection, sql, error) from error
        finally:
            cursor.close()

    def _text(self, connection: Connection) -> _Text:
        text = self._compiled.get(connection.dialect.name)
        if text is None:
            compiled: Any = self._statement.compile(dialect=connection.dialect, column_keys=self._columns)
            order = tuple(compiled.positiontup) if compiled.positional else None
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            text = self._compiled[connection.dialect.name] = _Text(str(compiled), order, fixed)
        return text


@contextmanager
def together(connection: Connection) -> Iterator[None]:
    """What is executed here waits for the server once, at the end, where the driver can do that (PostgreSQL)."""
    if connection.dialect.name != "postgresql":
        yield
        return
    driver: Any = connection.connection.dbapi_connection
    try:
        with driver.pipeline():
            yield
    except connection.dialect.loaded_dbapi.Error as error:
        raise of_driver(connection, "several statements", error) from error
