from __future__ import annotations

from kasen.teams.resume.document.parse import parse


def sections(text: str) -> list[tuple[str, int, int]]:
    return [(one.kind, one.first, one.last) for one in parse(text).sections]


def test_what_stands_before_the_first_known_heading_is_the_head() -> None:
    assert sections("---\na: 1\n---\n# Name\nmail\n## Summary\nx\n") == [("head", 4, 5), ("summary", 6, 7)]


def test_deeper_headings_belong_to_the_section_above_them() -> None:
    text = "# 職務経歴書\n## 職務経歴\n### A社\n#### 実績\n- a\n### B社\n## 自己PR\nx\n"
    assert sections(text) == [("head", 1, 1), ("experience", 2, 6), ("self_pr", 7, 8)]


def test_a_heading_beside_the_known_ones_opens_a_section_of_its_own() -> None:
    assert [kind for kind, _, _ in sections("# A\n## Summary\n## My Garden\nx\n## Skills\n")] == [
        "head",
        "summary",
        "other",
        "skills",
    ]


def test_headings_in_brackets_behind_marks_and_bold_are_sections() -> None:
    for form in ("【{}】", "■{}", "**{}**", "＜{}＞", "{}"):
        text = "".join(f"{form.format(name)}\n\n文です。\n\n" for name in ("職務要約", "職務経歴", "自己PR"))
        assert [kind for kind, _, _ in sections(text)] == ["summary", "experience", "self_pr"], form


def test_parts_of_a_position_do_not_end_its_section() -> None:
    text = "【職務経歴】\n\n■株式会社A\n\n**実績**\n\n- x\n\n**スキル**\n\n- y\n\n【自己PR】\n\nz\n"
    assert [kind for kind, _, _ in sections(text)] == ["experience", "self_pr"]


def test_a_text_without_known_headings_is_all_head() -> None:
    assert sections("# A\n\nb\n") == [("head", 1, 3)]
    assert sections("") == []


def test_a_heading_that_is_only_typed_like_one_is_not_edited() -> None:
    resume = parse("**職務要約**\n\n文です。\n")
    assert [line.editable for line in resume.lines] == [False, False, True]
