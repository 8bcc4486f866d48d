from __future__ import annotations

import re

import pytest

from kasen.teams.resume.document.names import name_patterns, names_in, readings


@pytest.mark.parametrize(
    ("words", "names"),
    [
        ("Jordan Specimen", [("Jordan", "Specimen")]),
        ("SPECIMEN, Jordan Q.", [("SPECIMEN", "Jordan", "Q")]),
        ("Resume of Jordan Specimen", [("Jordan", "Specimen")]),
        ("Jordan Specimen's Resume", [("Jordan", "Specimen")]),
        ("Jordan Specimen - Software Engineer", [("Jordan", "Specimen")]),
        ("Dr. Jordan Specimen, PhD", [("Jordan", "Specimen")]),
        ("Alex van der Muster", [("Alex", "van", "der", "Muster")]),
        ("見本 太郎", [("見本", "太郎")]),
        ("職務経歴書（見本 太郎）", [("見本", "太郎")]),
        ("見本 太郎（みほん たろう）", [("見本", "太郎"), ("みほん", "たろう")]),
        ("見本 太郎 / Taro Mihon", [("見本", "太郎"), ("Taro", "Mihon")]),
    ],
)
def test_names_at_the_head_are_known(words: str, names: list[tuple[str, ...]]) -> None:
    assert names_in(words) == names


@pytest.mark.parametrize(
    "words",
    [
        "Software Engineer",
        "職務経歴書",
        "Curriculum Vitae",
        "Example Corp Inc",
        "Work Experience",
        "Tokyo Japan",
        "株式会社 見本",
        "営業 部長",
        "hello world",
    ],
)
def test_titles_employers_and_headings_are_no_names(words: str) -> None:
    assert names_in(words) == []


def test_a_field_makes_an_unspaced_name_sure() -> None:
    assert names_in("見本太郎", sure=True) == [("見本太郎",)]
    assert names_in("見本太郎") == []


def found(name: tuple[str, ...], text: str) -> bool:
    return any(re.search(pattern, text) for pattern, _ in name_patterns([name]))


@pytest.mark.parametrize(
    "text",
    [
        "Jordan Specimen",
        "SPECIMEN, Jordan",
        "jordan_specimen.pdf",
        "specimen-jordan",
        "J. Specimen",
        "Specimen, J.",
        "JordanSpecimen",
        "Specimen's",
    ],
)
def test_a_latin_name_is_found_in_every_usual_form(text: str) -> None:
    assert found(("Jordan", "Specimen"), f"x {text} y")


@pytest.mark.parametrize(
    "text", ["見本太郎", "見本　太郎", "見本・太郎", "太郎 見本", "見 本 太 郎", "見本さん", "そこで見本が", "見本氏"]
)
def test_a_japanese_name_is_found_in_every_usual_form(text: str) -> None:
    assert found(("見本", "太郎"), f"。{text}。")


@pytest.mark.parametrize("text", ["見本市", "製品見本帳", "林業", "森林"])
def test_the_same_letters_in_other_words_are_no_name(text: str) -> None:
    assert not found(("見本", "太郎"), text)
    assert not found(("林", "太郎"), text)


def test_names_of_one_letter_each_are_found_in_both_orders_as_a_whole() -> None:
    assert found(("林", "実"), "。林 実。")
    assert found(("林", "実"), "。実 林。")
    assert not found(("林", "実"), "。林の実。")


def test_a_part_that_is_a_common_word_counts_in_the_whole_name_only() -> None:
    assert found(("Grant", "Young"), "Grant Young")
    assert not found(("Grant", "Young"), "a Grant for Young people")


def test_names_in_kana_are_found_in_latin_letters() -> None:
    assert ("mihon", "taro") in readings([("みほん", "たろう")])
    assert readings([("見本", "太郎"), ("A", "B")]) == []
