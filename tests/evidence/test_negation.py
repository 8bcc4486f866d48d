"""What is denied, in both languages, and what only looks like a denial."""

from __future__ import annotations

import pytest

from kasen.evidence.negation import denials
from kasen.evidence.reading import Reading
from kasen.evidence.verify import problems


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("上陸しなかった。", "上陸"),
        ("カフェインを含まない", "含"),
        ("飲みません", "飲"),
        ("熱湯を使わず、", "使"),
        ("栽培されていない", "栽培"),
        ("発酵させずに蒸す", "発酵"),
        ("茶ではありません", "茶"),
        ("does not contain caffeine", "contain"),
        ("never exported tea", "export"),
        ("brewed without sugar", "sugar"),
        ("they didn't stop", "stop"),
    ],
)
def test_a_denial_names_what_it_denies(text: str, word: str) -> None:
    assert [d.word for d in denials(Reading(text).folded)] == [word]


@pytest.mark.parametrize(
    "text",
    [
        "宇治だけでなく静岡でも",
        "必ず飲む",
        "欠かせない",
        "少なくない",
        "間もなく",
        "not only in Uji",
        "no doubt",
        "茶を飲む",
        "",
    ],
)
def test_words_that_only_look_like_denials(text: str) -> None:
    assert denials(Reading(text).folded) == []


def test_the_same_denial_in_other_grammar() -> None:
    one, other = denials("barley tea contains no caffeine")[0], denials("it does not contain caffeine")[0]
    assert one.same(other)
    assert not one.same(denials("it does not grow here")[0])


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "The museum was not founded by Lord Penhale.",
            "The museum has never charged for entry. It was founded in 1871 by Lord Penhale.",
        ),
        ("The council did not take over the ferry.", "The ferry never paid. In 2009 the council took over the ferry."),
        ("The bridge did not survive the flood.", "No road was open, but the bridge survived the flood."),
        ("No one in the test group got a rash.", "Some people in the test group got a rash."),
        ("The firm pays no tax in Spain.", "The firm pays tax in Spain and has no debts."),
    ],
)
def test_a_denial_is_held_against_its_own_clause(claim: str, said: str) -> None:
    assert problems(claim, said)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("No one in the placebo group got a rash.", "Nobody in the placebo group got a rash."),
        ("None of the guests got a rash.", "No guests got a rash, and nobody had to leave."),
        ("Nobody lives on the island.", "No one lives on the island today."),
        ("The museum has never charged for entry.", "The museum was founded in 1871. It has never charged for entry."),
        ("The museum does not charge for entry.", "The museum was founded in 1871 and has never charged for entry."),
        ("The ferry did not carry cars.", "The ferry carried no cars."),
        ("The firm has no debts.", "The firm pays tax in Spain and has no debts."),
        ("Nothing is left of the mill.", "Nothing of the mill is left."),
    ],
)
def test_the_same_denial_in_other_words_is_left_alone(claim: str, said: str) -> None:
    assert problems(claim, said) == []
