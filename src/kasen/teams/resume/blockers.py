"""What forbids passing whatever the score is: a file that is not sound, facts that are not the owner's."""

from __future__ import annotations

from kasen.teams.resume.ledger.comparing import compared
from kasen.teams.resume.state import State

_HELD = ("number", "date", "degree")
"""Facts whose forms are all known to code; names and skills have aliases, which the ledger judges edit by edit."""
MOST = 5
"""Blockers that are told."""


def blockers_of(state: State, lang: str) -> list[str]:
    """Sentences; empty when nothing blocks the text of this iteration."""
    validation = state.get("validation") or state["original_validation"]
    found = [f"{problem.text} (L{problem.line})" for problem in validation.problems if problem.blocking]
    if state["revised_content"] != state["qmd_content"]:
        for fact in compared(state["qmd_content"], state["revised_content"], state["confirmed"]):
            if fact.kind in _HELD and fact.status in ("changed", "lost"):
                found.append(_fact(fact.text, fact.line, lang))
    return found[:MOST]


def _fact(text: str, line: int, lang: str) -> str:
    return f"事実が変わっている: {text} (L{line})" if lang == "ja" else f"a fact is not the same: {text} (L{line})"
