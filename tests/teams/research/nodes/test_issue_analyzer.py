"""Symptoms as a model names them."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.issue_analyzer import issue_analyzer, other_names
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import MOST_SYMPTOMS, IssueAnalysis
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel


async def analyse(said: Any) -> IssueAnalysis:
    model = ScriptedModel([said])
    runtime: Runtime[Deps] = Runtime(context=fake_deps(model=model))
    request = Request(question="Why did the harvest fall?", docs=["/d"])
    found = await issue_analyzer({"request": request, "wishes": ["only 2019"]}, runtime)
    assert "only 2019" in model.requests[0].prompt
    return found["issue"]


async def test_symptoms_are_cleaned_and_bounded() -> None:
    said = [
        {"text": "  fall of the\nharvest ", "also": ["収穫減", "the", "fall of the harvest"]},
        "Fall of the harvest",
        "?",
    ]
    found = await analyse({"symptoms": said})
    assert [(one.text, one.also) for one in found.symptoms] == [("fall of the harvest", ["収穫減"])]
    assert len((await analyse({"symptoms": [f"thing {n}" for n in range(9)]})).symptoms) == MOST_SYMPTOMS


async def test_without_a_usable_symptom_the_question_is_one() -> None:
    assert [one.text for one in (await analyse({"symptoms": ["", "?"]})).symptoms] == ["the harvest fall"]


def test_other_names_are_few() -> None:
    assert len(other_names("x", [f"name {n}" for n in range(20)])) == 5
