"""What a process does for as long as it serves: it looks for work that nobody does, and looks again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import NoReturn

from kasen.errors import StoreFailed
from kasen.runtime.logs import LOGGER


async def again_and_again(
    look: Callable[[], Awaitable[object]], *, every_s: float, tell: Callable[[str], None]
) -> NoReturn:
    """`look` with `every_s` seconds in between, until cancelled.

    A database that is away is told of once, and once more when it is back. What nobody expected is logged once; it
    keeps nothing from being looked for again.
    """
    is_away = is_failing = False
    while True:
        try:
            await look()
        except StoreFailed as error:
            if not is_away:
                tell(f"{error}; looking again until it is back, runs wait for it")
            is_away = True
        except Exception:  # noqa: BLE001 - whoever looks does so as long as the process serves, and nobody waits for it
            if not is_failing:
                LOGGER.exception("a look for work that nobody does failed; looking again")
            is_failing = True
        else:
            if is_away:
                tell("the database is back")
            is_away = is_failing = False
        await asyncio.sleep(every_s)
