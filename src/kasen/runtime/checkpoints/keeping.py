"""A place in a run that it may go back to, kept though later checkpoints are there."""

from __future__ import annotations

from sqlalchemy import Connection, select, update

from kasen.runtime.tables import BLOBS, CHECKPOINTS


def keep_here(connection: Connection, run_id: str) -> None:
    """From now on the run can go back to where it stands, until `let_go`; the first such place counts."""
    mine = CHECKPOINTS.c.thread_id == run_id
    if connection.execute(select(CHECKPOINTS.c.kept).where(mine, CHECKPOINTS.c.kept == 1).limit(1)).first():
        return
    for table in (CHECKPOINTS, BLOBS):
        connection.execute(update(table).where(table.c.thread_id == run_id).values(kept=1))


def let_go(connection: Connection, run_id: str) -> None:
    """It is there, or will not go back; what is superfluous goes with the next checkpoint."""
    for table in (CHECKPOINTS, BLOBS):
        connection.execute(update(table).where(table.c.thread_id == run_id, table.c.kept == 1).values(kept=0))
