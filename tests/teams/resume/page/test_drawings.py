from __future__ import annotations

from kasen.teams.resume.page.drawings import pictures
from kasen.tools.report.drawing import clean
from teams.resume.scenes import improved_ja, no_gain_en, nothing, rules


def test_the_critics_before_and_after_and_the_history_are_drawn() -> None:
    first, second = pictures(improved_ja())
    assert clean(first.svg)
    assert clean(second.svg)
    assert first.table is not None
    assert (first.table.corner, first.table.columns) == ("批評家", ("原文", "改稿（2 回目）"))
    assert first.table.rows[0].cells[0].sentences[0].text == "7.3"
    assert "原文 5.7、2 回目 7.8" in second.alt


def test_the_radar_has_one_shape_where_the_original_stays() -> None:
    first, _ = pictures(no_gain_en())
    assert first.table is not None
    assert first.table.columns == ("Original",)


def test_measures_have_no_history_and_nothing_has_no_picture() -> None:
    (only,) = pictures(rules("en"))
    assert only.table is not None
    assert only.table.columns == ("Measured",)
    assert pictures(nothing()) == []
