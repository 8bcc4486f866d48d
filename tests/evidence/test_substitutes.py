"""Figures and names in the place of others, in sentences that are otherwise the same."""

from __future__ import annotations

import pytest

from kasen.evidence.substitutes import substitutes

RANGE = "Near minus 2 degrees thin plates appear, near minus 5 slender needles, near minus 15 the large stars."
MIMAS = "The widest gap, found by Giovanni Cassini in 1675, is kept open by the moon Mimas for ever."


def found(claim: str, sentence: str) -> list[tuple[str, str, str]]:
    return [(one.kind, one.mine, one.theirs) for one in substitutes(claim, sentence)]


def test_a_figure_of_the_next_clause_is_told_by_its_place() -> None:
    claim = RANGE.replace("minus 2", "minus 15", 1)
    assert found(claim, RANGE) == [("figure", "15", "2")]
    assert found("J3、J2、J3はどの座標系でも一定である。", "J1、J2、J3はどの座標系でも一定である。") == [
        ("figure", "3", "1")
    ]


def test_number_words_are_figures() -> None:
    sentence = "The calendar inserts a thirteenth month in seven of every nineteen years."
    assert found(sentence.replace("seven", "eleven"), sentence) == [("figure", "eleven", "seven")]
    assert found(sentence.replace("seven", "7"), sentence) == []


@pytest.mark.parametrize(
    ("claim", "sentence"),
    [
        ("The bridge of the old town is 5000 m long today.", "The bridge of the old town is 5 km long today."),
        ("The bridge of the old town cost 5.00 dollars.", "The bridge of the old town cost 5 dollars."),
        ("The seasons of 2014 to 2015 were the best ones.", "The seasons of 2014 to 15 were the best ones."),
        ("宇治の茶園の面積は3割ほど増えたといわれる。", "宇治の茶園の面積は30%ほど増えたといわれる。"),
    ],
)
def test_the_same_amount_written_otherwise_is_no_other_figure(claim: str, sentence: str) -> None:
    assert found(claim, sentence) == []


def test_names_that_changed_places_are_told_once() -> None:
    claim = MIMAS.replace("Giovanni Cassini", "#").replace("Mimas", "Giovanni Cassini").replace("#", "Mimas")
    assert found(claim, MIMAS) == [("exchanged", "Mimas", "Giovanni Cassini")]


def test_names_that_are_only_listed_may_change_places() -> None:
    sentence = "The largest makers of the world are Kenya and Ceylon in all these years."
    assert found(sentence.replace("Kenya and Ceylon", "Ceylon and Kenya"), sentence) == []


def test_a_name_in_the_place_of_another() -> None:
    assert found(MIMAS.replace("Giovanni Cassini", "James Clerk Maxwell"), MIMAS) == [
        ("name", "James Clerk Maxwell", "Giovanni Cassini")
    ]


def test_a_claim_in_words_of_its_own_is_not_compared_by_places() -> None:
    assert found("Cassini saw in 1675 what Mimas does: a gap that stays open.", MIMAS) == []
    assert found("Found in 1676.", "Found in 1675.") == []
