"""What a quotation says of one thing among several."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.rules.subject import Place, Subjects

SUBJECTS = Subjects([["Alpha"], ["Beta", "ベータ"], ["Alpha Pro"], ["煎茶"]])


def words(quote: str, thing: int, *, before: str = "", **around: Any) -> str:
    text = before + quote
    return SUBJECTS.words_of(thing, Place(text, len(before), len(text), **around))


@pytest.mark.parametrize(
    ("quote", "alpha", "beta"),
    [
        ("Alpha costs 5 dollars, while Beta costs 7 dollars.", "5", "7"),
        ("Alpha costs 5 dollars and Beta 7 dollars.", "5", "7"),
        ("5 dollars for Alpha and 7 dollars for Beta.", "5", "7"),
        ("Alpha and Beta cost 5 and 7 dollars, respectively.", "5", "7"),
        ("Unlike Beta, Alpha weighs 5 kg.", "5", ""),
        ("Alpha costs 5 dollars, less than Beta.", "5", ""),
        ("Alphaは5ドル、ベータは7ドルである。", "5", "7"),
        ("Alphaの5ドルに対しベータは7ドル。", "5", "7"),
        ("Alphaとベータの価格はそれぞれ5ドルと7ドルである。", "5", "7"),
    ],
)
def test_each_thing_gets_the_figure_of_its_own_clause(quote: str, alpha: str, beta: str) -> None:
    found = [words(quote, 1), words(quote, 2)]
    assert ["".join(c for c in text if c in "57") for text in found] == [alpha, beta]


def test_what_is_said_of_both_is_said_of_each() -> None:
    for quote in ("Alpha and Beta cost 5 dollars.", "Alphaとベータは5ドルである。"):
        assert words(quote, 1) == words(quote, 2) == quote


def test_a_longer_name_is_not_the_shorter_one_inside_it() -> None:
    assert SUBJECTS.named("The Alpha Pro is new.") == {3}
    assert SUBJECTS.named("The Alpha-Pro is new.") == {3}
    assert SUBJECTS.named("Alphabet, Alpha2, Alpha-2 and Alpha 2.5 are others.") == {1}
    assert Subjects([["Go"], ["C"]]).named("Vitamin c helps to go on.") == set()
    assert SUBJECTS.named("ＡＬＰＨＡとべーた、煎茶") == {1, 4}


def test_words_without_a_name_belong_to_what_stands_nearest() -> None:
    quote = "It costs 5 dollars."
    assert words(quote, 1, title="Alpha review") == quote
    assert words(quote, 1, title="Alpha vs Beta") == words(quote, 2, title="Alpha vs Beta") == ""
    assert words(quote, 2, before="Beta came out in 2020. ", title="Alpha vs Beta") == quote
    assert words(quote, 1, before="Beta came out in 2020. ", title="Alpha review") == ""
    assert words(quote, 1, before="Beta is older. ", headings=("Models", "Alpha")) == quote
    assert words(quote, 1) == ""


def test_a_cell_of_a_row_belongs_to_the_column_that_names_the_thing() -> None:
    header = "|  | Alpha | Beta |\n|---|---|---|\n"
    assert words("| Price | 5 | 7 |", 2, before=header, title="Alpha") == "Beta Price 7"
    assert words("| Price | 5 |", 2, before=header) == ""
    assert words("| Alpha | 5 | 7 |", 1, before="|  | p | q |\n|---|---|---|\n") == "| Alpha | 5 | 7 |"
    assert words("| Price | 5 |", 1, before="| x | y |\n", title="Alpha") == "| Price | 5 |"
    assert words("| Price | 5 |", 1, before="| x | y |\n") == ""


def test_rows_of_sheets_have_no_bars_at_their_ends_and_their_header_may_be_a_heading() -> None:
    header = "item | Alpha | Beta"
    assert words("Price | 5 | 7", 2, before=f"{header}\n") == "Beta Price 7"
    assert words("Price | 5 | 7", 1, headings=("Sheet", header)) == "Alpha Price 5"
    assert words("Alpha | 5 | light", 1, headings=("Sheet", "item | price | weight")) == "Alpha | 5 | light"
    assert words("Alpha | 5 | lighter than Beta", 2) == ""
    assert words("x | lighter than Beta", 2) != ""


def test_things_without_names_are_named_nowhere() -> None:
    assert Subjects([]).named("Alpha") == Subjects([[""]]).named("Alpha") == set()
