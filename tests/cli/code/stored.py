"""Runs of the team in a store, for tests that look at them: nothing of them was ever driven."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, update

from kasen.runtime.rows import Options, RunRow
from kasen.runtime.store import Store
from kasen.runtime.tables import RUNS
from kasen.teams.code.board.shown import Board
from kasen.teams.code.place import Place


def stored(
    home: Path, *, repo: Path | None = None, status: str = "done", team: str = "code", title: str = "茶", **more: Any
) -> RunRow:
    """A run with that status; `more` are columns."""

    async def work() -> RunRow:
        async with Store(home) as store:
            row = await store.create(
                team=team,
                mode="workflow",
                title=title,
                lang="en",
                request={"requirement": title, "repo": str(repo or home)},
                options=Options(usd=10.0),
            )

            def job(connection: Connection) -> None:
                connection.execute(update(RUNS).where(RUNS.c.id == row.id).values(status=status, **more))

            await store.write(job)
            return await store.run(row.id)

    return asyncio.run(work())


def place(home: Path, row: RunRow, *agents: str) -> Place:
    """Where its work lies, with boxes for those agents."""
    found = Place(home / "runs" / row.id / "code", row.id)
    if agents:
        found.mailbox.make([*agents, "orchestrator"])
    return found


def show(found: Place, board: Board) -> None:
    """Put a board there, as the orchestrator does."""
    found.board.parent.mkdir(parents=True, exist_ok=True)
    found.board.write_text(board.model_copy(update={"run_id": found.run_id}).model_dump_json(), encoding="utf-8")
