from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from kasen.errors import Fenced, UnknownName
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import NewTask, Task


class Clock:
    """Seconds that pass when a test says so."""

    def __init__(self) -> None:
        self.now = 1_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def queue(tmp_path: Path, clock: Clock) -> Iterator[Queue]:
    opened = Queue(tmp_path / "queue.db", clock=clock)
    yield opened
    opened.close()


ROLES = ("impl-backend", "impl-test")


def new(task_id: str, role: str = "impl-backend", **more: object) -> NewTask:
    return NewTask.model_validate({"task_id": task_id, "phase": "implementation", "agent_type": role, **more})


def claimed(queue: Queue, role: str = "impl-backend", owner: str = "impl-backend-1") -> Task:
    task = queue.claim(role, owner, lease_s=120)
    assert task is not None
    return task


def test_a_task_is_claimed_once_by_the_role_that_can_do_it(queue: Queue, clock: Clock) -> None:
    queue.put([new("T1", body={"instruction": "ログインを作る"})])
    assert queue.claim("impl-frontend", "impl-frontend-1", lease_s=120) is None
    task = claimed(queue)
    assert (task.task_id, task.owner, task.token, task.attempts) == ("T1", "impl-backend-1", 1, 1)
    assert task.body == {"instruction": "ログインを作る"}
    assert task.lease_until == clock.now + 120
    assert queue.claim("impl-backend", "impl-backend-2", lease_s=120) is None


def test_what_is_needed_comes_first_then_priority_then_age(queue: Queue) -> None:
    queue.put([new("T1", needs=("T3",)), new("T2"), new("T3", priority=-1), new("T4", priority=5)])
    order = []
    while (task := queue.claim("impl-backend", "a", lease_s=9)) is not None:
        order.append(task.task_id)
        queue.finish(task.task_id, task.token, {}, msg_id=task.task_id)
    assert order == ["T4", "T2", "T3", "T1"]


def test_what_needs_a_task_that_failed_is_not_begun(queue: Queue) -> None:
    queue.put([new("T1"), new("T2", needs=("T1",))])
    task = claimed(queue)
    assert queue.fail(task.task_id, task.token, "no such library", msg_id="M1")
    assert queue.task("T1").reason == "no such library"
    assert queue.claim("impl-backend", "a", lease_s=9) is None


def test_putting_in_is_all_or_nothing_and_repeated_puts_change_nothing(queue: Queue) -> None:
    with pytest.raises(UnknownName, match="`T2` needs `T9`"):
        queue.put([new("T1"), new("T2", needs=("T9",))])
    assert queue.tasks() == []
    queue.put([new("T1", body={"n": 1})])
    claimed(queue)
    queue.put([new("T1", body={"n": 2}), new("T2")])
    assert queue.task("T1").status == "claimed"
    assert queue.task("T1").body == {"n": 1}
    assert [task.task_id for task in queue.tasks("implementation")] == ["T1", "T2"]


def test_a_message_that_comes_twice_is_taken_once(queue: Queue) -> None:
    queue.put([new("T1")])
    task = claimed(queue)
    assert queue.finish("T1", task.token, {"summary": "済"}, msg_id="M1") is True
    assert queue.finish("T1", task.token, {"summary": "other"}, msg_id="M1") is False
    assert queue.was_taken("M1")
    assert not queue.was_taken("M2")
    assert queue.task("T1").result == {"summary": "済"}


