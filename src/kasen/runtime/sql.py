"""Statements that SQLite and PostgreSQL both understand and SQLAlchemy spells for one of them only.

PostgreSQL's `INSERT … ON CONFLICT` is SQLite's as well, so that dialect's construct serves both.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Table, Text, and_, literal
from sqlalchemy.dialects.postgresql import Insert, insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import FunctionElement

__all__ = ["add", "begins", "of_driver", "of_json", "put"]


def add(table: Table) -> Insert:
    """Insert a row; one whose key is there already stays as it is."""
    return insert(table).on_conflict_do_nothing()


def put(table: Table) -> Insert:
    """Insert a row; one whose key is there already gets all other values of the new one."""
    statement = insert(table)
    keys = list(table.primary_key)
    values = {column.name: statement.excluded[column.name] for column in table.columns if column not in set(keys)}
    return statement.on_conflict_do_update(index_elements=keys, set_=values)


def begins(column: Column[str], prefix: str, width: int) -> ColumnElement[bool]:
    """Ids of `width` digits and capitals that begin so.

    The range is what an index finds, which LIKE passes by; LIKE holds whatever else a collation puts in between.
    """
    return and_(column >= prefix, column <= prefix.ljust(width, "Z"), column.startswith(prefix, autoescape=True))


class _OfJson(FunctionElement[str]):
    type = Text()
    inherit_cache = True


def of_json(column: Column[Any] | ColumnElement[Any], name: str) -> ColumnElement[str]:
    """The text under `name` of the JSON object that a text column holds; NULL where there is none."""
    return _OfJson(column, literal(name))


@compiles(_OfJson, "sqlite")
def _sqlite(element: _OfJson, compiler: SQLCompiler, **kw: Any) -> str:
    column, name = (compiler.process(clause, **kw) for clause in element.clauses)
    return f"json_extract({column}, '$.' || {name})"


@compiles(_OfJson, "postgresql")
def _postgresql(element: _OfJson, compiler: SQLCompiler, **kw: Any) -> str:
    column, name = (compiler.process(clause, **kw) for clause in element.clauses)
    return f"(CAST({column} AS JSON) ->> CAST({name} AS TEXT))"


def of_driver(connection: Connection, sql: str, error: Exception) -> BaseException:
    """What the driver itself raised, as SQLAlchemy would have; a connection that broke is marked as such."""
    broken = connection.dialect.is_disconnect(error, connection.connection.dbapi_connection, None)  # type: ignore[arg-type]
    return DBAPIError.instance(
        sql,
        None,
        error,
        connection.dialect.loaded_dbapi.Error,
        connection_invalidated=broken,
        dialect=connection.dialect,
    )
