from __future__ import annotations

from kasen.teams.slides.building.notes import SEPARATOR
from kasen.teams.slides.schemas.deck import Column, Point
from teams.slides.building.hand_made import CHART, SLIDES, one


def said(at: int, **changed: object) -> list[str]:
    text: str = one(SLIDES[at].model_copy(update=changed)).notes_slide.notes_text_frame.text
    return text.split("\n")


def test_notes_hold_the_message_that_is_not_shown_the_talk_and_the_sources() -> None:
    lines = said(1)
    assert lines[:4] == ["伸びは米国向けが支えている", "ここでは", "二点を話す。", SEPARATOR]
    assert lines[4] == "出典"
    assert lines[5] == "[2] P2 Tea and trade — p. 3 — https://example.com/tea"
    assert lines[6].startswith("[1] P1 茶業統計年報 — p. 12 — https://example.org/")
    assert lines[6].endswith("「荒茶の生産量は七万三千トンであった。」")


def test_a_message_that_is_shown_is_not_repeated() -> None:
    assert said(7) == ["結び。"]


def test_the_wish_is_named_without_a_number() -> None:
    assert said(2)[-1] == "W 依頼文"


def test_a_slide_that_is_a_picture_has_its_words_in_the_notes() -> None:
    assert "絵の中の言葉" in said(8)


def test_words_of_a_picture_that_the_notes_say_already_are_not_said_again() -> None:
    columns = (Column(heading="利点", points=(Point(text="木陰がある。"),)), Column())
    lines = said(8, notes="絵の中の言葉。木陰がある", columns=columns)
    assert [line for line in lines if "木陰" in line] == ["絵の中の言葉。木陰がある"]
    assert "木陰がある。" in said(8, columns=columns), "and of columns too they are there"


def test_a_long_quote_is_cut() -> None:
    slide = SLIDES[3].model_copy(update={"chart": CHART})
    lines = one(slide).notes_slide.notes_text_frame.text.split("\n")
    assert lines[-1].endswith("rows 2–9 — /data/sales.csv「sum of amount by year」")


def test_runs_of_notes_say_size_language_and_font() -> None:
    body = one(SLIDES[1]).notes_slide.notes_text_frame._txBody
    for properties in body.iter("{*}rPr"):
        assert properties.get("sz")
        assert properties.get("lang") == "ja-JP"
        assert properties.find("{*}ea") is not None


def test_a_slide_with_nothing_to_say_has_no_notes() -> None:
    assert not one(SLIDES[0].model_copy(update={"notes": ""})).has_notes_slide
