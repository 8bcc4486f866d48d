"""Findings are checked, numbered and given their origins."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research.nodes.causal_checker import causal_checker
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import EvidencePlan, Hypothesis, IssueAnalysis, LinkFound
from kasen.teams.research.states.causal import Checked
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit, web_hit

LED = "The drought led to the fall of the harvest."


async def check(deps: FakeDeps, *hits: Hit, **before: Any) -> Checked:
    await deps.evidence.add(hits)
    state: Any = {
        "request": Request(question="q"),
        "issue": IssueAnalysis.model_validate({"symptoms": ["fall of the harvest"]}),
        "hypotheses": [Hypothesis(text="drought"), Hypothesis(text="locusts")],
        "evidence_plan": EvidencePlan(),
        "rag_results": found_by("q", hits),
        "search_results": [],
        **before,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await causal_checker(state, runtime)


async def test_pages_of_one_publisher_are_one_origin() -> None:
    hits = [web_hit(LED, url=f"https://{name}.example.org/{name}") for name in ("a", "b")]
    other = document_hit("The harvest suffered: the fall of the harvest was caused by the drought.")
    found = await check(fake_deps(), *hits, other)
    assert [link.evidence for link in found["links"]] == ["e1", "e2", "e3"]
    assert len({link.origin for link in found["links"]}) == 2


async def test_a_hypothesis_that_nothing_names_is_not_asked_about() -> None:
    model = ScriptedModel(lambda _: {})
    found = await check(fake_deps(model=model), document_hit(LED))
    assert len(model.requests) == 1
    assert found["links"] == []


async def test_what_is_said_twice_is_one_and_what_confounds_is_kept_where_the_source_names_it() -> None:
    said = {
        "passage": "p1",
        "quote": LED,
        "cause": "h1",
        "effect": "s1",
        "says": "cause",
        "confounders": ["price", " ", "sunspots"],
    }
    model = ScriptedModel([{"findings": [said, said, {**said, "quote": "Nothing like it stands there."}]}])
    found = await check(fake_deps(model=model), document_hit(f"{LED} The price of rice rose."))
    (link,) = found["links"]
    assert (link.evidence, link.confounders) == ("e1", ["price"])
    assert len(found["analyzed_data"]) == 1


async def test_later_rounds_read_only_what_is_new_for_hypotheses_without_evidence() -> None:
    known = LinkFound(evidence="e1", cause="h1", effect="s1", kind="cause", origin="o")
    first = await check(fake_deps(), document_hit(LED))
    model = ScriptedModel(lambda _: {})
    new = document_hit("Locusts were seen.", path="/d/new.md")
    given = {"links": [known], "analyzed_data": first["analyzed_data"], "seen": first["seen"]}
    found = await check(fake_deps(model=model), document_hit(LED), new, **given)
    (asked,) = model.requests
    assert 'kind="hypothesis" id="h2"' in asked.prompt
    assert LED not in asked.prompt
    assert [link.evidence for link in found["links"]] == ["e1"]
