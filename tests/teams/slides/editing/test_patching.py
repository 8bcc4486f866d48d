from __future__ import annotations

from kasen.teams.slides.editing.patching import ordered, patched
from kasen.teams.slides.schemas.texts import FileChange, Line, TextChange
from teams.slides.editing.by_hand import deck, hashes


def test_words_slides_that_go_and_slides_that_move_in_one() -> None:
    change = FileChange(
        texts=(TextChange(slide=4, shape="T1", lines=(Line(text="Turnover"),)),), delete=(2,), move=((4, 1),)
    )
    made = patched(deck(), change)
    assert [sheet.title for sheet in made.sheets] == ["Turnover", "Annual plan", "Regions", "まとめ"]
    assert made.unlinked == (5,)


def test_no_change_keeps_every_part_and_the_same_change_gives_the_same_bytes() -> None:
    was = deck()
    assert hashes(patched(was, FileChange()).pptx) == hashes(was)
    change = FileChange(texts=(TextChange(slide=1, shape="T1", lines=(Line(text="Plan"),)),))
    assert patched(was, change).pptx == patched(was, change).pptx


def test_the_order_is_that_after_what_goes_is_gone() -> None:
    assert ordered([1, 2, 3, 4], FileChange(delete=(1,), move=((4, 1), (2, 9)))) == [4, 3, 2]
