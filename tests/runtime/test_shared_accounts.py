"""Processes that share an account: over a real server, in one process and in several."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from psycopg import AsyncConnection

from kasen.models.account import Account, AccountLimits, Accounts
from kasen.runtime.account_statements import CHANNEL
from kasen.runtime.database import open_database
from kasen.runtime.listening import Listening
from kasen.runtime.shared_accounts import SharedAccounts
from servers.postgresql import PostgreSQL

CHILD = Path(__file__).with_name("account_child.py")


@asynccontextmanager
async def sharing(database: str, count: int, **limits: Any) -> AsyncIterator[list[Account]]:
    """The same account as so many processes have it."""
    async with AsyncExitStack() as opened:
        accounts = []
        for _ in range(count):
            shared = SharedAccounts(database, minute_s=2.0, lease_s=2.0)
            opened.push_async_callback(shared.close)
            listening = Listening(database, lambda _run: None, more={CHANNEL: shared.hear})
            opened.push_async_callback(listening.close)
            await until(lambda one=listening: one.is_on)
            accounts.append(Accounts({"": AccountLimits(**limits)}, share=shared)("openai"))
        yield accounts


async def until(holds: Any) -> None:
    async with asyncio.timeout(20):
        while not holds():  # noqa: ASYNC110 - nobody tells
            await asyncio.sleep(0.01)


async def hold(account: Account, let_go: asyncio.Event, began: list[Account]) -> None:
    async with account.turn(60):
        began.append(account)
        await let_go.wait()


@pytest.mark.alone
async def test_places_are_those_of_all_and_each_process_gets_its_share(database: str) -> None:
    async with sharing(database, 3, concurrency=6) as accounts, await AsyncConnection.connect(database) as server:
        let_go, began = asyncio.Event(), []  # type: ignore[var-annotated]
        first = [asyncio.create_task(hold(accounts[0], let_go, began)) for _ in range(20)]
        await until(lambda: len(began) == 6)
        others = [asyncio.create_task(hold(one, let_go, began)) for one in accounts[1:] for _ in range(20)]
        await until_waiting(server, 3)
        assert began == [accounts[0]] * 6
        let_go.set()
        await until(lambda: len(began) == 60)
        await asyncio.gather(*first, *others)
        middle = began[6:36]
        assert min(middle.count(one) for one in accounts) >= 6, "nobody waits until another has all it wants"


async def test_one_place_goes_round(database: str) -> None:
    async with sharing(database, 2, concurrency=1) as accounts, await AsyncConnection.connect(database) as server:
        order: list[Account] = []

        async def calls(account: Account) -> None:
            for _ in range(4):
                async with account.turn(60):
                    order.append(account)
                    await asyncio.sleep(0.01)

        async with accounts[0].turn():
            making = [asyncio.create_task(calls(one)) for one in accounts for _ in range(3)]
            await until_waiting(server, 2)
        await asyncio.gather(*making)
        assert [order.count(one) for one in accounts] == [12, 12]
        alternations = sum(1 for one, other in pairwise(order) if one is not other)
        assert alternations > 12, "23 when each gives way each time"


async def test_a_place_that_nobody_wants_stays_for_the_next_call(database: str) -> None:
    async with sharing(database, 2, concurrency=2) as (one, _), await AsyncConnection.connect(database) as server:
        given = set()
        for _ in range(40):
            await until_called(one)
            given.add(await one_of(server, "SELECT max(given_at) FROM account_holders"))
        assert len(given) < 20, "a call in two asks nobody, and on a quiet machine each but the first"


async def until_waiting(server: AsyncConnection[Any], processes: int) -> None:
    """Until so many are known to wait for a place."""
    while await one_of(server, "SELECT count(*) FROM account_holders WHERE waiting > 0") < processes:  # noqa: ASYNC110
        await asyncio.sleep(0.01)


async def one_of(server: AsyncConnection[Any], query: str) -> float:
    """What a query gives."""
    await server.set_autocommit(True)
    row = await (await server.execute(query.encode())).fetchone()
    assert row is not None
    return float(row[0])


async def test_the_minute_is_that_of_all(database: str) -> None:
    async with sharing(database, 3, per_minute=4) as accounts:
        began: list[float] = []

        async def call(account: Account) -> None:
            async with account.turn(60):
                began.append(time.monotonic())

        await asyncio.gather(*(call(one) for one in accounts for _ in range(3)))
        assert most_within(began, 1.9) == 4


def most_within(moments: list[float], window_s: float) -> int:
    """The most that any window of that length holds."""
    moments = sorted(moments)
    return max(sum(1 for one in moments if first <= one < first + window_s) for first in moments)


async def test_a_pause_that_one_was_told_of_holds_the_others_back(database: str) -> None:
    async with sharing(database, 2, concurrency=4) as (one, other):
        for account in (one, other):
            async with account.turn():
                pass
        one.hold_back(1.0)
        assert one.share is not None
        one.share.pause(1.0)
        await asyncio.sleep(0.2)
        began = time.monotonic()
        await asyncio.gather(*(until_called(account) for account in (one, other)))
        assert time.monotonic() - began > 0.6


async def until_called(account: Account) -> None:
    async with account.turn(60):
        pass


async def test_an_outage_leaves_each_its_part_is_said_once_and_ends(caplog: pytest.LogCaptureFixture) -> None:
    with TemporaryDirectory() as folder, PostgreSQL(Path(folder)) as server:
        address = server.address(server.create())
        open_database(Path(folder) / "home", address).dispose()
        async with sharing(address, 2, concurrency=4, per_minute=100) as accounts:
            for account in (*accounts, *accounts):
                await until_called(account)
            server.stop()
            let_go, began = asyncio.Event(), []  # type: ignore[var-annotated]
            calls = [asyncio.create_task(hold(one, let_go, began)) for one in accounts for _ in range(4)]
            await until(lambda: len(began) >= 4)
            await asyncio.sleep(2.5)
            assert [began.count(one) for one in accounts] == [2, 2]
            server.start()
            let_go.set()
            await asyncio.gather(*calls)
            await until(lambda: sum("again" in one.getMessage() for one in of_accounts(caplog)) == 2)
            said = [one.getMessage() for one in of_accounts(caplog)]
            assert sum("for this process alone" in one for one in said) == 2, said
            let_go.clear()
            calls = [asyncio.create_task(hold(accounts[0], let_go, began)) for _ in range(4)]
            await until(lambda: len(began) == 12)
            let_go.set()
            await asyncio.gather(*calls)


class Breaks:
    """An account that fails once."""

    fails = True

    def serve(self) -> None:
        if self.fails:
            self.fails = False
            raise RuntimeError("a bug")

    def hold_back(self, _seconds: float) -> None: ...


async def test_a_task_that_ends_by_a_bug_leaves_each_account_its_part(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    shared = SharedAccounts(database)
    one = Accounts({"": AccountLimits(concurrency=4)}, share=shared)("openai")
    await until_called(one)
    broken = shared("broken", 4, Breaks())
    broken.due(0.0)
    await until(lambda: any("from now on" in each.getMessage() for each in of_accounts(caplog)))
    await asyncio.wait_for(until_called(one), 5)
    later = Accounts({"": AccountLimits(concurrency=4)}, share=shared)("google")
    await asyncio.wait_for(until_called(later), 5)
    await shared.close()


async def test_an_account_that_is_first_used_while_the_database_comes_back_is_shared_then(database: str) -> None:
    shared = SharedAccounts(database)
    one, began = Accounts({"": AccountLimits(concurrency=4)}, share=shared)("openai"), 0

    class FirstOfAnother(Breaks):
        def serve(self) -> None:
            nonlocal began
            began += 1

    await until_called(one)
    other = shared("google", 4, FirstOfAnother())
    other.lost()  # as the task does for one that comes in an outage
    async with one.turn(60):
        one.share.due(0.0)  # type: ignore[union-attr]
        await until(lambda: not other.is_away)
    assert began > 0
    await shared.close()


async def test_an_account_that_others_forgot_is_opened_again(database: str) -> None:
    async with sharing(database, 1, per_minute=100) as (one,), await AsyncConnection.connect(database) as server:
        await until_called(one)
        await server.set_autocommit(True)
        await server.execute("DELETE FROM accounts")
        async with asyncio.timeout(10):
            await until_called(one)
        assert await one_of(server, "SELECT count(*) FROM accounts") == 1


def of_accounts(caplog: pytest.LogCaptureFixture) -> list[logging.LogRecord]:
    return [one for one in caplog.records if "limits of accounts" in one.getMessage()]


# Processes of their own


@dataclass
class Provider:
    """Counts what it is asked: how many at once, and when. `hold_s`: seconds that an answer takes."""

    hold_s: float
    refuses: list[float] = field(default_factory=list)
    """Pauses that the next calls are answered with."""
    in_flight: int = 0
    seen: list[tuple[float, int]] = field(default_factory=list)
    """When each call came, and how many were in flight then, this one with them."""
    refused_at: list[float] = field(default_factory=list)
    answered: int = 0

    async def __call__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readline()
        self.in_flight += 1
        self.seen.append((time.monotonic(), self.in_flight))
        gone = asyncio.ensure_future(reader.read())
        await asyncio.wait({gone}, timeout=0.0 if self.refuses else self.hold_s)
        if not gone.done():
            writer.write(self._answer())
        gone.cancel()
        self.in_flight -= 1
        writer.close()

    def _answer(self) -> bytes:
        if self.refuses:
            self.refused_at.append(time.monotonic())
            return f"429 {self.refuses.pop()}\n".encode()
        self.answered += 1
        return b"200\n"


@asynccontextmanager
async def processes(database: str, provider: Provider, **given: Any) -> AsyncIterator[list[asyncio.subprocess.Process]]:
    """Three that are ready to call."""
    async with await asyncio.start_server(provider, "127.0.0.1", 0) as listening:
        port = listening.sockets[0].getsockname()[1]
        whole = {"concurrency": 4, "per_minute": None, "minute_s": 60.0, "lease_s": 9.0, "calls": 30}
        line = json.dumps({**whole, "database": database, "port": port, **given})
        pipe = asyncio.subprocess.PIPE
        children = [
            await asyncio.create_subprocess_exec(sys.executable, str(CHILD), line, stdin=pipe, stdout=pipe)
            for _ in range(3)
        ]
        try:
            for child in children:
                assert child.stdout is not None
                assert await asyncio.wait_for(child.stdout.readline(), 60) == b"ready\n"
            yield children
        finally:
            for child in children:
                if child.returncode is None:
                    child.kill()
                await child.wait()


async def begin(children: list[asyncio.subprocess.Process]) -> None:
    for child in children:
        assert child.stdin is not None
        child.stdin.write(b"\n")
        await child.stdin.drain()


async def made(children: list[asyncio.subprocess.Process]) -> list[int]:
    """How many calls each has made."""
    lines = []
    for child in children:
        assert child.stdout is not None
        lines.append(int(await asyncio.wait_for(child.stdout.readline(), 90)))
    return lines


async def test_of_three_processes_no_more_calls_are_under_way_than_the_account_has_places(database: str) -> None:
    provider = Provider(hold_s=0.05)
    async with processes(database, provider) as children:
        await begin(children)
        assert await made(children) == [30] * 3
    assert provider.answered == 90
    assert max(count for _, count in provider.seen) == 4


async def test_of_three_processes_no_window_sees_more_calls_than_are_allowed(database: str) -> None:
    provider = Provider(hold_s=0.01)
    async with processes(database, provider, per_minute=10, minute_s=2.0, calls=10) as children:
        await begin(children)
        assert await made(children) == [10] * 3
    assert provider.answered == 30
    assert most_within([at for at, _ in provider.seen], 1.8) == 10


async def test_the_places_of_a_process_that_was_killed_in_a_call_return(database: str) -> None:
    provider = Provider(hold_s=0.2)
    async with processes(database, provider, lease_s=2.0, calls=40) as children:
        await begin(children)
        await until(lambda: len(provider.seen) > 12)
        children[0].kill()
        killed_at = time.monotonic()
        assert await made(children[1:]) == [40] * 2
    assert max(count for _, count in provider.seen) == 4
    later = [count for at, count in provider.seen if at > killed_at + 4.0]
    assert max(later) == 4, "the whole account is used again"


async def test_a_429_that_one_process_is_told_holds_all_back(database: str) -> None:
    provider = Provider(hold_s=0.05)
    async with processes(database, provider) as children:
        await begin(children)
        await until(lambda: len(provider.seen) > 20)
        provider.refuses.append(2.0)
        assert await made(children) == [30] * 3
    (refused_at,) = provider.refused_at
    held = [at for at, _ in provider.seen if refused_at + 0.4 < at < refused_at + 1.8]
    assert held == []
    assert provider.answered == 90
