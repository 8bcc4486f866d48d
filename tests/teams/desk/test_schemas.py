from __future__ import annotations

import pytest

from kasen.errors import InputError
from kasen.teams.desk.schemas import LONGEST, Decision, Request


def test_a_message_is_taken_as_it_is_and_may_be_empty_where_files_come() -> None:
    assert Request(message="  茶について\n調べて ").message == "茶について\n調べて"
    assert Request(message="", files=["a.pdf"]).message == ""


def test_a_message_without_end_is_refused() -> None:
    with pytest.raises(InputError, match="at most 20,000"):
        Request(message="x" * (LONGEST + 1))


def test_null_in_a_reply_means_nothing() -> None:
    assert Decision.model_validate({"reply": "hi", "team": None, "request": None, "mode": None}).team == ""
