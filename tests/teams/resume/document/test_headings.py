from __future__ import annotations

import pytest

from kasen.teams.resume.document.headings import heading_of, is_document_title, plain_words, section_kind


@pytest.mark.parametrize(
    ("words", "kind"),
    [
        ("職務要約", "summary"), ("■ 活かせる経験・知識・技術", "skills"), ("自己PR", "self_pr"),
        ("資格・語学", "certifications"), ("職務経歴（詳細）", "experience"), ("1. Work Experience", "experience"),
        ("Skills & Tools", "skills"), ("LICENSES AND CERTIFICATIONS", "certifications"), ("学歴", "education"),
        ("Selected Publications", "publications"), ("株式会社サンプル", None), ("Senior Engineer", None), ("", None),
        ("My experience with tools that nobody uses", None),
    ],
)  # fmt: skip
def test_a_heading_says_its_section_in_both_languages(words: str, kind: str | None) -> None:
    assert section_kind(words) == kind


@pytest.mark.parametrize(
    ("line", "level", "style", "text"),
    [
        ("## 職務要約 {.unnumbered}", 2, "#", "職務要約"),
        ("**職務経歴**", 7, "**", "職務経歴"),
        ("【自己PR】", 7, "【", "自己PR"),
        ("■職務要約", 7, "■", "職務要約"),
        ("EXPERIENCE", 7, "", "EXPERIENCE"),
        ("<h2 class='x'>Education</h2>", 2, "#", "Education"),
    ],
)
def test_headings_that_are_only_typed_like_one_count_too(line: str, level: int, style: str, text: str) -> None:
    heading = heading_of(line)
    assert heading is not None
    assert (heading.level, heading.style, heading.text) == (level, style, text)


@pytest.mark.parametrize(
    "line", ["■ 2019年に入社", "Experience with many tools.", "**bold** start", "- item", "skills"]
)
def test_prose_is_no_heading(line: str) -> None:
    heading = heading_of(line)
    assert heading is None or heading.kind is None


def test_the_title_of_the_document_is_no_section() -> None:
    assert is_document_title("# 職務経歴書".strip("# "))
    assert is_document_title("Curriculum Vitae")
    assert not is_document_title("職務経歴")


def test_words_lose_their_markup() -> None:
    assert plain_words("**[a](b)** `c` {.d}") == "a c"
    assert plain_words("snake_case stays") == "snake_case stays"
