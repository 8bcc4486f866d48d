"""PostgreSQL: how it is reached, what is done when it goes away for a while, and how its writers tell of news."""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from kasen.errors import ConfigurationError, StoreFailed
from kasen.runtime.hot_statements import TOGETHER, Together
from kasen.runtime.sql import of_driver

if TYPE_CHECKING:
    from kasen.runtime.writer import Job

T = TypeVar("T")
PATIENCE_S = 30.0
"""How long a server that went away is waited for before a write or a read fails."""
AGAIN_S = 0.1
TRIES = 8
"""Times a transaction is begun again that the server ended for the sake of another one."""
NAMES_NONE = "23503"
CLASHES = {"40001", "40P01", NAMES_NONE}
"""SQLSTATE of a serialization failure, of a deadlock, and of a row that somebody deleted between two statements which
name it: what runs share goes with the last of them."""
KNOWS_TIMEOUT = 170_000
"""Version of the server from which statements may be sent without waiting: a session that is stuck between two of them
is ended by no other limit."""
TRANSACTION_TIMEOUT = "SET transaction_timeout = '20s'"
CHANNEL = "kasen_news"
"""Channel on which commits tell the ids of the runs that they wrote events of."""
XID = "CAST(pg_current_xact_id() AS TEXT)"
"""The number of a transaction."""
NUMBER = f"SELECT {XID}"
NUMBERED = "kasen_numbered"
"""Key in `Connection.info` of the cursor of a statement that gives the number of the transaction beside other things:
to ask takes as long as to write."""
STATUS = text("SELECT pg_xact_status(CAST(:xid AS xid8))")
SILENT_S = 11
"""Seconds after which a machine that is gone without a word is known to be, by both sides."""
KEEPALIVE = {
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": f"{SILENT_S}000",
    "connect_timeout": "10",
    "application_name": "kasen",
}
"""`tcp_user_timeout`: without it what was sent and not acknowledged is sent again for a quarter of an hour."""
PER_SESSION = (
    "SET tcp_keepalives_idle = 5",
    "SET tcp_keepalives_interval = 2",
    "SET tcp_keepalives_count = 3",
    f"SET tcp_user_timeout = '{SILENT_S}s'",
    "SET idle_in_transaction_session_timeout = '10s'",
)
"""The server's side of the same. A process that is stuck within a transaction lets go of its rows after ten seconds:
another one waits for them."""


def require() -> None:
    """Raises ConfigurationError where the package is missing that PostgreSQL takes."""
    if importlib.util.find_spec("psycopg") is None:
        raise ConfigurationError(
            "`database` names a PostgreSQL server, which needs the package `psycopg`",
            hint="Run: pip install 'kasen[postgres]'",
        )


def dsn(address: str) -> str:
    """The address as libpq takes it, with what keeps a dead connection from being waited for."""
    url = make_url(address).set(drivername="postgresql")
    missing = {name: value for name, value in KEEPALIVE.items() if name not in url.query}
    return url.update_query_dict(missing).render_as_string(hide_password=False)


