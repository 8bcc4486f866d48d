"""The same statements on SQLite and on PostgreSQL, run by both."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select

from kasen.runtime.database import open_database
from kasen.runtime.sql import add, of_json, put
from kasen.runtime.tables import CHATS


@pytest.fixture
def engine(either: str, tmp_path: Path) -> Engine:
    return open_database(tmp_path / "home", either)


def chat(title: str) -> dict[str, str]:
    return {"owner": "me", "id": "one", "title": title, "created_at": "2026", "updated_at": title}


def titles(connection: Connection) -> list[tuple[str, str]]:
    return [(row.title, row.updated_at) for row in connection.execute(select(CHATS.c.title, CHATS.c.updated_at))]


def test_what_is_added_stays_and_what_is_put_is_replaced(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(add(CHATS), [chat("first")])
        connection.execute(add(CHATS), [chat("second")])
        assert titles(connection) == [("first", "first")]
        connection.execute(put(CHATS), [chat("third")])
        assert titles(connection) == [("third", "third")]
    engine.dispose()


@pytest.mark.parametrize(
    ("text", "found"),
    [('{"thread": "お茶", "n": 1}', "お茶"), ('{"thread": ""}', ""), ('{"thread": null}', None), ("{}", None)],
)
def test_a_name_in_json_is_read_as_text(text: str, found: str | None, engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(put(CHATS), [chat(text)])
        assert connection.execute(select(of_json(CHATS.c.title, "thread"))).scalar() == found
        assert connection.execute(select(CHATS.c.id).where(of_json(CHATS.c.title, "thread") == "お茶")).all() == (
            [("one",)] if found == "お茶" else []
        )
    engine.dispose()
