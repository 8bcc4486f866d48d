from __future__ import annotations

from typing import Any

import pytest
from pydantic import ValidationError

from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import About, Finding, SlideBrief

ROOM = Capacity(title=40, points=5, line=30, lines=8)


def test_of_a_deck_nothing_but_the_wish_has_to_be_known() -> None:
    about = About(wish="社内の勉強会を提案する")
    assert (about.slides, about.answers, about.comments, about.title, about.goal) == (0, (), (), "", "")
    with pytest.raises(ValidationError, match="wish"):
        About.model_validate({"title": "Tea"})


def test_a_brief_comes_back_from_json_as_it_was() -> None:
    brief = SlideBrief(
        number=2, kind="chart", title="輸出", message="伸びた。", figure="F1", capacity=ROOM, passages=("P2", "P1")
    )
    again = SlideBrief.model_validate_json(brief.model_dump_json())
    assert again == brief
    assert again.passages == ("P2", "P1"), "the most fitting stays first"


def test_a_slide_without_figure_or_passages_says_so_with_nothing() -> None:
    brief = SlideBrief(number=1, kind="title", title="T", message="", capacity=ROOM)
    assert (brief.figure, brief.passages, brief.covers) == ("", (), "")


@pytest.mark.parametrize("changed", [{"kind": "poster"}, {"capacity": None}, {"words": "x"}, {"number": "two"}])
def test_a_brief_that_no_writer_could_follow_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        SlideBrief.model_validate(
            {"number": 1, "kind": "bullets", "title": "T", "message": "", "capacity": ROOM, **changed}
        )


def test_a_finding_is_the_rules_unless_somebody_else_made_it() -> None:
    assert Finding(number=3, severity="minor", kind="length", text="Too long.").by == "rule"


@pytest.mark.parametrize("changed", [{"kind": "taste"}, {"severity": "fatal"}])
def test_a_finding_of_an_unknown_kind_is_refused(changed: dict[str, str]) -> None:
    with pytest.raises(ValidationError):
        Finding.model_validate({"number": 1, "severity": "major", "kind": "claim", "text": "x", **changed})
