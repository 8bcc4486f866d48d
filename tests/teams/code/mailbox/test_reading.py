from __future__ import annotations

import os
from pathlib import Path

import pytest

from kasen.teams.code.mailbox.reading import Poison, Received, waiting
from kasen.teams.code.mailbox.writing import deliver
from teams.code.mailbox.post import AGENT, mailbox, result, work


def test_messages_come_in_the_order_they_were_sent_until_they_are_settled(tmp_path: Path) -> None:
    inbox = mailbox(tmp_path).inbox(AGENT)
    sent = [work(f"T{n}") for n in range(5)]
    for message in reversed(sent):
        deliver(message, inbox)
    first = list(waiting(inbox))
    assert sorted(one.message.msg_id for one in first if isinstance(one, Received)) == sorted(m.msg_id for m in sent)
    names = [one.path.name for one in first]
    assert names == sorted(names)
    for one in first[:2]:
        assert isinstance(one, Received)
        one.settle()
    again = list(waiting(inbox))  # as after a reader that died
    assert [one.path.name for one in again] == names[2:]
    for one in again:
        assert isinstance(one, Received)
        one.settle()
    assert list(waiting(inbox)) == []
    assert len(list((inbox / "done").iterdir())) == 5


BAD = {
    "empty": b"",
    "half of it": b'{"type":"task_assign","task_id":"T1"',
    "no JSON": "こんにちは".encode(),
    "another type": b'{"type":"order","task_id":"T1","token":1}',
    "a field that there is not": b'{"type":"say","task_id":"T1","token":1,"words":"x","sudo":true}',
    "no token": b'{"type":"say","task_id":"T1","words":"x"}',
    "a list": b"[]",
    "too large": b'{"x":"' + b"a" * (1 << 20) + b'"}',
}


@pytest.mark.parametrize("data", BAD.values(), ids=BAD)
def test_what_is_no_message_is_put_aside_with_the_reason_and_the_others_come(tmp_path: Path, data: bytes) -> None:
    outbox = mailbox(tmp_path).outbox(AGENT)
    (outbox / "0.json").write_bytes(data)
    good = result()
    deliver(good, outbox)
    poison, received = waiting(outbox)
    assert isinstance(poison, Poison)
    assert poison.reason
    assert poison.path.read_bytes() == data
    assert (outbox / "poison" / ".0.json.reason").read_text(encoding="utf-8") == poison.reason
    assert isinstance(received, Received)
    assert received.message == good
    assert [one.path.name for one in waiting(outbox)] == [f"{good.msg_id}.json"]


def test_a_pipe_or_a_link_to_one_holds_nobody_up(tmp_path: Path) -> None:
    outbox = mailbox(tmp_path).outbox(AGENT)
    os.mkfifo(outbox / "0.json")
    (outbox / "1.json").symlink_to(outbox / "0.json")
    assert [type(one) for one in waiting(outbox)] == [Poison, Poison]


def test_what_is_still_being_written_is_not_read(tmp_path: Path) -> None:
    inbox = mailbox(tmp_path).inbox(AGENT)
    (inbox / ".01X.123").write_bytes(b"half")
    assert list(waiting(inbox)) == []


@pytest.mark.parametrize("name", ["x" * 250, os.fsdecode(b"\xff.json")])
def test_a_name_of_any_length_and_letters_is_put_aside(tmp_path: Path, name: str) -> None:
    outbox = mailbox(tmp_path).outbox(AGENT)
    (outbox / name).write_bytes(b"no message")
    (poison,) = waiting(outbox)
    assert isinstance(poison, Poison)
    assert list(waiting(outbox)) == []
