"""The shim of an agent begins, in its pane; and what its pane showed at the end."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path

from kasen.teams.code.mailbox.writing import sync_folder
from kasen.teams.code.place import Place
from kasen.teams.code.processes.tree import Process, process
from kasen.teams.code.tmux import Tmux, TmuxFailed
from kasen.teams.code.watchdog.member import SHIM, Member
from kasen.teams.code.worker.spec import Spec

_LONGEST = 200


async def begun(place: Place, tmux: Tmux, member: Member, spec: Spec, command: Sequence[str]) -> Process | None:
    """Start it, told by `spec`; None when it has ended already. Raises KasenError and OSError: it may run or not."""
    # Not the work tree: that can be deleted by whoever works in it.
    folder = place.agent(member.agent)
    await asyncio.to_thread(_write, folder, spec)
    member.pulse.begin()
    pane = await tmux.open(member.agent, ["env", f"{SHIM}={member.mark}", *command], folder)
    return process(pane.pid)


async def last_words(tmux: Tmux, agent: str) -> str:
    """The last line in its pane; empty when there is none to be had."""
    try:
        shown = await tmux.shown(agent, 50)
    except (TmuxFailed, OSError):
        return ""
    lines = [line.strip() for line in shown.splitlines() if line.strip() and not line.startswith("Pane is dead")]
    return lines[-1][:_LONGEST] if lines else ""


def _write(folder: Path, spec: Spec) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    part = folder / ".spec.json"
    part.write_text(spec.model_dump_json(), encoding="utf-8")
    part.replace(folder / "spec.json")
    sync_folder(folder)
