"""What it costs that processes share the limits of an account: `python benchmarks/accounts.py [--json]`.

A PostgreSQL server on loopback that syncs its disk, and processes as their `SharedAccounts`, all in this program.
Milliseconds until a call may begin, the least, p50 and p95 of `--calls`:

- `alone`: an account that nobody shares;
- `first`: one that had been at rest, so that a place is asked for;
- `next`: within a second of the one before, so that the place is still there;
- `rate`: likewise, with `requests_per_minute`, of which each start is asked for;
- `kept`: of the calls that the places of one account allow, the part that four processes which always want more make.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import statistics
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kasen.models.account import Account, AccountLimits, Accounts
from kasen.runtime.account_part import LINGER_S
from kasen.runtime.account_statements import CHANNEL
from kasen.runtime.database import open_database
from kasen.runtime.listening import Listening
from kasen.runtime.shared_accounts import SharedAccounts

PROCESSES = 4
CONCURRENCY = 8
CALL_S = 0.1


async def waited(account: Account, calls: int, *, rest_s: float = 0.0) -> dict[str, float]:
    """Milliseconds that calls of nothing wait, one after another, with a rest before each."""
    found = []
    for _ in range(calls):
        await asyncio.sleep(rest_s)
        began = time.perf_counter()
        async with account.turn():
            found.append((time.perf_counter() - began) * 1000)
    twentieths = statistics.quantiles(found, n=20)
    return {"min": round(min(found), 3), "p50": round(twentieths[9], 3), "p95": round(twentieths[18], 3)}


async def kept(accounts: list[Account], calls: int) -> float:
    """The part of the possible calls that was made, of processes that want all places all the time."""

    async def call(account: Account) -> None:
        async with account.turn():
            await asyncio.sleep(CALL_S)

    began = time.perf_counter()
    await asyncio.gather(*(call(one) for one in accounts for _ in range(calls)))
    return round(len(accounts) * calls * CALL_S / CONCURRENCY / (time.perf_counter() - began), 3)


async def measure(database: str, calls: int) -> dict[str, Any]:
    """All figures."""
    async with AsyncExitStack() as opened:
        made = []
        for _ in range(PROCESSES):
            shared = SharedAccounts(database)
            opened.push_async_callback(shared.close)
            listening = Listening(database, lambda _run: None, more={CHANNEL: shared.hear})
            opened.push_async_callback(listening.close)
            made.append(shared)
        limits = {"": AccountLimits(concurrency=CONCURRENCY), "rate": AccountLimits(per_minute=10**6)}
        accounts = [Accounts(limits, share=shared) for shared in made]
        one = accounts[0]
        await waited(one("openai"), 20)
        return {
            "alone": await waited(Accounts(limits)("openai"), calls),
            "first": await waited(one("openai"), max(20, calls // 10), rest_s=LINGER_S * 1.2),
            "next": await waited(one("openai"), calls),
            "rate": await waited(one("rate"), calls),
            "kept": await kept([each("openai") for each in accounts], calls),
        }


def main() -> None:
    """Measure and print."""
    from servers.postgresql import PostgreSQL

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--calls", type=int, default=200)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="kasen-accounts-"))
    place.chmod(0o755)  # PostgreSQL runs as somebody else where this is run by root
    try:
        (place / "server").mkdir()
        with PostgreSQL(place / "server", keeps=True) as server:
            address = server.address(server.create())
            open_database(place / "home", address).dispose()
            figures = asyncio.run(measure(address, given.calls))
    finally:
        shutil.rmtree(place, ignore_errors=True)
    print(json.dumps(figures) if given.json else "\n".join(f"{name:6} {value}" for name, value in figures.items()))


if __name__ == "__main__":
    main()
