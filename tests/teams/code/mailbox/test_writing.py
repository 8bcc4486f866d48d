from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import StoreFailed
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import MESSAGE
from teams.code.mailbox.post import AGENT, mailbox, work


def test_a_message_lies_there_whole_under_its_id(tmp_path: Path) -> None:
    inbox = mailbox(tmp_path).inbox(AGENT)
    message = work()
    path = deliver(message, inbox)
    assert path == inbox / f"{message.msg_id}.json"
    assert MESSAGE.validate_json(path.read_bytes()) == message
    assert deliver(message, inbox) == path
    assert [entry.name for entry in inbox.iterdir() if entry.is_file()] == [path.name]


def test_a_box_that_is_gone_or_full_is_a_sentence_and_leaves_no_part(tmp_path: Path) -> None:
    with pytest.raises(StoreFailed, match="cannot be written"):
        deliver(work(), tmp_path / "nowhere")
    inbox = mailbox(tmp_path).inbox(AGENT)
    message = work()
    (inbox / f"{message.msg_id}.json").mkdir()  # so that the last step fails
    with pytest.raises(StoreFailed, match="cannot be written"):
        deliver(message, inbox)
    assert [entry for entry in inbox.iterdir() if entry.is_file()] == []
