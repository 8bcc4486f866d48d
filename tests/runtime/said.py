"""A database of one table of numbers, for tests of what writes without knowing what."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, text

from kasen.runtime.database import open_engine


def new_engine(path: Path) -> Engine:
    """A new database with nothing said yet."""
    engine = open_engine(path)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE said (n INTEGER PRIMARY KEY)"))
    return engine


def say(connection: Connection, n: int) -> int:
    """Add a number, and give it; refused when it was said before."""
    connection.execute(text("INSERT INTO said VALUES (:n)"), {"n": n})
    return n


def said(engine: Engine) -> list[int]:
    """All numbers that are committed, the smallest first."""
    with engine.connect() as connection:
        return list(connection.execute(text("SELECT n FROM said ORDER BY n")).scalars())
