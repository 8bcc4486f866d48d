"""No statement says more of a link than the words it cites."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.causal_verifier import causal_verifier
from kasen.teams.research.schemas import Draft, Excerpt, Request, Section, Statement
from kasen.teams.research.schemas.causal import CausalGraph, Ranked
from kasen.teams.research.states.causal import Verified
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit

AFTER, LED = "The harvest fell after the new tax.", "The drought led to the fall of the harvest."


async def verify(text: str, *evidence: str) -> Verified:
    deps = fake_deps()
    hits = [document_hit(AFTER, path="/d/a.md"), document_hit(LED, path="/d/b.md")]
    await deps.evidence.add(hits)
    said = Statement(text=text, evidence=list(evidence))
    state: Any = {
        "request": Request(question="q"),
        "analyzed_data": [
            Excerpt(id=f"e{n}", point=n, passage_id=hit.passage.id, start=0, end=len(hit.passage.text))
            for n, hit in enumerate(hits, start=1)
        ],
        "draft": Draft(findings=[said], analysis=[Section(point=1, statements=[said])]),
        "draft_by_rule": False,
        "causal_graph": CausalGraph(
            ranking=[Ranked(hypothesis=1, likelihood=0.5, status="contested", verdict="holds", reasons=[said])]
        ),
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await causal_verifier(state, runtime)


def texts(found: Verified) -> list[list[str]]:
    draft, (ranked,) = found["draft"], found["causal_graph"].ranking
    return [[one.text for one in part] for part in (draft.findings, draft.analysis[0].statements, ranked.reasons)]


@pytest.mark.parametrize(
    ("text", "evidence", "stays"),
    [
        ("The drought caused the fall of the harvest.", "e2", "The drought caused the fall of the harvest."),
        ("The new tax caused the fall of the harvest.", "e1", AFTER),
        ("The harvest fell after the new tax.", "e1", AFTER),
    ],
)
async def test_a_cause_is_asserted_only_where_the_words_do(text: str, evidence: str, stays: str) -> None:
    found = await verify(text, evidence)
    assert texts(found) == [[stays]] * 3
    assert bool(found["verification"].repaired) is (text != stays)


async def test_cause_and_effect_are_never_turned_round() -> None:
    found = await verify("The fall of the harvest led to the drought.", "e2")
    assert texts(found) == [[], [], []]
    assert {one.reason for one in found["verification"].removed} == {"cause and effect"}


async def test_what_cites_nothing_known_is_left_to_the_checks_that_follow() -> None:
    assert (await verify("Aliens caused it.", "e9"))["verification"].repaired == []


@pytest.mark.parametrize(
    ("text", "stays"),
    [
        ("The flood led to the fall of the harvest.", False),
        ("Brazil led to the fall of the harvest.", False),
        ("The long drought led to the fall of the harvest.", True),
        ("This led to the fall of the harvest.", True),
    ],
)
async def test_a_cause_that_the_words_do_not_speak_of_falls(text: str, stays: bool) -> None:
    found = await verify(text, "e2")
    assert texts(found) == ([[text]] * 3 if stays else [[], [], []])
    assert bool(found["verification"].removed) is not stays
