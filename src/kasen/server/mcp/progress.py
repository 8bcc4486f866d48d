"""Events of a run as the words of progress notifications."""

from __future__ import annotations

from typing import Any

from kasen.prompts.outside import printable
from kasen.runtime.events import Event

LONGEST = 200
_PAUSE = "approve"


def words(event: Event) -> str:
    """One line for who waits; empty for what says nothing to them."""
    is_pause = event.type == "node_started" and event.node.startswith(_PAUSE)  # where somebody is asked, that is said
    made = None if is_pause else _WORDS.get(event.type)
    text = " ".join(printable(made(event)).split()) if made else ""
    return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"


def _progress(event: Any) -> str:
    return f"{event.text} {event.done}/{event.total}" if event.total else str(event.text)


_WORDS: dict[str, Any] = {
    "run_started": lambda e: f"{e.team} · {e.mode}: {e.title}",
    "node_started": lambda e: e.node,
    "node_finished": lambda e: f"{e.node}: {e.summary}" if e.summary else "",
    "search": lambda e: f"{e.query} → {e.error or e.found}",
    "plan": lambda e: f"plan: {len(e.steps)}",
    "finding": lambda e: f"{e.severity}: {e.text}",
    "verdict": lambda e: f"{e.reviewer}: {e.verdict}",
    "score": lambda e: f"{e.name} {e.value:g}/{e.scale:g}",
    "approval_asked": lambda e: f"{e.approval}: {e.question}",
    "artifact": lambda e: e.name,
    "warning": lambda e: e.text,
    "progress": _progress,
    "run_finished": lambda e: e.status,
    "run_failed": lambda e: e.message,
}
