from __future__ import annotations

from pathlib import Path

from kasen.teams.code.git.passed import Passed
from kasen.teams.code.queue.queue import Queue


def test_what_passed_and_what_was_about_to_is_known_after_any_end(tmp_path: Path) -> None:
    queue = Queue(tmp_path / "queue.sqlite")
    passed = Passed(queue)
    assert (passed.head, passed.next) == ("", "")
    passed.came("a" * 40)
    passed.coming("b" * 40)
    queue.close()
    queue = Queue(tmp_path / "queue.sqlite")
    assert (Passed(queue).head, Passed(queue).next) == ("a" * 40, "b" * 40)
    Passed(queue).came("b" * 40)
    assert (Passed(queue).head, Passed(queue).next) == ("b" * 40, "")
    queue.close()
