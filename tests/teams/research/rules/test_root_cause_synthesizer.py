"""The report on causes by rule: quotations, strongest link first."""

from __future__ import annotations

from typing import Any

from kasen.teams.research.rules.root_cause_synthesizer import say_links
from kasen.teams.research.schemas.causal import ConcludedView

GIVEN: dict[str, Any] = {
    "question": "Why?",
    "symptoms": ["x"],
    "ranking": [],
    "wishes": [],
    "length": "standard",
    "audience": "",
    "lang": "en",
}


def test_quotations_for_and_against_are_said_once() -> None:
    one = ConcludedView(
        cause="a",
        effect="b",
        kind="cause",
        strength=0.5,
        evidence=["e1"],
        quotes=["A made B."],
        against=["e2"],
        quotes_against=["A did not make B."],
    )
    draft = say_links(links=[one, one], **GIVEN)
    assert [(said.text, said.evidence) for said in draft.findings] == [
        ("A made B.", ["e1"]),
        ("A did not make B.", ["e2"]),
    ]
    assert say_links(links=[], **GIVEN).findings == []
