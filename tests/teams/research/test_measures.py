"""Facts, completeness and form as code measures them; nothing is verified twice."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.evidence.types import Hit
from kasen.teams.research import measures
from kasen.teams.research.schemas import Draft, Excerpt, PointCoverage, Section, Statement
from kasen.teams.research.schemas.supervised import StatementCheck
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

QUESTION = "When did tea growing begin in Uji?"
BEGAN = "Tea growing in Uji began in the 13th century."
CENTRE = "The patronage of the shogun made Uji the centre of Japanese tea."
HITS = [document_hit(BEGAN, path="/docs/a.md"), document_hit(CENTRE, path="/docs/b.md")]
REWORDED = "In Uji, tea growing began in the 13th century."
WRONG = "In Uji, tea growing began in the 15th century."
ADDS = "In Uji, tea growing began in the 13th century, which delighted every emperor."


def excerpts(hits: list[Hit]) -> list[Excerpt]:
    return [
        Excerpt(id=f"e{n}", point=1, passage_id=hit.passage.id, start=0, end=len(hit.passage.text))
        for n, hit in enumerate(hits, start=1)
    ]


async def prepared(**more: Any) -> FakeDeps:
    deps = fake_deps(**more)
    await deps.evidence.add(HITS)
    return deps


def draft(*texts: str) -> Draft:
    return Draft(title="t", findings=[Statement(text=text, evidence=["e1"]) for text in texts])


async def checked(deps: FakeDeps, made: Draft, known: list[StatementCheck] | None = None) -> measures.Checks:
    return await measures.check_draft(deps, made, excerpts(HITS), known or [], question=QUESTION)


async def test_code_tells_what_holds_and_what_does_not() -> None:
    deps = await prepared()
    checks = await checked(deps, draft(BEGAN, REWORDED, WRONG, ""))
    assert [check.outcome for check in checks.all.values()] == ["holds", "holds", "falls", "falls"]
    assert [check.quoted for check in checks.all.values()] == [True, False, False, False]
    assert checks.facts == 0.5
    assert {check.by for check in checks.all.values()} == {"rule"}


async def test_a_statement_that_cites_nothing_falls() -> None:
    made = Draft(summary=[Statement(text=BEGAN, evidence=[]), Statement(text=BEGAN, evidence=["e9"])])
    assert (await checked(await prepared(), made)).facts == 0.0


async def test_a_statement_that_says_more_than_its_source_holds_in_part_at_most() -> None:
    (only,) = (await checked(await prepared(), draft(ADDS))).all.values()
    assert only.outcome in ("in_part", "falls")


async def test_no_statements_are_no_facts() -> None:
    assert (await checked(await prepared(), Draft(title="t"))).facts == 0.0


async def test_a_model_judges_the_meaning_of_reworded_statements_only() -> None:
    said = {"judgements": [{"id": "s1", "support": "unsupported", "reason": "no", "repaired": BEGAN}]}
    model = ScriptedModel({"verifier": [said]}, id="x:m")
    checks = await checked(await prepared(model=model), draft(BEGAN, REWORDED))
    assert [check.outcome for check in checks.all.values()] == ["holds", "mended"]
    assert checks.all["f2"].now == BEGAN
    assert checks.facts == 0.5
    assert checks.verification.repaired[0].after == BEGAN
    model.assert_done()


async def test_what_a_model_called_partial_counts_half() -> None:
    model = ScriptedModel({"verifier": [{"judgements": [{"id": "s1", "support": "partial"}]}]}, id="x:m")
    checks = await checked(await prepared(model=model), draft(REWORDED))
    assert (checks.all["f1"].outcome, checks.facts) == ("in_part", 0.5)


async def test_what_is_known_is_not_asked_about_again_and_what_was_mended_holds_now() -> None:
    said = {"judgements": [{"id": "s1", "support": "contradicted", "repaired": BEGAN}]}
    model = ScriptedModel({"verifier": [said]}, id="x:m")
    deps = await prepared(model=model)
    first = await checked(deps, draft(REWORDED, CENTRE))
    mended = measures.mended(draft(REWORDED, CENTRE), first.all)
    assert [one.text for one in mended.findings] == [BEGAN, CENTRE]
    again = await checked(deps, mended, first.fresh)
    assert again.fresh == []
    assert again.all["f1"].outcome == "holds"
    assert len(model.requests) == 1


async def test_what_a_verifier_cut_does_not_come_out() -> None:
    kept = StatementCheck(text="A.", evidence=["e1"], outcome="holds")
    cut = StatementCheck(text="B.", evidence=["e1"], outcome="falls", by="x:m")
    by_code = StatementCheck(text="C.", evidence=["e1"], outcome="falls")
    made = Draft(
        analysis=[Section(point=2, statements=[Statement(text=t, evidence=["e1"]) for t in ("A.", "B.", "C.")])]
    )
    known = measures.known_checks(made, [kept, cut, by_code])
    assert [one.text for one in measures.standing(made, known).analysis[0].statements] == ["A.", "C."]
    assert [one.text for one in measures.mended(made, known).analysis[0].statements] == ["A.", "B.", "C."]


async def test_points_are_covered_by_what_their_section_cites_and_not_by_what_fell() -> None:
    deps, points = await prepared(), ["When did tea growing begin in Uji", "Why did Uji become the centre"]
    made = Draft(
        analysis=[
            Section(point=1, statements=[Statement(text=BEGAN, evidence=["e1"])]),
            Section(point=2, statements=[Statement(text=CENTRE, evidence=["e2"])]),
        ]
    )
    whole = await measures.covered_points(deps, made, excerpts(HITS), points, question=QUESTION)
    assert [one.covered for one in whole] == [True, True]
    part = await measures.covered_points(deps, made, excerpts(HITS), points, question=QUESTION, fallen={"a2.1"})
    assert [one.covered for one in part] == [True, False]
    assert measures.completeness(whole) == 1.0
    assert measures.completeness(part) == 0.5


def test_an_open_point_counts_by_the_share_of_its_words() -> None:
    def point(share: float, *, covered: bool) -> PointCoverage:
        return PointCoverage(point=1, text="p", coverage=share, covered=covered)

    assert measures.completeness([point(0.5, covered=False), point(0.7, covered=True)]) == 0.75
    assert measures.completeness([point(0.95, covered=False)]) == 0.6, "a name is missing"
    assert measures.completeness([]) == 0.0


@pytest.mark.parametrize(
    ("made", "lacking"),
    [
        (Draft(), ["title", "summary", "findings", "a1"]),
        (draft(BEGAN, CENTRE), ["summary", "a1"]),
        (draft(*(f"{n} {BEGAN}" for n in range(6))), ["summary", "findings", "a1"]),
        (Draft(title="t", summary=[Statement(text="word " * 200)]), ["summary", "findings", "a1"]),
    ],
)
def test_parts_that_are_missing_or_out_of_form_are_named(made: Draft, lacking: list[str]) -> None:
    assert measures.missing_parts(made, ["p", "q"], excerpts(HITS), "en") == lacking
    assert measures.form(lacking, ["p", "q"]) == pytest.approx(1 - len(lacking) / 5)


def test_where_there_is_no_evidence_no_part_is_missing_but_the_title() -> None:
    assert measures.missing_parts(Draft(title="t"), ["p"], [], "ja") == []
