"""Cells and conclusion are verified together."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.matrix_verifier import matrix_verifier
from kasen.teams.research.schemas import Draft, Excerpt, Request, Section, Statement
from kasen.teams.research.schemas.compare import ComparisonPlan, MatrixCell
from kasen.teams.research.states.compare import Checked
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

TEXT = "The price of the Alpha is 500 dollars, while the price of the Beta is 700 dollars."


async def verify(deps: FakeDeps, cell: str, conclusion: str) -> Checked:
    hit = document_hit(TEXT)
    await deps.evidence.add([hit])
    said = Statement(text=conclusion, evidence=["e1"])
    state: Any = {
        "request": Request(question="q"),
        "comparison": ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["price"]}),
        "analyzed_data": [Excerpt(id="e1", point=1, passage_id=hit.passage.id, start=0, end=len(TEXT))],
        "matrix": [
            MatrixCell(item=1, criterion=1, statements=[Statement(text=cell, evidence=["e1"])], score=4.0),
            MatrixCell(item=2, criterion=1),
        ],
        "draft": Draft(findings=[said], analysis=[Section(point=1, statements=[said])]),
        "draft_by_rule": False,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await matrix_verifier(state, runtime)


def judged(**support: str) -> ScriptedModel:
    return ScriptedModel([{"judgements": [{"id": id, "support": said} for id, said in support.items()]}])


async def test_one_ask_judges_cells_and_conclusion() -> None:
    model = judged(s1="supported", s2="supported")
    found = await verify(
        fake_deps(model=model), "The Alpha has the price of 500 dollars.", "The Alpha is at 500 dollars."
    )
    assert len(model.requests) == 1
    assert found["matrix"][0].score == 4.0
    assert len(found["draft"].findings) == len(found["draft"].analysis) == 1
    assert found["verification"].removed == []


async def test_a_cell_that_the_judge_cuts_is_unknown_with_its_score() -> None:
    model = judged(s1="supported", s2="unsupported")
    found = await verify(
        fake_deps(model=model), "The Alpha sells at a price of 500 dollars today.", "The Alpha is at 500 dollars."
    )
    assert (found["matrix"][0].statements, found["matrix"][0].score) == ([], None)


async def test_what_is_said_of_another_item_falls_before_anybody_is_asked() -> None:
    model = ScriptedModel([])
    found = await verify(fake_deps(model=model), TEXT, "The price of the Alpha is 700 dollars.")
    assert found["draft"].findings == []
    assert [one.reason for one in found["verification"].removed] == ["another item", "another item"]
    assert found["matrix"][0].statements[0].text == TEXT
