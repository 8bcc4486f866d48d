"""What goes with a run that is deleted: its uploads, and what was indexed of them."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING

from sqlalchemy import select

from kasen.errors import UnknownName
from kasen.knowledge.homes import home_of
from kasen.runtime.tables import RUNS
from kasen.server.upload_files import used_ids

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.server.context import ServerDeps


async def forget_files(deps: ServerDeps, row: RunRow) -> None:
    """Remove the uploads that a deleted run had, except those that another run of its owner has too.

    Raises StoreFailed, HomeUnusable; what is left is removed when the server starts again.
    """
    for upload_id in used_ids(json.dumps(row.request)):
        if not await _is_used(deps, row.owner, upload_id):
            await _forget(deps, row.owner, upload_id)


async def _is_used(deps: ServerDeps, owner: str, upload_id: str) -> bool:
    same = (RUNS.c.owner == owner, RUNS.c.request.contains(upload_id, autoescape=True))
    query = select(RUNS.c.id).where(*same).limit(1)
    return await deps.runner.store.read(lambda c: c.execute(query).first()) is not None


async def _forget(deps: ServerDeps, owner: str, upload_id: str) -> None:
    """The base that mirrors the folder first: it is found by the folder."""
    from kasen.knowledge.store import drop, name_of

    with suppress(UnknownName):
        folder = await asyncio.to_thread(deps.uploads.folder, owner, upload_id)
        await drop(home_of(deps.settings.home, owner), name_of(folder))
    await asyncio.to_thread(deps.uploads.drop, owner, upload_id)
