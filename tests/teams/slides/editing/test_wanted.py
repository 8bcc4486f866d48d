from __future__ import annotations

import pytest

from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.wanted import MOST_SHOWN, Desk, exact, shown
from kasen.teams.slides.schemas.texts import Line, ShapeEditorOutput, Sheet, Text
from teams.slides.editing.by_hand import deck

SHEETS = sheets_of(Package.opened(deck()))


def test_words_are_replaced_wherever_they_stand_on_the_slide() -> None:
    change = exact('slide 3: replace "Box" with "Field"', SHEETS)
    assert change is not None
    assert [(one.shape, one.lines[0].text) for one in change.texts] == [("T6", "Field 0"), ("T7", "Field 1")]


@pytest.mark.parametrize(
    "wish", ["make it nicer", 'slide 3: replace "none" with "x"', "slide 2: title: Where we stand", "slide 4: as bars"]
)
def test_what_is_not_said_exactly_or_stands_already_is_nothing(wish: str) -> None:
    assert exact(wish, SHEETS) is None


@pytest.mark.parametrize(
    ("wish", "numbers"),
    [
        ("slides 2-4: calmer", [2, 3, 4]),
        ("３枚目を短く", [3]),
        ("page 9", [1, 2, 3, 4, 5]),
        ("calmer", [1, 2, 3, 4, 5]),
    ],
)
def test_slides_that_are_named_are_shown_in_full(wish: str, numbers: list[int]) -> None:
    assert shown(wish, SHEETS) == numbers


def test_of_a_long_deck_as_much_is_shown_as_there_is_room_for() -> None:
    text = Text(id="T1", kind="body", lines=(Line(text="x" * (MOST_SHOWN // 3)),))
    sheets = [Sheet(number=n, id=f"s-{n}", part="", texts=(text,)) for n in range(1, 10)]
    assert shown("calmer", sheets) == [1, 2]


def test_levels_stay_where_none_is_said_and_texts_not_shown_cannot_change() -> None:
    said = {"slide": 2, "shape": "t2", "paragraphs": ["Sales", "abroad", {"text": "See", "level": 2}, "more"]}
    other = {"slide": 1, "shape": "T1", "paragraphs": ["x"]}
    desk = Desk("wish", SHEETS, [2], "en")
    change, problems = desk.change(ShapeEditorOutput.model_validate({"reply": "", "texts": [said, other]}))
    assert [line.level for line in change.texts[0].lines] == [0, 1, 2, 0]
    assert len(change.texts) == 1
    assert "slide 1, T1" in problems[0]
