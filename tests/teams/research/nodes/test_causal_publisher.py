"""An inquiry that was refused, or had nothing to suppose, still ends in a report."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.causal_publisher import causal_publisher
from kasen.teams.research.schemas import Request, Result
from kasen.teams.research.schemas.causal import CausalGraph, Hypothesis, IssueAnalysis, Ranked
from kasen.testing.deps import fake_deps


async def publish(**more: Any) -> Result:
    runtime: Runtime[Deps] = Runtime(context=fake_deps(lang="ja"))
    issue = IssueAnalysis.model_validate({"issue": "減収", "symptoms": ["収穫量が減少した"]})
    state: Any = {"request": Request(question="なぜ減収か"), "issue": issue, "hypotheses": [], **more}
    return (await causal_publisher(state, runtime))["result"]


async def test_without_hypotheses_the_symptoms_stay_open() -> None:
    result = await publish()
    assert [one.text for one in result.coverage] == ["収穫量が減少した"]
    assert any("仮説を立てられなかった" in line for line in result.not_covered)
    assert result.document.mode == "causal"


async def test_a_refused_plan_claims_nothing_and_names_what_was_supposed() -> None:
    result = await publish(hypotheses=[Hypothesis(text="猛暑", refutes="涼しい年の減収")], refused="plan")
    assert result.causal_graph is not None
    assert [node.id for node in result.causal_graph.nodes] == ["s1", "h1"]
    assert result.causal_graph.edges == []
    assert "涼しい年の減収" in result.report


async def test_what_else_may_explain_a_link_is_said() -> None:
    ranked = Ranked(hypothesis=1, likelihood=0.0, status="refuted", confounders=["価格"])
    result = await publish(hypotheses=[Hypothesis(text="猛暑")], causal_graph=CausalGraph(ranking=[ranked]))
    assert any("交絡" in line and "価格" in line for line in result.not_covered)
