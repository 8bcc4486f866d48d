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


def test_a_run_is_called_by_the_first_line_and_speaks_the_language_of_the_text() -> None:
    def read(text: str) -> tuple[str, str]:
        request = Request(requirement=text, repo=Path())
        return request.title(), request.language()

    assert read("\n# 税込みの値段\n- 食品は 8%\n") == ("税込みの値段", "ja")
    assert read("Tax\n\n食品の消費税は 8% として、1 円未満は切り捨てる。") == ("Tax", "ja")
    assert read("# Show prices\n\nA card of the shop reads `煎茶 124円（税込 133円）`.") == ("Show prices", "en")


@pytest.mark.parametrize("text", ["", " \n\t"])
def test_an_empty_one_is_refused(text: str) -> None:
    with pytest.raises(ValidationError, match="say what to build"):
        Request(requirement=text, repo=Path())


@pytest.mark.parametrize("text", ["a\x00b", "a" * (LONGEST + 1)])
def test_what_cannot_be_shown_and_what_is_too_long_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="requirement"):
        Request(requirement=text, repo=Path())
