from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, bindparam, insert, select
from sqlalchemy.exc import DBAPIError, IntegrityError

from kasen.runtime.hot_statements import Hot
from kasen.runtime.store import Store
from kasen.runtime.tables import SOURCES
from kasen.settings.redact import Redactor

ADD = Hot(insert(SOURCES), ["id", "body"])
ADD_TEXTS = Hot(insert(SOURCES), ["id", "body"], texts=True)
FIND = Hot(select(SOURCES.c.body).where(SOURCES.c.id == bindparam("id"), SOURCES.c.body != "never").limit(1))
RENAME_NOW = SOURCES.update().where(SOURCES.c.id == bindparam("which")).values(body=bindparam("new"))
RENAME = Hot(RENAME_NOW)


@pytest.fixture
async def shared(home: Path, either: str) -> AsyncIterator[Store]:
    async with Store(home, database=either, redact=Redactor(["geheimnis"])) as store:
        yield store


async def test_it_does_what_sqlalchemy_does(shared: Store) -> None:
    def job(connection: Connection) -> list[Any]:
        ADD.many(connection, [{"id": n, "body": f"{n}!"} for n in "abc"])
        ADD.many(connection, [{"id": "d", "body": "d!"}])
        ADD.many(connection, [])
        RENAME.run(connection, {"which": "b", "new": "B"})
        RENAME.run(connection, {"which": "x", "new": ""})
        return [FIND.rows(connection, {"id": "b"}), FIND.rows(connection, {"id": "nobody"})]

    assert await shared.write(job) == [[("B",)], []]
    every = select(SOURCES.c.id, SOURCES.c.body).order_by(SOURCES.c.id)
    assert (await shared.read(lambda c: [tuple(row) for row in c.execute(every)])) == [
        ("a", "a!"),
        ("b", "B"),
        ("c", "c!"),
        ("d", "d!"),
    ]


async def test_words_of_people_are_redacted_like_in_any_other_statement(shared: Store) -> None:
    rows = [{"id": n, "body": "mein geheimnis"} for n in "ab"]
    await shared.write(lambda c: ADD_TEXTS.many(c, rows))
    await shared.write(lambda c: ADD_TEXTS.many(c, [{"id": "c", "body": "geheimnis"}]))
    bodies = await shared.read(lambda c: c.execute(select(SOURCES.c.body)).scalars().all())
    assert len(bodies) == 3
    assert not [body for body in bodies if "geheimnis" in body]


async def test_what_the_database_refuses_is_told_as_sqlalchemy_tells_it(shared: Store) -> None:
    def job(connection: Connection) -> str:
        ADD.run(connection, {"id": "a", "body": ""})
        ADD.run(connection, {"id": "a", "body": ""})
        return "not refused"

    with pytest.raises(Exception, match=r"UNIQUE|duplicate key") as error:
        await shared.write(job)
    refused = error.value.__cause__ or error.value
    assert isinstance(refused, IntegrityError)
    assert not refused.connection_invalidated
    assert await shared.read(lambda c: c.execute(select(SOURCES)).all()) == [], "nothing of the job stays"


async def test_what_must_change_something_and_does_not_undoes_the_job_alone(shared: Store) -> None:
    def job(new: str, connection: Connection) -> None:
        ADD.run(connection, {"id": new, "body": ""})
        RENAME.must(connection, {"which": new[:1], "new": new}, lambda: LookupError(new))
        ADD.run(connection, {"id": new * 2, "body": ""})

    jobs = [shared.write(partial(job, new)) for new in ("a", "bc", "d")]
    told = await asyncio.gather(*jobs, return_exceptions=True)
    assert [str(one) if one else one for one in told] == [None, "bc", None]
    ids = await shared.read(lambda c: c.execute(select(SOURCES.c.id)).scalars().all())
    assert sorted(ids) == ["a", "aa", "d", "dd"]


async def test_several_that_wait_once_are_all_done_or_none(shared: Store) -> None:
    def good(connection: Connection) -> list[Any]:
        ADD.run(connection, {"id": "a", "body": "a"})
        ADD.many(connection, [{"id": n, "body": n} for n in "bc"])
        connection.execute(RENAME_NOW, {"which": "a", "new": "A"})
        return FIND.rows(connection, {"id": "a"})

    def bad(connection: Connection) -> None:
        ADD.run(connection, {"id": "d", "body": "d"})
        ADD.run(connection, {"id": "a", "body": "again"})
        ADD.run(connection, {"id": "e", "body": "e"})

    assert await shared.write(good) == [("A",)]
    with pytest.raises(Exception, match=r"UNIQUE|duplicate key") as error:
        await shared.write(bad)
    assert isinstance(error.value.__cause__ or error.value, DBAPIError)
    assert sorted(await shared.read(lambda c: c.execute(select(SOURCES.c.id)).scalars().all())) == ["a", "b", "c"]
