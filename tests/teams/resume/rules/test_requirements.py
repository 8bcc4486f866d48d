"""Requirements are cut from a posting, and what code can measure of each is told from what it cannot."""

from __future__ import annotations

import pytest

from kasen.teams.resume.rules.requirements import MOST, Wanted, grades, wanted


def one(words: str) -> Wanted:
    (found,) = wanted(f"必須:\n・{words}\n")
    return found


def test_each_bullet_under_a_heading_of_requirements_is_one_in_the_words_of_the_posting() -> None:
    posting = (
        "仕事内容\n・APIの開発\n\n【必須】\n・Goの経験\n・AWSの経験\n\n【歓迎】\n・Kafka\n\n【待遇】\n・年収700万円\n"
    )
    found = wanted(posting)
    assert [(w.text, w.weight) for w in found] == [("Goの経験", "must"), ("AWSの経験", "must"), ("Kafka", "nice")]
    assert all(posting[w.start : w.end] == w.text for w in found)


def test_words_of_a_bullet_that_say_it_is_only_welcome_count_more_than_its_heading() -> None:
    assert one("Kafkaの経験があれば尚可").weight == "nice"
    (found,) = wanted("Requirements:\n- Go is a plus")
    assert found.weight == "nice"


def test_without_headings_sentences_that_ask_for_something_are_requirements() -> None:
    found = wanted("We are a small team. You have experience with Go. Kafka is nice to have, and years pass. Cake!")
    assert [w.text for w in found] == [
        "You have experience with Go.",
        "Kafka is nice to have, and years pass.",
    ]
    found = wanted("当社は架空です。Goの経験がある方を求めます。Djangoがあれば尚可です。")
    assert [(w.text, w.weight) for w in found] == [
        ("Goの経験がある方を求めます。", "must"),
        ("Djangoがあれば尚可です。", "nice"),
    ]


def test_lines_that_only_say_how_to_read_a_list_ask_for_nothing() -> None:
    assert [w.text for w in wanted("必須:\n以下のいずれかの経験\n・Go\n・Java\n")] == ["Go", "Java"]


@pytest.mark.parametrize(
    ("words", "months"),
    [
        ("Goの開発経験 3年以上", 36),
        ("実務経験５年以上", 60),
        ("三年以上の経験", 36),
        ("5+ years of experience", 60),
        ("at least two years with Go", 24),
        ("3-5 years of experience", 36),
        ("2020年度の経験", 0),
        ("2024年以降の経験", 0),
        ("Goの経験", 0),
    ],
)
def test_years_are_read_in_both_languages_and_years_of_the_calendar_are_none(words: str, months: int) -> None:
    assert one(words).months == months


@pytest.mark.parametrize(
    ("words", "choice"),
    [
        ("GoまたはJavaの経験", "any"),
        ("AWS/GCPの経験", "any"),
        ("Python or Go", "any"),
        ("Go、Javaの経験", "all"),
        ("AWS and Kubernetes", "all"),
        ("GoやJavaなどの経験", "examples"),
        ("clouds such as AWS", "examples"),
        ("Kotlin or Java, and Kubernetes", "mixed"),
        ("CI/CDの経験", "all"),
        ("one of: Go, Python, Rust", "any"),
        ("看護師免許（准看護師は不可）", "mixed"),
    ],
)
def test_whether_all_or_one_is_asked(words: str, choice: str) -> None:
    assert one(words).choice == choice


@pytest.mark.parametrize(
    "words",
    [
        "Goを用いた開発の実務経験",
        "AWSの利用経験 3年以上",
        "看護師免許をお持ちの方",
        "TOEIC 800点以上",
        "日商簿記2級以上",
        "Experience with AWS and Kubernetes",
        "5+ years of professional experience",
        "Terraform",
    ],
)
def test_named_tools_certificates_and_figures_are_asked_in_full(words: str) -> None:
    assert one(words).whole


@pytest.mark.parametrize(
    "words",
    [
        "Goを用いた大規模サービスの運用経験",
        "Goの深い知識",
        "Strong skills in Go",
        "ビジネスレベルの英語力",
        "決済領域での開発経験",
        "チームをリードした経験",
        "Experience with Go in fintech",
    ],
)
def test_whatever_else_is_asked_is_not_measured(words: str) -> None:
    assert not one(words).whole


def test_points_and_grades_belong_to_a_test_that_is_named() -> None:
    assert one("TOEIC 800点以上").score == 800
    assert one("TOEIC700点以上").score == 700
    assert one("日商簿記2級以上").grade == 2.0
    assert one("英検準1級").grade == 1.5
    assert one("JLPT N1").grade == 1.0
    assert (one("月間800点以上の納品").score, one("売場の2級品").grade) == (0, 0.0)
    assert list(grades("簿記3級、準2級、N2")) == [3.0, 2.5, 2.0]


def test_long_prose_is_cut_into_sentences_and_long_lists_are_bounded() -> None:
    prose = "Requirements:\n" + "You know Go well. " * 20
    assert {w.text for w in wanted(prose)} == {"You know Go well."}
    assert len(wanted("必須:\n" + "・Goの経験\n" * 200)) == MOST
    assert wanted("") == []
