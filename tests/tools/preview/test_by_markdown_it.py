from __future__ import annotations

import time

from kasen.tools.preview.by_markdown_it import fragment

TEXT = """# 見出し {#a .b}

:::: {.columns}
::: {.column width="30%"}
左
:::
::: {.callout-note title="Free <b>"}
- 右
:::
::::

| a | b |
|---|---|
| 1 | 2 |

言語
: Go

Note[^1] and [x]{.c}.

[^1]: Said.

```{.python .cell}
::: not a div
```
"""


def test_what_quarto_files_hold_is_read_as_far_as_it_goes() -> None:
    html = fragment(TEXT)
    for words in (
        "<h1>見出し</h1>",
        '<div class="columns">', '<div class="column" style="width: 30%">', "<table>", "<dt>言語</dt>",
        "footnote", 'class="language-python"', "::: not a div", "<li>右</li>", 'title="Free &lt;b>"',
    ):  # fmt: skip
        assert words in html, words
    assert html.count("<div") == html.count("</div>")


def test_hostile_text_takes_no_time() -> None:
    start = time.perf_counter()
    for text in ("[" * 3000, "> " * 3000, "*a " * 3000, "::: {" * 3000, "```\n" * 3000):
        fragment(text)
    assert time.perf_counter() - start < 10
