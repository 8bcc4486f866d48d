"""The queue's SQLite file: one connection in one thread, every write an immediate transaction that is on the disk."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kasen.errors import StoreFailed

SCHEMA = """
CREATE TABLE IF NOT EXISTS tasks (
    task_id     TEXT PRIMARY KEY,
    phase       TEXT NOT NULL,
    agent_type  TEXT NOT NULL,
    agent       TEXT NOT NULL DEFAULT '',
    kind        TEXT NOT NULL,
    status      TEXT NOT NULL DEFAULT 'ready',
    owner       TEXT NOT NULL DEFAULT '',
    lease_until REAL NOT NULL DEFAULT 0,
    token       INTEGER NOT NULL DEFAULT 0,
    attempts    INTEGER NOT NULL DEFAULT 0,
    priority    INTEGER NOT NULL DEFAULT 0,
    not_before  REAL NOT NULL DEFAULT 0,
    waits       INTEGER NOT NULL DEFAULT 0,
    body        TEXT NOT NULL,
    result      TEXT NOT NULL DEFAULT '',
    reason      TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE TABLE IF NOT EXISTS needs (
    task_id TEXT NOT NULL REFERENCES tasks (task_id),
    needed  TEXT NOT NULL REFERENCES tasks (task_id),
    PRIMARY KEY (task_id, needed)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS needed_by ON needs (needed);
CREATE INDEX IF NOT EXISTS claimable ON tasks (agent_type, status, waits, priority DESC, task_id);
CREATE INDEX IF NOT EXISTS leases ON tasks (status, lease_until);
CREATE TRIGGER IF NOT EXISTS more_to_wait_for AFTER INSERT ON needs
WHEN (SELECT status FROM tasks WHERE task_id = NEW.needed) <> 'done'
BEGIN
    UPDATE tasks SET waits = waits + 1 WHERE task_id = NEW.task_id;
END;
CREATE TRIGGER IF NOT EXISTS less_to_wait_for AFTER UPDATE OF status ON tasks
WHEN (NEW.status = 'done') <> (OLD.status = 'done')
BEGIN
    UPDATE tasks SET waits = waits + iif(NEW.status = 'done', -1, 1)
    WHERE task_id IN (SELECT task_id FROM needs WHERE needed = NEW.task_id);
END;
CREATE TABLE IF NOT EXISTS notes (
    name TEXT PRIMARY KEY,
    body TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS receipts (
    msg_id TEXT PRIMARY KEY,
    at     TEXT NOT NULL,
    what   TEXT NOT NULL
) STRICT, WITHOUT ROWID;
"""
_COUNT = """
UPDATE tasks SET waits = (
    SELECT count(*) FROM needs JOIN tasks AS first ON first.task_id = needs.needed
    WHERE needs.task_id = tasks.task_id AND first.status <> 'done'
)
"""
"""`waits`: how many of the tasks that it needs are not done; a claim would else look at all that wait."""
BUSY_MS = 5_000


class Database:
    """One file. The orchestrator alone opens it; agents speak by messages."""

    def __init__(self, path: Path) -> None:
        """Open it, or make it. Raises StoreFailed."""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
            self._connection.row_factory = sqlite3.Row
            for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", f"busy_timeout={BUSY_MS}"):
                self._connection.execute(f"PRAGMA {pragma}")
            if self._is_older():
                self._upgrade()
            self._connection.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise StoreFailed(f"`{path}` cannot be used as a queue: {error}") from error

    def _is_older(self) -> bool:
        """Whether the file was made before tasks knew how many others they wait for."""
        columns = [row["name"] for row in self._connection.execute("PRAGMA table_info(tasks)")]
        return bool(columns) and "waits" not in columns

    def _upgrade(self) -> None:
        with self.writing() as connection:
            connection.execute("DROP INDEX IF EXISTS claimable")
            connection.execute("ALTER TABLE tasks ADD COLUMN waits INTEGER NOT NULL DEFAULT 0")
            connection.execute(_COUNT)

    def close(self) -> None:
        """Give the file back."""
        self._connection.close()

    @property
    def changes(self) -> int:
        """Rows that were written since it was opened."""
        return self._connection.total_changes

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """All that the block writes, or nothing of it. Raises StoreFailed when the disk or the file fails."""
        try:
            self._connection.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as error:
            raise StoreFailed(f"the queue cannot be written: {error}") from error
        try:
            yield self._connection
        except BaseException as error:
            self._connection.rollback()
            if isinstance(error, sqlite3.Error):
                raise StoreFailed(f"the queue cannot be written: {error}") from error
            raise
        self._connection.execute("COMMIT")

    def rows(self, query: str, values: dict[str, object] | tuple[object, ...] = ()) -> list[sqlite3.Row]:
        """What a query finds."""
        return self._connection.execute(query, values).fetchall()
