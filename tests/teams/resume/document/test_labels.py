from __future__ import annotations

import pytest

from kasen.teams.resume.document.folding import fold
from kasen.teams.resume.document.labels import fields_of
from kasen.teams.resume.document.parse import parse


def fields(text: str) -> list[tuple[str, str]]:
    resume = parse(text)
    return [(one.kind, text[one.start : one.end].strip()) for one in fields_of(resume, fold(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("氏名：見本 太郎　年齢：35歳\n", [("name", "見本 太郎"), ("age", "35歳")]),
        ("**住所**: 見本県見本市1-2\n", [("address", "見本県見本市1-2")]),
        ("氏名　見本 太郎\n", [("name", "見本 太郎")]),
        ("Name: Jo Specimen | Phone: 555-010-4477\n", [("name", "Jo Specimen"), ("phone", "555-010-4477")]),
        ("| 氏名 | 見本 太郎 |\n|---|---|\n| 性別 | 男 |\n", [("name", "見本 太郎"), ("gender", "男")]),
        ("| 氏名 | 性別 |\n|---|---|\n| 見本 太郎 | 男 |\n", [("name", "見本 太郎"), ("gender", "男")]),
        ("<dl>\n<dt>氏名</dt>\n<dd>見本 太郎</dd>\n</dl>\n", [("name", "見本 太郎")]),
        ("生年月日\n\n1990年4月1日\n", [("birth", "1990年4月1日")]),
        ("GitHub: jo-specimen\n", [("link", "jo-specimen")]),
        ("GitHub: used every day for reviews\n", []),
        ("City planner with 10 years of practice\n", []),
    ],
)
def test_a_field_is_found_with_its_value(text: str, expected: list[tuple[str, str]]) -> None:
    assert fields(text) == expected


def test_ordinary_words_are_fields_only_at_the_head_and_among_contact_data() -> None:
    body = "- Address: the backlog of defects\n- Age: of the fleet\n"
    assert fields(f"# A\n\n## Experience\n\n{body}") == []
    assert [kind for kind, _ in fields(f"# A\n\n## Contact\n\n{body}")] == ["address", "age"]


def test_code_and_very_long_lines_are_not_searched_for_fields() -> None:
    assert fields("```\n氏名：見本 太郎\n```\n") == []
    assert fields("氏名：" + "あ" * 6000) == []


def test_a_heading_of_columns_counts_for_its_own_table_only() -> None:
    assert fields("| 氏名 | 性別 |\n|---|---|\n\ntext\n\n| a | b |\n|---|---|\n| c | d |\n") == []
