"""The claims of a text."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.claims import Claim, claims, lines
from teams.resume.ledger.sides import ANY_TEXT, FEW

TEXT = """# Sample

Sold bread. Baked cakes.

## Experience

### Baker, Example Bakery

- Cut waste by 18%.
- 売上を伸ばした。新人を育てた。

## Skills

---
Bread
"""


def test_each_sentence_is_a_claim_at_its_line_under_its_headings() -> None:
    found = [(one.text.strip(" -"), one.line, one.headings) for one in claims(TEXT)]
    above = ("# Sample", "## Experience", "### Baker, Example Bakery")
    assert ("Sold bread.", 3, ("# Sample",)) in found
    assert ("Baked cakes.", 3, ("# Sample",)) in found
    assert ("Cut waste by 18%.", 9, above) in found
    assert ("売上を伸ばした。", 10, above) in found
    assert ("新人を育てた。", 10, above) in found
    assert found[-1] == ("Bread", 15, ("# Sample", "## Skills"))


def test_a_heading_is_a_claim_under_the_ones_above_it() -> None:
    assert Claim("### Baker, Example Bakery", 7, ("# Sample", "## Experience")) in claims(TEXT)


@pytest.mark.parametrize("text", ["", "\n\n", "---", "***\n===\n", "・", " | | ", "、。"])
def test_what_has_neither_letter_nor_digit_claims_nothing(text: str) -> None:
    assert claims(text) == lines(text) == []


def test_lines_are_whole_whatever_sentences_they_have() -> None:
    assert [(one.text, one.line) for one in lines("A b. C d.\n\n- 売上。新人。")] == [
        ("A b. C d.", 1),
        ("- 売上。新人。", 3),
    ]


@FEW
@given(ANY_TEXT)
def test_no_letter_is_lost_and_every_claim_stands_in_its_line(text: str) -> None:
    rows = text.splitlines()
    found = claims(text)
    assert all(one.text in rows[one.line - 1] for one in found)
    assert [one.line for one in found] == sorted(one.line for one in found)
    letters = [c for row in rows for c in row if c.isalnum()]
    assert [c for one in found for c in one.text if c.isalnum()] == letters
    assert [c for one in lines(text) for c in one.text if c.isalnum()] == letters
