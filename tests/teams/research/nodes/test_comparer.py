"""Cells are checked against what the evidence says of the item alone, and scored."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.comparer import comparer
from kasen.teams.research.schemas import Excerpt, Request
from kasen.teams.research.schemas.compare import ComparisonPlan, MatrixCell
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HITS = [
    document_hit("The handling of the Alpha is easy.", path="/d/a.md"),
    document_hit("The handling of the Beta is hard.", path="/d/b.md"),
]


async def fill(said: Any, *, comparable: bool = True, deps: FakeDeps | None = None) -> list[MatrixCell]:
    deps = deps or fake_deps(model=ScriptedModel([said], id="x:m"))
    await deps.evidence.add(HITS)
    excerpts = [
        Excerpt(id=f"e{n}", point=n, passage_id=hit.passage.id, start=0, end=len(hit.passage.text))
        for n, hit in enumerate(HITS, start=1)
    ]
    criteria = [{"name": "handling", "comparable": comparable}]
    plan = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": criteria})
    state: Any = {"request": Request(question="q"), "comparison": plan, "analyzed_data": excerpts}
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await comparer(state, runtime))["matrix"]


def cell(item: int, text: str, *evidence: str, score: float | None = None) -> dict[str, Any]:
    return {"item": item, "statements": [{"text": text, "evidence": list(evidence)}], "score": score}


async def test_a_models_scores_stand_only_on_cells_with_evidence_and_never_alone() -> None:
    good = [cell(1, "The Alpha is easy.", "e1", score=4), cell(2, "The Beta is hard.", "e2", score=2)]
    assert [(one.score, one.scored_by) for one in await fill({"cells": good})] == [(4.0, "x:m"), (2.0, "x:m")]
    alone = [good[0], cell(2, "The Beta is easy.", "e1", score=5)]
    found = await fill({"cells": alone})
    assert [one.score for one in found] == [None, None]
    assert found[1].statements == []
    assert [one.score for one in await fill({"cells": good}, comparable=False)] == [None, None]


async def test_an_item_left_out_is_unknown_and_no_answer_at_all_gives_quotations_that_name_the_criterion() -> None:
    found = await fill({"cells": [cell(1, "The Alpha is easy.", "e1")]})
    assert [bool(one.statements) for one in found] == [True, False]
    found = await fill({})
    assert [one.statements[0].text for one in found] == [hit.passage.text for hit in HITS]


async def test_without_evidence_nobody_is_asked() -> None:
    deps = fake_deps(model=ScriptedModel([]))
    plan = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["x"]})
    state: Any = {"request": Request(question="q"), "comparison": plan, "analyzed_data": []}
    runtime: Runtime[Deps] = Runtime(context=deps)
    assert [one.statements for one in (await comparer(state, runtime))["matrix"]] == [[], []]
