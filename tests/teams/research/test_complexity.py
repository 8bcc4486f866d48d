"""The mode that a request is worked in is measured on its words, and said why; plain questions stay quick."""

from __future__ import annotations

import re

import pytest

from kasen.team import load
from kasen.teams.research.complexity import choose, measure
from kasen.teams.research.schemas import Request

TEXT_EN = (
    "Tea came to Japan from China in the ninth century. Uji became its centre under the shoguns. "
    "Sencha was perfected in 1738 by Nagatani Soen. Exports of green tea doubled between 2012 and 2022. "
    "A cup of green tea holds thirty milligrams of caffeine. Pregnant women should drink no more than two cups a day. "
    "Shading the leaves raises the share of amino acids, and the taste becomes sweeter than that of open fields."
)
TEXT_JA = (
    "日本の茶は九世紀に中国から伝わった。宇治は将軍家の庇護のもとで茶の中心地となった。煎茶は1738年に永谷宗円が完成させた。"
    "緑茶の輸出は2012年から2022年のあいだに倍増した。一杯の緑茶には三十ミリグラムのカフェインが含まれる。"
    "妊娠中は一日二杯までにするべきだとされる。覆いをかけると葉のアミノ酸が増え、露地のものより甘くなる。"
    "静岡県の生産量は長らく全国一であったが、2019年に鹿児島県が並んだという。"
)
QUICK = [
    "Why did Uji become the centre of Japanese tea?",
    "なぜ宇治は日本茶の中心になったのか",
    "When was sencha perfected?",
    "煎茶はいつ完成したのか",
    "カフェイン摂取の上限は？",
    "How much caffeine is safe per day?",
    "What is the capital of Brazil?",
    "ブラジルの首都はどこか",
    "What is the difference between matcha and sencha?",
    "抹茶と煎茶の違いは何か",
    "Who invented the telephone and when?",
    "誰が煎茶を完成させ、それはいつか。",
    "宇治茶",
    "tea",
    "What caused the decline of Uji tea?",
    "宇治茶が衰えた原因は何か",
    "Tell me about Japanese tea.",
    "日本茶について教えてください。",
    "Is green tea healthy?",
    "緑茶は体に良いのか",
    "Summarise https://example.org/tea in one sentence, please.",
    "本当においしい緑茶のいれ方は？",
    "Which tea has the most caffeine?",
    "比較的安い抹茶はどこで買えるか",
    "How do I check the temperature of the water?",
    "What is Kasen? It is a poem, I was told.",
    "日本茶、中国茶、紅茶のうち最も古いのはどれか",
    "Which of red, green and black tea is the oldest?",
    "When did tea come to Japan and why did monks drink it?",
    "茶はいつ日本に伝わり、なぜ僧が飲んだのか。",
]
DEEP = [
    "When did the tea jar processions begin, how did shading change the taste of the leaves, "
    "and how much caffeine is safe per day?",
    "When was sencha perfected, why did Uji become a centre and when did the first railway open?",
    "茶壺道中はいつ始まったか。覆いは味をどう変えたか。カフェインは一日どれだけまで安全か。",
    "日本茶の輸出について徹底的に調査してください。",
    "Give me a comprehensive account of Japanese tea exports.",
    "宇治茶の歴史、栽培、流通について調べてまとめてください。",
    "Write a detailed report on caffeine in pregnancy.",
    "Explain the history, farming methods, trade and taxation of Japanese tea.",
    "緑茶の健康効果を多角的に分析してほしい。",
    "An in-depth look at shaded cultivation, please.",
    "生成AIの規制の全体像を知りたい",
    "Describe the causes, course and consequences of the tea boom.",
]
COMPARE = [
    "Compare matcha and sencha by caffeine, price and taste.",
    "抹茶と煎茶をカフェインと価格で比較してください。",
    "Postgres vs SQLite for a small web service",
    "PostgreSQLとSQLiteを比べてほしい",
    "Which is better for beginners, Rust or Go?",
    "初心者には Rust と Go のどちらが向いているか",
    "A comparison of heat pumps and gas boilers",
    "太陽光発電と風力発電の優劣",
    "What are the pros and cons of nuclear power and wind power?",
]
CAUSAL = [
    "What is the root cause of the fall in tea exports?",
    "茶の輸出が減った根本原因は何か",
    "Investigate what caused the outage of 12 March.",
    "売上低下の原因を分析してください。",
    "Why does our build keep failing on Mondays?",
    "出生率低下の要因分析",
    "What factors led to the decline of Uji?",
    "喫煙と肺がんの因果関係",
    "Analyse the causes of the delay.",
]
FACT_CHECK = [
    "Is it true that green tea cures cancer?",
    "緑茶ががんを治すというのは本当か",
    "Fact-check this: the moon landing was in 1968.",
    "月面着陸は1968年だったという記述を検証して",
    "True or false: sencha was perfected in 1738",
    "次の主張の真偽を確かめたい：宇治は茶の発祥地である。",
    "https://example.org/article-about-tea",
    "Verify whether these claims about vaccines are accurate.",
    "この説明は正しいか：茶は九世紀に伝わった",
    TEXT_EN,
    TEXT_JA,
]
TABLE = [
    *((question, "quick") for question in QUICK),
    *((question, "deep") for question in DEEP),
    *((question, "compare") for question in COMPARE),
    *((question, "causal") for question in CAUSAL),
    *((question, "fact-check") for question in FACT_CHECK),
]