def open_postgres(address: str) -> Engine:
    """An engine for that address. No text holds a NUL: PostgreSQL keeps none."""
    require()
    url = make_url(dsn(address)).set(drivername="postgresql+psycopg")
    engine = create_engine(url, pool_size=4, max_overflow=16)

    @event.listens_for(engine, "connect")
    def on_connect(connection: Any, _record: object) -> None:
        connection.execute("; ".join(PER_SESSION))
        connection.commit()

    @event.listens_for(engine, "before_cursor_execute", retval=True)
    def without_nul(
        _connection: Connection, _cursor: object, statement: str, parameters: Any, *_rest: object
    ) -> tuple[str, Any]:
        return statement, _clean(parameters)

    @event.listens_for(engine, "do_execute")
    def one(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
        return _at_once(cursor.execute, statement, parameters, context)

    @event.listens_for(engine, "do_executemany")
    def many(cursor: Any, statement: str, parameters: Any, context: Any) -> bool:
        return _at_once(cursor.executemany, statement, parameters, context)

    return engine


def _at_once(execute: Callable[[str, Any], Any], statement: str, parameters: Any, context: Any) -> bool:
    """SQLAlchemy takes what a statement gives at once, so those that were sent with it are waited for."""
    connection = context.root_connection
    is_writing = connection.get_execution_options().get("by_hand", False)
    together: Together | None = connection.info.get(TOGETHER) if is_writing else None
    if together is None:
        return False
    execute(statement, parameters)
    together.settle()
    return True


def is_away(error: BaseException) -> bool:
    """True when the server was not there, or went away: nothing was refused."""
    if not isinstance(error, DBAPIError):
        return False
    return error.connection_invalidated or (isinstance(error, OperationalError) and _state(error) is None)


def has_gone_away(error: BaseException | None) -> bool:
    """True when something failed because the server was not there, or nobody knows what it did last."""
    if isinstance(error, BaseExceptionGroup):
        return any(map(has_gone_away, error.exceptions))
    return error is not None and (isinstance(error, Away) or is_away(error) or has_gone_away(error.__cause__))


def patiently(call: Callable[[], T], *, patience_s: float = PATIENCE_S) -> T:
    """What `call` gives; while the server is away it is called again. For what may be done twice."""
    end = time.monotonic() + patience_s
    while True:
        try:
            return call()
        except DBAPIError as error:
            if not is_away(error) or time.monotonic() > end:
                raise
        _wait()


class Transactions:
    """Jobs in transactions, one after the other, by one thread, which keeps its connection.

    Statements are sent without waiting for one another (`hot_statements`), the commit alone when all have succeeded: a
    transaction waits for the server twice. It is begun and ended past SQLAlchemy, for which one is open all the time.

    Each happens exactly once, also when the server goes away in between. A connection that breaks during the commit
    leaves open whether it happened: the server is asked, by the number of the transaction.
    """

    def __init__(self, engine: Engine, *, patience_s: float = PATIENCE_S) -> None:
        self._engine = engine
        self._patience_s = patience_s
        self._kept: Connection | None = None
        self._pipeline: AbstractContextManager[Any] | None = None

    def __call__(self, batch: Sequence[Job[Any]]) -> list[Any]:
        """The values of the jobs, committed together.

        Raises InDoubt when nobody can find out whether they were; DBAPIError, and what a job raises.
        """
        clashes = 0
        while True:
            try:
                return patiently(lambda: self._once(batch), patience_s=self._patience_s)
            except DBAPIError as error:
                clashes += 1
                if _state(error) not in CLASHES or clashes == TRIES:
                    raise
            _wait()

    def close(self) -> None:
        """Give the connection back."""
        if self._pipeline is not None:
            with suppress(Exception):
                self._pipeline.__exit__(None, None, None)
            self._pipeline = None
        kept, self._kept = self._kept, None
        if kept is not None:
            with suppress(SQLAlchemyError):  # of a server that is gone there is nothing to give back
                kept.close()

    def _open(self) -> Connection:
        if self._kept is None:
            connection = self._engine.connect()
            try:
                with _as_told(connection):
                    self._pipeline = _begun(connection)
            except BaseException:  # one that an outage left in the pool
                connection.invalidate()
                connection.close()
                raise
            self._kept = connection
        return self._kept

    def _once(self, batch: Sequence[Job[Any]]) -> list[Any]:
        connection = self._open()
        try:
            values, xid = self._run(connection, batch)
        except BaseException as error:
            otherwise = _otherwise(connection, error)
            self._undo(connection, error)
            if otherwise is not None:
                raise otherwise from error
            raise
        try:
            with _as_told(connection):
                _driver(connection).commit()
        except DBAPIError as error:
            self._undo(connection, error)
            if not is_away(error) or not _was_committed(self._engine, xid, self._patience_s):
                raise
        return values

    def _run(self, connection: Connection, batch: Sequence[Job[Any]]) -> tuple[list[Any], str]:
        """Everything but the commit: the values of the jobs, and the number of the transaction."""
        driver, together = _driver(connection), connection.info[TOGETHER]
        connection.info.pop(NUMBERED, None)
        with _as_told(connection):
            driver.execute("BEGIN", prepare=False)
            values = [job(connection) for job in batch]
            number = connection.info.pop(NUMBERED, None) or driver.execute(NUMBER)
            if together is not None:
                together.settle()
            return values, str(number.fetchone()[0])

    def _undo(self, connection: Connection, error: BaseException) -> None:
        """End the transaction; a connection that broke is not kept."""
        if connection.invalidated:  # SQLAlchemy ran the statement and has given it up
            self.close()
            return
        driver, together = _driver(connection), connection.info[TOGETHER]
        if not is_away(error):
            with suppress(Exception):
                if together is not None:
                    together.musts.clear()
                    together.pipeline.sync()
            with suppress(Exception):
                driver.rollback()
                return
        driver.close()  # to leave the pipeline of one that broke takes until it is closed
        connection.invalidate()
        self.close()


def _begun(connection: Connection) -> AbstractContextManager[Any] | None:
    """Make it one of the writer. Gives the pipeline that was entered, where the server ends who is stuck in one."""
    connection.execution_options(isolation_level="AUTOCOMMIT", by_hand=True).begin()
    driver = _driver(connection)
    connection.info[TOGETHER] = None
    if driver.info.server_version < KNOWS_TIMEOUT:
        return None
    driver.execute(TRANSACTION_TIMEOUT)
    pipeline: AbstractContextManager[Any] = driver.pipeline()
    connection.info[TOGETHER] = Together(pipeline.__enter__())
    return pipeline


def _otherwise(connection: Connection, error: BaseException) -> BaseException | None:
    """What a `must` before raises that found nothing: a row that names a run that is gone is refused before the end."""
    if not isinstance(error, DBAPIError) or _state(error) != NAMES_NONE:
        return None
    together: Together | None = connection.info[TOGETHER]
    musts = together.musts if together is not None else []
    return next((otherwise() for cursor, otherwise in musts if cursor.rowcount == 0), None)


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection


@contextmanager
def _as_told(connection: Connection) -> Iterator[None]:
    """What the driver raises is raised as SQLAlchemy would raise it."""
    try:
        yield
    except connection.dialect.loaded_dbapi.Error as error:
        raise of_driver(connection, "a transaction", error) from error


class Away(StoreFailed):
    """The server is not there."""


class InDoubt(Away):
    """A commit whose outcome nobody knows: it is neither reported as done nor tried again."""


def _was_committed(engine: Engine, xid: str, patience_s: float) -> bool:
    """Whether that transaction took place. Raises InDoubt."""

    def ask() -> str | None:
        with engine.connect() as connection:
            return connection.execute(STATUS, {"xid": xid}).scalar()

    end = time.monotonic() + patience_s
    status: str | None = None
    with suppress(DBAPIError):
        while (status := patiently(ask, patience_s=patience_s)) == "in progress" and time.monotonic() < end:
            _wait()
    if status not in {"committed", "aborted"}:
        raise InDoubt(
            "the database went away during a commit, and nobody knows whether it happened",
            hint="When it is back, continue the run: what was committed is not done again.",
        )
    return status == "committed"


def note_number(connection: Connection, cursor: Any) -> None:
    """The transaction that is open is the one whose number that cursor has in its first row; None: it has not."""
    if cursor is not None:
        connection.info[NUMBERED] = cursor


def _state(error: DBAPIError) -> str | None:
    state = getattr(error.orig, "sqlstate", None)
    return None if state is None or state.startswith(("08", "57P")) else str(state)


def _clean(parameters: Any) -> Any:
    if isinstance(parameters, str):
        return parameters.replace("\x00", "\N{REPLACEMENT CHARACTER}") if "\x00" in parameters else parameters
    if isinstance(parameters, dict):
        return {key: _clean(value) for key, value in parameters.items()}
    if isinstance(parameters, list | tuple):
        return type(parameters)(map(_clean, parameters))
    return parameters


def _wait() -> None:
    time.sleep(AGAIN_S)  # noqa: TID251 - in the thread of the writer or of a read, never in the event loop
