from __future__ import annotations

import pytest

from kasen.errors import InputError
from kasen.teams.slides.editing.listing import notes_part, sheets_of, slide_numbers
from kasen.teams.slides.editing.package import Package
from teams.slides.editing.by_hand import deck


def test_texts_of_all_kinds_are_listed_under_ids() -> None:
    sheets = sheets_of(Package.opened(deck()))
    assert [sheet.title for sheet in sheets] == ["Annual plan", "Where we stand", "Regions", "Sales", "まとめ"]
    found = {one.id: (one.kind, one.words) for one in sheets[2].texts}
    assert found == {
        "T1": ("title", "Regions"),
        "T2": ("cell", "Region"),
        "T3": ("cell", "Share"),
        "T4": ("cell", "East"),
        "T5": ("cell", "40%"),
        "T6": ("text", "Box 0"),
        "T7": ("text", "Box 1"),
        "T8": ("text", "A remark"),
        "N": ("notes", ""),
    }
    members = {one.id: (one.order, one.member) for one in sheets[2].texts}
    assert (members["T5"], members["T6"], members["T7"], members["T8"]) == ((1, None), (2, 0), (2, 1), (3, None))
    assert sheets[3].holds == ("chart",)
    assert [line.level for line in sheets[1].texts[1].lines] == [0, 1, 0]
    assert sheets[1].text("N").words == "Speak slowly.\nPause."  # type: ignore[union-attr]


def test_a_slide_keeps_its_id_wherever_it_stands() -> None:
    package = Package.opened(deck())
    before = {sheet.part: sheet.id for sheet in sheets_of(package)}
    package.ordered(list(reversed(package.slides())))
    assert {sheet.part: sheet.id for sheet in sheets_of(package)} == before
    assert set(slide_numbers(package)) == set(before)
    assert [bool(notes_part(package, part)) for part in package.slides()].count(True) == 1


def test_a_deck_that_names_a_slide_which_is_not_there_is_refused_in_a_sentence() -> None:
    package = Package.opened(deck())
    del package.parts[package.slides()[1]]
    with pytest.raises(InputError, match="names a slide that is not in the file"):
        sheets_of(Package.opened(package.saved()))
