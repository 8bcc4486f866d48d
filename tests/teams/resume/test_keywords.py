"""Terms of a posting that matter, and whether a résumé has them under any of their names."""

from __future__ import annotations

import pytest

from kasen.teams.resume.keywords import MOST, covered, keywords, named, places

JA = """架空フード株式会社（架空の会社）
■募集職種
バックエンドエンジニア

【仕事内容】
・自社ECサイトの決済基盤の設計・開発・運用

【必須スキル・経験】
・GoまたはJavaを用いたWebアプリケーション開発の実務経験 5年以上
・AWS上でのサービス運用経験
・応用情報技術者試験

【歓迎】
・Kubernetesを用いたインフラ構築経験
・Temporal の利用経験があれば尚可

【待遇】
年収700万円〜 社会保険完備 Figma、Notion を使います
"""
EN = """# Senior Backend Engineer

Sample Logistics (fictional) moves parcels.

## Requirements
- 5+ years of professional experience in backend development
- Strong skills in Go or Java
- Excellent communication

Nice to have:
* Kafka, ClickHouse or another store

## Benefits
Remote work, Figma, a MacBook.
"""


def test_terms_of_requirements_come_before_those_of_the_duties_and_of_what_is_welcome() -> None:
    found = keywords(JA, "バックエンドエンジニア")
    assert found.index("Go") < found.index("Kubernetes") < found.index("ECサイト")
    assert {"Java", "AWS", "決済", "Webアプリケーション", "応用情報技術者試験", "Temporal", "バックエンド"} <= set(
        found
    )


def test_what_is_offered_and_what_every_posting_says_is_no_keyword() -> None:
    for posting in (JA, EN):
        found = {term.casefold() for term in keywords(posting, "")}
        assert found
        assert (
            found & {"figma", "notion", "社会保険完備", "実務経験", "sample", "logistics", "excellent", "macbook"}
            == set()
        )


def test_names_that_no_lexicon_holds_are_found_by_their_shape() -> None:
    assert {"Kafka", "ClickHouse"} <= set(keywords(EN, "Backend Engineer"))
    assert keywords("Requirements:\n- Knowledge of APIs and a CV as PDF\n- PCの操作、OJTあり", "") == []
    assert "gVisor" in keywords("Requirements:\n- Knowledge of gVisor", "")


def test_a_role_alone_gives_its_own_terms_and_nothing_gives_none() -> None:
    assert keywords("", "Senior machine learning engineer") == ["machine learning"]
    assert keywords("", "") == []
    assert keywords("\n\n---\n", "課長") == []


def test_a_thing_is_named_once_under_whichever_name_stands_first() -> None:
    found = keywords("Requirements:\n- Amazon Web Services\n- AWS\n- k8s and Kubernetes", "")
    assert found == ["Amazon Web Services", "k8s"]


def test_there_are_never_more_than_forty() -> None:
    posting = "Requirements:\n" + "\n".join(f"- Tool{n}X" for n in range(90))
    assert len(keywords(posting, "")) == MOST == 40


@pytest.mark.parametrize(
    ("term", "text", "written"),
    [
        ("機械学習", "Built machine learning models.", "machine learning"),
        ("machine learning", "機械学習モデルを作成", "機械学習"),
        ("AWS", "Amazon Web Services で構築", "Amazon Web Services"),
        ("Kubernetes", "k8s クラスターを運用", "k8s"),
        ("microservices", "マイクロサービスアーキテクチャへ移行", "マイクロサービス"),
        ("サーバーサイド", "Backend work", "Backend"),
        ("CI/CD", "ＣＩ／ＣＤを整備", ""),
        ("Ｐｙｔｈｏｎ", "python を使用", ""),
        ("コンピューター", "コンピュータを使う", "コンピュータ"),
        ("障害対応", "incident response", "incident response"),
        ("Python", "Python3とJava8", ""),
        ("TOEIC", "TOEIC700点", ""),
        ("QuantumFoo", "quantumfoo を導入", ""),
    ],
)
def test_a_term_is_found_under_another_name_and_in_the_other_language(term: str, text: str, written: str) -> None:
    (found,) = covered([term], text)
    assert (found.term, found.found, found.as_written) == (term, True, written)


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("Java", "JavaScript and TypeScript"),
        ("Java", "Java Script"),
        ("Go", "We go to market; Go-to-market plans"),
        ("C", "C++ and C#"),
        ("C++", "C"),
        ("R", "R&D"),
        ("SQL", "NoSQL, MySQL"),
        ("Java", "Java2Script"),
        ("Go", "Go2"),
        ("React", "React Native"),
        ("Git", "GitHub"),
        ("看護師", "准看護師として勤務"),
        ("営業", "営業日は月曜から"),
        ("Excel", "I excel at talking"),
        ("ML", "500 ml"),
        (".NET", "example.net"),
        ("Kubernetes", ""),
    ],
)
def test_a_part_of_another_word_is_not_the_term(term: str, text: str) -> None:
    (found,) = covered([term], text)
    assert (found.found, found.as_written) == (False, "")


def test_places_are_ranges_of_the_text_as_it_was_given() -> None:
    text = "㈱架空。ＡＷＳと機械学習、AWS。"
    assert [text[a:b] for a, b in places("Amazon Web Services", text)] == ["ＡＷＳ", "AWS"]
    assert [text[a:b] for a, b in places("machine learning", text)] == ["機械学習"]


def test_what_is_named_comes_in_order_with_its_kind() -> None:
    assert named("英語、Go、日商簿記2級、決済、Golang") == [
        ("英語", "language"),
        ("Go", "tool"),
        ("日商簿記", "certificate"),
        ("決済", "skill"),
    ]
