from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.pictures.wishing import Commission, holds, wished
from kasen.teams.slides.schemas.brief import About
from kasen.teams.slides.schemas.picturing import Sketch, Subject
from teams.slides.pictures.scenes import LOOK, STYLE


def sketch(**more: Any) -> Sketch:
    fields: dict[str, Any] = {"slide_id": "s-03", "kind": "bullets", "title": "Mist shields the leaves"}
    said = {
        "message": "Mist keeps the sun off young leaves.",
        "view": STYLE,
        "alt": "A field.",
        "aspect": "4:3",
        "by": "m",
    }
    return Sketch(**{**fields, **said, **more})


def subject(**more: Any) -> Subject:
    fields: dict[str, Any] = {"number": 3, "slide_id": "s-03", "kind": "bullets", "title": "Mist shields the leaves"}
    return Subject(**{**fields, "message": "Mist keeps the sun off young leaves.", **more})


def wish(one: Sketch, now: Subject, *, whole: bool = True) -> Any:
    about = About(wish="Tea")
    return wished(now, one, "Gouache.", Commission(about=about, instruction="", look=LOOK, whole=whole, lang="en"))


def test_a_look_that_was_thought_out_before_holds_for_the_slide_in_better_words() -> None:
    assert holds(sketch(), subject())
    assert holds(sketch(), subject(title="What mist does", message="Young leaves keep out of the sun.", text="a\nb"))
    assert holds(sketch(title="霧の茶畑", message=""), subject(title="霧が守る茶畑", message=""))


@pytest.mark.parametrize(
    "now",
    [
        {"title": "Prices fall", "message": "Buyers pay less than they did."},
        {"kind": "table"},
        {"kind": "two_columns", "text": "left\nright"},
    ],
)
def test_it_does_not_hold_for_a_slide_that_has_become_another_one(now: dict[str, Any]) -> None:
    assert not holds(sketch(), subject(**now))


def test_without_a_look_nothing_holds() -> None:
    assert not holds(None, subject())
    assert not holds(sketch(title="", message=""), subject())


def test_words_kind_and_place_are_those_of_the_slide_as_it_stands_now() -> None:
    now = subject(title="Leaves like mist", subtitle="Spring", text="First\nSecond", layout=2, aspect="16:9")
    found = wish(sketch(), now)
    assert (found.prompt.main_title, found.prompt.sub_title) == ("Leaves like mist", "Spring")
    assert found.prompt.contents == "Mist keeps the sun off young leaves.\nFirst\nSecond"
    assert (found.prompt.visual_style, found.layout, found.aspect, found.by) == (STYLE, 2, "16:9", "m")
    assert "Leaves like mist. Spring. Mist keeps" in found.alt


@pytest.mark.parametrize("whole", [True, False])
@pytest.mark.parametrize(
    ("view", "expected"),
    [
        ('The title "Mist shields the leaves" stands left.', 'The title "Leaves like mist" stands left.'),
        ("MIST SHIELDS THE LEAVES in tall letters.", '"Leaves like mist" in tall letters.'),
        ("Under “Mist keeps the sun off young leaves” a field.", 'Under "It helps." a field.'),
    ],
)
def test_words_that_were_replaced_are_not_lettered_by_way_of_the_view(view: str, expected: str, whole: bool) -> None:
    now = subject(title="Leaves like mist", message="It helps.")
    assert wish(sketch(view=view), now, whole=whole).prompt.visual_style == expected


def test_a_short_title_is_only_replaced_where_it_is_quoted() -> None:
    view = 'Rows of tea. The word "Tea" stands in the sky.'
    found = wish(sketch(title="Tea", view=view), subject(title=r"Matcha \1"))
    assert found.prompt.visual_style == r'Rows of tea. The word "Matcha \1" stands in the sky.'


def test_words_that_are_gone_are_spoken_of_in_general() -> None:
    found = wish(sketch(view="「Mist keeps the sun off young leaves.」 below a hill."), subject(message=""))
    assert found.prompt.visual_style == "its words below a hill."
