from __future__ import annotations

import pytest

from kasen.errors import InputError
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.teams.slides.template.report import compatibility
from teams.slides import odd_templates


def test_a_bundled_template_needs_one_line() -> None:
    lines = compatibility(read(bundled("light"), name="light", bundled=True, lang="en"), lang="en")
    assert lines == ["light: 16:9, 10 of 10 layouts can be used"]


def test_a_report_says_what_can_be_used_what_not_and_why() -> None:
    made = read(odd_templates.two_masters(), name="会社.pptx", lang="ja")
    lines = compatibility(made, lang="ja")
    assert lines[0] == "会社.pptx：13:9、レイアウト 22 個のうち 14 個を使えます、マスター 2 個"
    assert "表紙 (表紙)" in lines[1]
    assert "使わないレイアウト：縦書き本文（本文が縦書きだけです）" in lines
    english = compatibility(read(odd_templates.four_by_three(), name="old.pptx", lang="en"), lang="en")
    assert english[0] == "old.pptx: 4:3, 9 of 11 layouts can be used"
    assert "Not used: Title and Vertical Text, because its text is vertical only" in english
    assert "Its slides (2) are not taken over." in english


def test_what_is_lacking_and_fonts_that_are_missing_are_told() -> None:
    made = read(odd_templates.four_by_three(), name="old.pptx", lang="en")
    few = made.model_copy(
        update={"lacking": ("section", "picture"), "warnings": ("Fonts that are not on this machine: Nowhere Sans.",)}
    )
    lines = compatibility(few, lang="en")
    assert "No layout for: section, picture. The nearest other one is taken, or free shapes." in lines
    assert lines[-1] == "Fonts that are not on this machine: Nowhere Sans."


def test_a_template_that_nothing_can_be_made_with_is_refused_with_what_to_do() -> None:
    made = read(odd_templates.two_masters(), name="odd.pptx", lang="en")
    none = made.model_copy(update={"layouts": tuple(each for each in made.layouts if not each.usable)})
    with pytest.raises(InputError) as caught:
        compatibility(none, lang="en")
    assert "no layout of `odd.pptx` can be used: its text is vertical only, its title is vertical" in str(caught.value)
    assert "light, dark, business" in caught.value.hint
    with pytest.raises(InputError, match="レイアウトが 1 つもありません"):
        compatibility(made.model_copy(update={"layouts": ()}), lang="ja")
