from __future__ import annotations

import pytest

from kasen.teams.slides.data.numbers import figure_numbers, figure_texts, said, untraced
from kasen.teams.slides.data.rule import figures_of
from teams.slides.data.tabled import table

NUMBERS = (1234.0, 123_456_789.0, 0.453, -12.3, 25_000.0, 2.5)
TEXTS = ("売上は3,200万円で、2023年度に12.5%増えた。", "Exports rose to 45 tonnes in 2022, a third of the total.")


@pytest.mark.parametrize(
    "text",
    [
        "売上は1,234件",
        "1234 people",
        "売上は１，２３４件",
        "約1,200件",
        "about 1,200",
        "1.2億円",
        "約1億2,300万円",
        "123 million",
        "2.5万人",
        "25k users",
        "45%",
        "45.3%",
        "12%減",
        "12.3% lower",
        "2.5倍",
        "over 1,200 people",
        "1,200件を超",
        "1,300件未満",
        "3,200万円",
        "0.32億円",
        "12.5%増",
        "45 t",
        "45,000 kg",
        "a third",
        "2023年度に",
        "in 2022",
        "2022年",
    ],
)
def test_a_number_that_stands_somewhere_may_be_said_rounded_and_in_another_scale(text: str) -> None:
    assert untraced(text, numbers=NUMBERS, texts=TEXTS) == []


@pytest.mark.parametrize(
    ("text", "lost"),
    [
        ("1,200件", "1,200件"),
        ("1,235 cases", "1,235 cases"),
        ("46%", "46%"),
        ("1.3億円", "1.3億円"),
        ("約1,500件", "1,500件"),
        ("45 kg", "45 kg"),
        ("over 1,300 people", "1,300 people"),
        ("1,200件未満", "1,200件"),
        ("7割", "7割"),
        ("半分", "半分"),
        ("2025年に", "2025年"),
        ("in 2019", "2019"),
        ("100%", "100%"),
        ("20人", "20人"),
    ],
)
def test_a_number_that_stands_nowhere_is_told(text: str, lost: str) -> None:
    assert untraced(text, numbers=NUMBERS, texts=TEXTS) == [lost]


@pytest.mark.parametrize(
    "text",
    [
        "3つの柱",
        "三つの理由",
        "3 key points",
        "one of two reasons",
        "第2章 現状",
        "Step 3: decide",
        "Top 5 regions",
        "スライド 3",
        "1. 背景",
        "Q1 の計画",
        "COVID-19, GPT-4, 5G, B2B, ISO 9001",
        "https://example.org/2024/1234",
        "10:30 開始",
        "24時間365日",
        "一人ひとり",
        "1位は東京",
        "the first two weeks",
        "",
    ],
)
def test_names_ranks_and_the_structure_of_the_deck_claim_no_number(text: str) -> None:
    assert untraced(text, numbers=(), texts=()) == []


def test_a_number_of_other_things_is_another_number() -> None:
    assert untraced("77 shops", numbers=(), texts=["There are 77 shops."]) == []
    assert untraced("77人", numbers=(), texts=["There are 77 shops."]) == ["77人"]
    assert untraced("77", numbers=(), texts=["There are 77 shops."]) == []


def test_several_numbers_of_a_sentence_are_looked_at_each() -> None:
    assert untraced("1,234 of 9,999 (45%), then 77", numbers=NUMBERS, texts=()) == ["9,999", "77"]


def test_a_range_and_a_sign_are_read() -> None:
    assert untraced("10〜20%", numbers=(10, 20), texts=()) == []
    assert untraced("▲12.3%", numbers=NUMBERS, texts=()) == []


def test_a_tenth_of_japanese_is_ten_percent() -> None:
    assert untraced("約3割", numbers=(31.2,), texts=()) == []
    assert untraced("8割", numbers=(31.2,), texts=()) == ["8割"]


def test_how_exactly_a_number_is_said_decides_how_far_it_may_be_rounded() -> None:
    (one,) = said("1.2億円")
    assert one.fits(124_000_000)
    assert not one.fits(126_000_000)
    (two,) = said("1.20億円")
    assert not two.fits(124_000_000)


def test_what_a_figure_shows_may_be_said_of_it() -> None:
    figures = figures_of([table()], "sales by region", lang="en")
    sentence = "East grew from 120 to 150 million yen, by 25%; all regions came to 220 in 2023."
    numbers, texts = figure_numbers(figures), figure_texts(figures)
    assert untraced(sentence, numbers=numbers, texts=texts) == []
    assert untraced("East grew by 26%.", numbers=numbers, texts=texts) == ["26%"]
    assert 150 in numbers
    assert "East" in texts


@pytest.mark.parametrize("count", ["一万壺", "三百壺", "一万二千壺", "三百の壺", "二十四鉢"])
def test_a_japanese_number_has_to_stand_somewhere_whatever_counter_follows(count: str) -> None:
    text = f"徳川家康の命で毎年{count}の茶を運んだ"
    assert untraced(text, numbers=[], texts=["毎年、茶を運んだ。"])
    assert untraced(text, numbers=[], texts=[f"毎年{count}の茶を運んだ。"]) == []


@pytest.mark.parametrize("word", ["八百屋", "四万十川", "五十嵐", "十二単", "三重県", "百貨店", "千葉"])
def test_a_word_with_numerals_has_to_stand_nowhere(word: str) -> None:
    assert untraced(f"{word}の茶", numbers=[], texts=[]) == []
