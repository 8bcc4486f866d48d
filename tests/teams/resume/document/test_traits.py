from __future__ import annotations

import pytest

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.parse import parse
from kasen.teams.resume.document.traits import traits_in


def traits(text: str) -> set[tuple[str, str]]:
    return {(kind, text[start:end].strip()) for kind, start, end in traits_in(parse(text), fold(text))}


@pytest.mark.parametrize(
    ("text", "kind", "words"),
    [
        ("〒160-0022 東京都新宿区新宿1-2-3", "address", "〒160-0022 東京都新宿区新宿1-2-3"),
        ("横浜市中区山下町2丁目5番地", "address", "横浜市中区山下町2丁目5番地"),
        ("12 Sample Street, Apt 4, Exampletown", "address", "12 Sample Street, Apt 4, Exampletown"),
        ("1988年5月3日生まれ", "birth", "1988年5月3日生まれ"),
        ("born in 1988", "birth", "born in 1988"),
        ("現在35歳です", "age", "35歳"),
        ("I am 35 years old", "age", "I am 35 years old"),
        ("Jo (they/them)", "gender", "(they/them)"),
        ("一児の父です", "family", "一児の父"),
        ("married with two children", "family", "married with two children"),
    ],
)
def test_traits_are_found_anywhere(text: str, kind: str, words: str) -> None:
    assert (kind, words) in traits(f"## Summary\n\n{text}\n")


@pytest.mark.parametrize(
    "text",
    ["60歳以上の利用者", "20代から30代の女性向け商品", "東京の店舗を担当", "渋谷区の案件を3件受注",
     "male and female connectors", "a single page app", "the father of the project",
     "5 Whys in the Main Street branch", "2019年4月生産開始", "aged stock of 12 months"],
)  # fmt: skip
def test_the_same_words_about_others_are_left(text: str) -> None:
    assert traits(f"# A\n\n## Summary\n\n{text}\n") == set()


def test_cities_and_gender_count_at_the_head_only() -> None:
    head = "Jo | Springfield, IL | jo@e.com\n東京都在住　女性\n"
    kinds = {kind for kind, _ in traits(head + "\n## Summary\n\nx\n")}
    assert kinds == {"address", "gender"}
    assert traits(f"# A\n\n## Summary\n\n{head}") == set()


def test_the_day_of_the_document_is_no_birth() -> None:
    assert traits("2024年4月1日現在\n\n## 職務要約\nx\n") == set()
