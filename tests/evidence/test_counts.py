"""A number without a unit counts the noun after it, or the subject that it is said of."""

from __future__ import annotations

import pytest

from kasen.evidence.counts import counted, counted_thing
from kasen.evidence.reading import Reading


def things(text: str) -> list[str]:
    read = Reading(text)
    return [counted(read, number) for number in read.numbers]


@pytest.mark.parametrize(
    ("text", "thing"),
    [
        ("対象の自治体は124", "自治体"),
        ("対象となる自治体は、2024年度には214に上った。", "自治体"),
        ("自治体数は124である。", "自治体"),
        ("自治体の数が124に達した。", "自治体"),
        ("合格者：3,214", "合格者"),
        ("the number of rural municipalities is 124.", "municipality"),
        ("In 2024, the number of municipalities covered by the scheme reached 214.", "municipality"),
        ("the score was 3.5", "scor"),
    ],
)
def test_a_bare_number_counts_its_subject(text: str, thing: str) -> None:
    assert things(text) == [thing]


@pytest.mark.parametrize(
    "text",
    [
        "自治体は124を採用した。",
        "自治体は124の部署を持つ。",
        "自治体は124を超える。",
        "自治体は前年より124に近い。",
        "自治体は前年に比べ124だ。",
        "実際には124だった。",
        "there were 124",
        "it was 3.5",
        "chapter 7",
    ],
)
def test_a_number_that_no_subject_is_said_to_be_counts_nothing(text: str) -> None:
    assert things(text) == [""]


def test_a_second_number_does_not_take_the_subject_of_the_first() -> None:
    assert things("自治体は214、35だ。") == ["自治体", ""]
    assert things("the number of schools reached 214 and was 180") == ["school", ""]


def test_what_follows_a_number_goes_before_its_subject() -> None:
    assert things("橋は6車線") == ["車線"]
    assert things("the bridge was 3 lanes") == ["lan"]
    assert things("参加者は3人") == ["people"]
    read = Reading("自治体は124")
    assert counted_thing(read, read.numbers[0]) == ""
