from __future__ import annotations

import pytest

from kasen.tools.validation.checks.slips import problems
from kasen.tools.validation.scan import scan


def found(text: str) -> list[tuple[str, int]]:
    return [(one.rule, one.line) for one in problems(scan(text))]


@pytest.mark.parametrize(
    ("text", "rule", "line"),
    [
        ("a\n\n##職務経歴\n", "tight-heading", 3),
        ("＃ 見出し\n", "wide-markup", 1),
        ("：：： {.note}\n", "wide-markup", 1),
        ("｜a｜b｜\n｜-｜-｜\n", "wide-markup", 1),
        ("'''python\n", "wide-markup", 1),
        ("———\ntitle: x\n", "front-matter-mark", 1),
        ("----\ntitle: x\n----\n", "front-matter-mark", 1),
        ("title: x\nlang: ja\n---\n", "front-matter-mark", 1),
    ],
)
def test_signs_that_only_look_like_markup_are_found(text: str, rule: str, line: int) -> None:
    assert (rule, line) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "#1 in sales\n",
        "C## is no language\n",
        "## {.unnumbered}\n",
        "----\n\ntext\n",
        "期間：2019年\n",
        "｜a｜b｜\n",
        "## A\n",
    ],
)
def test_what_is_meant_as_it_stands_passes(text: str) -> None:
    assert found(text) == []
