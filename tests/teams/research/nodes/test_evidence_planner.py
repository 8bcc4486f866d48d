"""Queries on both sides of each hypothesis."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.evidence_planner import allocated, evidence_planner
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import Hypothesis, IssueAnalysis
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit

REQUEST = Request(question="q", docs=["/d"])


async def test_what_a_model_forgot_is_planned_by_the_rule_and_operators_are_taken_out() -> None:
    model = ScriptedModel([{"plans": [{"hypothesis": 1, "queries_for": ["drought site:x.org harvest", "b", "c"]}]}])
    deps = fake_deps(model=model, documents=[document_hit("drought")])
    runtime: Runtime[Deps] = Runtime(context=deps)
    state: Any = {
        "request": REQUEST,
        "issue": IssueAnalysis.model_validate({"symptoms": ["harvest fell"]}),
        "hypotheses": [Hypothesis(text="drought", explains=[1]), Hypothesis(text="tax")],
    }
    found = await evidence_planner(state, runtime)
    first, second = found["evidence_plan"].plans
    assert first.queries_for == ["drought harvest", "b"]
    assert first.queries_against == ["harvest fell cause", "drought other causes"]
    assert second.queries_for == ["tax harvest fell"]
    assert found["rag_queries"][:2] == ["drought harvest", "tax harvest fell"]
    assert (found["web_queries"], found["loop_count"]) == ([], 1)


async def test_the_web_is_asked_what_the_documents_do_not_hold() -> None:
    deps = fake_deps(documents=[document_hit("drought harvest")], search=FakeSearch())
    sent = await allocated(deps, REQUEST, ["drought harvest", "locusts"])
    assert sent == {"rag_queries": ["drought harvest", "locusts"], "web_queries": ["locusts"]}
    only_web = await allocated(fake_deps(search=FakeSearch()), REQUEST, ["x"])
    assert only_web == {"rag_queries": [], "web_queries": ["x"]}