def test_the_table_is_large_enough_to_say_something() -> None:
    assert len(TABLE) >= 60
    assert len({question for question, _ in TABLE}) == len(TABLE)


@pytest.mark.parametrize(("question", "mode"), TABLE, ids=[f"{mode}-{n}" for n, (_, mode) in enumerate(TABLE)])
def test_the_mode_follows_from_the_words(question: str, mode: str) -> None:
    chosen, why = choose(Request(question=question))
    assert chosen == mode, why
    in_japanese = bool(re.search("[ぁ-んァ-ヴ一-龥]", question))
    assert bool(re.search("[ぁ-ん]", why)) == in_japanese
    assert why.endswith("。" if in_japanese else ".")


def test_what_is_given_beside_the_question_counts() -> None:
    plain = "Which tea should we buy?"
    assert choose(Request(question=plain, items=["matcha", "sencha"]))[0] == "compare"
    assert choose(Request(question=plain, items=["matcha"]))[0] == "quick"
    assert choose(Request(question=plain, criteria=["price"]))[0] == "compare"
    assert choose(Request(question=plain, outline=["History", "Trade", "Taste"])) == (
        "deep",
        "The outline has 3 headings.",
    )
    assert choose(Request(question=plain, outline=["History"]))[0] == "quick"


def test_supervised_is_never_chosen_and_every_choice_is_a_mode_of_the_team() -> None:
    modes = {choose(Request(question=question))[0] for question, _ in TABLE}
    assert modes == {"quick", "deep", "compare", "causal", "fact-check"}
    team = load("research")
    assert team.mode_for("auto", Request(question=TABLE[0][0]))[0] == "quick"
    assert {team.mode(mode) for mode in modes} == modes


def test_a_question_with_a_long_story_before_it_is_not_taken_for_a_text_to_check() -> None:
    assert choose(Request(question=f"{TEXT_EN} How much of it may children drink?"))[0] == "quick"
    assert measure(TEXT_EN).claims == 7
    assert measure(f"{TEXT_EN} Who says so?").claims == 0


@pytest.mark.parametrize("question", ["?a", "あ", "🍵 a", "a " * 5000, "。" * 500 + "茶", "https://", "1"])
def test_odd_questions_are_quick_or_at_least_something(question: str) -> None:
    assert choose(Request(question=question))[0] in ("quick", "deep", "fact-check")
