from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from kasen.testing.hooks import Receiver, hook_receiver


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with hook_receiver() as receiver:
        yield receiver


def test_where_nobody_is_told_of_runs_it_says_what_to_set(kasen: Any) -> None:
    shown = kasen("notify", "test")
    assert (shown.exit_code, shown.stdout) == (3, "")
    assert "neither `notify_url` nor `notify_command` is set" in shown.stderr
    assert "KASEN_NOTIFY_URL" in shown.stderr


def test_who_is_told_of_runs_gets_a_notice_like_any_other(
    kasen: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KASEN_NOTIFY_URL", receiver.url)
    monkeypatch.setenv("KASEN_NOTIFY_SECRET", "a secret of some length")
    shown = kasen("notify", "test")
    assert (shown.exit_code, shown.stdout, shown.stderr) == (0, "", "`notify_url` was told\n")
    (sent,) = receiver.got
    assert (sent.said["event"], sent.said["run_id"], sent.said["approvals"]) == ("test", "", [])
    assert {name.lower() for name in sent.headers} >= {"x-kasen-signature"}


def test_what_was_not_told_is_said_and_the_others_are_told(
    kasen: Any, receiver: Receiver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KASEN_NOTIFY_URL", receiver.url)
    monkeypatch.setenv("KASEN_NOTIFY_COMMAND", json.dumps([sys.executable, "-c", "import sys; sys.exit('no screen')"]))
    shown = kasen("notify", "test")
    assert shown.exit_code == 6
    assert "`notify_url` was told" in shown.stderr
    assert "ended with exit 1: no screen" in shown.stderr
    told = [json.loads(line) for line in kasen("notify", "test", "--json").stdout.splitlines()]
    assert [(one["setting"], one["told"]) for one in told] == [("notify_url", True), ("notify_command", False)]
    assert len(receiver.got) == 2
