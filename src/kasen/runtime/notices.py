"""Notices: that a run has paused, finished or failed, told to an address and a program of the user's.

They go out beside the run, in its order, and never hold it up: what does not get through is a warning in its log.
A pause is told of once, however often an attempt comes to it again: which ones were is kept in the run's folder.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import orjson

from kasen.errors import KasenError
from kasen.models.connection import connection_of
from kasen.runtime.approvals import approvals
from kasen.runtime.artifacts import artifacts, stays_here
from kasen.runtime.logs import LOGGER, run_log
from kasen.runtime.notices_sending import NotTold, Program, Way, Webhook
from kasen.runtime.rows import OVER, ApprovalRow, RunRow, timestamp

if TYPE_CHECKING:
    from kasen.models.access import Access
    from kasen.runtime.store import Store
    from kasen.settings import Settings

AT_ONCE = 8
"""Notices that are sent at the same time; of one run it is one."""
TOLD = "notices.txt"
"""File in a run's folder: the pauses that were told of, an id on each line."""


class Notices:
    """Tells of runs. One per process; `public_url` is where people open the server."""

    def __init__(self, ways: Sequence[Way], *, public_url: str = "") -> None:
        self._ways = ways
        self._public_url = public_url
        self._gate = asyncio.Semaphore(AT_ONCE)
        self._last: dict[str, asyncio.Task[None]] = {}

    def tell(self, store: Store, row: RunRow) -> None:
        """Tell of a run as it stands: paused, over or failed; of nothing else, and of none that another run asked for.

        It returns at once.
        """
        event = event_of(row)
        if not event or row.options.parent:
            return
        task = asyncio.create_task(self._told(store, row, event, self._last.get(row.id)), name=f"notice {row.id}")
        self._last[row.id] = task
        task.add_done_callback(lambda done: self._last.pop(row.id) if self._last.get(row.id) is done else None)

    async def close(self, grace_s: float) -> None:
        """Wait for what is under way; what takes longer than `grace_s` is given up."""
        tasks = set(self._last.values())
        if not tasks:
            return
        _, late = await asyncio.wait(tasks, timeout=grace_s)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late)

    async def _told(self, store: Store, row: RunRow, event: str, before: asyncio.Task[None] | None) -> None:
        with run_log(store.folder(row.id), store.redact):
            try:
                if before is not None:
                    await asyncio.wait({before})
                pauses = await new_pauses(store, row.id) if event == "paused" else []
                if pauses or event != "paused":
                    async with self._gate:
                        await self._send(row, await self._body(store, row, event, pauses))
                    await asyncio.to_thread(_note, store.folder(row.id), pauses)
            except asyncio.CancelledError:
                LOGGER.warning("nobody was told that run %s has %s: it took too long", row.id, event)
                raise
            except KasenError as error:  # the store; a run is not told of, and goes on
                LOGGER.warning("nobody was told that run %s has %s: %s", row.id, event, error)

    async def _body(self, store: Store, row: RunRow, event: str, pauses: Sequence[ApprovalRow]) -> bytes:
        """What is said: nothing of requests, results and documents."""
        said: dict[str, Any] = {
            "event": event,
            "run_id": row.id,
            "team": row.team,
            "mode": row.mode,
            "title": row.title,
            "status": row.status,
            "approvals": [{"name": one.name, "question": one.asked.question} for one in pauses],
            "artifacts": sorted({one.name for one in await artifacts(store, row.id) if not one.name.startswith("_")}),
            "lang": row.lang,
            "at": timestamp(),
        }
        if self._public_url:
            said["url"] = f"{self._public_url}/runs/{quote(row.id, safe='')}"
        return orjson.dumps(store.redact.data(said))

    async def _send(self, row: RunRow, body: bytes) -> None:
        """By every way; of a run that sends nothing anywhere, by those that stay on this machine."""
        ways = [way for way in self._ways if way.stays_here or not stays_here(row.options)]
        for ended in await asyncio.gather(*(way.send(body) for way in ways), return_exceptions=True):
            if isinstance(ended, NotTold):
                LOGGER.warning("run %s: %s; its notice is given up", row.id, ended)
            elif isinstance(ended, BaseException):
                raise ended


def notices_of(settings: Settings, access: Access) -> Notices | None:
    """The notices that the settings ask for; None where they ask for none."""
    ways = ways_of(settings, access)
    return Notices([*ways.values()], public_url=settings.public_url) if ways else None


def ways_of(settings: Settings, access: Access) -> dict[str, Way]:
    """The ways in which notices go out, each by the setting that asks for it."""
    ways: dict[str, Way] = {}
    if settings.notify_url:
        secret = settings.notify_secret.get_secret_value() if settings.notify_secret is not None else ""
        ways["notify_url"] = Webhook(settings.notify_url, secret, connection_of(access))
    if settings.notify_command:
        ways["notify_command"] = Program(settings.notify_command)
    return ways


def trial_of(settings: Settings) -> bytes:
    """A notice of event `test`, which is of no run, in the shape of all others."""
    said: dict[str, Any] = {
        "event": "test",
        "run_id": "",
        "team": "",
        "mode": "",
        "title": "テスト" if settings.lang == "ja" else "Test",
        "status": "",
        "approvals": [],
        "artifacts": [],
        "lang": settings.lang or "en",
        "at": timestamp(),
    }
    if settings.public_url:
        said["url"] = settings.public_url
    return orjson.dumps(said)


def event_of(row: RunRow) -> str:
    """`paused`, `failed` or `finished`; empty for a run at work, and for one that its user interrupted."""
    if row.status in OVER:
        return "finished"
    return row.status if row.status in ("paused", "failed") else ""


async def new_pauses(store: Store, run_id: str) -> list[ApprovalRow]:
    """The open pauses of a run, if one of them was not told of yet; else none. Raises StoreFailed."""
    waiting = [one for one in await approvals(store, run_id) if not one.answered]
    told = await asyncio.to_thread(_noted, store.folder(run_id))
    return waiting if any(one.interrupt_id not in told for one in waiting) else []


def _noted(folder: Path) -> set[str]:
    try:
        return set((folder / TOLD).read_text(encoding="utf-8").split())
    except (OSError, UnicodeDecodeError):
        return set()


def _note(folder: Path, pauses: Sequence[ApprovalRow]) -> None:
    lines = "".join(f"{one.interrupt_id}\n" for one in pauses)
    try:
        if lines:
            with (folder / TOLD).open("a", encoding="utf-8") as file:
                file.write(lines)
    except OSError as error:  # deleted meanwhile, or a full disk: told of again next time
        LOGGER.info("what was told is not noted: %s", error.strerror)
