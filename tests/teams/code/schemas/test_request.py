from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.teams.code.schemas.request import LONGEST, Request


def test_a_requirement_is_text_that_can_be_used() -> None:
    request = Request(requirement="税を足す\r\n- 10%\r\n", repo=Path("/repo"))
    assert request.requirement == "税を足す\n- 10%\n"
    assert (request.preset, request.workflow, request.lang) == ("five-phase", None, "auto")


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_one_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="say what to build"):
        Request(requirement=text, repo=Path())


@pytest.mark.parametrize("text", ["a\x00b", "a" * (LONGEST + 1)])
def test_what_cannot_be_shown_and_what_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="requirement"):
        Request(requirement=text, repo=Path())
