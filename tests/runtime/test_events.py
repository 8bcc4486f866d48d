from __future__ import annotations

from typing import Any, get_args

import pytest
from pydantic import ValidationError

from kasen.runtime.events import ENDS, EVENT, Event

FACTS = {"run_id": "r", "seq": 1, "attempt": 1, "at": "2026-01-01T00:00:00.000+00:00"}
KINDS = {member.model_fields["type"].default for member in get_args(get_args(Event)[0])}
DESIGNED = (
    "run_started node_started node_finished text reasoning model_call search source plan finding verdict score "
    "approval_asked approval_given artifact warning budget phase agent task run_finished run_failed"
)


def test_every_event_of_the_design_is_in_the_union() -> None:
    assert set(DESIGNED.split()) <= KINDS
    assert set(ENDS) <= KINDS
    assert len(KINDS) == len(get_args(get_args(Event)[0]))


@pytest.mark.parametrize(
    "body",
    [
        {"type": "warning", "text": "気をつけて"},
        {"type": "model_call", "role": "w", "by": "rule", "usd": None},
        {"type": "approval_asked", "approval": "p", "question": "?", "answer_schema": {"type": "object"}},
        {"type": "plan", "steps": [{"id": "1", "text": "x"}]},
        {"type": "run_finished", "status": "done", "usd": None},
    ],
)
def test_an_event_survives_the_database(body: dict[str, Any]) -> None:
    event = EVENT.validate_python({**FACTS, **body})
    assert EVENT.validate_json(event.model_dump_json()) == event
    assert type(EVENT.validate_json(event.model_dump_json())) is type(event)


@pytest.mark.parametrize(
    "body",
    [
        {"type": "unheard_of"},
        {"type": "warning"},
        {"type": "warning", "text": "x", "more": 1},
        {"type": "verdict", "reviewer": "r", "verdict": "PASS"},
        {"type": "budget", "cap": "patience", "spent": 1, "limit": 2},
    ],
)
def test_what_is_no_event_is_refused(body: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        EVENT.validate_python({**FACTS, **body})


@pytest.mark.parametrize(
    "body",
    [
        {"type": "agent", "agent": "coder-1", "state": "working", "text": ""},
        {"type": "task", "task_id": "T1", "state": "ready", "text": ""},
    ],
)
def test_what_an_earlier_version_wrote_of_agents_and_tasks_is_read(body: dict[str, Any]) -> None:
    event = EVENT.validate_python({**FACTS, **body})
    assert event.model_dump(include=set(body)) == body
    assert event.model_dump()["role"] == ""


def test_an_event_is_never_changed() -> None:
    event = EVENT.validate_python({**FACTS, "type": "warning", "text": "x"})
    with pytest.raises(ValidationError):
        setattr(event, "seq", 2)  # noqa: B010 - read-only for the type checker as well
