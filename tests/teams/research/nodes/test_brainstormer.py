"""Hypotheses are supposed after a look at what sources say."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.brainstormer import brainstormer, settled
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.causal import MOST_HYPOTHESES, Hypotheses, IssueAnalysis
from kasen.testing.deps import fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit, web_hit

ISSUE = IssueAnalysis.model_validate({"issue": "i", "symptoms": ["fall of the harvest", "prices rose"]})


async def test_causal_sentences_are_shown_those_behind_them_too_and_others_not() -> None:
    texts = ["The drought led to the fall of the harvest.", "A weak monsoon caused the drought.", "Tea caused a war."]
    model = ScriptedModel([{"hypotheses": ["drought"]}])
    page = web_hit("The harvest fell because of locusts. It was the fall of the harvest.")
    deps = fake_deps(
        model=model,
        documents=[document_hit(f"{text} The harvest.", path=f"/d/{n}.md") for n, text in enumerate(texts)],
        search=FakeSearch([page]),
    )
    runtime: Runtime[Deps] = Runtime(context=deps)
    state: Any = {"request": Request(question="Why did the harvest fall?", docs=["/d"]), "issue": ISSUE}
    found = await brainstormer(state, runtime)
    prompt = model.requests[0].prompt
    assert [text in prompt for text in (*texts, "because of locusts")] == [True, True, False, True]
    assert len(found["search_results"]) == 1
    assert [one.text for one in found["hypotheses"]] == ["drought"]
    assert found["hypotheses_by_rule"] is False
    assert deps.events.of("plan")[0].steps == [{"id": "h1", "text": "drought"}]


def test_hypotheses_are_cleaned_bounded_and_never_the_symptom_itself() -> None:
    said: list[Any] = [
        {"text": "drought", "explains": [1, 7]},
        " Drought ",
        "harvest tax",
        "fall of the harvest",
        "?",
    ]
    kept = settled(Hypotheses.model_validate({"hypotheses": said}).hypotheses, ISSUE)
    assert [(one.text, one.explains) for one in kept] == [("drought", [1]), ("harvest tax", [])]
    many = Hypotheses.model_validate({"hypotheses": [f"cause{n} x" for n in range(20)]}).hypotheses
    assert len(settled(many, ISSUE)) == MOST_HYPOTHESES
