from __future__ import annotations

import pytest
from pydantic import ValidationError

from kasen.tools.validation.model import Problem, Validation


def test_warnings_do_not_make_a_file_unsound_and_one_that_blocks_does() -> None:
    warning = Problem(rule="talk", text="Words.", blocking=False)
    assert Validation(by="offline").ok
    assert Validation(by="offline", problems=(warning,)).ok
    assert not Validation(by="quarto", problems=(warning, Problem(rule="empty", text="Words."))).ok


def test_what_was_said_is_not_changed() -> None:
    with pytest.raises(ValidationError):
        Problem(rule="a", text="b").line = 3  # type: ignore[misc]
