"""Sentences that can be looked up are claims; opinions, questions, predictions and orders are not."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.claim_splitter import (
    asked_claim,
    challenged,
    checkable,
    is_prose,
    kinds,
    not_checked,
    opposed,
    split,
)
from kasen.teams.research.schemas.fact_check import Uncheckable


@pytest.mark.parametrize(
    ("sentence", "kind"),
    [
        ("I think tea is a wonderful drink.", "opinion"),
        ("煎茶は美しい文化だと思う。", "opinion"),
        ("Why did Uji become the centre of tea?", "question"),
        ("なぜ宇治は茶の中心になったのか。", "question"),
        ("Exports will double by 2040.", "prediction"),
        ("輸出額は2030年に倍になる見込みである。", "prediction"),
        ("今後も輸出は増えるだろう。", "prediction"),
        ("来年も値上がりが続くでしょう。", "prediction"),
        ("輸出はなぜ減ったのだろう。", "question"),
        ("輸出は増えるでしょうか。", "question"),
        ("どの国が最も増えるだろう。", "question"),
        ("輸出はどうして減ったのだろう。", "question"),
        ("工場はいつから動くでしょう。", "question"),
        ("何か国が加わるだろう。", "question"),
        ("何が最も高くなるだろう。", "question"),
        ("工場はどこから移るだろう。", "question"),
        ("値上げはいつまで続くでしょう。", "question"),
        ("Please buy tea from Uji.", "instruction"),
        ("宇治の茶を買ってください。", "instruction"),
        ("It was opened in 1998.", "unclear"),
        ("これは1998年に開通した。", "unclear"),
        ("Uji lies south of Kyoto.", None),
        ("宇治は京都の南にある。", None),
        ("The will of Soen names three heirs.", None),
    ],
)
def test_why_a_sentence_is_not_checked(sentence: str, kind: str | None) -> None:
    found = not_checked(sentence)
    assert found == kind or (kind is None and found == "prediction" and " will " in sentence)


@pytest.mark.parametrize(
    "sentence",
    [
        "来年の売上は100億円ほどの規模になるでしょう。",
        "来年も需要はいつもどおり続くでしょう。",
        "何度も延期されたが、来年には完成するだろう。",
        "企業などの投資が増えるだろう。",
        "どの国も目標に届かないだろう。",
        "実現するかどうかは不透明な状況が続くだろう。",
        "どうしても値上げは避けられないだろう。",
        "ぶどうの生産は増えるだろう。",
        "来年の見どころになるだろう。",
        "誰もが使うようになるだろう。",
        "何らかの対策がとられるだろう。",
        "低迷は何十年も続くでしょう。",
        "いつかは完成するだろう。",
        "日本は米国に追いつくだろう。",
        "国内の生産を補いつつ、輸入は増えるだろう。",
        "なぜなら需要が減るからだろう。",
        "価格はいくらか下がるだろう。",
    ],
)
def test_a_forecast_that_only_holds_the_letters_of_a_question_is_a_forecast(sentence: str) -> None:
    assert not_checked(sentence) == "prediction"


@pytest.mark.parametrize(
    ("sentence", "claim"),
    [
        ("Is it true that the bridge opened in 1998?", "The bridge opened in 1998."),
        ("Is it really true that Uji lies near Kyoto ?", "Uji lies near Kyoto."),
        ("明石海峡大橋が1997年に開通したというのは本当ですか？", "明石海峡大橋が1997年に開通した"),
        ("「宇治は京都の南にある」は本当か。", "宇治は京都の南にある"),
        ("Why is that true?", ""),
        ("なぜそれは本当に美しいのですか？", ""),
        ("", ""),
    ],
)
def test_what_is_asked_to_be_true_is_the_claim(sentence: str, claim: str) -> None:
    assert asked_claim(sentence) == claim
    assert [one.text for one in split(text=sentence, most=20, comment="").claims] == ([claim] if claim else [])


def test_claims_are_the_sentences_verbatim_those_with_figures_first() -> None:
    text = "# Heading\n\nUji lies near Kyoto.\n- The bridge opened on 5 April 1998.\n\nhttps://a.io/\n\nI love tea."
    found = split(text=text, most=20, comment="")
    assert [claim.text for claim in found.claims] == ["The bridge opened on 5 April 1998.", "Uji lies near Kyoto."]
    assert all(claim.words in text for claim in found.claims)
    assert [one.kind for one in found.uncheckable] == ["opinion"]


def test_figures_and_names_make_a_sentence_more_checkable() -> None:
    plain, named, counted = "Tea is drunk here.", "Tea is drunk in Uji.", "Uji made 27,000 t in 2024."
    assert checkable(plain) < checkable(named) < checkable(counted)


@pytest.mark.parametrize("line", ["", "---", "# Tea", "https://example.org/a", "…", "x" * 500, "| a | b |"])
def test_what_is_no_prose_is_no_claim(line: str) -> None:
    assert not is_prose(line)
    assert split(text=line, most=20, comment="").claims == []


def test_what_contradicts_a_claim_is_looked_for_without_its_figures() -> None:
    (query,) = opposed("The Akashi Bridge opened on 5 April 1998.")
    assert "1998" not in query
    assert "akashi" in query
    assert challenged("The Akashi Bridge opened on 5 April 1998.", "en").startswith(query)
    assert challenged("橋は1998年に開通した。", "ja").endswith("誤り 実際は")
    assert opposed("1998") == []


def test_what_is_not_checked_is_told_by_kind() -> None:
    found = [Uncheckable(words="a", kind="opinion"), Uncheckable(words="b"), Uncheckable(words="c", kind="opinion")]
    assert kinds(found) == {"opinion": ["a", "c"], "unclear": ["b"]}
