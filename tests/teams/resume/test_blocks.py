"""A statement is a bullet or paragraph with the lines that it is wrapped over."""

from __future__ import annotations

from kasen.teams.resume.blocks import end_of, sides
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.patch import Edit, composed

TEXT = "# CV\n\n- Built the service\n  in three months.\n- Wrote tests.\n\nA paragraph that is\nwrapped.\n"


def test_a_bullet_ends_behind_its_last_line() -> None:
    resume = parse(TEXT, lang="en")
    assert TEXT[: end_of(resume, resume.lines[2])].endswith("in three months.")
    assert TEXT[: end_of(resume, resume.lines[4])].endswith("Wrote tests.")
    assert TEXT[: end_of(resume, resume.lines[0])].endswith("# CV")


def test_the_sides_of_a_change_are_the_whole_statement_with_all_its_changes() -> None:
    start, end = TEXT.index("three"), TEXT.index("months")
    first = TEXT.index("Built")
    changes = composed(TEXT, [], [Edit(start, end, "two "), Edit(first, first + 5, "Made")])
    for change in changes:
        before, after = sides(TEXT, changes, change)
        assert before == "- Built the service\n  in three months."
        assert after == "- Made the service\n  in two months."


def test_a_line_that_is_put_in_has_nothing_before_it() -> None:
    at = TEXT.index("\n- Wrote")
    changes = composed(TEXT, [], [Edit(at, at, "\n- Measured the load.")])
    assert sides(TEXT, changes, changes[0]) == ("", "- Measured the load.")


def test_a_wrapped_paragraph_is_one_statement_from_either_line() -> None:
    at = TEXT.index("wrapped.")
    changes = composed(TEXT, [], [Edit(at, at + 7, "folded")])
    assert sides(TEXT, changes, changes[0]) == ("A paragraph that is\nwrapped.", "A paragraph that is\nfolded.")
