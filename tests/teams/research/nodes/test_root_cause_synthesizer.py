"""The writer sees links with their words, and hypotheses that have evidence."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.root_cause_synthesizer import root_cause_synthesizer
from kasen.teams.research.schemas import Excerpt, Request
from kasen.teams.research.schemas.causal import CausalEdge, CausalGraph, Hypothesis, IssueAnalysis, Ranked
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HIT = document_hit("The drought led to the fall.")
EDGE = CausalEdge(cause="h1", effect="s1", strength=0.55, kind="cause", origins=1, evidence=["e1"], against=["e1"])


async def write(deps: FakeDeps, edges: list[CausalEdge]) -> Any:
    await deps.evidence.add([HIT])
    ranking = [
        Ranked(hypothesis=1, likelihood=0.55, status="supported", is_root=True),
        Ranked(hypothesis=2, likelihood=0.0, status="unsupported"),
    ]
    state: Any = {
        "request": Request(question="q", audience="farmers"),
        "issue": IssueAnalysis.model_validate({"symptoms": ["fall"]}),
        "hypotheses": [Hypothesis(text="drought"), Hypothesis(text="locusts")],
        "analyzed_data": [Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=28)],
        "causal_graph": CausalGraph(edges=edges, ranking=ranking),
        "draft_wishes": ["shorter"],
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await root_cause_synthesizer(state, runtime)


async def test_the_prompt_holds_evidence_for_and_against_and_no_bare_hypothesis() -> None:
    model = ScriptedModel([{"title": "t"}])
    found = await write(fake_deps(model=model), [EDGE])
    prompt = model.requests[0].prompt
    for words in (
        "drought → fall",
        HIT.passage.text,
        "AGAINST: ",
        "farmers",
        "shorter",
        "nothing found brings it about",
    ):
        assert words in prompt
    assert "locusts" not in prompt
    assert (found["draft"].title, found["draft_by_rule"]) == ("t", False)


async def test_without_a_link_nobody_is_asked() -> None:
    assert (await write(fake_deps(model=ScriptedModel([])), []))["draft"].findings == []
