from __future__ import annotations

from io import BytesIO

import pptx

from teams.slides.building.hand_made import SLIDES, built, deck, one, shape

BULLETS = SLIDES[1]


def test_number_footer_and_date_are_filled_where_the_layout_has_them() -> None:
    slide = one(BULLETS)
    assert shape(slide, "footer").text_frame.text == "日本茶の輸出"
    assert shape(slide, "date").text_frame.text == "2026年5月2日"
    assert shape(slide, "number")._element.find(".//{*}fld").get("type") == "slidenum"


def test_a_day_is_written_in_the_language_of_the_deck_and_a_wrong_one_not_at_all() -> None:
    assert shape(one(BULLETS, lang="en"), "date").text_frame.text == "2 May 2026"
    held = deck(BULLETS).model_copy(update={"made": "someday"})
    slide = pptx.Presentation(BytesIO(built(held))).slides[0]
    assert "kasen:date" not in {found.name for found in slide.shapes}


def test_a_long_title_is_cut_in_the_footer() -> None:
    held = deck(BULLETS).model_copy(update={"title": "とても長い題名" * 20})
    slide = pptx.Presentation(BytesIO(built(held))).slides[0]
    said = shape(slide, "footer").text_frame.text
    assert said.endswith("…")
    assert len(said) < 22


def test_a_title_slide_and_a_picture_of_the_whole_slide_carry_none() -> None:
    for slide in (SLIDES[0], SLIDES[8]):
        names = {found.name for found in one(slide).shapes}
        assert not names & {"kasen:number", "kasen:footer", "kasen:date"}