Write = Callable[[Queue, int], object]
WRITES: dict[str, Write] = {
    "renew": lambda queue, token: queue.renew("T1", token, lease_s=9),
    "finish": lambda queue, token: queue.finish("T1", token, {}, msg_id="M"),
    "fail": lambda queue, token: queue.fail("T1", token, "x", msg_id="M"),
    "block": lambda queue, token: queue.block("T1", token, "x", msg_id="M"),
    "requeue": lambda queue, token: queue.requeue("T1", token, "x"),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
def test_who_lost_a_task_writes_nothing_to_it_any_more(queue: Queue, write: Write) -> None:
    queue.put([new("T1")])
    old = claimed(queue)
    queue.requeue("T1", old.token, "its agent is gone")
    with pytest.raises(Fenced, match="ready under token 1"):
        write(queue, old.token)
    second = claimed(queue, owner="impl-backend-2")
    with pytest.raises(Fenced, match="claimed under token 2; token 1 may not write"):
        write(queue, old.token)
    assert queue.task("T1") == second


def test_a_lease_that_ran_out_is_told_and_its_holder_may_still_renew(queue: Queue, clock: Clock) -> None:
    queue.put([new("T1")])
    task = claimed(queue)
    clock.now += 119
    assert queue.expired() == []
    clock.now += 2
    assert [one.task_id for one in queue.expired()] == ["T1"]
    assert [one.task_id for one in queue.held_by("impl-backend-1")] == ["T1"]
    queue.renew("T1", task.token, lease_s=60)
    assert queue.expired() == []


def test_a_task_that_ends_its_agents_is_given_up_and_a_limit_of_the_account_does_not_count(
    queue: Queue, clock: Clock
) -> None:
    queue.put([new("T1")])
    for _ in range(5):
        assert queue.requeue("T1", claimed(queue).token, "429", counts=False) == "ready"
    stands = [queue.requeue("T1", claimed(queue).token, "killed") for _ in range(3)]
    assert stands == ["ready", "ready", "poisoned"]
    assert queue.claim("impl-backend", "a", lease_s=9) is None
    queue.unblock("T1", {"instruction": "smaller"})
    assert queue.requeue("T1", claimed(queue).token, "quota", after_s=60) == "ready"
    assert queue.claim("impl-backend", "a", lease_s=9) is None
    clock.now += 61
    assert claimed(queue).body == {"instruction": "smaller"}


def test_only_what_waits_for_a_person_can_be_unblocked(queue: Queue) -> None:
    queue.put([new("T1")])
    with pytest.raises(UnknownName, match="waits for an answer"):
        queue.unblock("T1")
    queue.block("T1", claimed(queue).token, "which database?", msg_id="M1")
    assert queue.task("T1").status == "blocked"
    queue.unblock("T1")
    assert claimed(queue).attempts == 1


def test_all_is_there_again_when_the_file_is_opened_again(tmp_path: Path) -> None:
    first = Queue(tmp_path / "a" / "queue.db")
    first.put([new("T1"), new("T2")])
    task = claimed(first)
    first.close()
    second = Queue(tmp_path / "a" / "queue.db")
    second.finish(task.task_id, task.token, {"summary": "done"}, msg_id="M1")
    assert [one.status for one in second.tasks()] == ["done", "ready"]
    second.close()


def test_unknown_tasks_are_said(queue: Queue) -> None:
    for write in (lambda: queue.task("T9"), lambda: queue.renew("T9", 1, lease_s=9), lambda: queue.unblock("T9")):
        with pytest.raises(UnknownName, match="T9"):
            write()


def test_each_claim_has_a_token_of_its_own(queue: Queue) -> None:
    queue.put([new("T1")])
    tokens = []
    for _ in itertools.repeat(None, 2):
        task = claimed(queue)
        tokens.append(task.token)
        queue.requeue("T1", task.token, "killed")
    assert tokens == [1, 2]


def test_what_could_be_claimed_is_seen_without_claiming_and_one_of_it_can_be_chosen(queue: Queue, clock: Clock) -> None:
    queue.put([new("T1"), new("T2", "impl-test", priority=2), new("T3", needs=("T1",)), new("P1", phase="planning")])
    assert [task.task_id for task in queue.claimable("implementation", ROLES)] == ["T2", "T1"]
    assert queue.needs("T3") == ["T1"]
    assert queue.claim("impl-backend", "a", lease_s=9, only="T3") is None
    first = queue.claim("impl-backend", "a", lease_s=9, only="T1")
    assert first is not None
    assert [task.task_id for task in queue.claimed()] == ["T1"]
    assert queue.claimable("implementation", ["impl-frontend"]) == []
    queue.requeue("T1", first.token, "server", after_s=30, counts=False)
    assert [task.task_id for task in queue.claimable("implementation", ROLES)] == ["T2"]
    clock.now += 31
    assert [task.task_id for task in queue.claimable("implementation", ROLES)] == ["T2", "T1"]
    assert [task.task_id for task in queue.claimable("implementation", ROLES, most=1)] == ["T2"]


def test_what_the_holder_is_told_can_be_amended_by_the_holder_alone(queue: Queue) -> None:
    queue.put([new("T1", body={"title": "茶"})])
    task = claimed(queue)
    before = queue.changes
    queue.amend("T1", task.token, {"title": "茶", "base": "c0ffee"})
    assert queue.task("T1").body == {"title": "茶", "base": "c0ffee"}
    assert queue.changes > before
    queue.requeue("T1", task.token, "gone")
    with pytest.raises(Fenced):
        queue.amend("T1", task.token, {})


def test_what_waits_is_counted_whatever_comes_first(queue: Queue) -> None:
    """A need may be done before it is needed, be added to a task that is there, or be named twice."""
    queue.put([new("a"), new("b"), new("c", needs=("a", "b"))])
    queue.put([new("c", needs=("a",))])
    for name in ("a", "b"):
        expected = ["a", "b"] if name == "a" else ["b"]
        assert [task.task_id for task in queue.claimable("implementation", ROLES)] == expected
        held = held_one(queue, name)
        queue.finish(name, held.token, {"status": "done"}, msg_id=name)
    assert held_one(queue, "c").task_id == "c"
    queue.put([new("d", needs=("a",)), new("e", needs=("c",))])
    assert [task.task_id for task in queue.claimable("implementation", ROLES)] == ["d"]


def held_one(queue: Queue, name: str) -> Task:
    held = queue.claim("impl-backend", "impl-backend-1", lease_s=9, only=name)
    assert held is not None
    return held
