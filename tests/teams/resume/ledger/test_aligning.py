"""Which claims of an edit stand for which claims of the original."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.ledger.aligning import aligned
from teams.resume.ledger.sides import ANY_TEXT, FEW

SOLD, WASHED, WROTE = "- Sold 12 cars in May.", "- Washed vans in June.", "- Wrote letters to guests."


def pairs(before: list[str], after: list[str]) -> set[tuple[str, str]]:
    return set(aligned("\n".join(before), "\n".join(after)).groups)


def test_claims_that_stand_on_both_sides_are_left_out_wherever_they_stand() -> None:
    assert pairs([SOLD, WASHED, WROTE], [WROTE, SOLD, WASHED]) == set()
    assert pairs([SOLD, WASHED, WROTE], [WROTE, WASHED, "- Sold 13 cars in May."]) == {(SOLD, "- Sold 13 cars in May.")}


def test_a_claim_that_is_said_once_keeps_one_of_two() -> None:
    assert pairs([SOLD, SOLD], [SOLD]) == {(SOLD, "")}
    assert pairs([SOLD], [SOLD, SOLD]) == {("", SOLD)}


def test_moved_claims_find_what_they_stand_for() -> None:
    found = pairs([SOLD, WASHED], ["- Washed big vans in June.", "- Sold 13 red cars in May."])
    assert found == {(SOLD, "- Sold 13 red cars in May."), (WASHED, "- Washed big vans in June.")}
    found = pairs(["- 見積を作成。", "- 新人を指導。"], ["- 新人２名を指導。", "- 見積書を作成。"])
    assert found == {("- 見積を作成。", "- 見積書を作成。"), ("- 新人を指導。", "- 新人２名を指導。")}


def test_split_and_joined_claims_stand_for_each_other() -> None:
    assert pairs(["- Sold cars and washed vans."], ["- Sold cars.", "- Washed vans."]) == {
        ("- Sold cars and washed vans.", "- Sold cars.\n- Washed vans.")
    }
    assert ("- Sold cars.\n- Washed vans.", "- Sold cars and washed vans.") in pairs(
        ["- Sold cars.", "- Washed vans.", WROTE], ["- Sold cars and washed vans.", "- Wrote kind letters to guests."]
    )


def test_a_line_under_another_heading_of_both_texts_has_moved() -> None:
    before = f"## North\n{SOLD}\n## South\n{WASHED}"
    found = aligned(before, f"## North\n{WASHED}\n## South\n{SOLD}")
    assert found.groups == []
    assert {(old.text, old.headings, new.headings) for old, new in found.moved} == {
        (SOLD, ("## North",), ("## South",)),
        (WASHED, ("## South",), ("## North",)),
    }
    assert aligned(before, f"## South\n{WASHED}\n## North\n{SOLD}").moved == []


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [("", "", set()), (SOLD, "", {(SOLD, "")}), ("", SOLD, {("", SOLD)}), ("---", "***", set()), (SOLD, SOLD, set())],
)
def test_one_side_alone_stands_alone(before: str, after: str, found: set[tuple[str, str]]) -> None:
    assert pairs([before], [after]) == found


@FEW
@given(st.lists(st.sampled_from([SOLD, WASHED, WROTE, "- 見積を作成。", "- 新人を指導。"]), max_size=8), st.integers())
def test_bullets_in_another_order_are_the_same_bullets(bullets: list[str], seed: int) -> None:
    shuffled = random.Random(seed).sample(bullets, len(bullets))
    assert pairs(bullets, shuffled) == set()


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_every_changed_line_of_both_sides_is_in_one_pair(before: str, after: str) -> None:
    found = aligned(before, after).groups
    for side, text in ((0, before), (1, after)):
        lines = [line for one in found for line in one[side].splitlines()]
        assert len(lines) <= len(text.splitlines())
        assert set(lines) <= set(text.splitlines())
    same = aligned(before, before)
    assert (same.groups, same.moved) == ([], [])
