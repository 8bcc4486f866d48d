from __future__ import annotations

from kasen.tools.validation.checks import own_problems

TEXT = "---\ntoc: yes\n---\n\n::: {.a}\n\n{{< x\n"


def test_problems_of_all_checks_come_by_line() -> None:
    found = own_problems(TEXT)
    assert [(one.line, one.rule, one.blocking) for one in found] == [
        (2, "wrong-type", True),
        (5, "unclosed-div", True),
        (7, "unbalanced-shortcode", True),
    ]


def test_what_only_quarto_minds_does_not_block_plain_markdown() -> None:
    found = own_problems(TEXT, name="CV.MD")
    assert [(one.rule, one.blocking) for one in found if one.blocking] == [("unclosed-div", True)]
    assert len(found) == 3
