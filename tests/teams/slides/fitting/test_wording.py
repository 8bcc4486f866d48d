"""What fitting says on slides and in notes."""

from __future__ import annotations

from kasen.teams.slides.fitting.wording import numbered, said, with_notes


def test_parts_are_numbered_in_the_manner_of_the_language() -> None:
    assert numbered("売上", 1, 3, "ja") == "売上（1/3）"
    assert numbered("Revenue", 2, 3, "en") == "Revenue (2/3)"
    assert numbered("Revenue", 1, 1, "en") == "Revenue"


def test_contents_are_named_in_both_languages() -> None:
    assert "表" in said("over", "ja", what="table")
    assert "left heading" in said("over", "en", what="left_heading")


def test_what_was_left_out_follows_the_notes() -> None:
    assert with_notes("Say this.", [], "en") == "Say this."
    found = with_notes("Say this.", ["- all of it"], "en")
    assert found.startswith("Say this.\n\n")
    assert found.endswith("- all of it")
    assert with_notes("", ["x"], "ja").splitlines()[-1] == "x"
