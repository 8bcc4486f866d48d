"""What a model wrote is judged against its quotations, mended in place, weakened or cut; code has the last word."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.evidence.types import Hit
from kasen.teams.research.nodes.verifier import AT_ONCE, checker_of, verified, verified_draft
from kasen.teams.research.schemas import Draft, Excerpt, Section, Statement
from kasen.teams.research.schemas.verification import Verification
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit, web_hit

QUOTE = "In rats, green tea lowered blood pressure by 5 % in a study of 2019."
HIT = document_hit(QUOTE, path="/d/study.md")
EXCERPT = Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=len(QUOTE))
CLAIM = "Green tea lowered blood pressure by 5 % in a study of 2019."


def said(support: str, repaired: str = "", id: str = "s1") -> dict[str, Any]:
    return {"judgements": [{"id": id, "support": support, "repaired": repaired, "reason": "only in rats"}]}


async def verify(
    *texts: str, model: ScriptedModel | None = None, hit: Hit = HIT, deps: FakeDeps | None = None
) -> Verification:
    deps = deps or fake_deps(model=model)
    await deps.evidence.add([hit])
    statements = [Statement(text=text, evidence=["e1"]) for text in texts]
    excerpt = EXCERPT.model_copy(update={"passage_id": hit.passage.id})
    return await verified(deps, statements, [excerpt], question="Does tea help?")


async def test_a_supported_statement_stays_as_it_is() -> None:
    found = await verify(CLAIM, model=ScriptedModel([said("supported")], id="x:m"))
    assert [one and one.text for one in found.statements] == [CLAIM]
    assert (found.judged, found.by, found.weak, found.removed, found.repaired) == (1, "x:m", [], [], [])


async def test_a_partial_one_is_mended_in_place_when_code_lets_the_repair_stand() -> None:
    repaired = "In rats, green tea lowered blood pressure by 5 %."
    found = await verify(CLAIM, model=ScriptedModel([said("partial", repaired)]))
    (kept,) = found.statements
    assert kept is not None
    assert kept.text == repaired
    assert [(one.before, one.after, one.reason) for one in found.repaired] == [(CLAIM, repaired, "only in rats")]


@pytest.mark.parametrize(
    "repaired",
    ["Green tea lowered blood pressure by 50 % in rats.", "Coffee cures gout.", "", "x " * 500],
    ids=["a new number", "something else", "nothing", "endless"],
)
async def test_a_repair_that_its_source_does_not_say_counts_for_nothing(repaired: str) -> None:
    found = await verify(CLAIM, model=ScriptedModel([said("partial", repaired)]))
    assert [one and one.text for one in found.statements] == [CLAIM]
    assert found.weak == found.confirmed == [CLAIM]
    assert found.repaired == []


async def test_an_unsupported_one_is_cut_and_a_contradicted_one_gives_way_to_the_sources_words() -> None:
    claim = "A study of 2019 found green tea to calm people with high blood pressure."
    cut = await verify(claim, model=ScriptedModel([said("unsupported")]))
    assert cut.statements == [None]
    assert [one.before for one in cut.removed] == [claim]
    quoted = await verify(claim, model=ScriptedModel([said("contradicted")]))
    assert [one and one.text for one in quoted.statements] == [QUOTE]


async def test_a_model_that_calls_the_sources_own_words_unsupported_weakens_and_does_not_cut_them() -> None:
    found = await verify(CLAIM, model=ScriptedModel([said("unsupported")]))
    assert [one and one.text for one in found.statements] == [CLAIM]
    assert found.weak == [CLAIM]


async def test_quotations_and_what_code_refuses_are_not_asked_about() -> None:
    deps = fake_deps(model=ScriptedModel([]))
    texts = (QUOTE, "Green tea lowered blood pressure by 80 % in 1999.", "")
    found = await verify(*texts, deps=deps)
    assert [one and one.text for one in found.statements] == list(texts)
    assert (found.judged, found.by, found.confirmed) == (0, "rule", [])


@pytest.mark.parametrize(
    "answer",
    [
        {"judgements": []},
        said("unsupported", id="s99"),
        said("unsupported", id="e1"),
        {"judgements": [{"id": "nothing", "support": "contradicted"}]},
    ],
)
async def test_a_judgement_of_nothing_that_was_asked_changes_nothing(answer: dict[str, Any]) -> None:
    found = await verify(CLAIM, model=ScriptedModel([answer]))
    assert [one and one.text for one in found.statements] == [CLAIM]
    assert found.judged == 0


async def test_ids_of_a_careless_model_are_read_as_meant() -> None:
    found = await verify(CLAIM, model=ScriptedModel([said("partial", id="[S1]")]))
    assert found.weak == [CLAIM]


async def test_without_a_model_nothing_is_judged_and_nothing_pretends_to_be() -> None:
    found = await verify(CLAIM)
    assert [one and one.text for one in found.statements] == [CLAIM]
    assert (found.judged, found.by) == (0, "rule")


async def test_the_same_statement_is_judged_once_and_long_drafts_by_several_asks_at_the_same_time() -> None:
    asked: list[int] = []

    def answer(request: Any) -> dict[str, Any]:
        asked.append(request.prompt.count('kind="statement"'))
        return {"judgements": []}

    texts = [f"In rats, green tea lowered blood pressure by 5 % in a study of 2019{', yes' * n}." for n in range(40)]
    await verify(*texts, *texts, model=ScriptedModel(answer))
    assert asked == [AT_ONCE, 9], "the first is a quotation"


async def test_a_whole_draft_keeps_its_shape() -> None:
    deps = fake_deps(model=ScriptedModel([{"judgements": [said("unsupported", id="s2")["judgements"][0]]}]))
    await deps.evidence.add([HIT])
    other = "A study of 2019 found green tea to calm people with high blood pressure."
    draft = Draft(
        title="Tea",
        summary=[Statement(text=CLAIM, evidence=["e1"])],
        findings=[Statement(text=other, evidence=["e1"]), Statement(text=CLAIM, evidence=["e1"])],
        analysis=[Section(point=1, statements=[Statement(text=other, evidence=["e1"])])],
    )
    kept, found = await verified_draft(deps, draft, [EXCERPT], question="q")
    assert [one.text for one in kept.summary] == [CLAIM]
    assert [one.text for one in kept.findings] == [CLAIM]
    assert [section.statements for section in kept.analysis] == [[]]
    assert (kept.title, found.statements, len(found.removed)) == ("Tea", [], 2)


async def test_nothing_rests_on_words_that_were_not_read_in_their_source() -> None:
    deps = fake_deps()
    shown = web_hit(QUOTE, snippet_by="tavily")
    await deps.evidence.add([shown])
    excerpt = EXCERPT.model_copy(update={"passage_id": shown.passage.id})
    checker = await checker_of(deps, [excerpt])
    assert checker.check([Statement(text=QUOTE, evidence=["e1"])]) == []
