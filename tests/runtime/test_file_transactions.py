from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlalchemy.exc import IntegrityError

from kasen.runtime.file_transactions import FileTransactions
from runtime.said import new_engine, said, say


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    engine = new_engine(tmp_path / "some.db")
    yield engine
    engine.dispose()


@pytest.fixture
def transactions(engine: Engine) -> Iterator[FileTransactions]:
    transactions = FileTransactions(engine)
    yield transactions
    transactions.close()


def test_each_is_committed_by_itself_over_one_connection(transactions: FileTransactions, engine: Engine) -> None:
    seen: list[object] = []
    for n in range(3):
        values = transactions([lambda c, n=n: say(c, n), lambda c: seen.append(c.connection.driver_connection)])  # type: ignore[misc]
        assert values[0] == n
        assert said(engine) == list(range(n + 1))
    assert len(set(map(id, seen))) == 1


def test_one_that_breaks_leaves_nothing_and_the_next_succeeds(transactions: FileTransactions, engine: Engine) -> None:
    transactions([lambda c: say(c, 1)])
    for broken, error in ((lambda c: say(c, 1), IntegrityError), (lambda _c: 1 // 0, ZeroDivisionError)):
        with pytest.raises(error):
            transactions([lambda c: say(c, 2), broken])
    transactions([lambda c: say(c, 3)])
    assert said(engine) == [1, 3]


def test_others_write_between_two(transactions: FileTransactions, engine: Engine) -> None:
    """The database's transaction ends with the batch, though SQLAlchemy's does not."""
    transactions([lambda c: say(c, 1)])
    with engine.begin() as connection:
        say(connection, 2)
    transactions([lambda c: say(c, 3)])
    assert said(engine) == [1, 2, 3]
