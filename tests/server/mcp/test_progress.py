from __future__ import annotations

from typing import Any

import pytest

from kasen.runtime.events import EVENT
from kasen.server.mcp.progress import LONGEST, words

FACTS = {"run_id": "R", "seq": 1, "attempt": 1, "at": "2026-11-22T00:00:00.000+00:00"}


def of(type: str, **fields: Any) -> str:
    return words(EVENT.validate_python({"type": type, **FACTS, **fields}))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"type": "node_started", "node": "planner"}, "planner"),
        ({"type": "node_started", "node": "approve_plan"}, ""),
        ({"type": "node_finished", "node": "planner", "seconds": 1, "summary": "3 点"}, "planner: 3 点"),
        ({"type": "node_finished", "node": "planner", "seconds": 1}, ""),
        ({"type": "search", "query": "宇治", "where": "web", "found": 3}, "宇治 → 3"),
        ({"type": "search", "query": "宇治", "where": "web", "found": 0, "error": "offline"}, "宇治 → offline"),
        ({"type": "progress", "text": "read", "done": 2, "total": 5}, "read 2/5"),
        ({"type": "progress", "text": "read", "done": 2, "total": 0}, "read"),
        ({"type": "warning", "text": "a\x1b[31m\nb"}, "a b"),
        ({"type": "text", "id": "t", "text": "delta"}, ""),
        ({"type": "run_finished", "status": "done"}, "done"),
    ],
)
def test_events_are_said_on_one_plain_line(fields: dict[str, Any], said: str) -> None:
    assert of(**fields) == said


def test_a_long_line_is_cut() -> None:
    assert len(of("warning", text="x" * 1000)) == LONGEST
