from __future__ import annotations

import pytest

from kasen.teams.slides.data import sheet
from kasen.teams.slides.data.sheet import Cutter, said


def test_cells_at_the_end_of_a_row_that_say_nothing_go() -> None:
    cutter = Cutter("en")
    cutter.add(1, ["a", "", None, "b", "", None])
    cutter.add(2, ["", None])
    assert cutter.rows == [(1, ["a", "", None, "b"])]
    assert cutter.notes() == []


def test_a_wide_table_is_full_before_a_narrow_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sheet, "MOST_CELLS", 6)
    wide, narrow = Cutter("en"), Cutter("en")
    taken = [(wide.add(n, [1, 2, 3]), narrow.add(n, [1])) for n in range(1, 5)]
    assert taken == [(True, True), (True, True), (False, True), (False, True)]
    assert wide.notes() == ["Rows up to 2 were read; those after it are in no figure."]


def test_a_sentence_is_said_in_the_language_of_the_deck() -> None:
    assert (said("ja", "表", "table"), said("en", "表", "table")) == ("表", "table")
