from __future__ import annotations

from itertools import pairwise

import pytest

from kasen.teams.resume.document.lines import lines_of
from kasen.teams.resume.document.spans import protected_spans


def protected(text: str) -> list[str]:
    return [text[start:end] for start, end in protected_spans(text, lines_of(text))]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("- led `make` runs", ["- ", "`make`"]),
        ("a {{< fa star >}} b", ["{{< fa star >}}"]),
        ("[words](https://e.com/a_(b)){.cls} end", ["[", "](https://e.com/a_(b)){.cls}"]),
        ("![alt](x.png){width=2} end", ["![alt](x.png){width=2}"]),
        ("[words]{.hl} end", ["[", "]{.hl}"]),
        ("see @knuth1984 and [@a; @b]", ["@knuth1984", "[@a; @b]"]),
        ("note[^1] here", ["[^1]"]),
        ("[^1]: the note", ["[^1]:"]),
        ("cost $O(n)$ and $5 or $6", ["$O(n)$"]),
        ("a <br> b &amp; c", ["<br>", "&amp;"]),
        ("**bold** and _it_ snake_case", ["**", "**", "_", "_"]),
        ("a <!-- hidden --> b", ["<!-- hidden -->"]),
        ("> quoted", ["> "]),
        ("mail me@e.com or https://e.com.", ["me@e.com", "https://e.com."]),
        ("- [x] done", ["- ", "[x]"]),
        ("\\textbf{a} \\* b", ["\\textbf{a}", "\\*"]),
        ("・売上を[伸ばした](x)", ["・", "[", "](x)"]),
        ("plain words, 20% and 5_000", []),
    ],
)
def test_markup_inside_of_prose_is_protected_and_words_are_not(text: str, expected: list[str]) -> None:
    assert protected(text) == expected


def test_a_comment_over_several_lines_is_protected_where_prose_stands_beside_it() -> None:
    assert protected("before <!-- a\nb\nc --> after\n") == ["<!-- a", "c -->"]


def test_spans_are_in_order_and_do_not_overlap() -> None:
    text = "- **[`a`](b){.c}** @d $e$ <i>f</i>\n" * 20
    spans = protected_spans(text, lines_of(text))
    assert all(a[1] <= b[0] for a, b in pairwise(spans))
