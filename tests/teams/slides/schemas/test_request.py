"""What can be asked of the slides team, and what is refused at the door."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.teams.slides.schemas.request import PAUSES, WISH_LIMIT, Request


def refused(said: str, **given: Any) -> None:
    with pytest.raises(ValidationError, match=said):
        Request.model_validate({"wish": "Tea", **given})


@pytest.mark.parametrize("wish", ["", "  \n　", "。。!?", "—"])
def test_a_wish_without_words_is_refused(wish: str) -> None:
    refused("the wish is empty", wish=wish)


@pytest.mark.parametrize("wish", ["茶", "3", "  Tea for the board \n"])
def test_a_wish_of_one_word_is_enough(wish: str) -> None:
    assert Request(wish=wish).wish == wish.strip()


def test_a_wish_without_an_end_is_refused() -> None:
    assert len(Request(wish="あ" * WISH_LIMIT).wish) == WISH_LIMIT
    with pytest.raises(InputError, match="at most 20,000"):
        Request(wish="あ" * (WISH_LIMIT + 1))


def test_a_wish_with_control_characters_is_refused() -> None:
    with pytest.raises(InputError, match="wish"):
        Request(wish="Tea\x00 abroad")


@pytest.mark.parametrize("slides", [0, 3, 60])
def test_a_deck_has_three_to_sixty_slides_or_as_many_as_it_takes(slides: int) -> None:
    assert Request(wish="Tea", slides=slides).slides == slides


@pytest.mark.parametrize("slides", [-1, 1, 2, 61])
def test_another_number_of_slides_is_refused(slides: int) -> None:
    refused("slides", slides=slides)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        (["1F4E79"], ["1F4E79"]),
        (["#1f4e79, c00000"], ["1F4E79", "C00000"]),
        (["abc、#FFF　000"], ["AABBCC", "FFFFFF", "000000"]),
        ([], []),
        ([" , "], []),
    ],
)
def test_colours_are_six_hex_digits_however_they_were_written(given: list[str], kept: list[str]) -> None:
    assert Request(wish="Tea", colors=given).colors == kept


@pytest.mark.parametrize("given", ["red", "12345", "1F4E7G", "#1F4E79FF"])
def test_what_is_no_colour_is_refused_by_name(given: str) -> None:
    refused(f"`{given}` is no colour", colors=[given])


def test_more_than_six_colours_are_not_taken() -> None:
    assert len(Request(wish="Tea", colors=[f"AABBC{n}" for n in range(9)]).colors) == 6


def test_pauses_are_named_one_by_one_or_together() -> None:
    assert Request(wish="Tea", approve=["plan,outline"]).approve == list(PAUSES)
    refused("there is no pause `slides`; there is: plan, outline", approve=["plan", "slides"])


@pytest.mark.parametrize(("given", "kept"), [("Dark", "dark"), (" business ", "business"), ("", "")])
def test_a_bundled_template_goes_by_its_name(given: str, kept: str) -> None:
    assert Request(wish="Tea", template=given).template == kept


def test_files_are_named_from_the_root_so_that_a_server_elsewhere_finds_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    request = Request(
        wish="お茶", template="社内.pptx", data=[Path("a.csv")], docs=[Path("~/docs")], logo=Path("l.png"), deck=None
    )
    assert request.template == str(tmp_path / "社内.pptx")
    assert (request.data, request.docs) == ([tmp_path / "a.csv"], [tmp_path / "home" / "docs"])
    assert (request.logo, request.deck) == (tmp_path / "l.png", None)


def test_an_audience_is_one_line() -> None:
    assert Request(wish="Tea", audience=" the\n board ").audience == "the board"


@pytest.mark.parametrize(
    "given", [{"lang": "fr"}, {"images": "some"}, {"restore": -1}, {"colour": "red"}, {"audience": "x" * 201}]
)
def test_what_nobody_can_do_is_refused(given: dict[str, Any]) -> None:
    refused(next(iter(given)), **given)


def test_it_comes_back_from_json_as_it_was(tmp_path: Path) -> None:
    request = Request(wish="お茶", data=[tmp_path / "a.csv"], colors=["#abc"], approve=["plan"], slides=8, lang="ja")
    assert Request.model_validate_json(request.model_dump_json()) == request


def test_files_that_are_not_there_are_told_before_a_run(tmp_path: Path) -> None:
    request = Request(wish="Tea", data=[tmp_path / "a.csv"])
    with pytest.raises(InputError, match="there is no table at"):
        request.at_the_door()
    (tmp_path / "a.csv").write_text("a\n1\n")
    request.at_the_door()
