"""The evaluator decides by measure and opinion, and by what may still be gained."""

from __future__ import annotations

from typing import Any

import pytest
from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.evaluator import evaluator
from kasen.teams.research.reading import found_by
from kasen.teams.research.schemas import Evaluation, Excerpt, Request, ResearchPlan
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import document_hit

HIT = document_hit("Uji is the centre of tea in Japan.")
COVERED = "Is Uji the centre of tea?"
WEAK = "Is Uji the largest centre of tea cultivation?"
OPEN = "What is the GDP of Brazil?"
BEFORE = Evaluation(sufficient=False, reason="", coverage=[], passages=1)


async def evaluate(deps: FakeDeps, point: str, *, question: str = "", **more: Any) -> tuple[str, Evaluation]:
    await deps.evidence.add([HIT])
    excerpt = Excerpt(id="e1", point=1, passage_id=HIT.passage.id, start=0, end=len(HIT.passage.text))
    state: Any = {
        "request": Request(question=question or point, loops=2),
        "plan": ResearchPlan(investigation_points=[point]),
        "loop_count": 1,
        "search_results": [],
        "rag_results": found_by("q", [HIT]),
        "analyzed_data": [excerpt],
        **more,
    }
    runtime: Runtime[Deps] = Runtime(context=deps)
    command = await evaluator(state, runtime)
    assert isinstance(command.update, dict)
    return str(command.goto), command.update["evaluation"]


@pytest.mark.parametrize(
    ("point", "sufficient", "goto"),
    [
        (COVERED, None, "synthesizer"),
        (OPEN, None, "planner"),
        (WEAK, None, "planner"),
        (COVERED, True, "synthesizer"),
        (WEAK, True, "synthesizer"),
        (OPEN, True, "planner"),
    ],
)
async def test_measure_and_opinion_decide_together(point: str, sufficient: bool | None, goto: str) -> None:
    model = None if sufficient is None else ScriptedModel([{"sufficient": sufficient}])
    went, evaluation = await evaluate(fake_deps(model=model), point)
    assert went == goto
    assert evaluation.sufficient is (goto == "synthesizer")


@pytest.mark.parametrize(
    "more",
    [{"loop_count": 3}, {"evaluation": BEFORE, "loop_count": 2}, {"request": Request(question=OPEN, loops=0)}],
    ids=["no loop left", "nothing new", "no loop allowed"],
)
async def test_it_goes_on_where_nothing_can_be_gained(more: dict[str, Any]) -> None:
    went, evaluation = await evaluate(fake_deps(), OPEN, **more)
    assert went == "synthesizer"
    assert not evaluation.sufficient


async def test_the_score_has_its_scale_and_the_line_is_in_the_language_of_the_report() -> None:
    deps = fake_deps(lang="ja")
    await evaluate(deps, OPEN)
    (score,) = deps.events.of("score")
    assert (score.name, score.value, score.scale) == ("coverage", 0.0, 1.0)
    assert deps.notes == ["1 点中 0 点に根拠 → もう一巡"]


async def test_what_is_missing_is_kept_short() -> None:
    said = {"sufficient": False, "missing": [" a  b ", "", *[f"x{n}" for n in range(20)]]}
    _, evaluation = await evaluate(fake_deps(model=ScriptedModel([said])), OPEN)
    assert evaluation.missing[0] == "a b"
    assert len(evaluation.missing) == 8


REWORDED = "Which circumstances favoured the rise of a production area?"


@pytest.mark.parametrize(
    ("said", "covered"),
    [
        ({"sufficient": True}, True),
        ({"sufficient": False, "answered": [1], "missing": ["prices"]}, True),
        ({"sufficient": False, "answered": [2], "missing": ["prices"]}, False),
    ],
)
async def test_a_point_in_a_models_own_words_is_answered_by_evidence_that_holds_the_users_words(
    said: dict[str, Any], covered: bool
) -> None:
    _, evaluation = await evaluate(fake_deps(model=ScriptedModel([said])), REWORDED, question=COVERED)
    (point,) = evaluation.coverage
    assert point.covered is covered
    assert (point.coverage >= 0.6) is covered
    assert evaluation.sufficient is said["sufficient"]


async def test_a_model_cannot_accept_what_has_neither_its_own_words_nor_the_users() -> None:
    model = ScriptedModel([{"sufficient": True, "answered": [1]}])
    went, evaluation = await evaluate(fake_deps(model=model), REWORDED, question=OPEN)
    assert went == "planner"
    assert evaluation.missing == [REWORDED], "the planner has to be told what to look for"
