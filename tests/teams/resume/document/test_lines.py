from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.teams.resume.document.lines import comments_in, lines_of, split_lines


def kinds(text: str) -> list[str]:
    return [line.kind for line in lines_of(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("---\ntitle: x\n---\n\n# A\n", ["front_matter"] * 3 + ["blank", "heading"]),
        ("- a\n* b\n1. c\n・d\n● e\n", ["bullet"] * 5),
        ("```{python}\n# no heading\n```\ntext\n", ["code"] * 3 + ["paragraph"]),
        ("~~~\n```\n~~~\nx", ["code"] * 3 + ["paragraph"]),
        ("```never closed\n# x\n- y", ["code"] * 3),
        ("::: {.grid}\ntext\n:::\n", ["div", "paragraph", "div"]),
        ("| a | b |\n|---|---|\n| 1 | 2 |\n\ntext", ["table"] * 3 + ["blank", "paragraph"]),
        ("a | b\n--|--\n1 | 2\n", ["table"] * 3),
        ("+---+\n| a |\n+---+\n", ["table"] * 3),
        ("{{< include x.qmd >}}\n", ["shortcode"]),
        ("<!-- a\nb\nc -->\ntext\n", ["comment"] * 3 + ["paragraph"]),
        ("<!-- a --> text\n", ["paragraph"]),
        ("<!-- never closed\ntext\n", ["paragraph", "paragraph"]),
        ("<div>\nx\n</div>\n\ntext\n", ["html"] * 3 + ["blank", "paragraph"]),
        ("Title\n=====\ntext\n", ["heading", "heading", "paragraph"]),
        ("a\nb\n---\n", ["paragraph"] * 3),
        ("text\n\n---\n\ntext\n", ["paragraph", "blank", "div", "blank", "paragraph"]),
        ("text\n\n---\nlang: ja\n---\n", ["paragraph", "blank"] + ["front_matter"] * 3),
        ("$$\nx\n$$\ntext\n", ["code"] * 3 + ["paragraph"]),
        ("\\newpage\n", ["html"]),
        ("    indented code\n", ["code"]),
        ("- a\n\n    more of a\n", ["bullet", "blank", "paragraph"]),
        ("#no heading\n", ["paragraph"]),
        ("", []),
        ("\ufeff# A", ["heading"]),
    ],
)
def test_each_line_has_its_kind(text: str, expected: list[str]) -> None:
    assert kinds(text) == expected


def test_only_prose_may_be_edited() -> None:
    text = "# A\n- b\nc\n| d | e |\n[ref]: https://example.com\n```\nf\n```\n"
    assert [line.text for line in lines_of(text) if line.editable] == ["- b", "c"]


@given(st.text(st.sampled_from("ab \t\r\n\x0b\x85\u2028`~|-=#:<!>{}[]*・$+\\\ufeff"), max_size=200))
def test_lines_cover_the_text_and_only_line_ends_are_between_them(text: str) -> None:
    lines = lines_of(text)
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    done = 1 if text.startswith("\ufeff") else 0
    for line in lines:
        assert text[done : line.start] in ("", "\n", "\r", "\r\n")
        assert text[line.start : line.end] == line.text
        done = line.end
    assert text[done:] in ("", "\n", "\r", "\r\n")


def test_line_ends_of_every_kind_end_a_line_and_others_do_not() -> None:
    assert len(list(split_lines("a\rb\nc\r\nd\u2028e\x85f"))) == 4


def test_comments_are_found_without_a_search_for_those_that_never_end() -> None:
    assert list(comments_in("x <!-- a --> y <!-- b")) == [(2, 12)]
