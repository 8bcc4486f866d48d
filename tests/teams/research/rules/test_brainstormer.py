"""Hypotheses by rule: what documents name as causes."""

from __future__ import annotations

from kasen.teams.research.rules.brainstormer import causes_found
from kasen.teams.research.schemas.causal import CausalSentence, Hypothesis, Symptom


def found(*texts: str, symptoms: tuple[str, ...] = ("the harvest fell",), lang: str = "en") -> list[Hypothesis]:
    sentences = [CausalSentence(id=f"c{n}", origin="x", text=text) for n, text in enumerate(texts, start=1)]
    given = [Symptom(text=text) for text in symptoms]
    said = causes_found(question="q", issue="i", symptoms=given, sentences=sentences, wishes=[], lang=lang)
    return said.hypotheses


def test_causes_of_a_symptom_and_causes_of_these_are_hypotheses_once() -> None:
    said = found(
        "A weak monsoon caused the drought.",
        "The drought led to the fall of the harvest.",
        "The harvest fell because of the drought.",
        "Rain caused floods.",
        "The harvest fell after the new tax.",
    )
    assert [(one.text, one.explains) for one in said] == [("drought", [1]), ("weak monsoon", [])]
    assert "“drought”" in said[0].refutes
    assert said[0].mechanism == ""


def test_a_cause_explains_only_the_symptoms_that_are_named_as_its_effect() -> None:
    said = found("The drought led to the fall of the harvest.", symptoms=("prices rose", "the harvest fell"))
    assert said[0].explains == [2]


def test_nothing_named_is_nothing_supposed() -> None:
    assert found() == found("Tea is green.") == []
    assert [one.text for one in found("猛暑により、収穫量が減少した。", symptoms=("収穫量の減少",), lang="ja")] == [
        "猛暑"
    ]
