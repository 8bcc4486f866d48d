from __future__ import annotations

from kasen.teams.slides.building.words import cited_of_message, single
from kasen.teams.slides.schemas.deck import Point
from teams.slides.building.hand_made import SLIDES, one, shape


def runs(slide: object, content: str) -> list[list[tuple[str, bool]]]:
    body = shape(slide, content).text_frame._txBody
    return [
        [(run.findtext("{*}t"), run.find("{*}rPr").get("baseline") is not None) for run in held.findall("{*}r")]
        for held in body.findall("{*}p")
    ]


def test_points_end_in_the_raised_numbers_of_their_sources() -> None:
    slide = one(SLIDES[1])
    assert runs(slide, "points")[0] == [("米国向けは2024年に最大となった", False), ("[1]", True)]
    assert [held.level for held in shape(slide, "points").text_frame.paragraphs] == [0, 1, 0]


def test_the_wish_is_no_source_to_show() -> None:
    assert runs(one(SLIDES[2]), "right") == [[("担い手が減る", False)]]


def test_a_source_begins_with_its_number_and_links_where_it_can() -> None:
    slide = one(SLIDES[9])
    lines = [held.text for held in shape(slide, "points").text_frame.paragraphs]
    assert lines == ["[1] 茶業統計年報 p. 12", "[2] sales.csv rows 2–9", "[3] Tea and trade p. 3"]
    links = [
        [run.hyperlink.address for run in held.runs if run.hyperlink.address]
        for held in shape(slide, "points").text_frame.paragraphs
    ]
    assert links == [
        ["https://example.org/%E8%8C%B6%20%E7%B5%B1%E8%A8%88?%E5%B9%B4=2024"],
        [],
        ["https://example.com/tea"],
    ]


def test_a_message_carries_what_the_points_do_not_name_themselves() -> None:
    assert cited_of_message(SLIDES[1]) == ("P2",)
    assert cited_of_message(SLIDES[3]) == ("D1",)


def test_a_statement_stands_in_the_middle_in_its_size() -> None:
    held = shape(one(SLIDES[7]), "message")
    assert held._element.find(".//{*}rPr").get("sz") == "3600"
    assert held._element.find(".//{*}bodyPr").get("anchor") == "ctr"


def test_marks_are_a_strip_in_a_colour_of_the_theme() -> None:
    held = shape(one(SLIDES[3]), "marks")
    assert held.text_frame.text == "2023年の値は届かなかった。"
    assert held._element.spPr.find("{*}solidFill/{*}schemeClr") is not None


def test_what_is_not_there_is_not_said() -> None:
    assert SLIDES[0].points_in("left") == ()
    assert single(SLIDES[0], "right_heading") == ""
    slide = one(SLIDES[1].model_copy(update={"points": (Point(text=""),), "title": " "}))
    assert "kasen:title" not in {held.name for held in slide.shapes}
