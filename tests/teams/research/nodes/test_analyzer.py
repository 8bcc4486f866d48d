"""The analyzer keeps only words that stand in passages that were shown."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.evidence.types import Hit
from kasen.team import Deps
from kasen.teams.research.nodes.analyzer import analyzer, located
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Excerpt, PassageView, Quoted, Request, ResearchPlan
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

ONE = document_hit("The house was founded in 1738. It sells tea.", path="/d/a.md")
OTHER = document_hit("The house was founded in 1740.", path="/d/b.md")


async def analyse(deps: FakeDeps, question: str, hits: list[Hit]) -> list[Excerpt]:
    await deps.evidence.add(hits)
    state: Any = {
        "request": Request(question=question),
        "plan": ResearchPlan(investigation_points=[question]),
        "loop_count": 1,
        "search_results": [],
        "rag_results": found_by(question, hits),
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    return (await analyzer(state, runtime))["analyzed_data"]


def shown(hit: Hit) -> tuple[list[PassageView], list[Any]]:
    return [PassageView(id="p1", title="t", text=hit.passage.text)], [hit.passage]


def test_quotations_are_found_again_and_others_counted() -> None:
    views, passages = shown(ONE)
    said = [
        Quoted(point=1, passage="p1", quote="It sells tea", statement="It  sells tea."),
        Quoted(point=1, passage="p1", quote="It sells tea."),
        Quoted(point=2, passage="p1", quote="It sells tea."),
        Quoted(point=1, passage="p2", quote="It sells tea."),
        Quoted(point=1, passage="p1", quote="It sells coffee and cake."),
    ]
    (found,), lost = located(said, ["point"], views, passages)
    assert ONE.passage.text[found.start : found.end] == "It sells tea."
    assert found.statement == "It sells tea."
    assert lost == 3


def test_a_misquotation_is_mended_and_its_statement_forgotten() -> None:
    views, passages = shown(ONE)
    said = [Quoted(point=1, passage="p1", quote="The house was founded in 1838.", statement="Founded in 1838.")]
    (found,), lost = located(said, ["point"], views, passages)
    assert ONE.passage.text[found.start : found.end] == "The house was founded in 1738."
    assert (found.statement, lost) == ("", 0)


async def test_nothing_found_asks_nobody() -> None:
    deps = fake_deps()
    assert await analyse(deps, "When?", []) == []
    assert deps.ledger.receipts == {}


async def test_the_other_side_of_a_disagreement_is_kept() -> None:
    said = {"excerpts": [{"point": 1, "passage": "p1", "quote": "The house was founded in 1738."}]}
    deps = fake_deps(model=ScriptedModel([said]))
    found = await analyse(deps, "When was the house founded?", [ONE, OTHER])
    assert [(excerpt.id, excerpt.passage_id) for excerpt in found] == [("e1", ONE.passage.id), ("e2", OTHER.passage.id)]


async def test_what_a_model_overlooks_is_added_when_it_plainly_answers() -> None:
    deps = fake_deps(model=ScriptedModel([{"excerpts": []}]))
    found = await analyse(deps, "When was the house founded?", [ONE])
    assert ONE.passage.text[found[0].start : found[0].end] == "The house was founded in 1738."
    assert await analyse(fake_deps(model=ScriptedModel([{}])), "What is the GDP of Brazil?", [ONE]) == []


async def test_lost_quotations_are_told() -> None:
    said = {"excerpts": [{"point": 1, "passage": "p9", "quote": "x"}]}
    deps = fake_deps(model=ScriptedModel([said]), lang="ja")
    await analyse(deps, "When was the house founded?", [ONE])
    assert [event.text for event in deps.events.of("warning")] == ["引用 1 件は示した箇所に無いため使わなかった。"]


async def test_next_to_nothing_from_a_model_is_made_up_from_other_passages() -> None:
    said = {"excerpts": [{"point": 1, "passage": "p1", "quote": "The house was founded in 1738."}]}
    third = document_hit("In March the house was founded anew.", path="/d/third.md")
    found = await analyse(fake_deps(model=ScriptedModel([said])), "When was the house founded?", [ONE, third])
    assert {excerpt.passage_id for excerpt in found} == {ONE.passage.id, third.passage.id}


def test_a_question_is_no_answer_however_much_it_is_like_the_one_asked() -> None:
    asked = document_hit("When was the house founded? The house was founded in 1738.")
    views, passages = shown(asked)
    said = [Quoted(point=1, passage="p1", quote=text) for text in ("When was the house founded?", "founded in 1738")]
    (found,), lost = located(said, ["When was the house founded?"], views, passages)
    assert (asked.passage.text[found.start : found.end], lost) == ("The house was founded in 1738.", 0)
