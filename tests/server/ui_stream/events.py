"""Events of a run, by hand."""

from __future__ import annotations

from itertools import count
from typing import Any

from kasen.runtime.events import EVENT, Event

RUN = "01KB3V8Q5T0M8W6S1E7Z4R2N9C"
_numbers = count(1)


def event(type: str, *, attempt: int = 1, node: str = "writer", task: str = "t1", seq: int = 0, **fields: Any) -> Event:
    """One event; its number is the next one unless it is given."""
    head = {"run_id": RUN, "seq": seq or next(_numbers), "attempt": attempt, "at": "2026-11-22T00:00:00.000+00:00"}
    return EVENT.validate_python({**head, "node": node, "task": task, "type": type, **fields})


def started(*, attempt: int = 1, lang: str = "en") -> Event:
    """The beginning of an attempt."""
    return event(
        "run_started", attempt=attempt, node="", task="", team="echo", mode="echo", title="a", lang=lang, preset="none"
    )
