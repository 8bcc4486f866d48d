"""What a person tells the orchestrator of a run, from whatever process."""

from __future__ import annotations

import difflib
from typing import Literal

from kasen.errors import UnknownName, UsageError
from kasen.teams.code.mailbox.writing import deliver
from kasen.teams.code.messages import Order
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR
from kasen.teams.code.place import Place

Verb = Literal["say", "pause", "unpause", "respawn", "kill"]


def agents_of(place: Place) -> list[str]:
    """The agents of a run, by their boxes; none where it has not come so far."""
    folder = place.mailbox.root / "inbox"
    return sorted(one.name for one in folder.iterdir() if one.name != ORCHESTRATOR) if folder.is_dir() else []


def known(place: Place, agent: str) -> str:
    """The agent, if the run has it. Raises UnknownName."""
    there = agents_of(place)
    if agent in there:
        return agent
    near = difflib.get_close_matches(agent, there, n=1)
    meant = f"; did you mean `{near[0]}`?" if near else f"; it has: {', '.join(there) or 'none yet'}"
    raise UnknownName(f"run {place.run_id} has no agent `{agent[:80]}`{meant}")


def order(place: Place, verb: Verb, agent: str = "", words: str = "") -> Order:
    """Send it; whoever drives the run reads it at once, else who goes on with it.

    `agent` empty: all of them, for `pause` and `unpause`. Raises UnknownName, UsageError, StoreFailed.
    """
    if agent:
        known(place, agent)
    elif verb not in ("pause", "unpause"):
        raise UsageError(f"`{verb}` needs an agent")
    box = place.mailbox.inbox(ORCHESTRATOR)
    if not box.is_dir():
        raise UsageError(f"run {place.run_id} has not come so far that it could be told anything")
    told = Order(verb=verb, agent=agent, words=words)
    deliver(told, box)
    return told
