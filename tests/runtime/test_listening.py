"""News by PostgreSQL's NOTIFY, from a real server that goes away and comes back."""

from __future__ import annotations

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
import pytest

from kasen.runtime.listening import Listening
from kasen.runtime.postgres import CHANNEL
from servers.postgresql import PostgreSQL
from servers.proxy import Proxy


async def until(listener: Listening, *, is_on: bool) -> None:
    async with asyncio.timeout(20):
        while listener.is_on != is_on:  # noqa: ASYNC110 - it is told to nobody
            await asyncio.sleep(0.01)


def tell(server: PostgreSQL, database: str, word: str) -> None:
    server.execute(database, f"SELECT pg_notify('{CHANNEL}', '{word}')")


async def test_each_word_is_heard_and_after_an_outage_again() -> None:
    with TemporaryDirectory() as folder, PostgreSQL(Path(folder)) as server:
        name = server.create()
        heard: asyncio.Queue[str] = asyncio.Queue()
        listener = Listening(server.address(name), heard.put_nowait, again_s=0.05)
        await until(listener, is_on=True)
        for word in ("one", "two"):
            await asyncio.to_thread(tell, server, name, word)
            assert await asyncio.wait_for(heard.get(), 20) == word
        server.stop()
        await until(listener, is_on=False)
        server.start()
        await until(listener, is_on=True)
        await asyncio.to_thread(tell, server, name, "three")
        assert await asyncio.wait_for(heard.get(), 20) == "three"
        await listener.close()
        assert not listener.is_on
        await asyncio.to_thread(tell, server, name, "four")
    assert heard.empty()


async def test_an_outage_is_told_once_and_its_end_once(
    postgresql: PostgreSQL, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    with Proxy(postgresql.port) as proxy:
        listener = Listening(proxy.address(database), lambda _run_id: None, again_s=0.02)
        await until(listener, is_on=True)
        for outage in (1, 2):
            proxy.away()
            await until(listener, is_on=False)
            await asyncio.sleep(0.5)
            proxy.back()
            await until(listener, is_on=True)
            said = [record.getMessage().partition(":")[0] for record in caplog.records]
            assert said == ["the database tells no news for now", "the database tells news again"] * outage
        await listener.close()


async def test_further_channels_have_hearers_of_their_own(database: str) -> None:
    heard: asyncio.Queue[str] = asyncio.Queue()
    others: asyncio.Queue[str] = asyncio.Queue()
    listener = Listening(database, heard.put_nowait, more={"kasen_others": others.put_nowait})
    await until(listener, is_on=True)
    with psycopg.connect(database, autocommit=True) as connection:
        connection.execute("SELECT pg_notify('kasen_others', 'one')")
        connection.execute(f"SELECT pg_notify('{CHANNEL}', 'two')")
    assert await asyncio.wait_for(heard.get(), 20) == "two"
    assert others.get_nowait() == "one"
    assert heard.empty()
    await listener.close()
