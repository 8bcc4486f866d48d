from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.story.outlining import OFFERED, defects, sound


def outline(*slides: tuple[str, str], title: str = "Tea") -> OutlineOutput:
    made = [OutlineSlide.model_validate({"kind": kind, "title": name, "message": ""}) for kind, name in slides]
    return OutlineOutput(title=title, slides=made)


GOOD = outline(("title", "Tea"), ("bullets", "Exports grow"), ("chart", "Where they go"), ("closing", "What to do"))


def test_a_sound_outline_has_no_defects() -> None:
    assert defects(GOOD, 4, exact=True, lang="en") == []


@pytest.mark.parametrize(
    ("given", "wanted", "exact", "said"),
    [
        (GOOD, 5, True, "There are 4 slides; 5 are wanted"),
        (GOOD, 9, False, "There are 4 slides; 9 are wanted"),
        (outline(("bullets", "A"), ("title", "B")), 2, True, "first slide"),
        (outline(("title", "Tea"), ("bullets", "tea"), ("bullets", "X")), 3, True, "Two slides have the title “tea”"),
        (outline(("title", "Tea"), ("bullets", "  "), ("bullets", "X")), 3, True, "Slide 2 has no title"),
        (outline(), 3, True, "no slide"),
    ],
)
def test_each_defect_is_told(given: OutlineOutput, wanted: int, exact: bool, said: str) -> None:
    assert any(said in text for text in defects(given, wanted, exact=exact, lang="en"))


def test_titles_of_a_japanese_deck_are_japanese() -> None:
    assert "Japanese" in " ".join(defects(GOOD, 4, exact=True, lang="ja"))
    assert not defects(outline(("title", "お茶"), ("bullets", "輸出が伸びる")), 2, exact=True, lang="ja")


def test_a_number_that_nobody_asked_for_may_be_missed_a_little() -> None:
    assert defects(GOOD, 5, exact=False, lang="en") == []


def fixed(given: OutlineOutput | None, wanted: int = 20, **changed: Any) -> list[tuple[str, str]]:
    fields: dict[str, Any] = {"kinds": OFFERED, "title": "Deck", "lang": "en"}
    made = sound(given, wanted, **{**fields, **changed})
    return [(one.kind, one.title) for one in made.slides]


def test_a_title_slide_is_put_in_front_and_only_there() -> None:
    assert fixed(outline(("bullets", "A"), ("title", "B"))) == [("title", "Tea"), ("bullets", "A")]


def test_of_too_many_slides_the_closing_stays() -> None:
    given = outline(("title", "T"), *[("bullets", f"B{n}") for n in range(8)], ("closing", "End"))
    assert fixed(given, 4) == [("title", "T"), ("bullets", "B0"), ("bullets", "B1"), ("closing", "End")]


def test_kinds_that_are_not_to_be_had_become_points_and_those_of_code_go() -> None:
    given = outline(("title", "T"), ("picture", "P"), ("sources", "S"), ("image", "I"))
    assert fixed(given, kinds=("title", "bullets")) == [("title", "T"), ("bullets", "P")]


def test_equal_titles_are_told_apart() -> None:
    given = outline(("title", "T"), ("bullets", "A"), ("bullets", "a"), ("bullets", "A"))
    assert fixed(given) == [("title", "T"), ("bullets", "A"), ("bullets", "a (2)"), ("bullets", "A (3)")]
    assert fixed(given, lang="ja")[2] == ("bullets", "a（2）")


def test_of_nothing_there_still_is_a_title() -> None:
    assert fixed(None) == [("title", "Deck")]
    assert fixed(outline(title=" ")) == [("title", "Deck")]
