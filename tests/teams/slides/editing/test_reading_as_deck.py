from __future__ import annotations

from kasen.teams.slides.editing.listing import sheets_of
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.editing.reading_as_deck import deck_of
from teams.slides.editing.by_hand import deck


def test_a_file_is_read_with_all_its_words() -> None:
    made = deck_of(sheets_of(Package.opened(deck())), name="plan", lang="en")
    assert made.title == "Annual plan"
    assert [point.text for point in made.slides[2].points] == [
        "Region | Share", "East | 40%", "Box 0", "Box 1", "A remark",
    ]  # fmt: skip
    assert [point.level for point in made.slides[1].points] == [0, 1, 0]
    assert made.slides[1].notes == "Speak slowly.\nPause."
    assert deck_of([], name="plan", lang="ja").title == "plan"
