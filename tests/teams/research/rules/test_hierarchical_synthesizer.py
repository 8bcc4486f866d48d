"""The parts of a report on many subtasks without a model."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.research.rules.hierarchical_synthesizer import arrange
from kasen.teams.research.schemas import Draft, ExcerptView

EVIDENCE = [
    ExcerptView(id="e1", point=1, quote="Tea came in the ninth century.", coverage=0.9),
    ExcerptView(id="e2", point=2, quote="Sencha was perfected in 1738.", coverage=0.9),
]


def arranged(own: Sequence[int]) -> Draft:
    return arrange(
        question="Tea?",
        headings=["When did tea come?", "When was sencha perfected?"],
        own=own,
        evidence=EVIDENCE,
        lang="en",
        length="standard",
        audience="",
        wishes=[],
    )


def test_the_head_has_no_sections() -> None:
    head = arranged([])
    assert (head.title, head.analysis) == ("Tea?", [])
    assert [one.evidence for one in head.findings] == [["e1"], ["e2"]]


def test_a_writer_of_sections_writes_only_its_own() -> None:
    part = arranged([2])
    assert (part.summary, part.findings) == ([], [])
    assert [(section.point, section.statements[0].text) for section in part.analysis] == [
        (2, "Sencha was perfected in 1738.")
    ]
