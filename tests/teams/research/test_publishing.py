"""The same end for every mode: statements checked, sections in their place, files stored, claims kept."""

from __future__ import annotations

import json

from kasen.teams.research.publishing import Brief, publish
from kasen.teams.research.schemas import (
    Draft,
    Excerpt,
    PointCoverage,
    Request,
    Result,
    SearchDone,
    Section,
    Statement,
)
from kasen.teams.research.schemas.verification import Changed, Verification
from kasen.teams.research.writing import Sections, Writer
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import document_hit
from kasen.tools.report.model import Block, Cell, Point, Row, Table

TEXT = "Uji lies close to Kyoto. Its tea is ground to powder."
HIT = document_hit(TEXT, path="/d/uji.md")
EXCERPTS = [
    Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=24),
    Excerpt(id="e2", point=1, passage_id=HIT.passage.id, start=25, end=len(TEXT)),
]
WRITTEN = "Uji lies close to the city of Kyoto."
DRAFT = Draft(
    title="Uji",
    findings=[Statement(text=WRITTEN, evidence=["e1"]), Statement(text="Uji has 12 gates.", evidence=["e2"])],
    analysis=[Section(point=1, statements=[Statement(text=WRITTEN, evidence=["e1"])])],
)


async def write(deps: FakeDeps, *, sections: Sections | None = None, **more: object) -> Result:
    await deps.evidence.add([HIT])
    given: dict[str, object] = {
        "question": "Where is Uji?",
        "mode": "compare",
        "points": ["Where is Uji?"],
        "coverage": [PointCoverage(point=1, text="Where is Uji?", coverage=1.0, covered=True)],
        "excerpts": EXCERPTS,
    }
    brief = Brief(**(given | more))  # type: ignore[arg-type]
    return await publish(deps, Request(question="Where is Uji?"), brief, DRAFT, sections=sections)


async def test_what_falls_is_replaced_and_counted_and_the_claims_are_kept() -> None:
    deps = fake_deps(documents=[HIT])
    result = await write(deps)
    assert [finding.text for finding in result.findings][:2] == [WRITTEN, "Its tea is ground to powder."]
    assert "12 gates" not in result.report
    assert result.document.how_made.removed == 1
    assert {claim.text for claim in deps.evidence.claims} >= {WRITTEN, "Its tea is ground to powder."}
    assert json.loads(deps.artifacts.text("report.json"))["mode"] == "compare"


async def test_sections_stand_under_the_analysis_and_their_references_follow_the_reader() -> None:
    def sections(writer: Writer) -> list[Point]:
        cell = Cell(sentences=writer.sentences([Statement(text=WRITTEN, evidence=["e1"])]))
        quoted = Block(kind="quote", sentences=(writer.quotation(EXCERPTS[1]),))
        table = Table(corner="item", columns=("place", "price"), rows=(Row(heading="Uji", cells=(cell, Cell())),))
        return [Point(heading="Table", blocks=(Block(kind="table", table=table), quoted))]

    result = await write(fake_deps(documents=[HIT]), sections=sections)
    assert [point.heading for point in result.document.analysis] == ["Table"]
    assert result.document.unresolved() == []
    table = result.document.analysis[0].blocks[0].table
    assert table is not None
    assert [sentence.text for sentence in table.rows[0].cells[0].sentences] == [WRITTEN]
    assert table.rows[0].cells[1].sentences == ()


async def test_what_the_verifier_did_is_told_and_what_it_found_weak_is_marked() -> None:
    found = Verification(
        weak=[WRITTEN], repaired=[Changed(before="a", after="b")], removed=[Changed(before="c")], judged=2, by="x:m"
    )
    result = await write(fake_deps(documents=[HIT]), verification=found)
    assert result.findings[0].support == "partial"
    assert "partial" in result.findings[0].marks
    assert (result.document.how_made.repaired, result.document.how_made.removed) == (1, 2)
    assert any("1 replaced by quotations, 1 mended, 1 left out" in line for line in result.not_covered)
    assert "2 were judged against their quotations by a model as well (x:m)" in result.document.banner[0]


async def test_the_ledger_says_of_each_claim_who_judged_it() -> None:
    deps = fake_deps(documents=[HIT])
    await write(deps, verification=Verification(judged=1, by="google:gemini-test", confirmed=[WRITTEN]))
    judged = {claim.text: claim.by for claim in deps.evidence.claims}
    assert judged[WRITTEN] == "google:gemini-test"
    assert judged["Its tea is ground to powder."] == "rule"


def warned(deps: FakeDeps) -> list[str]:
    return [event.text for event in deps.events.of("warning") if event.about == "findings"]


async def test_a_finding_of_nothing_is_a_warning_with_the_next_step() -> None:
    for lang, said in (("en", "Nothing that answers this question was found. Ask in"), ("ja", "別の言葉で")):
        deps = fake_deps(lang=lang)
        result = await write(deps, excerpts=[], own_draft=Draft())
        assert result.findings == []
        (text,) = warned(deps)
        assert said in text
        assert "--docs" in text


async def test_where_the_web_failed_the_next_step_is_to_ask_again() -> None:
    failed = SearchDone(query="uji", where="web", error="no network")
    for searches, again in (([failed], True), ([failed, SearchDone(query="tea", where="web")], False)):
        deps = fake_deps()
        await write(deps, excerpts=[], own_draft=Draft(), searches=searches)
        (text,) = warned(deps)
        assert ("ask again when it works" in text) is again


async def test_who_refused_the_plan_and_who_got_findings_is_not_warned() -> None:
    refused, found = fake_deps(), fake_deps(documents=[HIT])
    result = await write(refused, excerpts=[], own_draft=Draft(), refused="plan")
    assert "The plan was not approved, so nothing was looked up." in result.not_covered
    await write(found)
    assert warned(refused) == warned(found) == []
