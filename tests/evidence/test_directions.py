"""Opposite words are seen across languages."""

from __future__ import annotations

import pytest

from kasen.evidence.directions import opposite, turned_round, ways


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("輸出は減少した", "輸出は増加した"),
        ("exports fell", "輸出は増加した"),
        ("輸出額", "輸入額"),
        ("70度以上", "70度以下"),
        ("the oldest", "the newest"),
        ("前半", "後半"),
        ("it was forbidden", "it was allowed"),
        ("幕府は覆下栽培を禁止した", "幕府は覆下栽培を宇治だけに許した"),
        ("都から遠かった", "都に近く"),
    ],
)
def test_opposites_are_named(claim: str, said: str) -> None:
    assert opposite(claim, said) is not None
    assert opposite(said, claim) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("輸出は増えた", "輸出は増加した"),
        ("輸出は増加した", "輸出は増加し、輸入は減少した"),
        ("不可能である", "可能ではない"),
        ("tea", "coffee"),
        ("", ""),
    ],
)
def test_agreement_and_silence_are_no_opposites(claim: str, said: str) -> None:
    found = opposite(claim, said)
    assert found is None or "不可能" in found


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("leaves keep less theanine", "leaves keep more theanine and hold fewer catechins"),
        ("leaves hold more catechins", "leaves keep more theanine and hold fewer catechins"),
        ("テアニンが少なく残る", "テアニンが多く残り、カテキンは少ない"),
        ("tea was carried from edo to uji", "each year it carried tea from uji to the shogun in edo"),
        ("江戸から宇治へ運んだ", "宇治から江戸の将軍へ新茶を運ぶ。江戸まで歩く"),
    ],
)
def test_more_of_one_and_less_of_the_other_are_not_exchanged_nor_there_and_back(claim: str, said: str) -> None:
    assert turned_round(claim, said) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("leaves keep more theanine", "leaves keep more theanine and hold fewer catechins"),
        ("fewer catechins", "fewer catechins than others, which hold more catechins"),
        ("テアニンが多い", "テアニンが多く残り、カテキンは少ない"),
        ("from uji to edo", "from uji to the shogun in edo"),
        ("from uji to edo", "from uji to edo and from edo to uji"),
        ("宇治から江戸へ", "宇治から江戸の将軍へ"),
        ("more tea", "less coffee"),
        ("", ""),
    ],
)
def test_what_goes_the_same_way_is_not_turned_round(claim: str, said: str) -> None:
    assert turned_round(claim, said) is None


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("the level of the lake rose again", {True}),
        ("the lake recovered", {True}),
        ("the lake dried up", {False}),
        ("水位は回復した", {True}),
        ("湖は縮小した", {False}),
        ("縮小した湖は回復した", {True, False}),
        ("the lake is blue", set()),
        ("", set()),
    ],
)
def test_ways_are_up_and_down(text: str, found: set[bool]) -> None:
    assert ways(text) == found
