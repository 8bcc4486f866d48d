from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, InputError
from kasen.teams.code.mailbox.layout import Mailbox


def test_all_folders_are_there_before_anybody_watches(tmp_path: Path) -> None:
    box = Mailbox(tmp_path / ".mailbox")
    for _ in range(2):  # a run that goes on makes them again
        box.make(["coder-1", "reviewer-1"])
    found = {str(path.relative_to(box.root)) for path in box.root.rglob("*") if path.is_dir()}
    assert {"inbox/coder-1/processing", "outbox/reviewer-1/poison", "heartbeat", "state", "logs"} <= found
    assert box.heartbeat("coder-1").parent.is_dir()


@pytest.mark.parametrize("name", ["", "..", "a/b", "../x", "A", "a b", "a" * 65, "-a", "あ"])
def test_a_name_that_could_lead_elsewhere_is_no_agent(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="cannot be the id of an agent"):
        Mailbox(tmp_path).inbox(name)


def test_a_folder_that_cannot_be_made_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match="cannot be written"):
        Mailbox(tmp_path / "file").make(["a"])
