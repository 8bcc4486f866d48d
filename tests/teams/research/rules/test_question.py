"""What a question wants is read from its words, in both languages."""

from __future__ import annotations

import pytest

from kasen.teams.research.rules.question import answers, content_words, keywords, kinds, names, plain_words


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("宇治茶はいつ始まりましたか。", ["when"]),
        ("梅雨入りは何月ごろ？", ["when"]),
        ("緑茶の輸出量は何トン？", ["amount"]),
        ("経済特別区は２０１２年に何カ所？", ["amount"]),
        ("煎茶を完成させたのは誰か", ["who"]),
        ("コーヒーの原産地はどこですか", ["where"]),
        ("この製法を何と呼ぶか", ["name"]),
        ("なぜ宇治が中心になったのか", ["why"]),
        ("抹茶はどのように作るか", ["how"]),
        ("抹茶とは", []),
        ("When did tea reach Japan?", ["when"]),
        ("How many tonnes were exported?", ["amount"]),
        ("Who perfected sencha?", ["who"]),
        ("Where is Uji?", ["where"]),
        ("Why did prices fall?", ["why"]),
        ("How is matcha made?", ["how"]),
        ("Describe matcha.", []),
    ],
)
def test_the_kind_of_answer_follows_from_the_question(question: str, expected: list[str]) -> None:
    assert kinds(question) == expected


@pytest.mark.parametrize(
    ("sentence", "kind", "question", "expected"),
    [
        ("栽培は1271年に始まった。", "when", "栽培はいつ始まったか", True),
        ("栽培は宇治で始まった。", "when", "栽培はいつ始まったか", False),
        ("2020年に始まった。", "when", "2020年に何が", False),
        ("輸出量は5,274トンだった。", "amount", "2020年の輸出量は", True),
        ("2020年の輸出量は多い。", "amount", "2020年の輸出量は", False),
        ("Nagatani Soen of Ujitawara perfected it.", "who", "Who perfected it?", True),
        ("It was perfected early.", "who", "Who perfected it?", False),
        ("霜が少ないため品質が良い。", "why", "なぜ品質が良いか", True),
    ],
)
def test_a_sentence_answers_when_it_says_something_new_of_that_kind(
    sentence: str, kind: str, question: str, expected: bool
) -> None:
    assert answers(sentence, kind, question) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("宇治茶は何年に始まりましたか？", ["宇治茶", "始"]),
        ("ＪＡＸＡのロケットについて教えてください", ["jaxa", "ロケット"]),
        ("What is the difference between sencha and matcha?", ["sencha", "matcha"]),
        ("How many prefectures grow tea?", ["prefectures", "grow", "tea"]),
        ("さくらんぼとは", ["さくらんぼ"]),
        ("やぶきたは誰がいつ作ったか", ["やぶきた", "作"]),
        ("何がなくてもこれはもっとも多いという", ["多"]),
        ("", []),
    ],
)
def test_question_words_are_not_content(text: str, words: list[str]) -> None:
    assert plain_words(text) == words


def test_content_words_are_stemmed_and_keywords_are_not() -> None:
    assert content_words("Exports, exported teas") == ["export", "tea"]
    assert keywords("Exports, exported teas") == "exports exported teas"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("What is the GDP of Brazil?", {"gdp", "brazil"}),
        ("Which town grows tea?", set()),
        ("He came. She left", set()),
        ("玉露のカフェインは", {"カフェイン"}),
    ],
)
def test_names_are_told_by_how_they_are_written(text: str, expected: set[str]) -> None:
    assert names(text) == expected


def test_names_with_accents_answer_who_and_where() -> None:
    assert answers("In 1738 Nagatani Sōen perfected a way of making it.", "who", "Who invented the method?")


def test_what_happens_is_not_a_subject() -> None:
    assert content_words("What happens if I lose my laptop?") == ["los", "laptop"]
