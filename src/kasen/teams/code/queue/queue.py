"""The tasks of a run: put in, claimed with a lease and a fencing token, ended by the holder of the token alone."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

import orjson

from kasen.errors import Fenced, UnknownName
from kasen.teams.code.queue.database import Database
from kasen.teams.code.queue.rows import NewTask, State, Task

Clock = Callable[[], float]
_PUT = """
INSERT INTO tasks (task_id, phase, agent_type, agent, kind, priority, body)
VALUES (:task_id, :phase, :agent_type, :agent, :kind, :priority, :body) ON CONFLICT (task_id) DO NOTHING
"""
_CLAIM = """
UPDATE tasks SET status = 'claimed', owner = :owner, lease_until = :until, token = token + 1, attempts = attempts + 1
WHERE task_id = (
    SELECT task_id FROM tasks
    WHERE agent_type = :agent_type AND agent IN ('', :owner) AND {one} status = 'ready' AND waits = 0
    AND not_before <= :now ORDER BY priority DESC, task_id LIMIT 1
) RETURNING *
"""
_CLAIM_NEXT, _CLAIM_ONE = _CLAIM.format(one=""), _CLAIM.format(one="task_id = :only AND")
_CLAIMABLE = """
SELECT * FROM tasks
WHERE agent_type IN (SELECT value FROM json_each(:roles)) AND status = 'ready' AND waits = 0 AND phase = :phase
AND not_before <= :now
ORDER BY priority DESC, task_id LIMIT :most
"""


class Queue:
    """All methods block for a disk write; `clock` gives seconds since the epoch."""

    def __init__(self, path: Path, *, clock: Clock = time.time, most_attempts: int = 3) -> None:
        """Open the file. A task that was claimed `most_attempts` times without an end is given up."""
        self._database = Database(path)
        self._clock = clock
        self._most = most_attempts
        self._read: dict[str, list[Task]] = {}
        self._read_at = -1

    def close(self) -> None:
        """Give the file back."""
        self._database.close()

    def put(self, tasks: Iterable[NewTask], notes: Mapping[str, Any] | None = None) -> None:
        """Put tasks in and note facts, all or none; tasks that are there already stay as they are.

        Raises UnknownName for a need that is neither there nor among them.
        """
        new = list(tasks)
        with self._database.writing() as connection:
            for task in new:
                body = orjson.dumps(task.body).decode()
                connection.execute(_PUT, {**task.model_dump(include=_PUTS), "body": body})
            for task in new:
                for needed in task.needs:
                    self._need(connection, task.task_id, needed)
            for name, fact in (notes or {}).items():
                connection.execute("INSERT OR REPLACE INTO notes VALUES (?, ?)", (name, orjson.dumps(fact).decode()))

    def noted(self, name: str) -> Any:
        """A fact that was noted; None when it was not."""
        rows = self._database.rows("SELECT body FROM notes WHERE name = ?", (name,))
        return orjson.loads(rows[0]["body"]) if rows else None

    @property
    def changes(self) -> int:
        """Grows with every row that is written."""
        return self._database.changes

    def claimable(self, phase: str, roles: Collection[str], *, most: int = 1000) -> list[Task]:
        """The tasks of a phase for those roles that could be claimed now, the first one first, at most that many."""
        values = {"phase": phase, "now": self._clock(), "roles": orjson.dumps(list(roles)).decode(), "most": most}
        return [Task.of(row) for row in self._database.rows(_CLAIMABLE, values)]

    def claim(self, agent_type: str, owner: str, *, lease_s: float, only: str = "") -> Task | None:
        """The next task of that role for that agent, or None. Its needs are done; nobody else has it.

        `only` names the one task that is meant.
        """
        now = self._clock()
        values = {"agent_type": agent_type, "owner": owner, "now": now, "until": now + lease_s, "only": only}
        with self._database.writing() as connection:
            row = connection.execute(_CLAIM_ONE if only else _CLAIM_NEXT, values).fetchone()
            return None if row is None else Task.of(row)

    def renew(self, task_id: str, token: int, *, lease_s: float) -> None:
        """Hold it longer. Raises Fenced when it is not held by that token any more."""
        self._write(task_id, token, "lease_until = :until", {"until": self._clock() + lease_s})

    def amend(self, task_id: str, token: int, body: Mapping[str, Any]) -> None:
        """What its holder is told, as it is known by now. Raises Fenced for an old token."""
        self._write(task_id, token, "body = :body", {"body": orjson.dumps(dict(body)).decode()})

    def finish(self, task_id: str, token: int, result: Mapping[str, Any], *, msg_id: str) -> bool:
        """It is done. False when that message was taken before. Raises Fenced for an old token."""
        return self._end(task_id, token, "done", result, msg_id=msg_id)

    def fail(self, task_id: str, token: int, reason: str, *, msg_id: str) -> bool:
        """It cannot be done. False when that message was taken before. Raises Fenced for an old token."""
        return self._end(task_id, token, "failed", {}, msg_id=msg_id, reason=reason)

    def block(self, task_id: str, token: int, reason: str, *, msg_id: str) -> bool:
        """It waits for a person. False when that message was taken before. Raises Fenced for an old token."""
        return self._end(task_id, token, "blocked", {}, msg_id=msg_id, reason=reason)

    def requeue(self, task_id: str, token: int, reason: str, *, after_s: float = 0.0, counts: bool = True) -> State:
        """Its agent is gone: somebody may claim it again, after a while. How it stands then: `poisoned` is given up.

        `counts` is False for an end that is nobody's fault, such as a limit of the account. Raises Fenced.
        """
        with self._database.writing() as connection:
            row = self._held(connection, task_id, token)
            attempts = row["attempts"] - (0 if counts else 1)
            status: State = "poisoned" if attempts >= self._most else "ready"
            connection.execute(
                "UPDATE tasks SET status = ?, owner = '', lease_until = 0, attempts = ?, not_before = ?, reason = ? "
                "WHERE task_id = ?",
                (status, attempts, self._clock() + after_s, reason, task_id),
            )
            return status

    def unblock(self, task_id: str, body: Mapping[str, Any] | None = None) -> None:
        """A person has answered: it is ready again, with its attempts anew. Raises UnknownName."""
        with self._database.writing() as connection:
            changed = connection.execute(
                "UPDATE tasks SET status = 'ready', owner = '', lease_until = 0, attempts = 0, reason = '', "
                "body = coalesce(?, body) WHERE task_id = ? AND status IN ('blocked', 'failed', 'poisoned')",
                (None if body is None else orjson.dumps(dict(body)).decode(), task_id),
            )
            if not changed.rowcount:
                raise UnknownName(f"no task `{task_id}` waits for an answer")

    def expired(self) -> list[Task]:
        """Tasks whose lease has run out; their holders may live still, so the caller looks before it takes them."""
        return self._tasks("status = 'claimed' AND lease_until < :now", {"now": self._clock()})

    def claimed(self) -> list[Task]:
        """What anybody has."""
        return self._tasks("status = 'claimed'", {})

    def held_by(self, owner: str) -> list[Task]:
        """What an agent has."""
        return self._tasks("status = 'claimed' AND owner = :owner", {"owner": owner})

    def task(self, task_id: str) -> Task:
        """One task. Raises UnknownName."""
        found = self._tasks("task_id = :task_id", {"task_id": task_id})
        if not found:
            raise UnknownName(f"there is no task `{task_id}`")
        return found[0]

    def needs(self, task_id: str) -> list[str]:
        """The tasks that must be done before that one."""
        rows = self._database.rows("SELECT needed FROM needs WHERE task_id = ? ORDER BY needed", (task_id,))
        return [row["needed"] for row in rows]

    def tasks(self, phase: str = "") -> list[Task]:
        """All tasks, or those of a phase, in the order of their ids. Read once as long as nothing is written."""
        if self._read_at != self.changes:
            self._read_at, self._read = self.changes, {}
        if phase not in self._read:
            self._read[phase] = self._tasks("phase = :phase OR :phase = ''", {"phase": phase})
        return list(self._read[phase])

    def was_taken(self, msg_id: str) -> bool:
        """Whether a message was acted on."""
        return bool(self._database.rows("SELECT 1 FROM receipts WHERE msg_id = ?", (msg_id,)))

    def _tasks(self, where: str, values: dict[str, object]) -> list[Task]:
        return [
            Task.of(row) for row in self._database.rows(f"SELECT * FROM tasks WHERE {where} ORDER BY task_id", values)
        ]

    def _end(
        self, task_id: str, token: int, status: State, result: Mapping[str, Any], *, msg_id: str, reason: str = ""
    ) -> bool:
        with self._database.writing() as connection:
            if connection.execute("SELECT 1 FROM receipts WHERE msg_id = ?", (msg_id,)).fetchone():
                return False
            self._held(connection, task_id, token)
            connection.execute(
                "UPDATE tasks SET status = ?, lease_until = 0, result = ?, reason = ? WHERE task_id = ?",
                (status, orjson.dumps(dict(result)).decode() if result else "", reason, task_id),
            )
            connection.execute(
                "INSERT INTO receipts VALUES (?, strftime('%Y-%m-%dT%H:%M:%fZ'), ?)", (msg_id, f"{task_id} {status}")
            )
            return True

    def _write(self, task_id: str, token: int, assignment: str, values: dict[str, object]) -> None:
        with self._database.writing() as connection:
            self._held(connection, task_id, token)
            connection.execute(f"UPDATE tasks SET {assignment} WHERE task_id = :id", {**values, "id": task_id})

    def _held(self, connection: sqlite3.Connection, task_id: str, token: int) -> sqlite3.Row:
        row: sqlite3.Row | None = connection.execute("SELECT * FROM tasks WHERE task_id = ?", (task_id,)).fetchone()
        if row is None:
            raise UnknownName(f"there is no task `{task_id}`")
        if row["status"] != "claimed" or row["token"] != token:
            raise Fenced(f"task {task_id} is {row['status']} under token {row['token']}; token {token} may not write")
        return row

    def _need(self, connection: sqlite3.Connection, task_id: str, needed: str) -> None:
        try:
            connection.execute("INSERT OR IGNORE INTO needs VALUES (?, ?)", (task_id, needed))
        except sqlite3.IntegrityError:
            raise UnknownName(f"task `{task_id}` needs `{needed}`, which there is not") from None


_PUTS = {"task_id", "phase", "agent_type", "agent", "kind", "priority"}
