"""What the server answers to processes that share an account."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import psycopg
import pytest

from kasen.runtime.account_statements import (
    CHANNEL,
    FORGET,
    LEAVE,
    LOCK,
    OPEN,
    PAUSE,
    START,
    TIDY,
    TRADE,
    Stands,
    in_use,
    key_of,
)
from kasen.runtime.database import open_database

ABOUT = {"account": "openai"}


@pytest.fixture
def server(database: str) -> Iterator[psycopg.Connection[Any]]:
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute(f"LISTEN {CHANNEL}")
        connection.execute(OPEN, ABOUT)
        connection.execute(OPEN, ABOUT)
        yield connection


def trade(server: psycopg.Connection[Any], holder: str, keeps: int, waiting: int, **more: Any) -> Stands:
    given = {**ABOUT, "holder": holder, "most": 4, "keeps": keeps, "waiting": waiting, "asks": False, "lease_s": 60.0}
    with server.transaction():
        server.execute(LOCK, key_of("openai"))
        row = server.execute(TRADE, {**given, **more}).fetchone()
    assert row is not None
    return Stands(*row)


def words(server: psycopg.Connection[Any]) -> list[str]:
    return [one.payload for one in server.notifies(timeout=0.2)]


def test_no_more_places_are_given_than_there_are(server: psycopg.Connection[Any]) -> None:
    assert trade(server, "a", 0, 3).places == 3
    assert trade(server, "b", 0, 3).places == 1
    assert trade(server, "c", 0, 3).places == 0
    assert trade(server, "a", 3, 0).processes == 3


def test_a_place_goes_to_who_has_the_fewest_and_who_gives_it_back_says_so(server: psycopg.Connection[Any]) -> None:
    trade(server, "a", 0, 4)
    assert trade(server, "b", 0, 1).places == 0
    given = trade(server, "a", 3, 9)
    assert given.places == 3, "its own calls wait too, and b has none"
    assert given.others_wait
    assert words(server) == ["free b openai"]
    assert trade(server, "b", 0, 1).places == 1
    trade(server, "b", 0, 0)
    assert trade(server, "a", 3, 9).places == 4, "b gave it back"


def test_who_waits_is_served_in_turn_where_there_is_one_place(server: psycopg.Connection[Any]) -> None:
    served = []
    holds = "a"
    assert trade(server, "a", 0, 5, most=1).places == 1
    for other in ("b", "c"):
        assert trade(server, other, 0, 5, most=1).places == 0
    for _ in range(6):
        trade(server, holds, 0, 5, most=1)
        (word,) = words(server)
        holds = word.split()[1]
        assert trade(server, holds, 0, 5, most=1).places == 1
        served.append(holds)
    assert served == ["b", "c", "a", "b", "c", "a"]


def test_who_waits_in_vain_says_so_when_it_wants(server: psycopg.Connection[Any]) -> None:
    trade(server, "a", 0, 4, asks=True)
    assert words(server) == []
    trade(server, "b", 0, 1, asks=True)
    assert words(server) == ["wanted openai"]


def test_places_of_who_is_not_heard_of_any_more_are_free_and_its_row_goes(server: psycopg.Connection[Any]) -> None:
    trade(server, "a", 0, 4, lease_s=0.0)
    found = trade(server, "b", 0, 4)
    assert (found.places, found.processes) == (4, 2)
    server.execute(TIDY)
    server.execute("UPDATE account_holders SET until = until - 61 WHERE holder = 'a'")
    assert trade(server, "b", 4, 0).processes == 1
    server.execute(
        "INSERT INTO account_holders SELECT 'elsewhere', holder, places, waiting, given_at, until FROM account_holders"
    )
    server.execute(TIDY)
    assert server.execute("SELECT holder FROM account_holders").fetchall() == [("b",), ("b",)]
    server.execute(LEAVE, {"holders": ["b"]})
    assert server.execute("SELECT holder FROM account_holders").fetchall() == []


def test_an_account_that_nobody_opened_for_a_day_is_forgotten_with_its_starts(
    server: psycopg.Connection[Any],
) -> None:
    for name in ("openai", "elsewhere"):
        server.execute(OPEN, {"account": name})
        server.execute(START, {"account": name, "per_minute": 9, "within_s": 9.0, "minute_s": 60.0})
    server.execute("UPDATE accounts SET paused_until = paused_until - 86390")
    server.execute(FORGET)
    assert server.execute("SELECT count(*) FROM accounts").fetchone() == (2,)
    server.execute("UPDATE accounts SET paused_until = paused_until - 20")
    server.execute(OPEN, ABOUT)
    server.execute(FORGET)
    for query in ("SELECT name FROM accounts", "SELECT account FROM account_starts"):
        assert server.execute(query.encode()).fetchall() == [("openai",)]


def test_what_another_process_is_writing_is_neither_waited_for_nor_forgotten(
    server: psycopg.Connection[Any], database: str
) -> None:
    trade(server, "a", 0, 1)
    server.execute("UPDATE accounts SET paused_until = 0")
    server.execute("UPDATE account_holders SET until = 0")
    with psycopg.connect(database) as other:
        other.execute(OPEN, ABOUT)
        other.execute("UPDATE account_holders SET until = 9e9")
        server.execute("SET lock_timeout = '1s'")
        server.execute(TIDY)
        server.execute(FORGET)
    for table in ("accounts", "account_holders"):
        assert server.execute(f"SELECT count(*) FROM {table}".encode()).fetchone() == (1,)


def test_a_pause_is_known_to_all_and_never_shortened(server: psycopg.Connection[Any]) -> None:
    assert trade(server, "a", 0, 1).paused_s == 0
    for seconds in (30.0, 5.0):
        server.execute(PAUSE, {**ABOUT, "seconds": seconds})
    assert words(server) == ["paused openai"] * 2
    assert 25 < trade(server, "b", 0, 1).paused_s <= 30


def test_no_minute_sees_more_starts_than_are_allowed(server: psycopg.Connection[Any]) -> None:
    def start(within_s: float) -> float:
        row = server.execute(START, {**ABOUT, "per_minute": 3, "minute_s": 60.0, "within_s": within_s}).fetchone()
        assert row is not None
        return float(row[0])

    assert [start(float("inf")) for _ in range(3)] == [0.0] * 3
    assert 55 < start(10.0) <= 60, "too late, not taken"
    assert [round(start(300.0)) // 55 for _ in range(6)] == [1, 1, 1, 2, 2, 2]
    assert min(start(100.0), start(100.0)) > 165


def test_a_start_waits_for_the_end_of_a_pause(server: psycopg.Connection[Any]) -> None:
    server.execute(PAUSE, {**ABOUT, "seconds": 20.0})
    row = server.execute(START, {**ABOUT, "per_minute": 3, "minute_s": 60.0, "within_s": 100.0}).fetchone()
    assert row is not None
    assert 15 < row[0] <= 20


def test_what_is_in_use_is_told_by_provider(
    server: psycopg.Connection[Any], database: str, either: str, tmp_path: Path
) -> None:
    trade(server, "a", 0, 3)
    trade(server, "b", 0, 3)
    trade(server, "c", 0, 2, account="openai@gateway:443", most=1)
    engine = open_database(tmp_path, either)
    with engine.connect() as connection:
        assert in_use(connection) == ({"openai": (5, 3)} if either else {})
    engine.dispose()
