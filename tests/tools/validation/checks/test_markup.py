from __future__ import annotations

import time

import pytest

from kasen.tools.validation.checks.markup import problems
from kasen.tools.validation.scan import scan


def found(text: str) -> list[tuple[str, int, bool]]:
    return [(one.rule, one.line, one.blocking) for one in problems(scan(text))]


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("a\n\n```python\nx\n", "unclosed-code-fence", 3),
        ("```{python\nx\n```\n", "broken-attributes", 1),
        ("a\n<!-- b\nc\n", "unclosed-comment", 2),
        ("::: {.a}\n\nb\n", "unclosed-div", 1),
        (":::: {.a}\n::: b\nc\n:::\n", "unclosed-div", 1),
        ("a\n\n:::\n", "stray-fenced-div-markers", 3),
        ("::: {.a\nb\n:::\n", "broken-div", 1),
        ("::: {.a title=“b c”}\nb\n:::\n", "broken-div", 1),
        ("::: a b c\nb\n:::\n", "broken-div", 1),
        ("{{< include x\n", "unbalanced-shortcode", 1),
        ("a\n\n{{< fa x\n\n>}}\n", "unbalanced-shortcode", 3),
        ("x >}}\n", "unbalanced-shortcode", 1),
        ("{{< a {{< b >}}\n", "unbalanced-shortcode", 1),
        ("# A {#x}\n\n# B {#x}\n", "duplicate-id", 3),
        ("<div>\n\n<details>\n\n</details>\n", "unbalanced-html", 1),
        ("$$\nx\n", "unclosed-math", 1),
    ],
)
def test_what_does_not_close_blocks_at_its_line(text: str, rule: str, line: int) -> None:
    assert (rule, line, True) in found(text)


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        ("a[^1]\n", "undefined-footnote-id"),
        ("{{< incldue x >}}\n", "unknown-shortcode"),
        ("::: {.callout-notes}\nx\n:::\n", "unknown-callout"),
    ],
)
def test_what_still_renders_is_a_warning(text: str, rule: str) -> None:
    assert [(name, blocking) for name, _, blocking in found(text)] == [(rule, False)]


@pytest.mark.parametrize(
    "text",
    [
        ":::: columns\n::: {.column width=\"40%\" data-x='a }'}\nx\n:::\n::::\n",
        '::: {#id .a key=b c="d e"} :::\nx\n:::::::\n',
        '::: {.callout-note appearance=simple collapse="true"}\nx\n:::\n',
        "> ::: a\n> x\n> :::\n\n- y\n\n  ::: b\n  z\n  :::\n",
        "`::: {` and `{{<` and `<div>` and `[^1]`\n",
        "    ::: code\n    {{< code\n",
        "````\n```\n::: x\n{{< y\n````\n",
        "<!-- ::: {{< `<div>` -->\n",
        "a[^n]\n\n[^n]: b\n",
        "\\{{< x >}} and {{{< y >}}}\n",
        "{{< video\n  https://x.test/a.mp4\n>}}\n",
        "<br> <img src='x'> <div/> 1 < 2 > 3\n",
        "$$\nx\n$$ {#eq-a}\n\n$$ y $$ costs $$\n",
        "## 経歴 {#a}\n\n[b](#a)\n\n{#not-read\n",
    ],
)
def test_what_is_sound_passes(text: str) -> None:
    assert found(text) == []


def test_hostile_texts_take_no_time() -> None:
    start = time.perf_counter()
    for text in (
        "::: {" + ".a " * 5000 + "\n",
        "::: {" + "a=" * 5000 + "}\n",
        "{{<" * 5000,
        "{{{<" * 20_000,
        "[^" * 5000,
        "{#" * 5000,
    ):
        found(text)
    assert time.perf_counter() - start < 10
