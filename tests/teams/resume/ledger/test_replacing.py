"""Replacements."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.replacing import headings, replaced
from teams.resume.ledger.sides import ANY_TEXT, FEW, kinds

RESUME = "# Sample\n\n## Kubernetes team\n\n- Fixed a bug.\n\n## Shop\n\n- Sold bread.\n"


def test_what_the_heading_says_is_said_of_the_lines_under_it_alone() -> None:
    new = " in Kubernetes."
    assert list(replaced("- Fixed a bug.", "- Fixed a bug" + new, RESUME, ())) == []
    assert list(replaced("- Fixed a bug.", "- Fixed a bug" + new, "", ())) != []
    assert list(replaced("- Sold bread.", "- Sold bread" + new, RESUME, ())) != []


def test_the_headings_are_those_of_the_first_line() -> None:
    assert headings("- Fixed a bug.\n- Sold bread.", RESUME) == ["# Sample", "## Kubernetes team"]
    assert headings("- Sold bread.", RESUME) == ["# Sample", "## Shop"]
    assert headings("- Washed vans.", RESUME) == headings("", RESUME) == headings("\n", "") == []


@pytest.mark.parametrize(
    ("after", "ok"),
    [
        ("- Cut waste by 18%.", True),
        ("- Cut waste by 19%.", False),
        ("- Cut waste by 18% with Kubernetes.", False),
        ("- Led the team that cut waste by 18%.", False),
    ],
)
def test_a_confirmed_sentence_bears_what_it_says_and_no_more(after: str, ok: bool) -> None:
    assert (list(replaced("- Cut waste.", after, "", ["I cut waste by 18%."])) == []) is ok


def test_a_confirmed_sentence_bears_nothing_elsewhere() -> None:
    assert kinds(replaced("- Sold bread.", "- Sold 18 breads.", "", ["Waste fell by 18%."])) >= {"number"}


def test_confirmed_japanese_sentences_count_too() -> None:
    said = ["廃棄を18％削減した。"]
    assert list(replaced("- 廃棄を削減。", "- 廃棄を18％削減。", "", said)) == []
    assert list(replaced("- 廃棄を削減。", "- 廃棄を19％削減。", "", said)) != []


def test_lines_that_change_places_between_headings_were_moved() -> None:
    before = "## North\n- Sold bread.\n## South\n- Washed vans."
    after = "## North\n- Washed vans.\n## South\n- Sold bread."
    assert kinds(replaced(before, after, "", ())) == {"moved"}
    assert list(replaced(before, "## South\n- Washed vans.\n## North\n- Sold bread.", "", ())) == []


@FEW
@given(ANY_TEXT, ANY_TEXT, ANY_TEXT)
def test_any_texts_are_compared(before: str, after: str, context: str) -> None:
    assert list(replaced(before, before, context, [after])) == []
    assert all(one.why for one in replaced(before, after, context + before, [context]))
