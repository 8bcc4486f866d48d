from __future__ import annotations

import pytest

from kasen.tools.validation.checks.whole import problems
from kasen.tools.validation.scan import scan


def rules(text: str) -> list[tuple[str, int, bool]]:
    return [(one.rule, one.line, one.blocking) for one in problems(scan(text))]


@pytest.mark.parametrize("text", ["", " \n\t\n", "\ufeff"])
def test_an_empty_file_is_found(text: str) -> None:
    assert rules(text) == [("empty", 0, True)]


@pytest.mark.parametrize(
    "text",
    [
        "```markdown\n# CV\n```\n",
        "\n~~~ qmd\n# 職務経歴書\n~~~",
        "```\n---\ntitle: x\n---\n```",
        "```md\n# never closed\n",
    ],
)
def test_a_file_in_a_fence_is_found(text: str) -> None:
    assert [rule for rule, _, _ in rules(text)] == ["wrapped-in-fence"]


@pytest.mark.parametrize("text", ["```python\nx\n```\n", "```\ntext\n```\n\n# CV\n", "# CV\n\n```markdown\n# x\n```\n"])
def test_a_file_with_code_is_none_in_a_fence(text: str) -> None:
    assert rules(text) == []


def test_talk_is_a_warning_and_marks_of_a_merge_block() -> None:
    assert rules("Here is the revised résumé:\n\n# CV\n") == [("talk", 1, False)]
    assert rules("以下が改稿した職務経歴書です。\n") == [("talk", 1, False)]
    assert rules("Here I work on the design system: see below\n") == []
    assert rules("a\n<<<<<<< HEAD\n=======\n>>>>>>> b\n")[0] == ("merge-conflict", 2, True)
