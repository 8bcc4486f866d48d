from __future__ import annotations

from typing import Any

from kasen.evidence.types import Hit
from kasen.team import TeamAnswer
from kasen.teams.slides.research.asking import Outcome
from kasen.teams.slides.research.findings import MOST_PASSAGES, evidence_of_findings, findings_of
from kasen.teams.slides.schemas.findings import Evidence
from kasen.teams.slides.schemas.outputs import ResearchTask
from kasen.testing.deps import fake_deps
from kasen.testing.search import document_hit
from kasen.testing.teams import research_answer

TASK = ResearchTask(id="R2", question="tea?")
ONE, TWO = document_hit("Tea came from China.", path="/docs/a.md"), document_hit("Uji grows tea.", path="/docs/b.md")


async def found(answer: TeamAnswer | None, *hits: Hit, lang: Any = "en") -> list[Evidence]:
    deps = fake_deps()
    await deps.evidence.add(hits)
    return await evidence_of_findings(deps, Outcome(task=TASK, answer=answer), step="S1", lang=lang)


def test_only_statements_that_hold_and_rest_on_something_are_taken() -> None:
    answer = research_answer(
        ("A.", "supported", [ONE]),
        ("B.", "partial", [TWO]),
        ("C.", "unsupported", [ONE]),
        ("D.", "contradicted", [ONE]),
        ("E.", "supported", []),
        ("  ", "supported", [ONE]),
    )
    assert [(one.text, one.support) for one in findings_of(answer)] == [("A.", "supported"), ("B.", "partial")]


def test_a_passage_that_may_not_be_cited_is_no_ground() -> None:
    answer = research_answer(("A.", "supported", [ONE, TWO]), ("B.", "supported", [TWO]))
    answer = TeamAnswer(run_id="r", status="done", result=answer.result, passage_ids=(ONE.passage.id,))
    (only,) = findings_of(answer)
    assert (only.text, only.passage_ids) == ("A.", [ONE.passage.id])


def test_a_result_of_another_shape_has_no_findings() -> None:
    for result in ({}, {"findings": None}, {"findings": ["x", {"text": 3}, {"support": "supported"}]}):
        assert findings_of(TeamAnswer(run_id="r", status="done", result=result)) == []


async def test_each_passage_comes_once_with_what_was_concluded_from_it() -> None:
    answer = research_answer(("A.", "supported", [ONE, TWO]), ("B.", "partial", [ONE]))
    first, second = await found(answer, ONE, TWO)
    assert (first.ref.id, first.ref.passage_id, first.step) == ("R2-1", ONE.passage.id, "S1")
    assert first.finding == "A. B. (only partly supported)"
    assert (second.ref.id, second.finding, second.text) == ("R2-2", "A.", "Uji grows tea.")
    assert (first.ref.title, first.ref.uri) == (ONE.source.title, ONE.source.uri)


async def test_what_is_partly_supported_says_so_in_japanese() -> None:
    (only,) = await found(research_answer(("茶は中国から来た。", "partial", [ONE])), ONE, lang="ja")
    assert only.finding == "茶は中国から来た。（一部のみ裏付けあり）"


async def test_only_so_many_passages_are_shown_and_none_of_a_question_without_answer() -> None:
    hits = [document_hit(f"Fact {n}.", path=f"/docs/{n}.md") for n in range(30)]
    many = await found(research_answer(("A.", "supported", hits)), *hits)
    assert len(many) == MOST_PASSAGES
    assert await found(None) == []
