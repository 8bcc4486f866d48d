"""The rule says met, partly and missing only where code measures the whole requirement."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.resume.rules.posting_matcher import match
from kasen.teams.resume.schemas.posting import RequirementSaid

EXAMPLES = Path(__file__).parents[4] / "examples" / "resume"
RESUME = """# 職務経歴

## 架空商事株式会社（2020年4月 〜 2023年3月）

- Goで決済APIを開発した。
- PostgreSQLを利用した。

# スキル

Terraform、Rust（学習中）

# 資格

- TOEIC 650点（2020年1月）
- 日商簿記検定2級
- 看護師免許
"""


def held(words: str, resume: str = RESUME, lang: str = "ja") -> RequirementSaid:
    said = match(role="", posting=f"必須:\n・{words}\n", resume=resume, today="2026-10-01", lang=lang)
    (found,) = said.requirements
    return found


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("Goの実務経験", "met"),
        ("Goの実務経験 3年以上", "met"),
        ("Goの実務経験 5年以上", "partly"),
        ("GoまたはJavaの経験", "met"),
        ("Go、Javaの経験", "partly"),
        ("Javaの経験", "missing"),
        ("Kafkaを用いた大規模な設計の経験", "missing"),
        ("Goを用いた大規模な設計の経験", "not_judged"),
        ("AWSなどのクラウドの経験", "not_judged"),
        ("AWSなどの利用経験", "not_judged"),
        ("Terraformの利用経験", "partly"),
        ("Terraformの利用経験 3年以上", "not_judged"),
        ("Terraform", "met"),
        ("Rustの知識", "missing"),
        ("実務経験3年以上", "met"),
        ("実務経験5年以上", "partly"),
        ("TOEIC 600点以上", "met"),
        ("TOEIC 800点以上", "partly"),
        ("日商簿記3級以上", "met"),
        ("日商簿記1級", "partly"),
        ("看護師免許", "met"),
        ("准看護師", "missing"),
        ("ビジネスレベルの英語力", "not_judged"),
        ("明るい方", "not_judged"),
    ],
)
def test_statuses(words: str, status: str) -> None:
    assert held(words).status == status


def test_what_is_met_is_quoted_and_years_are_told_in_the_language_of_the_review() -> None:
    found = held("Goの実務経験 5年以上")
    assert found.evidence == ["Goで決済APIを開発した"]
    assert found.note == "Go が出てくる経歴は合わせて3年（求めは5年）。"
    assert held("Goの実務経験 5年以上", lang="en").note == "Go: 3 y in the entries that name it (asked: 5 y)."


def test_what_cannot_be_judged_still_shows_the_words_that_bear_on_it() -> None:
    found = held("決済領域での開発経験 2年以上")
    assert (found.status, found.evidence) == ("not_judged", ["Goで決済APIを開発した"])
    assert found.note == "職歴は合わせて3年（求めは2年）。"


def test_nothing_is_met_by_an_empty_resume_or_asked_by_an_empty_posting() -> None:
    assert held("Goの経験", resume="").status == "missing"
    assert held("実務経験3年以上", resume="").status == "not_judged"
    assert match(role="", posting="", resume=RESUME, today="2026-10-01", lang="ja").requirements == []


@pytest.mark.parametrize(
    ("lang", "met", "partly", "missing"),
    [
        (
            "ja",
            {"GoまたはJavaを用いた開発の実務経験 3年以上", "AWSの利用経験", "応用情報技術者試験"},
            {"Terraform、Ansibleの利用経験", "TOEIC 800点以上"},
            {"Kubernetesの利用経験", "Kafkaを用いたイベント駆動の設計経験"},
        ),
        (
            "en",
            {
                "5+ years of professional experience",
                "Python or Go",
                "Experience with PostgreSQL",
                "Terraform",
                "AWS certification",
            },
            {"Experience with AWS and Kubernetes"},
            {"Experience with Kafka"},
        ),
    ],
)
def test_the_examples_meet_their_postings_in_part(
    lang: str, met: set[str], partly: set[str], missing: set[str]
) -> None:
    posting = (EXAMPLES / f"posting.{lang}.txt").read_text(encoding="utf-8")
    resume = (EXAMPLES / f"engineer.{lang}.qmd").read_text(encoding="utf-8")
    said = match(role="", posting=posting, resume=resume, today="2026-10-01", lang=lang).requirements
    by_status = {
        status: {one.requirement for one in said if one.status == status}
        for status in ("met", "partly", "missing", "not_judged")
    }
    assert (by_status["met"], by_status["partly"], by_status["missing"]) == (met, partly, missing)
    assert len(by_status["not_judged"]) >= 4
    assert all(quote in resume for one in said for quote in one.evidence)
