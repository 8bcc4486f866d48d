from __future__ import annotations

from kasen.teams.slides.rules.shape_editor import told_forms


def test_the_rule_changes_nothing_and_promises_no_charts() -> None:
    said = told_forms(wish="nicer", sheets=[], shown=[], problems=[], lang="en")
    assert (said.texts, said.delete, said.move) == ([], [], [])
    assert "slide 3: title" in said.reply
    assert "chart" not in said.reply
