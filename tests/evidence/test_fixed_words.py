"""Words written with numerals count nothing; what is counted is a number, whatever counter follows."""

from __future__ import annotations

import pytest

from kasen.evidence.fixed_words import FIXED_WORD
from kasen.evidence.reading import Reading

_LISTED = """
千葉県 百貨店 万一の備え 八百屋 四万十川 三重県 八百長 八百万の神 八百津町 五十嵐さん 五十鈴川 五十音順 五十肩
十二単 十二支 十二指腸 十三夜
十五夜 十六夜 十八番 二十四節気 八十八夜 七十二候 三十三間堂 三十六計 三十路 四十肩 四十雀 九十九里浜 九十九島
東海道五十三次 富嶽三十六景
三十六歌仙 赤穂四十七士 四十八手 五十歩百歩 千歳空港 千代田区 千住 千里の道 千載一遇 一騎当千 一日千秋 一攫千金
笑止千万 迷惑千万 億万長者
百済 百舌鳥 百合 百科事典 百足 百姓 八百比丘尼 嘘八百 五百羅漢 五百旗頭さん 三百代言 二百三高地 三千院 八千代市
三千代さん 三千世界 百万遍
万葉集 万博 万全 万年筆 億劫 兆候 前兆 十勝平野 十和田湖 十津川村 十日町市 十分 十字架 十手 十八史略 十一面観音
十六羅漢 七十七銀行 八十二銀行
百五銀行 山本五十六 直木三十五 怪人二十面相 四万温泉 百目鬼 千手観音 千羽鶴 千鳥 万華鏡 万能 万里の長城 数百 数千万
何百万 幾千
六十四卦 十六進数 八十島 十干十二支 百人一首
"""
WORDS = _LISTED.split()


@pytest.mark.parametrize("word", WORDS)
def test_a_word_or_name_with_numerals_counts_nothing(word: str) -> None:
    assert Reading(word).numbers == []
    assert Reading(f"昔から、{word}は有名だ。").numbers == []
    assert Reading(f"また {word} など").numbers == []


def test_a_hundred_words_are_held() -> None:
    assert len(set(WORDS)) >= 100


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("徳川家康の命で毎年一万壺の茶を", 10000),
        ("三百壺", 300),
        ("一万二千壺を納めた", 12000),
        ("三百の壺", 300),
        ("二十四壺", 24),
        ("百二十三万四千五百六十七", 1234567),
        ("一億二千万", 120000000),
        ("十万石の城下", 100000),
        ("八百", 800),
        ("八百万円", 8000000),
        ("四万", 40000),
        ("五十鉢", 50),
        ("千二百俵", 1200),
    ],
)
def test_what_is_counted_is_a_number_whatever_counter_follows(text: str, value: int) -> None:
    assert [int(one.value) for one in Reading(text).numbers] == [value]


@pytest.mark.parametrize("text", ["万二千壺", "百千", "千万億", "億万", "二三"])
def test_what_is_no_numeral_is_no_number(text: str) -> None:
    assert Reading(text).numbers == []


def test_a_scale_of_a_map_is_a_share() -> None:
    assert [str(one.value) for one in Reading("二万五千分の一の地図").numbers] == ["1/25000"]


def test_of_words_that_begin_alike_the_longest_is_found() -> None:
    found = FIXED_WORD.match("五十音順")
    assert found is not None
    assert found[0] == "五十音"


def test_an_endless_row_of_numerals_is_read() -> None:
    assert Reading("一千" * 50_000).numbers == []
