"""Queries for and against hypotheses by rule."""

from __future__ import annotations

from kasen.teams.research.rules.evidence_planner import fresh, in_other_words, in_turn, plan_evidence
from kasen.teams.research.schemas.causal import Hypothesis, Symptom

SYMPTOMS = [Symptom(text="harvest fell", also=["収穫減"]), Symptom(text="prices rose")]
HYPOTHESES = [Hypothesis(text="drought", also=["干ばつ"], explains=[2]), Hypothesis(text="tax", explains=[9])]


def test_each_hypothesis_has_queries_on_both_sides() -> None:
    plan = plan_evidence(question="q", symptoms=SYMPTOMS, hypotheses=HYPOTHESES, web=True, lang="en", today="")
    assert [one.queries_for for one in plan.plans] == [["drought prices rose"], ["tax harvest fell"]]
    assert plan.plans[0].queries_against == ["prices rose cause", "drought other causes"]
    japanese = plan_evidence(question="q", symptoms=SYMPTOMS, hypotheses=HYPOTHESES, web=True, lang="ja", today="")
    assert japanese.plans[0].queries_against[0] == "prices rose 原因"


def test_later_rounds_use_other_names_and_send_nothing_twice() -> None:
    words = in_other_words(HYPOTHESES, SYMPTOMS, 1)
    assert words[:3] == ["干ばつ", "drought", "干ばつ harvest fell"]
    assert fresh([*words, *words], ["DROUGHT", "干ばつ"])[0] == "干ばつ harvest fell"
    assert fresh([" ", "?"], []) == []


def test_hypotheses_take_turns() -> None:
    assert in_turn([["a1", "a2"], ["b1"], []]) == ["a1", "b1", "a2"]
