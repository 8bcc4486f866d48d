"""Commands of a merge that fail without any work too: nobody's work is at fault, so a person decides."""

from __future__ import annotations

from kasen.teams.code.git.merging import Sent
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.wording import why

WAITS, SETTLED = "red", "red_settled"
"""Notes: the command that is asked about, with what it said; what a person said of others, by their names."""
SAID = 600
"""Characters of a command's output that a person is shown, the last ones."""


def waiting(desk: Desk) -> str:
    """The command of which a person has to decide; empty where there is none."""
    return str((desk.queue.noted(WAITS) or {}).get("name", ""))


def said_of(desk: Desk) -> str:
    """What it said, in a sentence."""
    found = desk.queue.noted(WAITS) or {}
    return why(desk.lang, "red", command=found.get("name", ""), said=found.get("said", ""))


def settled(desk: Desk, answer: str) -> list[str]:
    """The commands of which a person said `accept` (they are not run), or `send_back` (the work has to mend them)."""
    return [name for name, said in (desk.queue.noted(SETTLED) or {}).items() if said == answer]


async def found(desk: Desk, sent: Sent) -> None:
    """Note it, and tell it at once; the same again changes nothing."""
    if not waiting(desk):
        desk.queue.put([], {WAITS: {"name": sent.command, "said": sent.said.removeprefix(f"{sent.command}: ")[-SAID:]}})
        await desk.emit("warning", text=said_of(desk))


def decide(desk: Desk, name: str, answer: str) -> None:
    """What a person said; `retry` runs the command again, and asks again when it still fails."""
    before = desk.queue.noted(SETTLED) or {}
    after = {**before, name: answer} if answer in ("accept", "send_back") else before
    desk.queue.put([], {WAITS: {}, SETTLED: after})
