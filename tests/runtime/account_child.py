"""A process that calls a provider through an account that it shares: `account_child.py '{"database": …}'`.

A line says when it is ready; a line on stdin begins the calls; the last line says how many were answered.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

from kasen.errors import AccountClosed, Retryable
from kasen.models.account import Account, AccountLimits, Accounts
from kasen.runtime.account_statements import CHANNEL
from kasen.runtime.listening import Listening
from kasen.runtime.shared_accounts import SharedAccounts


async def call(account: Account, port: int) -> None:
    """One call, made again after a 429."""
    while True:
        try:
            async with account.turn(60) as turn:
                with turn.judged():
                    await ask(port)
                    return
        except (Retryable, AccountClosed):
            continue


async def ask(port: int) -> None:
    """Ask the provider. Raises Retryable for a 429."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(b"call\n")
    word, _, seconds = (await reader.readline()).decode().strip().partition(" ")
    writer.close()
    if word == "429":
        raise Retryable("429", retry_after=float(seconds), limited=True)


def say(line: str) -> None:
    """To whoever started this."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


async def main(given: dict[str, Any]) -> None:
    """All calls at once, as far as the account lets them."""
    shared = SharedAccounts(given["database"], minute_s=given["minute_s"], lease_s=given["lease_s"])
    listening = Listening(given["database"], lambda _run: None, more={CHANNEL: shared.hear})
    limits = AccountLimits(concurrency=given["concurrency"], per_minute=given["per_minute"])
    account = Accounts({"": limits}, share=shared)("openai")
    say("ready")
    await asyncio.to_thread(sys.stdin.readline)
    await asyncio.gather(*(call(account, given["port"]) for _ in range(given["calls"])))
    say(str(given["calls"]))
    await listening.close()
    await shared.close()


if __name__ == "__main__":
    asyncio.run(main(json.loads(sys.argv[1])))
