"""The table of a comparison, its scores and its conclusion, as the report shows them."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.comparison import MatrixSections
from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, Request, Result, Section, Statement
from kasen.teams.research.schemas.compare import ComparisonPlan, MatrixCell
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit

TEXT = "The price of the Alpha is 500 dollars."
SAID = Statement(text=TEXT, evidence=["e1"])


async def shown(criteria: list[str], cells: list[MatrixCell], draft: Draft) -> tuple[Result, MatrixSections]:
    deps = fake_deps()
    hit = document_hit(TEXT)
    await deps.evidence.add([hit])
    plan = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": criteria})
    points = [f"{n}" for n in range(1, 2 * len(criteria) + 1)]
    brief = Brief(
        question="Alpha vs Beta",
        mode="compare",
        points=points,
        coverage=[PointCoverage(point=n, text="x", coverage=1.0, covered=True) for n in range(1, len(points) + 1)],
        excerpts=[Excerpt(id="e1", point=1, passage_id=hit.passage.id, start=0, end=len(TEXT))],
        own_draft=Draft(),
    )
    sections = MatrixSections(plan, cells, draft, "en")
    request = Request(question="Alpha vs Beta")
    return await publish(deps, request, brief, Draft(), sections=sections), sections


def scored(**scores: float) -> list[MatrixCell]:
    return [
        MatrixCell(item=item, criterion=int(key[1]), statements=[SAID], score=value, scored_by="code")
        for key, value in scores.items()
        for item in (1, 2)
    ]


def cell_of(sections: MatrixSections, criterion: str, item: str) -> Any:
    return next(cell for cell in sections.found if (cell.criterion, cell.item) == (criterion, item))


async def test_known_cells_are_cited_and_the_others_are_empty() -> None:
    cells = [MatrixCell(item=1, criterion=1, statements=[SAID], disputed=True), MatrixCell(item=2, criterion=1)]
    result, sections = await shown(["price"], cells, Draft())
    table = result.document.analysis[0].blocks[0].table
    assert table is not None
    assert (table.columns, table.rows[0].heading) == (("Alpha", "Beta"), "price")
    (sentence,) = table.rows[0].cells[0].sentences
    assert (sentence.text, sentence.marks) == (TEXT, ("disputed",))
    assert table.rows[0].cells[1].sentences == ()
    assert cell_of(sections, "price", "Alpha").passage_ids
    assert cell_of(sections, "price", "Beta").text == ""
    assert result.document.unresolved() == []


async def test_what_no_evidence_says_is_quoted_instead_or_left_out() -> None:
    lie = MatrixCell(item=1, criterion=1, statements=[Statement(text="It costs 9 euros.", evidence=["e1"])])
    none = MatrixCell(
        item=2, criterion=1, statements=[Statement(text="Cheap.", evidence=["e7"])], score=5.0, scored_by="m"
    )
    _, sections = await shown(["price"], [lie, none], Draft())
    assert cell_of(sections, "price", "Alpha").text == TEXT
    assert (cell_of(sections, "price", "Beta").text, cell_of(sections, "price", "Beta").score) == ("", None)


async def test_scores_are_a_table_below_three_criteria_and_a_radar_from_there() -> None:
    two, _ = await shown(["a", "b"], scored(c1=5.0, c2=2.5), Draft())
    assert [block.kind for block in two.document.analysis[0].blocks] == ["table", "text", "table"]
    three, _ = await shown(["a", "b", "c"], scored(c1=5.0, c2=2.5, c3=1.0), Draft())
    assert [block.kind for block in three.document.analysis[0].blocks] == ["table", "text", "picture"]


async def test_the_conclusion_follows_criterion_by_criterion() -> None:
    draft = Draft(analysis=[Section(point=2, statements=[SAID]), Section(point=9, statements=[SAID])])
    result, _ = await shown(["look", "price"], [], draft)
    assert [point.heading for point in result.document.analysis] == ["Comparison", "price"]


async def test_a_cell_shows_the_field_of_a_row_and_cites_the_row() -> None:
    text = "Product | Price | Weight\nAlpha | $120 | 1.2 kg"
    hit, row = document_hit(text), "Alpha | $120 | 1.2 kg"
    deps = fake_deps()
    await deps.evidence.add([hit])
    plan = ComparisonPlan.model_validate({"items": ["Alpha", "Beta"], "criteria": ["price", "taste"]})
    quoted = Statement(text=row, evidence=["e1"])
    sections = MatrixSections(
        plan, [MatrixCell(item=1, criterion=number, statements=[quoted]) for number in (1, 2)], Draft(), "en"
    )
    brief = Brief(
        question="Alpha vs Beta",
        mode="compare",
        points=["1", "2"],
        coverage=[PointCoverage(point=n, text="x", coverage=1.0, covered=True) for n in (1, 2)],
        excerpts=[Excerpt(id="e1", point=1, passage_id=hit.passage.id, start=text.index(row), end=len(text))],
        own_draft=Draft(),
    )
    result = await publish(deps, Request(question="Alpha vs Beta"), brief, Draft(), sections=sections)
    assert cell_of(sections, "price", "Alpha").text == "$120"
    assert cell_of(sections, "taste", "Alpha").text == row
    table = result.document.analysis[0].blocks[0].table
    assert table is not None
    (sentence,) = table.rows[0].cells[0].sentences
    words = sentence.citations[0].words[0]
    assert text[words.start : words.end] == row
    assert result.document.unresolved() == []
