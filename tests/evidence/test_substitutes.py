"""Figures and names in the place of others, in sentences that are otherwise the same."""

from __future__ import annotations

import pytest

from kasen.evidence.substitutes import goes_both_ways, substitutes
from kasen.evidence.types import Claim, Passage
from kasen.evidence.verify import verify

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


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Jones met Smith.", "Smith met Jones."),
        ("Mary Jones married Adam Smith in 1921.", "Adam Smith married Mary Jones in 1921."),
        ("Mary Jones had divorced Adam Smith by 1921.", "Adam Smith had divorced Mary Jones by 1921."),
        ("The Danube joined with the Sava long ago.", "The Sava joined with the Danube long ago."),
        ("Toyota cooperated closely with Mazda in 2015.", "Mazda cooperated closely with Toyota in 2015."),
        ("田中一郎はパリで鈴木花子と会った。", "鈴木花子はパリで田中一郎と会った。"),
        ("田中一郎は1921年に鈴木花子と結婚した。", "鈴木花子は1921年に田中一郎と結婚した。"),
    ],
)
def test_who_met_whom_may_be_said_either_way(claim: str, passage: str) -> None:
    assert support(claim, passage) in {"supported", "partial"}


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("Mary Jones defeated Adam Smith in 1921.", "Adam Smith defeated Mary Jones in 1921."),
        ("Jones was met by Smith at the station.", "Smith was met by Jones at the station."),
        ("田中一郎は1921年に鈴木花子を破った。", "鈴木花子は1921年に田中一郎を破った。"),
    ],
)
def test_who_defeated_whom_may_not(claim: str, passage: str) -> None:
    assert support(claim, passage) in {"unsupported", "contradicted"}


def test_names_that_do_not_stand_there_do_nothing_with_one_another() -> None:
    assert goes_both_ways("Smith met Jones.", "Jones", "Smith")
    assert not goes_both_ways("Smith met Jones.", "Brown", "Smith")
    assert not goes_both_ways("Smith met the son of Jones.", "Jones", "Smith")


def support(claim: str, passage: str) -> str:
    whole = Passage(id="p", source_id="s", text=passage, end=len(passage))
    return verify([Claim(id="1", text=claim, passage_ids=("p",))], {"p": whole})[0].support
