from __future__ import annotations

import pytest

from kasen.tools.validation.checks.cells import problems
from kasen.tools.validation.scan import scan


def found(body: str, head: str = "{python}") -> list[tuple[str, int]]:
    return [(one.rule, one.line) for one in problems(scan(f"x\n\n```{head}\n{body}\n```\n"))]


@pytest.mark.parametrize(
    ("body", "rule", "line"),
    [
        ('#| fig-cap: "open\n1', "yaml-parse-error", 4),
        ("#| echo: maybe", "wrong-type", 4),
        ("#| label: a\n#| label: b", "duplicate-key", 5),
        ("#| just words", "cell-options", 4),
        ("//| echo: nope", "wrong-type", 4),
    ],
)
def test_options_that_quarto_refuses_are_found(body: str, rule: str, line: int) -> None:
    assert any(one == rule and abs(at - line) <= 1 for one, at in found(body))


@pytest.mark.parametrize(
    "body",
    ["#| echo: false\n#| fig-cap: 'a: b'\n1", "# | no option", "#| echo: !expr TRUE", "%%| fig-width: 100%", "1"],
)
def test_sound_cells_pass(body: str) -> None:
    assert found(body) == []


def test_shown_code_is_not_looked_at_and_a_label_serves_once() -> None:
    assert found("#| echo: maybe", "python") == []
    twice = "```{r}\n#| label: a\n1\n```\n\n```{r}\n#| label: a\n```\n"
    assert [(one.rule, one.line) for one in problems(scan(twice))] == [("duplicate-label", 7)]
