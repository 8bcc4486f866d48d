"""Statements that run many times a second, executed past SQLAlchemy's own execution.

The text is compiled once for each dialect and given to a cursor of the connection that holds the open transaction. To
execute takes SQLAlchemy several times as long as SQLite (`benchmarks/checkpoints.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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

    def run(self, connection: Connection, parameters: Mapping[str, Any]) -> None:
        """Execute it."""
        self._execute(connection, parameters)

    def rows(self, connection: Connection, parameters: Mapping[str, Any]) -> list[tuple[Any, ...]]:
        """Execute it; returns what it gives."""
        return self._execute(connection, parameters, fetches=True)

    def must(
        self, connection: Connection, parameters: Mapping[str, Any], otherwise: Callable[[], BaseException]
    ) -> Any:
        """Execute what gives or changes rows; `otherwise` is raised where it gives or changes none.

        Where the writer's statements wait for the server together, that is raised before the commit. What it gave is
        in the cursor that is returned; None where nobody can read it any more.
        """
        self._execute(connection, parameters, otherwise=otherwise)
        together: Together | None = connection.info.get(TOGETHER)
        return together.musts[-1][0] if together is not None else None

    def many(self, connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
        """Execute it for each of the rows."""
        if len(rows) == 1:  # `executemany` prepares a statement that may never come again
            self._execute(connection, rows[0])
        elif rows:
            self._execute(connection, rows, is_many=True)

    def _execute(
        self,
        connection: Connection,
        given: Any,
        *,
        is_many: bool = False,
        fetches: bool = False,
        otherwise: Callable[[], BaseException] | None = None,
    ) -> list[tuple[Any, ...]]:
        text = self._text(connection)
        sql, values = text.sql, [text.given(row) for row in given] if is_many else text.given(given)
        together: Together | None = connection.info.get(TOGETHER)
        cursor = connection.connection.cursor()
        try:
            if self._has_texts:
                for listener in connection.dispatch.before_cursor_execute:
                    sql, values = listener(connection, cursor, sql, values, None, is_many)
            (cursor.executemany if is_many else cursor.execute)(sql, values)
            if otherwise is not None and together is not None:
                together.musts.append((cursor, otherwise))
                return []
            rows = list(cursor.fetchall()) if fetches or (otherwise is not None and cursor.description) else []
            if otherwise is not None and not rows and cursor.rowcount < 1:
                raise otherwise()
        except connection.dialect.loaded_dbapi.Error as error:
            raise of_driver(connection, sql, error) from error
        return rows

    def _text(self, connection: Connection) -> _Text:
        text = self._compiled.get(connection.dialect.name)
        if text is None:
            compiled: Any = self._statement.compile(dialect=connection.dialect, column_keys=self._columns)
            order = tuple(compiled.positiontup) if compiled.positional else None
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            text = self._compiled[connection.dialect.name] = _Text(str(compiled), order, fixed)
        return text


TOGETHER = "kasen_together"
"""Key in `Connection.info` of the statements that wait for the server together, while a transaction is open."""


class Together:
    """Statements of one transaction that are sent without waiting for one another (PostgreSQL)."""

    def __init__(self, pipeline: Any) -> None:
        self.pipeline = pipeline
        self.musts: list[tuple[Any, Callable[[], BaseException]]] = []

    def settle(self) -> None:
        """Wait for what was sent. Raises what the driver does, else as `check`."""
        self.pipeline.sync()
        self.check()

    def check(self) -> None:
        """Raise what a `must` was told to, where it gave nothing, after all has come."""
        for cursor, otherwise in self.musts:
            if cursor.rowcount < 1:
                raise otherwise()
        self.musts.clear()
