"""A comparison that was refused, or found nothing, still ends in a report."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.matrix_publisher import matrix_publisher
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.compare import ComparisonPlan
from kasen.testing.deps import fake_deps


async def test_a_refused_plan_leaves_every_cell_unknown_and_says_so() -> None:
    deps = fake_deps(lang="ja")
    plan = ComparisonPlan.model_validate({"theme": "煎茶と玉露", "items": ["煎茶", "玉露"], "criteria": ["価格"]})
    state: Any = {"request": Request(question="煎茶と玉露"), "comparison": plan, "refused": "plan"}
    runtime: Runtime[Deps] = Runtime(context=deps)
    result = (await matrix_publisher(state, runtime))["result"]
    assert [(cell.item, cell.text) for cell in result.matrix] == [("煎茶", ""), ("玉露", "")]
    assert [one.text for one in result.coverage] == ["煎茶の価格", "玉露の価格"]
    assert result.findings == []
    assert result.document.mode == "compare"
    assert len(result.not_covered) > 2
