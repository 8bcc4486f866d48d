"""The conclusion and the cells it rests on are verified together, each statement for the items that it names."""

from __future__ import annotations

from collections.abc import Sequence

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.grounds import Grounds
from kasen.teams.research.nodes.verifier import verified_draft
from kasen.teams.research.schemas import Draft, Section, Statement
from kasen.teams.research.schemas.compare import MatrixCell
from kasen.teams.research.schemas.verification import Changed
from kasen.teams.research.states.compare import Checked, Checking


async def matrix_verifier(state: Checking, runtime: Runtime[Deps]) -> Checked:
    """Verify in place; a statement that gives an item what is said of another falls before anybody is asked."""
    deps, excerpts, matrix = runtime.context, state["analyzed_data"], state["matrix"]
    grounds = await Grounds.of(deps, state["comparison"], excerpts)
    draft, mixed_up = _fitting(state["draft"], grounds)
    rows = [Section(point=number, statements=cell.statements) for number, cell in enumerate(matrix, start=1)]
    whole = draft.model_copy(update={"analysis": [*draft.analysis, *rows]})
    done, found = await verified_draft(deps, whole, excerpts, question=state["request"].question)
    own = len(draft.analysis)
    cells = [_kept(cell, row.statements, grounds) for cell, row in zip(matrix, done.analysis[own:], strict=True)]
    removed = [*found.removed, *(Changed(before=one.text, reason="another item") for one in mixed_up)]
    found = found.model_copy(update={"removed": removed})
    changed = len(found.repaired) + len(found.removed)
    note = f"{found.judged} 文を照合、{changed} 文を直した"
    deps.note(note if deps.lang == "ja" else f"{found.judged} statements judged, {changed} changed")
    return {
        "draft": done.model_copy(update={"analysis": done.analysis[:own]}),
        "draft_by_rule": state["draft_by_rule"],
        "matrix": cells,
        "verification": found,
    }


def _fitting(draft: Draft, grounds: Grounds) -> tuple[Draft, list[Statement]]:
    """The draft without statements whose evidence speaks of other items than they do; and those."""
    fallen: list[Statement] = []

    def kept(statements: Sequence[Statement]) -> list[Statement]:
        fallen.extend(one for one in statements if not grounds.fits(one))
        return [one for one in statements if grounds.fits(one)]

    sections = [Section(point=part.point, statements=kept(part.statements)) for part in draft.analysis]
    update = {"summary": kept(draft.summary), "findings": kept(draft.findings), "analysis": sections}
    return draft.model_copy(update=update), fallen


def _kept(cell: MatrixCell, said: Sequence[Statement], grounds: Grounds) -> MatrixCell:
    """A cell with what is left of it; one with nothing left is unknown."""
    statements = [one for one in said if grounds.own(one, cell.item) and grounds.stands(one, cell.item)]
    if not statements:
        return MatrixCell(item=cell.item, criterion=cell.criterion)
    return cell.model_copy(update={"statements": statements})
