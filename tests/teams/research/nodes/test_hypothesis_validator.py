"""Likelihoods are computed; a model may lower them, and only where evidence stands on both sides."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime
from langgraph.types import Command

from kasen.team import Deps
from kasen.teams.research.nodes.hypothesis_validator import hypothesis_validator
from kasen.teams.research.schemas import Excerpt, Request
from kasen.teams.research.schemas.causal import EvidencePlan, EvidenceQueries, Hypothesis, IssueAnalysis, LinkFound
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HIT = document_hit("The drought led to the fall. The fall was not caused by the drought.")
LINK = LinkFound(evidence="e1", cause="h1", effect="s1", kind="cause", origin="a")
AGAINST = LinkFound(evidence="e2", cause="h1", effect="s1", kind="cause", stance="against", origin="b")


async def validate(deps: FakeDeps, links: list[LinkFound], **more: Any) -> Command[Any]:
    await deps.evidence.add([HIT])
    spans = {"e1": (0, 28), "e2": (29, 68)}
    state: Any = {
        "request": Request(question="q", docs=["/d"]),
        "issue": IssueAnalysis.model_validate({"symptoms": ["fall"]}),
        "hypotheses": [Hypothesis(text="drought", also=["dry weather"])],
        "evidence_plan": EvidencePlan(plans=[EvidenceQueries(hypothesis=1, queries_for=["drought fall"])]),
        "analyzed_data": [
            Excerpt(id=one.evidence, point=1, passage_id=HIT.passage.id, start=a, end=b)
            for one in links
            for a, b in [spans[one.evidence]]
        ],
        "links": links,
        "seen": ["x"],
        "searches": [],
        "loop_count": 1,
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await hypothesis_validator(state, runtime)


def update(command: Command[Any]) -> dict[str, Any]:
    assert isinstance(command.update, dict)
    return command.update


async def test_clear_evidence_is_not_judged() -> None:
    command = await validate(fake_deps(model=ScriptedModel([])), [LINK])
    (ranked,) = update(command)["ranking"]
    assert (command.goto, ranked.likelihood, ranked.verdict) == ("causal_graph_builder", 0.55, "")
    assert update(command)["coverage"][0].covered


@pytest.mark.parametrize(("verdict", "share"), [("holds", 1.0), ("weakened", 0.5), ("refuted", 0.2)])
async def test_a_verdict_on_both_sides_lowers_and_never_raises(verdict: str, share: float) -> None:
    by_rule = update(await validate(fake_deps(), [LINK, AGAINST]))["ranking"][0].likelihood
    deps = fake_deps(model=ScriptedModel([{"verdict": verdict, "reasons": [{"text": "x", "evidence": ["e2"]}]}]))
    (ranked,) = update(await validate(deps, [LINK, AGAINST]))["ranking"]
    assert (ranked.likelihood, ranked.verdict) == (round(by_rule * share, 2), verdict)


async def test_without_evidence_other_words_are_sent_and_kept_for_the_reader() -> None:
    deps = fake_deps(documents=[HIT])
    command = await validate(deps, [])
    assert command.goto == ["searcher", "rag_retriever"]
    assert update(command)["rag_queries"] == ["dry weather", "drought", "dry weather fall", "drought fall"]
    assert update(command)["evidence_plan"].plans[0].queries_for[1:] == update(command)["rag_queries"]
    assert deps.notes == ["0 of 1 hypotheses have evidence → one more round"]


async def test_it_ends_when_rounds_are_used_up_or_nothing_new_was_found() -> None:
    for given in ({"loop_count": 3}, {"known": 1}):
        command = await validate(fake_deps(documents=[HIT]), [], **given)
        assert command.goto == "causal_graph_builder"
        assert not update(command)["coverage"][0].covered
