from __future__ import annotations

import re
from pathlib import Path

import pytest

from kasen.teams.slides.page import labels
from kasen.teams.slides.page.labels import label
from kasen.teams.slides.story.tongue import japanese

NAMES = sorted(labels._LABELS)
FOLDER = Path(labels.__file__).parent


@pytest.mark.parametrize("name", NAMES)
def test_each_word_is_there_in_both_languages_and_in_no_other(name: str) -> None:
    en, ja = label(name, "en"), label(name, "ja")
    assert en.strip()
    assert japanese(en) == 0
    assert japanese(ja) > 0


@pytest.mark.parametrize("name", NAMES)
def test_both_languages_leave_room_for_the_same_things(name: str) -> None:
    rooms = [re.findall(r"\{(\d?)[^}]*\}", label(name, lang)) for lang in ("en", "ja")]
    assert len(rooms[0]) == len(rooms[1])


def test_numbers_stand_where_the_language_puts_them() -> None:
    assert label("untouched", "en").format(3, 7) == "3 of 7 slides are byte for byte as they were."
    assert label("untouched", "ja").format(3, 7).startswith("7 枚中 3 枚")


def test_every_word_that_the_page_asks_for_is_there() -> None:
    asked = re.findall(r'said\("(\w+)"\)', (FOLDER / "deck.html.j2").read_text(encoding="utf-8"))
    assert len(asked) > 10
    assert set(asked) <= set(NAMES)


def test_a_word_that_nobody_wrote_is_a_fault_and_not_an_empty_place() -> None:
    with pytest.raises(KeyError):
        label("unheard_of", "en")
