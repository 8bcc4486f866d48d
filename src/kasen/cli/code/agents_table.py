"""The agents on the board: one line each, those that are not started on one line together."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kasen.cli.code.words import span
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.teams.code.board.shown import AgentShown

WIDE = 100
"""Columns from which on all of an agent is shown."""
NAME, NARROW_NAME = 28, 20
"""Most columns of its id."""
LEAST = 10
"""Least columns of what it does."""
GAP = 2
SHORT = {"claude-code": "claude"}
_OF_PHASE = re.compile(r"^[a-z][a-z0-9_-]*\.\d+\.")
"""What ids of tasks begin with: phase and round, which the board says already."""
_STYLES = {
    "working": "cyan",
    "reviewing": "cyan",
    "starting": "cyan",
    "resting": "yellow",
    "limited": "yellow",
    "paused": "yellow",
    "given_up": "bold red",
    "idle": "dim",
}


def agents_table(agents: Sequence[AgentShown], words: Mapping[str, str], width: int, now: float) -> RenderableType:
    """A table as wide as the terminal. What does not fit ends in `..`: a `…` is two columns wide in some terminals."""
    wide = width >= WIDE
    rows = [
        [
            Text(f" {printable(agent.id)}"),
            *([_cli(agent)] if wide else []),
            _state(agent, words, now, wide=wide),
            _task(agent),
            Text("" if agent.lease_s is None else span(agent.lease_s, words)),
            _progress(agent, words, wide=wide),
        ]
        for agent in agents
        if agent.state != "off"
    ]
    names = ["agent", *(["cli"] if wide else []), "state", "task", "lease", "last_progress" if wide else "progress"]
    head = [Text(f" {words[name]}" if name == "agent" else words[name], style="dim") for name in names]
    widths = _widths([head, *rows], width)
    table = Table.grid(padding=(0, GAP, 0, 0))
    for place, columns in enumerate(widths):
        table.add_column(width=columns, no_wrap=True, justify="right" if place >= len(widths) - 2 else "left")
    for row in [head, *rows] if rows else []:
        table.add_row(*(_cut(cell, columns) for cell, columns in zip(row, widths, strict=True)))
    off = ", ".join(printable(agent.id) for agent in agents if agent.state == "off")
    line = _cut(Text(f" {words['off'].format(off)}", style="dim"), width)
    return Group(*([table] if rows else []), *([line] if off else []))


def _widths(rows: Sequence[Sequence[Text]], width: int) -> list[int]:
    """Columns of each: all take what they need, but state and task share what is left."""
    widest = [max(cell_len(row[place].plain) for row in rows) for place in range(len(rows[0]))]
    widest[0] = min(widest[0], NAME if width >= WIDE else NARROW_NAME)
    state, task = len(widest) - 4, len(widest) - 3
    left = width - sum(widest) + widest[state] + widest[task] - GAP * (len(widest) - 1)
    widest[state] = min(widest[state], max(LEAST, left - widest[task], left // 2))
    widest[task] = max(LEAST, left - widest[state])
    return widest


def _cut(text: Text, columns: int) -> Text:
    if cell_len(text.plain) <= columns:
        return text
    text.truncate(max(0, columns - 2))
    text.append("..", style="dim")
    return text


def _cli(agent: AgentShown) -> Text:
    return Text(printable(SHORT.get(agent.program, agent.program)), style="dim")


def _state(agent: AgentShown, words: Mapping[str, str], now: float, *, wide: bool) -> Text:
    """`working · tool: npm test`; how often it was begun again; until when it waits."""
    said = Text(words[f"state.{agent.state}"], style=_STYLES.get(agent.state, ""))
    if agent.until > now:
        when = datetime.fromtimestamp(agent.until).astimezone().strftime("%H:%M:%S" if wide else "%H:%M")
        said.append(f" {words['until'].format(when)}")
    if agent.restarts and wide:
        restarted = words["restarted_1"] if agent.restarts == 1 else words["restarted"].format(agent.restarts)
        said.append(f"{words['comma']}{restarted}", style="yellow")
    elif agent.restarts:
        said.append(f" x{agent.restarts}", style="yellow")
    if agent.tool:
        tool = printable(" ".join(agent.tool.split()))
        said.append(f"{words['comma']}{words['tool'].format(tool)}" if wide else f": {tool}", style="default")
    return said


def _task(agent: AgentShown) -> Text:
    said = Text(printable(_OF_PHASE.sub("", agent.task_id)))
    if agent.title:
        said.append(f" {printable(' '.join(agent.title.split()))}", style="dim")
    return said


def _progress(agent: AgentShown, words: Mapping[str, str], *, wide: bool) -> Text:
    if agent.progress_s is None:
        return Text("")
    since = span(agent.progress_s, words)
    return Text(words["ago"].format(since) if wide else since)
