from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kasen.knowledge.formats.markdown import plain, read_markdown

TEXT = """---
title: "Teas of Japan"
---
Before any heading.

# 日本茶 ##

First.
Still first.

## 煎茶
| a | b |
|---|---|

```python
# not a heading
```

Setext
======

Last.
"""


def test_blocks_know_kind_and_headings_and_the_text_stays_as_it_is() -> None:
    made = read_markdown(TEXT)
    assert made.text == TEXT
    assert made.title == "Teas of Japan"
    assert [(b.kind, made.text[b.start : b.end].split("\n")[0], b.headings) for b in made.blocks] == [
        ("text", "Before any heading.", ()),
        ("heading", "# 日本茶 ##", ("日本茶",)),
        ("text", "First.", ("日本茶",)),
        ("heading", "## 煎茶", ("日本茶", "煎茶")),
        ("table", "| a | b |", ("日本茶", "煎茶")),
        ("code", "```python", ("日本茶", "煎茶")),
        ("heading", "Setext", ("Setext",)),
        ("text", "Last.", ("Setext",)),
    ]


def test_decoration_is_no_part_of_a_heading() -> None:
    assert read_markdown("# **Bold** and [link](http://x)\n\ntext").title == "Bold and link"


def test_slide_marks_give_pages_and_end_headings() -> None:
    made = read_markdown("<!-- Slide number: 1 -->\n# One\n\na\n\n<!-- Slide number: 2 -->\n\nb\n")
    assert [(b.page, b.headings) for b in made.blocks if b.kind == "text"] == [(1, ("One",)), (2, ())]


def test_an_unclosed_fence_runs_to_the_end() -> None:
    made = read_markdown("```\ncode\n# no heading\n")
    assert [b.kind for b in made.blocks] == ["code"]


@given(st.text(st.sampled_from("#=-`|~ \nab日。\t")))
def test_blocks_of_any_text_are_in_order_and_hold_every_word(text: str) -> None:
    made = read_markdown(text)
    end = 0
    for block in made.blocks:
        assert end <= block.start <= block.end <= len(text)
        end = block.end
    inside = "".join(made.text[b.start : b.end] for b in made.blocks)
    if not text.startswith("---"):
        assert inside.count("日") == text.count("日")


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (
            "**Ask** in the *Workday* portal, `a@b` and [BitLocker](https://x/y_z).",
            "Ask in the Workday portal, a@b and BitLocker.",
        ),
        ("これは**重要**です。*wabicha*と***茶***。", "これは重要です。wabichaと茶。"),
        ("**a *b* c** and **two\nlines**", "a b c and two\nlines"),
        ("[茶](a(b).md) ![図](a.png)", "茶 図"),
    ],
)
def test_words_are_read_without_inline_marks(written: str, read: str) -> None:
    assert plain(written) == read
    assert read_markdown(written).text == read


@pytest.mark.parametrize(
    "text",
    [
        "2*3*4, a * b * c, snake_case_name, __init__.py, *args, **kwargs",
        "* item\n* item\n\n- item",
        "```\n**kept** `x`\n```",
        "**not\n\nclosed**",
        "$a*b$ [x] (y) \\*not\\*",
    ],
)
def test_what_is_no_mark_stays(text: str) -> None:
    assert plain(text) == text


@pytest.mark.parametrize("piece", ["*a ", "`", "[a](", "**a", "```", "_a", "~~~\n"])
def test_marks_that_never_close_cost_no_more_than_their_length(piece: str) -> None:
    assert plain(piece * 60_000)
