from __future__ import annotations

from typing import Any, get_args

import pytest

from kasen.cli.lines import _LINES, line, money
from kasen.runtime.events import EVENT, Event

COMMON = {"run_id": "01R", "seq": 1, "attempt": 1, "at": "2026-01-01T00:00:00Z", "node": "writer"}


def test_every_type_of_event_but_reasoning_has_a_line() -> None:
    union = get_args(Event)[0]
    types = {get_args(member.model_fields["type"].annotation)[0] for member in get_args(union)}
    assert len(types) > 20
    assert types - set(_LINES) == {"reasoning"}
    assert set(_LINES) <= types


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "node_finished", "seconds": 1.25, "summary": "3 points"}, "writer: done in 1.2 s: 3 points"),
        (
            {"type": "run_failed", "error": "Stopped", "message": "stopped at once"},
            "writer: interrupted: stopped at once",
        ),
        ({"type": "run_failed", "error": "InputError", "message": "no file"}, "writer: failed: no file"),
        (
            {"type": "model_call", "role": "writer", "by": "rule", "why": "no model"},
            "writer: writer by rule (no model)",
        ),
        (
            {"type": "model_call", "role": "writer", "by": "a:b", "input_tokens": 10, "output_tokens": 5, "usd": 0.002},
            "writer: writer by a:b, 15 tokens, $0.0020",
        ),
        (
            {"type": "search", "query": "宇治", "where": "documents", "found": 3},
            "writer: search documents: 宇治 → 3 found",
        ),
        (
            {"type": "search", "query": "q", "where": "web", "found": 0, "error": "timeout"},
            "writer: search web: q → failed: timeout",
        ),
        (
            {"type": "model_call", "role": "writer", "by": "a:b", "input_tokens": 12000, "output_tokens": 345},
            "writer: writer by a:b, 12,345 tokens, $0",
        ),
        (
            {"type": "artifact", "name": "deck.pptx", "version": 2, "size": 1234567, "media_type": "x"},
            "writer: deck.pptx version 2, 1,234,567 bytes",
        ),
        ({"type": "text", "id": "t", "text": "abc"}, ""),
        ({"type": "text", "id": "t", "text": "a\nb", "final": True}, "writer: wrote 3 characters: a b"),
        (
            {"type": "phase", "phase": "planning", "state": "going_on", "node": "orchestrate"},
            "orchestrate: phase planning begins",
        ),
        (
            {"type": "phase", "phase": "planning", "state": "done", "round": 2, "node": "orchestrate"},
            "orchestrate: phase planning (round 2) done",
        ),
        (
            {"type": "agent", "agent": "coder-1", "state": "given_up", "restarts": 2, "text": "it ends at once"},
            "writer: coder-1 given up, started 3 times: it ends at once",
        ),
        ({"type": "agent", "agent": "coder-1", "state": "working", "task_id": "T1"}, "writer: coder-1 working T1"),
        (
            {"type": "task", "task_id": "T1", "state": "claimed", "title": "Fix it", "agent": "coder-1", "attempts": 2},
            "writer: task T1 Fix it claimed, attempt 2 by coder-1",
        ),
        ({"type": "task", "task_id": "T1", "state": "blocked", "text": "rounds"}, "writer: task T1 blocked: rounds"),
        ({"type": "score", "name": "coverage", "value": 0.5, "scale": 1}, "writer: coverage 0.5 of 1"),
        (
            {"type": "score", "name": "recruiter", "value": 7.2, "scale": 10, "node": "recruiter"},
            "recruiter: 7.2 of 10",
        ),
        (
            {
                "type": "verdict",
                "reviewer": "recruiter",
                "verdict": "fail",
                "text": "7.2 · 6 findings",
                "node": "recruiter",
            },
            "recruiter: does not pass: 7.2 · 6 findings",
        ),
        ({"type": "verdict", "reviewer": "judge", "verdict": "infra_failed"}, "writer: judge: did not answer"),
        (
            {"type": "finding", "id": "F1", "severity": "major", "text": "成果がない。", "place": "L20"},
            "writer: major: 成果がない。 (L20)",
        ),
        (
            {"type": "finding", "id": "F1", "severity": "major", "text": "no test", "state": "closed"},
            "writer: mended: major: no test",
        ),
        (
            {"type": "budget", "cap": "usd", "spent": 0.4, "limit": 0.5},
            "writer: budget: 0.4 of 0.5 usd used; a call that may pass the rest is not made",
        ),
        ({"type": "warning", "text": "\x1b[2Jgone"}, "writer: warning: gone"),
    ],
)
def test_an_event_is_one_line_for_people(fields: dict[str, Any], said: str) -> None:
    shown = line(EVENT.validate_python({**COMMON, **fields}))
    assert shown.replace("�", "") == said
    assert "\n" not in shown


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"lang": "en"}, "research · compare · en · none · attempt 1"),
        (
            {"lang": "en", "why": "auto: two things are compared"},
            "research · compare (auto: two things are compared) · en · none · attempt 1",
        ),
        (
            {"lang": "ja", "why": "自動：二つのものが比べられる"},
            "research · compare（自動：二つのものが比べられる） · ja · none · attempt 1",
        ),
    ],
)
def test_the_first_line_says_the_mode_and_why(fields: dict[str, Any], said: str) -> None:
    started = {"type": "run_started", "team": "research", "mode": "compare", "title": "t", "preset": "none"}
    assert line(EVENT.validate_python({**COMMON, "node": "", **started, **fields})) == said


def test_a_price_that_is_not_known_is_said_so() -> None:
    shown = [money(usd) for usd in (0.0123, 3.5, 0.0, None)]
    assert shown == ["$0.0123", "$3.50", "$0", "price unknown"]


def test_a_pause_that_did_not_happen_has_no_line_and_one_that_did_has_its_own() -> None:
    def shown(**fields: Any) -> str:
        return line(EVENT.validate_python({**COMMON, "node": "approve_plan", **fields}))

    assert shown(type="node_started", task="t") == ""
    assert shown(type="node_finished", task="t", seconds=0.0) == ""
    assert shown(type="node_finished", task="t", seconds=0.0, summary="edited") == "approve_plan: done in 0.0 s: edited"
    assert "waits for `plan`" in shown(type="approval_asked", approval="plan", question="Go on?", answer_schema={})
    assert "`plan` answered by you" in shown(type="approval_given", approval="plan", answer={}, by="you")
    assert shown(type="node_started", task="t", node="planner") == "planner: started"
