"""What `checkpoints.py` measures against: savers of LangGraph as their documentation has them, and servers for them."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, cast

OWN = "own"
TESTS = Path(__file__).resolve().parent.parent / "tests"
CONNECTIONS = 10_000
"""To Redis, as many as are needed, like ours: the pool of ten that is its default refuses runs when many go at once."""


@asynccontextmanager
async def stock_sqlite(home: Path) -> AsyncIterator[Any]:
    """LangGraph's own saver at our settings."""
    from langgraph.checkpoint.sqlite.aio import AsyncSqliteSaver

    home.mkdir(parents=True)
    async with AsyncSqliteSaver.from_conn_string(str(home / "stock.db")) as saver:
        await saver.setup()
        for pragma in ("journal_mode=WAL", "synchronous=FULL"):
            await saver.conn.execute(f"PRAGMA {pragma}")
        yield saver


@asynccontextmanager
async def stock_postgres(address: str) -> AsyncIterator[Any]:
    """The same for PostgreSQL, with a pool as its documentation has it."""
    import psycopg
    from langgraph.checkpoint.postgres.aio import AsyncPostgresSaver
    from psycopg.rows import dict_row
    from psycopg_pool import AsyncConnectionPool

    async with await psycopg.AsyncConnection.connect(address, autocommit=True) as connection:
        await connection.execute("CREATE SCHEMA stock")  # its tables have the names of ours
    options: Any = {
        "autocommit": True,
        "prepare_threshold": 0,
        "row_factory": dict_row,
        "options": "-c search_path=stock",
    }
    async with AsyncConnectionPool(address, min_size=10, max_size=10, kwargs=options) as pool:
        saver = AsyncPostgresSaver(cast("Any", pool))
        await saver.setup()
        yield saver


@asynccontextmanager
async def stock_valkey(url: str) -> AsyncIterator[Any]:
    """The same for a plain Redis or Valkey."""
    from langgraph_checkpoint_aws.checkpoint.valkey import AsyncValkeySaver  # type: ignore[import-untyped]

    valkey = url.replace("redis://", "valkey://", 1)
    async with AsyncValkeySaver.from_conn_string(valkey, pool_size=CONNECTIONS) as saver:
        yield saver


@contextmanager
def redis(home: Path, url: str) -> Iterator[str]:
    """The address of an empty server; `OWN`: of one that is started for it. Raises SystemExit when there is none."""
    if url != OWN:
        yield url
        return
    sys.path.insert(0, str(TESTS))
    from servers.redis import MISSING, PROGRAM, Redis

    if PROGRAM is None:
        raise SystemExit(MISSING)
    (home / "redis").mkdir()
    with Redis(home / "redis") as server:
        yield server.url


@contextmanager
def postgresql(home: Path, address: str) -> Iterator[str]:
    """The address of an empty database; `OWN`: of one on a server that is started for it."""
    if address != OWN:
        yield address
        return
    sys.path.insert(0, str(TESTS))
    from servers.postgresql import PostgreSQL

    home.chmod(0o755)  # PostgreSQL runs as somebody else where this is run by root
    (home / "server").mkdir()
    with PostgreSQL(home / "server", keeps=True) as server:
        yield server.address(server.create())
