from __future__ import annotations

import time

import pytest

from kasen.tools.validation.checks.tables import problems
from kasen.tools.validation.scan import scan


def found(text: str) -> list[tuple[str, int]]:
    return [(one.rule, one.line) for one in problems(scan(text))]


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("| a | b |\n|---|---|\n| 1 | 2 | 3 |\n", "table-column-count", 3),
        ("| a | b |\n|---|---|---|\n| 1 | 2 |\n", "table-column-count", 2),
        ("a | b\n--|--\n1 | 2 | 3\n", "table-column-count", 3),
        ("text\n\n| 年度 | 実績 |\n| 2024 | 128％ |\n", "broken-table", 4),
        ("| a | b |\n|——|——|\n| 1 | 2 |\n", "broken-table", 2),
    ],
)
def test_a_table_that_loses_cells_or_is_none_is_found(text: str, rule: str, line: int) -> None:
    assert found(text) == [(rule, line)]


@pytest.mark.parametrize(
    "text",
    [
        "| a | b |\n|:--|--:|\n| 1 |\n| `x | y` | \\| |\n\n: Caption\n",
        "| a line block\n| of two lines\n",
        "+---+---+\n| a | b |\n+===+===+\n| 1 | 2 |\n+---+---+\n",
        "a | b in a sentence\n",
        "```\n| a | b |\n| 1 | 2 |\n```\n",
        "|a|\n|-|\n|1|\n",
    ],
)
def test_a_sound_table_and_what_is_none_pass(text: str) -> None:
    assert found(text) == []


def test_a_text_that_is_one_table_after_another_takes_no_time() -> None:
    start = time.perf_counter()
    found("| a |\n|-|\n" * 20_000)
    assert time.perf_counter() - start < 10
