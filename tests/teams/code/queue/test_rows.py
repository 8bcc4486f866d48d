from __future__ import annotations

from pathlib import Path

from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import NewTask


def test_a_task_comes_back_as_it_was_put_in(tmp_path: Path) -> None:
    new = NewTask(
        task_id="T1",
        phase="implementation",
        agent_type="impl-test",
        agent="impl-test-1",
        body={"title": "試験"},
    )
    queue = Queue(tmp_path / "queue.sqlite")
    try:
        queue.put([new])
        task = queue.task("T1")
    finally:
        queue.close()
    names = ("task_id", "phase", "agent_type", "agent", "kind", "priority", "body")
    assert {name: getattr(task, name) for name in names} == {name: getattr(new, name) for name in names}
    assert (task.status, task.token, task.attempts, task.result) == ("ready", 0, 0, None)
