from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.rules.visualizer import STYLE, WHOLE, alt_of, simple_pictures
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.outputs import VisualizerOutput
from kasen.teams.slides.schemas.picturing import Look, Subject

LOOK = Look(background="#FFFFFF", text="#000000", accents=("#1F5FD0", "#B9500B", "#0C766D", "#7A3FD6"), aspect="16:9")


def subject(number: int, **more: Any) -> Subject:
    fields: dict[str, Any] = {"kind": "picture", "title": "霧", "message": "霧が茶を守る。"}
    return Subject(number=number, slide_id=f"s-{number:02d}", **{**fields, **more})


def answer(*subjects: Subject, whole: bool = False, lang: str = "ja", look: Look = LOOK) -> VisualizerOutput:
    return simple_pictures(
        about=About(wish="x"),
        instruction="",
        subjects=subjects,
        look=look,
        whole=whole,
        draft=False,
        problems=[],
        lang=lang,
    )


def test_each_slide_has_a_prompt_and_all_have_one_style() -> None:
    found = answer(subject(2), subject(5, kind="chart"), subject(9, kind="title"))
    assert [one.number for one in found.pictures] == [2, 5, 9]
    assert {one.prompt.visual_style for one in found.pictures} == {found.style}
    assert [one.prompt.slide_type for one in found.pictures] == ["Content", "Data", "Title Slide"]


@pytest.mark.parametrize(("whole", "style"), [(True, WHOLE), (False, STYLE)])
def test_the_style_names_the_colours_of_the_design(whole: bool, style: str) -> None:
    found = answer(subject(2), whole=whole)
    assert found.style.startswith(style)
    assert "#1F5FD0, #B9500B, #0C766D, #FFFFFF" in found.style
    assert "#7A3FD6" not in found.style
    assert found.style.isascii()


def test_the_slides_words_are_those_of_the_prompt() -> None:
    [one] = answer(subject(2, subtitle="朝", text="一\n二")).pictures
    assert (one.prompt.main_title, one.prompt.sub_title, one.prompt.contents) == ("霧", "朝", "一\n二")
    [bare] = answer(subject(2, message="")).pictures
    assert (bare.prompt.sub_title, bare.prompt.contents) == (None, None)


def test_the_alt_text_is_in_the_language_of_the_deck() -> None:
    assert alt_of(subject(1), "ja") == "霧が茶を守るを表す図版"
    assert alt_of(subject(1, title="Mist", message=""), "en") == "Illustration: Mist"


def test_nothing_to_draw_is_nothing_said() -> None:
    assert answer().pictures == []
