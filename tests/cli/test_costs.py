from __future__ import annotations

from typing import Any

import pytest

from kasen.cli.costs import cost_lines
from kasen.team import RoleCost, RunFigures


def spent(role: str, model: str, usd: float | None = 0.0123, calls: int = 2) -> RoleCost:
    return RoleCost(role=role, model=model, calls=calls, input_tokens=12345, output_tokens=678, usd=usd)


def test_each_model_of_each_role_has_a_line_and_the_sums_stand_below() -> None:
    figures = RunFigures(
        calls=4,
        input_tokens=24690,
        output_tokens=1356,
        usd=0.0123,
        by_role={"planner": "openai:a, rule", "writer": "rule"},
        costs=(spent("planner", "google:b", usd=0.0), spent("planner", "openai:a")),
        reused=3,
    )
    assert [line.split() for line in cost_lines(figures)] == [
        ["role", "by", "calls", "tokens", "in", "out", "USD"],
        ["planner", "google:b", "(no", "answer)", "2", "12,345", "678", "$0"],
        ["planner", "openai:a", "2", "12,345", "678", "$0.0123"],
        ["planner", "rule", "-", "-", "-", "-"],
        ["writer", "rule", "-", "-", "-", "-"],
        ["total", "4", "24,690", "1,356", "$0.0123"],
        ["3", "answers", "were", "taken", "from", "earlier", "runs"],
    ]


@pytest.mark.parametrize(("known", "shown"), [(0.5, "$0.5000 + unknown"), (0.0, "unknown")])
def test_an_unknown_price_is_never_counted_as_nothing(known: float, shown: str) -> None:
    by_role = {"planner": "openai:a", "writer": "compatible:b"}
    costs = (spent("planner", "openai:a", usd=known), spent("writer", "compatible:b", usd=None))
    lines = list(cost_lines(RunFigures(calls=4, usd=None, by_role=by_role, costs=costs)))
    assert lines[2].endswith("  unknown")
    assert lines[-1].endswith(f" {shown}")


def test_a_run_that_asked_nobody_has_no_table() -> None:
    assert list(cost_lines(RunFigures())) == []


def test_a_run_is_shown_with_its_table(kasen: Any) -> None:
    assert kasen("echo", "one two three").exit_code == 0
    shown = kasen("runs", "show", kasen("runs", "list").stdout.split()[0]).stdout
    lines = [line.split() for line in shown.splitlines()[-5:]]
    assert lines[0][0] == "role"
    assert [line[0] for line in lines[1:]] == ["planner", "worker", "writer", "total"]
    assert lines[-1] == ["total", "0", "0", "0", "$0"]
