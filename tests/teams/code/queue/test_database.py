from __future__ import annotations

import sqlite3
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from kasen.errors import StoreFailed
from kasen.teams.code.queue.database import Database
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import NewTask

CLAIMS = """
import sys
from pathlib import Path
from kasen.teams.code.queue.queue import Queue
queue = Queue(Path(sys.argv[1]))
while (task := queue.claim("worker", sys.argv[2], lease_s=60)) is not None:
    print(task.task_id, flush=True)
    queue.finish(task.task_id, task.token, {}, msg_id=task.task_id)
"""


def test_several_processes_never_claim_one_task_twice(tmp_path: Path) -> None:
    path = tmp_path / "queue.db"
    queue = Queue(path)
    queue.put(NewTask(task_id=f"T{n:03}", phase="p", agent_type="worker") for n in range(150))
    several = [
        subprocess.Popen([sys.executable, "-c", CLAIMS, str(path), f"w{n}"], stdout=subprocess.PIPE, text=True)
        for n in range(3)
    ]
    said = [process.communicate(timeout=60)[0].split() for process in several]
    assert [process.returncode for process in several] == [0, 0, 0]
    assert Counter(name for names in said for name in names) == Counter(task.task_id for task in queue.tasks())
    assert {task.status for task in queue.tasks()} == {"done"}
    queue.close()


def _write_and_break(database: Database) -> None:
    with database.writing() as connection:
        connection.execute("INSERT INTO receipts VALUES ('M1', '', '')")
        raise ZeroDivisionError


def test_a_transaction_that_breaks_leaves_nothing(tmp_path: Path) -> None:
    database = Database(tmp_path / "queue.db")
    with pytest.raises(ZeroDivisionError):
        _write_and_break(database)
    assert database.rows("SELECT * FROM receipts") == []
    with pytest.raises(StoreFailed, match="cannot be written"), database.writing() as connection:
        connection.execute("INSERT INTO nowhere VALUES (1)")
    with database.writing() as connection:
        connection.execute("INSERT INTO receipts VALUES ('M1', '', '')")
    assert len(database.rows("SELECT * FROM receipts")) == 1
    database.close()


def test_what_is_written_is_on_the_disk_before_it_counts(tmp_path: Path) -> None:
    database = Database(tmp_path / "queue.db")
    assert database.rows("PRAGMA synchronous")[0][0] == 2  # FULL
    assert database.rows("PRAGMA journal_mode")[0][0] == "wal"
    assert database.rows("PRAGMA foreign_keys")[0][0] == 1
    database.close()


def test_a_file_that_is_no_queue_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "queue.db").write_bytes(b"not a database" * 100)
    with pytest.raises(StoreFailed, match="cannot be used as a queue"):
        Database(tmp_path / "queue.db")
    with pytest.raises(StoreFailed, match="cannot be used as a queue"):
        Database(tmp_path / "queue.db" / "below")


def test_the_queue_of_an_older_run_is_gone_on_with(tmp_path: Path) -> None:
    queue = Queue(tmp_path / "queue.sqlite")
    one = NewTask(task_id="a", phase="p", agent_type="r")
    queue.put([one, NewTask(task_id="b", phase="p", agent_type="r", needs=("a",))])
    queue.close()
    with sqlite3.connect(tmp_path / "queue.sqlite") as older:
        for name in ("more_to_wait_for", "less_to_wait_for"):
            older.execute(f"DROP TRIGGER {name}")
        older.execute("DROP INDEX claimable")
        older.execute("ALTER TABLE tasks DROP COLUMN waits")
    older.close()
    queue = Queue(tmp_path / "queue.sqlite")
    assert [task.task_id for task in queue.claimable("p", ["r"])] == ["a"]
    first = queue.claim("r", "r-1", lease_s=9)
    assert first is not None
    queue.finish("a", first.token, {"status": "done"}, msg_id="M")
    assert [task.task_id for task in queue.claimable("p", ["r"])] == ["b"]
    queue.close()
