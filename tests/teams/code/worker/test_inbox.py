from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.mailbox.layout import Mailbox
from kasen.teams.code.mailbox.reading import Poison, Received
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Order, TaskAssignment
from kasen.teams.code.worker.inbox import Inbox, same_work


def work(task: str = "t", token: int = 1, instruction: str = "Build it.", **more: object) -> TaskAssignment:
    said = {"task_id": task, "token": token, "phase": "p", "role": "r", "instruction": instruction, "lease_seconds": 9}
    return TaskAssignment.model_validate({**said, **more})


@pytest.fixture
def box(tmp_path: Path) -> Path:
    mailbox = Mailbox(tmp_path)
    mailbox.make(["a"])
    return mailbox.inbox("a")


def test_the_oldest_comes_first_and_again_until_it_is_settled(box: Path) -> None:
    inbox = Inbox(box)
    assert inbox.next() is None
    for task in ("one", "two"):
        deliver(work(task), box)
    assert inbox.has_new()
    for _ in range(2):
        found = inbox.next()
        assert isinstance(found, Received)
        assert isinstance(found.message, TaskAssignment)
        assert found.message.task_id == "one"
    assert isinstance(found, Received)
    found.settle()
    again = inbox.next()
    assert isinstance(again, Received)
    assert isinstance(again.message, TaskAssignment)
    assert again.message.task_id == "two"
    assert not inbox.has_new()


def test_the_last_claim_of_a_task_is_found(box: Path) -> None:
    inbox = Inbox(box)
    deliver(work(token=1), box)
    found = inbox.next()
    assert isinstance(found, Received)
    deliver(work("other", token=9), box)
    deliver(Order(verb="say", words="x"), box)
    assert inbox.newest(found) is found
    deliver(work(token=3), box)
    deliver(work(token=2), box)
    newest = inbox.newest(found)
    assert isinstance(newest.message, TaskAssignment)
    assert newest.message.token == 3


def test_what_is_no_message_is_put_aside(box: Path) -> None:
    (box / "1.json").write_text("{", encoding="utf-8")
    assert isinstance(Inbox(box).next(), Poison)
    assert Inbox(box).next() is None


def test_the_same_work_is_known_by_its_words() -> None:
    assert same_work(work(), work(token=2, session="s", lease_seconds=20))
    assert not same_work(work(), work(instruction="Build another."))
    assert not same_work(work(), work(acceptance=("it is green",)))


def test_a_glance_sees_what_comes_and_goes(box: Path) -> None:
    inbox = Inbox(box)
    inbox.is_still()
    assert inbox.is_still()
    deliver(work(), box)
    assert not inbox.is_still()
    assert inbox.is_still()
    inbox.next()
    assert not inbox.is_still()
