from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.outputs import StructuredImagePrompt
from kasen.teams.slides.schemas.picturing import Look, PictureWish, Subject

PROMPT = StructuredImagePrompt(slide_type="Content", main_title="お茶", visual_style="flat, calm")


def test_a_picture_stands_beside_words_and_is_no_data_unless_that_is_said() -> None:
    wish = PictureWish(number=2, slide_id="s-02", prompt=PROMPT, alt="A field", aspect="4:3")
    assert (wish.whole, wish.data, wish.layout, wish.by) == (False, False, None, "")


def test_a_wish_comes_back_from_json_as_it_was() -> None:
    wish = PictureWish(
        number=2, slide_id="s-02", prompt=PROMPT, alt="畑", aspect="16:9", layout=0, whole=True, data=True, by="m"
    )
    assert PictureWish.model_validate_json(wish.model_dump_json()) == wish


@pytest.mark.parametrize("missing", ["alt", "aspect", "prompt", "slide_id"])
def test_a_picture_that_nobody_could_place_or_describe_is_refused(missing: str) -> None:
    given: dict[str, Any] = {"number": 2, "slide_id": "s-02", "prompt": PROMPT, "alt": "x", "aspect": "4:3"}
    del given[missing]
    with pytest.raises(ValidationError, match=missing):
        PictureWish.model_validate(given)


def test_the_first_layout_is_a_layout() -> None:
    subject = Subject(number=1, slide_id="s-01", kind="title", title="T", layout=0)
    assert subject.layout is not None
    assert Subject(number=1, slide_id="s-01", kind="title", title="T").layout is None
    with pytest.raises(ValidationError, match="kind"):
        Subject.model_validate({"number": 1, "slide_id": "s-01", "kind": "poster", "title": "T"})


def test_a_look_keeps_the_order_of_its_colours_and_fonts() -> None:
    look = Look(
        background="#FFFFFF", text="#111111", accents=("#1F4E79", "#C00000"), fonts=("游明朝", "Arial"), aspect="16:9"
    )
    again = Look.model_validate_json(look.model_dump_json())
    assert (again.accents, again.fonts) == (("#1F4E79", "#C00000"), ("游明朝", "Arial"))
