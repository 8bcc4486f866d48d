"""The lexicon: read once, and of one mind."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.words import Entry, pieces, root, table, words
from teams.resume.ledger.sides import ANY_TEXT, FEW

LISTS = ("verbs", "nouns", "wider", "ranks")
OPPOSITES = [
    ("increase", "decrease"),
    ("increase", "reduce"),
    ("raise", "lower"),
    ("buy", "sell"),
    ("open", "close"),
    ("import", "export"),
    ("send", "receive"),
    ("lead", "assist"),
    ("internal", "external"),
    ("domestic", "overseas"),
    ("junior", "senior"),
    ("customer", "supplier"),
    ("income", "cost"),
    ("design", "test"),
    ("daily", "weekly"),
    ("weekly", "monthly"),
    ("bachelor", "master"),
    ("java", "javascript"),
    ("doctor", "nurse"),
    ("proposed", "implemented"),
    ("増加", "減少"),
    ("増加", "削減"),
    ("入社", "退社"),
    ("購入", "販売"),
    ("国内", "海外"),
    ("部下", "上司"),
    ("輸出", "輸入"),
    ("毎日", "毎週"),
    ("部長", "課長"),
    ("学士", "修士"),
    ("提案", "実施"),
    ("開始", "終了"),
    ("社内", "社外"),
    ("顧客", "仕入先"),
    ("医師", "看護師"),
    ("初級", "上級"),
]


def entry(word: str) -> Entry:
    if word.isascii():
        return words().latin[tuple(root(one.group()) for one in pieces(word))]
    return words().other[word]


def test_the_lexicon_is_read_once_and_holds_both_languages() -> None:
    assert words() is words()
    assert len(words().latin) > 1000
    assert len(words().other) > 1000
    assert max(map(len, words().latin)) == words().longest_latin
    assert max(map(len, words().other)) == words().longest_other


def test_no_word_stands_for_its_opposite() -> None:
    assert [pair for pair in OPPOSITES if entry(pair[0]).groups & entry(pair[1]).groups] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("cut", "reduce"),
        ("build", "develop"),
        ("kubernetes", "k8s"),
        ("customer", "顧客"),
        ("reduce", "削減"),
        ("会社", "企業"),
    ],
)
def test_words_for_the_same_share_a_group(one: str, other: str) -> None:
    assert entry(one).groups & entry(other).groups


def test_a_word_that_is_known_is_in_a_group_or_claims_nothing() -> None:
    every = [*words().latin.values(), *words().other.values()]
    assert [one for one in every if not (one.free or one.groups)] == []
    assert [one for one in every if bool(one.groups) != bool(one.kinds)] == []
    assert all(group < len(words().kinds) for one in every for group in one.groups)
    assert all(one.kinds == {words().kinds[group] for group in one.groups} for one in every)


def test_no_word_that_grants_what_is_held_claims_nothing_by_itself() -> None:
    known = [words().latin.get((one,)) or words().other.get(one) for one in words().held]
    assert words().held
    assert [one for one in known if one and one.free] == []


def test_a_result_lies_in_no_list_of_titles_or_degrees() -> None:
    every = {**{" ".join(key): one for key, one in words().latin.items()}, **words().other}
    assert [form for form, one in every.items() if "result" in one.kinds and one.kinds & {"title", "degree"}] == []


@pytest.mark.parametrize("name", LISTS)
def test_every_group_of_a_list_holds_a_word(name: str) -> None:
    parts = table(name)
    assert parts
    for part in parts.values():
        assert isinstance(part, dict)
        rows = str(part["groups"]).strip().splitlines()
        assert [row for row in rows if not row.replace("|", " ").split()] == []
        assert [row for row in rows if row.count("|") > 1] == []


@pytest.mark.parametrize(
    "forms",
    [
        ("organise", "organize", "organised", "organizing"),
        ("colour", "color", "colours"),
        ("run", "ran", "runs", "running"),
        ("study", "studied", "studies"),
        ("write", "wrote", "written"),
        ("plan", "planned", "planning"),
        ("shop", "shop's", "shops"),
    ],
)
def test_forms_of_one_word_have_one_root(forms: tuple[str, ...]) -> None:
    assert len({root(form) for form in forms}) == 1


@pytest.mark.parametrize(
    ("one", "other"), [("java", "javascript"), ("lead", "load"), ("manage", "mange"), ("sale", "salt")]
)
def test_other_words_have_another_root(one: str, other: str) -> None:
    assert root(one) != root(other)


def test_the_words_of_a_text_are_those_of_latin_letters() -> None:
    assert [one.group() for one in pieces("built node.js, c++ and c# in-house; don't 売上 .net")] == [
        *("built", "node.js", "c++", "and", "c#", "in", "house", "don't", ".net")
    ]


@FEW
@given(ANY_TEXT)
def test_any_word_has_a_root(text: str) -> None:
    assert all(isinstance(root(one.group()), str) for one in pieces(text.casefold()))
