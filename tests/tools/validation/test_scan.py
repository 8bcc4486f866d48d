from __future__ import annotations

import time

from kasen.tools.validation.scan import scan, spans, split_lines

TEXT = """---
title: x
---

# A `code` # B

```{python}
#| echo: false
1
```

~~~~
```
~~~~

<!-- one --> words <!-- over
lines --> after

> ```{=html}
> <b>
> ```

- item

    text of the item

para

    indented `code`
"""


def test_lines_end_where_markdown_ends_them() -> None:
    assert split_lines("a\r\nb\rc\nd\x0be\u2028f\x85g") == ["a", "b", "c", "d\x0be\u2028f\x85g"]
    assert split_lines("\ufeff---\n") == ["---", ""]


def test_front_matter_code_and_comments_are_found_by_line() -> None:
    source = scan(TEXT)
    assert (source.front, source.front_closed, source.yaml) == ((1, 3), True, "title: x")
    assert [(code.first, code.last, code.info, code.is_cell) for code in source.codes] == [
        (7, 10, "{python}", True),
        (12, 14, "", False),
        (19, 21, "{=html}", False),
    ]
    assert source.codes[0].body == "#| echo: false\n1"
    assert source.comments == ((16, 16), (16, 17))


def test_what_is_blanked_keeps_its_place() -> None:
    source = scan(TEXT)
    for blanked in (source.prose, source.plain, source.shown):
        assert [len(line) for line in blanked.split("\n")] == [len(line) for line in source.lines]
    assert source.prose.split("\n")[15].strip() == "words"
    assert source.prose.split("\n")[16].strip() == "after"
    assert "`code`" in source.prose
    assert "code" not in source.plain.replace("indented", "")
    assert source.line_at(source.prose.index("words")) == 16
    assert "text of the item" in source.shown
    assert "indented" not in source.shown


def test_an_open_end_reaches_to_the_end() -> None:
    source = scan("text\n\n```python\nx\n\n~~~\n")
    assert [(code.first, code.last, code.closed) for code in source.codes] == [(3, 7, False)]
    assert scan("a\n<!-- b\nc").comments == ((2, 0),)
    assert scan("---\ntitle: x\nlang: ja\n\n# Text\n").front == (1, 3)
    assert not scan("---\ntitle: x\nlang: ja\n\n# Text\n").front_closed


def test_a_rule_at_the_beginning_is_no_front_matter() -> None:
    assert scan("---\n\ntext\n\n---\n").front is None
    assert scan("\n\n---\ntitle: x\n---\n").front == (3, 5)
    assert scan("").front is None


def test_spans_are_closed_by_as_many_ticks_and_not_opened_by_escaped_ones() -> None:
    assert list(spans("a `b` ``c ` d`` \\`e `f")) == [(2, 5), (6, 15)]
    assert list(spans("``` a ``")) == []


def test_hostile_texts_are_read_in_linear_time() -> None:
    start = time.perf_counter()
    for text in ("`" * 3 + "\n" * 1, "~~~\n", "`a\n\n", "<!-- \n", "``a`", "    x\n", "::: x\n"):
        scan(text * 20_000).shown  # noqa: B018
    assert time.perf_counter() - start < 10
