"""The reasoned conclusion of a comparison, drafted from its known cells."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.models.role import Role
from kasen.team import Deps
from kasen.teams.research.grounds import Grounds
from kasen.teams.research.rules.comparison_queries import cells
from kasen.teams.research.rules.comparison_synthesizer import say_cells
from kasen.teams.research.schemas import Draft
from kasen.teams.research.schemas.compare import MatrixCell, MatrixView
from kasen.teams.research.state import Drafted
from kasen.teams.research.states.compare import Concluding

COMPARISON_SYNTHESIZER = Role(
    name="comparison_synthesizer",
    package="kasen.teams.research",
    reply=Draft,
    rule=say_cells,
    tier="high_reasoning",
    answer_tokens=2000,
    target_s=30.0,
    maximum_s=60.0,
)
"""Seconds as those of a writer."""


async def comparison_synthesizer(state: Concluding, runtime: Runtime[Deps]) -> Drafted:
    """Draft the conclusion; where nothing is known there is none, and nobody is asked."""
    deps, request, plan = runtime.context, state["request"], state["comparison"]
    grounds = await Grounds.of(deps, plan, state["analyzed_data"])
    known = [view(cell, grounds) for cell in by_criterion(state["matrix"]) if cell.statements]
    if not known:
        return {"draft": Draft(), "draft_by_rule": True}
    unknown = [
        place.text(deps.lang) for place, cell in zip(cells(plan), state["matrix"], strict=True) if not cell.statements
    ]
    answer = await deps.ask(
        COMPARISON_SYNTHESIZER,
        question=request.question,
        criteria=[one.name for one in plan.criteria],
        matrix=known,
        unknown=unknown,
        wishes=state.get("draft_wishes", []),
        length=request.length,
        audience=request.audience,
        lang=deps.lang,
    )
    return {"draft": answer.value, "draft_by_rule": answer.is_rule}


def by_criterion(matrix: list[MatrixCell]) -> list[MatrixCell]:
    """The cells row by row, as they are read."""
    return sorted(matrix, key=lambda cell: (cell.criterion, cell.item))


def view(cell: MatrixCell, grounds: Grounds) -> MatrixView:
    """A cell as the writer sees it."""
    ids = list(dict.fromkeys(id for statement in cell.statements for id in statement.evidence))
    return MatrixView(
        item=grounds.plan.items[cell.item - 1].name,
        criterion=grounds.plan.criteria[cell.criterion - 1].name,
        text=" / ".join(statement.text for statement in cell.statements),
        evidence=ids,
        quotes=[grounds.quote(id) for id in ids],
        score=cell.score,
        disputed=cell.disputed,
    )
