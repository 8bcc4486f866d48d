"""The conclusion is drafted from known cells."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.comparison_synthesizer import by_criterion, comparison_synthesizer
from kasen.teams.research.schemas import Excerpt, Request, Statement
from kasen.teams.research.schemas.compare import ComparisonPlan, MatrixCell
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HIT = document_hit("The price of the Alpha is 500 dollars.")


async def conclude(deps: FakeDeps, known: bool) -> Any:
    await deps.evidence.add([HIT])
    said = [Statement(text="500 dollars", evidence=["e1"])] if known else []
    state: Any = {
        "request": Request(question="q", audience="buyers"),
        "comparison": ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["price"]}),
        "analyzed_data": [Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=38)],
        "matrix": [MatrixCell(item=1, criterion=1, statements=said, score=4.0), MatrixCell(item=2, criterion=1)],
        "draft_wishes": ["shorter"],
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await comparison_synthesizer(state, runtime)


async def test_the_writer_sees_cells_with_their_evidence_and_what_is_unknown() -> None:
    model = ScriptedModel([{"title": "t"}])
    found = await conclude(fake_deps(model=model), known=True)
    prompt = model.requests[0].prompt
    for words in (HIT.passage.text, "price of Beta", "(score 4.0 of 5)", "buyers", "shorter", "Allowed ids: e1."):
        assert words in prompt
    assert (found["draft"].title, found["draft_by_rule"]) == ("t", False)


async def test_where_nothing_is_known_nobody_is_asked() -> None:
    found = await conclude(fake_deps(model=ScriptedModel([])), known=False)
    assert found["draft"].findings == []


def test_cells_are_read_row_by_row() -> None:
    cells = [MatrixCell(item=i, criterion=c) for i in (1, 2) for c in (1, 2)]
    assert [(one.criterion, one.item) for one in by_criterion(cells)] == [(1, 1), (1, 2), (2, 1), (2, 2)]
