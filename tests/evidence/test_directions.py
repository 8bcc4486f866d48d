"""Opposite words are seen across languages."""

from __future__ import annotations

import pytest

from kasen.evidence.directions import opposite, turned_round, ways
from kasen.evidence.verify import problems


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


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("売上高は前年比12％増だった。", "売上高は前年比12％減の40億円だった。"),
        ("客は3割減だった。", "客は前の年に比べ3割増だった。"),
        ("卵は前年より15％安かった。", "卵は前年より15％高く、米は7％安かった。"),
        ("米は前年より7％高かった。", "卵は前年より15％高く、米は7％安かった。"),
        ("運賃は10円値下げされた。", "運賃は10円値上げされた。"),
        ("Prices rose by 12 percent in May.", "Prices were up in April, but fell by 12 percent in May."),
        ("Rents are 12 percent lower in town.", "Rents are 12 percent higher in town and still rising."),
        ("The gate is always closed at noon.", "The gate is always open at noon."),
        ("The new law lengthened the working day.", "The new law shortened the working day."),
        ("The team lost the cup in 2010.", "The team won the cup in 2010."),
        ("The lamp is never lit.", "The lamp is always lit when ships are near."),
        ("The lake is always frozen in March.", "The lake is never frozen in March."),
        ("The valley is green in winter.", "The valley is green in summer."),
        ("The owl hunts by day.", "The owl hunts by night."),
        ("The attack was severe.", "The attack was mild and soon over."),
        ("All of the pupils passed.", "Few of the pupils passed."),
        ("Most of the pupils passed.", "Few of the pupils passed."),
        ("None of the pupils passed.", "All of the pupils passed."),
        ("The council raised the fee.", "The council lowered the fee."),
        ("The ban was lifted in 2011.", "The ban was imposed in 2011."),
        ("冬の出荷は遅れた。", "長雨のため夏の出荷は遅れた。"),
        ("夜間は無料である。", "昼間は無料である。"),
        ("症状は重い。", "症状は軽いことが多い。"),
    ],
)
def test_claims_that_turn_round_what_is_said_are_told(claim: str, said: str) -> None:
    assert problems(claim, said)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("売上高は前年比12％の増加だった。", "売上高は前年比12％増の40億円だった。"),
        ("卵は前年より15％高かった。", "卵は前年より15％高く、米は7％安かった。"),
        ("米は前年より7％安かった。", "卵は前年より15％高く、米は7％安かった。"),
        ("売上高は12％伸びた。", "売上高は12％増、利益は12％減だった。"),
        ("Prices fell by 12 percent in May.", "Prices were up in April, but fell by 12 percent in May."),
        ("Rents are 12 percent higher in town.", "Rents are 12 percent higher in town and still rising."),
        ("York lost to Hull in the final.", "Hull won against York in the final."),
        ("The owl hunts by night.", "The owl sleeps by day and hunts by night."),
        ("In summer the valley is green.", "The valley is green in summer and white in winter."),
        ("Few of the pupils passed.", "Most of the pupils came, but few of them passed."),
        ("The gate is open at noon.", "The gate, which is closed at night, is open at noon."),
        ("The team won the cup.", "The team lost two games and won the cup."),
        ("The day after, the team left for York.", "At night the team met, and the day after it left for York."),
        ("The fee was raised, and few came.", "The fee was raised, so few people came in all."),
        ("夏の出荷は遅れた。", "冬の出荷は早く、夏の出荷は遅れた。"),
        ("症状の多くは軽い。", "重い症状はまれで、症状の多くは軽い。"),
    ],
)
def test_claims_that_go_the_same_way_are_left_alone(claim: str, said: str) -> None:
    assert problems(claim, said) == []
