from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from kasen.teams.slides.page.labels import label
from kasen.teams.slides.schemas.envelope import Envelope, Plan, Step, StepStatus


def step(**changed: Any) -> Step:
    return Step.model_validate({"id": "S1", "role": "storywriter", "title": "本文", "instruction": "書く", **changed})


def test_a_step_has_not_begun_and_is_needed_unless_it_says_otherwise() -> None:
    assert (step().status, step().required, step().attempts, step().depends_on) == ("pending", True, 0, ())


def test_a_plan_comes_back_from_json_as_it_was() -> None:
    plan = Plan(
        title="お茶",
        slides=8,
        steps=(step(), step(id="S2", mode="slides", depends_on=("S1",), status="failed", attempts=2)),
        by="rule",
        revision=3,
    )
    assert Plan.model_validate_json(plan.model_dump_json()) == plan


@pytest.mark.parametrize(
    "changed", [{"role": "intern"}, {"mode": "poetry"}, {"status": "lost"}, {"id": None}, {"deadline": "today"}]
)
def test_a_step_that_nobody_can_do_is_refused(changed: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        step(**changed)


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_state_of_a_step_has_a_word_of_its_own(lang: Any) -> None:
    words = [label(status, lang) for status in get_args(StepStatus)]
    assert all(words)
    assert len(set(words)) == len(words)


@pytest.mark.parametrize("changed", [{"type": "song"}, {"status": "running"}])
def test_an_artifact_of_an_unknown_kind_is_refused(changed: dict[str, str]) -> None:
    given = {"id": "deck.pptx", "type": "deck", "producer": "publisher"}
    assert (Envelope.model_validate(given).version, Envelope.model_validate(given).status) == (1, "completed")
    with pytest.raises(ValidationError):
        Envelope.model_validate({**given, **changed})


def test_a_step_ends_after_one_more_attempt_and_is_else_the_same() -> None:
    begun = step(attempts=1)
    ended = begun.ended("failed", "why", "a.json", "b.json")
    assert (ended.status, ended.result_summary, ended.artifact_ids, ended.attempts) == (
        "failed", "why", ("a.json", "b.json"), 2,
    )  # fmt: skip
    assert (
        ended.model_copy(update={"status": "pending", "result_summary": "", "artifact_ids": (), "attempts": 1}) == begun
    )
