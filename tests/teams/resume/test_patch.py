"""Changes lead from the original to the text and back, whatever edits made them."""

from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.teams.resume.patch import Edit, applied, composed
from kasen.teams.resume.schemas.change import Change

TEXT = "abc\r\n業務改善を行った。\n\n::: {.note}\nend"


@st.composite
def rounds(draw: st.DrawFn) -> tuple[str, list[list[Edit]]]:
    original = draw(st.text("abc\n業。", max_size=30))
    text, found = original, []
    for number in range(draw(st.integers(1, 4))):
        points = sorted(draw(st.lists(st.integers(0, len(text)), max_size=6)))
        pairs = list(zip(points[::2], points[1::2], strict=False))
        edits = [Edit(s, e, draw(st.text("xyz", max_size=4)), f"F{number}", number + 1) for s, e in pairs]
        edits = [one for n, one in enumerate(edits) if n == 0 or one.start > edits[n - 1].end]
        found.append(edits)
        for one in reversed(edits):
            text = text[: one.start] + one.new + text[one.end :]
    return original, found


def by_hand(text: str, edits: list[Edit]) -> str:
    for one in sorted(edits, key=lambda edit: edit.start, reverse=True):
        text = text[: one.start] + one.new + text[one.end :]
    return text


@given(rounds())
@settings(max_examples=300, deadline=None)
def test_changes_composed_over_rounds_give_the_text_that_the_edits_give(case: tuple[str, list[list[Edit]]]) -> None:
    original, every = case
    text, changes = original, list[Change]()
    for edits in every:
        text = by_hand(text, edits)
        changes = composed(original, changes, edits)
        assert applied(original, changes) == text
    assert all(change.old == original[change.start : change.end] for change in changes)
    assert all(one.end <= other.start for one, other in itertools.pairwise(changes))


@given(rounds(), st.data())
@settings(max_examples=200, deadline=None)
def test_any_choice_of_changes_leaves_everything_else_as_it_was(
    case: tuple[str, list[list[Edit]]], data: st.DataObject
) -> None:
    original, every = case
    changes: list[Change] = []
    for edits in every:
        changes = composed(original, changes, edits)
    chosen = [change for change in changes if data.draw(st.booleans())]
    text, at = applied(original, chosen), 0
    for change in chosen:
        kept = original[at : change.start]
        assert text.startswith(kept)
        text, at = text[len(kept) + len(change.new) :], change.end
    assert text == original[at:]


def test_no_change_gives_the_original_byte_for_byte() -> None:
    assert applied(TEXT, []) == TEXT


def test_an_edit_within_a_change_grows_it_and_keeps_both_findings() -> None:
    start = TEXT.index("行った")
    first = composed(TEXT, [], [Edit(start, start + 3, "主導した", "F1", 1)])
    now = applied(TEXT, first)
    at = now.index("主導")
    second = composed(TEXT, first, [Edit(at, at + 2, "担当", "F2", 2)])
    assert [(c.old, c.new, c.findings, c.iterations, c.line) for c in second] == [
        ("行った", "担当した", ("F1", "F2"), (1, 2), 2)
    ]


def test_a_change_that_leads_back_is_none() -> None:
    first = composed(TEXT, [], [Edit(0, 3, "xyz")])
    assert composed(TEXT, first, [Edit(0, 3, "abc")]) == []


def test_words_of_a_person_stand_in_for_those_of_the_change() -> None:
    changes = composed(TEXT, [], [Edit(0, 3, "xyz")])
    assert applied(TEXT, changes, {"E1": "own"}).startswith("own\r\n")


def test_a_change_has_the_line_that_the_text_is_parsed_into() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(("one", "two", "three"))
        at = text.index("three")
        [change] = composed(text, [], [Edit(at, at + 5, "four")])
        assert change.line == 3
