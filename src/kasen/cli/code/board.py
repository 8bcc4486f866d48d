"""The code board as a picture in the terminal: what it says is in `Board`, here is only how it looks."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from kasen.cli.code.agents_table import agents_table
from kasen.cli.code.words import span, words_of
from kasen.cli.lines import money
from kasen.prompts.outside import printable
from kasen.teams.code.phase_names import phase_name

if TYPE_CHECKING:
    from kasen.teams.code.board.shown import Board, GateShown

FINDINGS = 4
"""Open findings that are shown in words; the others are counted."""
OLD_S = 15.0
"""Seconds after which a board of a run that goes on is said to be old: it is written twice a second and more."""
GOING = ("created", "running")
ENDED = ("not passed", "cancelled", "stopped: person", "stopped: deadline")
"""States of a run that is over and not done: what passed before lies on its branch."""
STOPPED = ("failed", "stopped: budget", *ENDED)
"""States of a run of which is said why it stands."""
_HEADS = {"done": "bold green", "not passed": "bold red", "failed": "bold red"}
_STYLES = {"PASS": "green", "FAIL": "red", "NO_VERDICT": "yellow", "INFRA_FAILED": "yellow"}


@dataclass(frozen=True, kw_only=True)
class Around:
    """What is known of a run beside its board."""

    run_id: str
    title: str
    status: str
    """As the store has it; `interrupted` when its process is gone without a word."""
    lang: str = "en"
    cap: float | None = None
    """US dollars that it may spend."""
    discarded: bool = False
    """Whether its work trees and branches were thrown away."""
    passed: bool = True
    """Whether anything did, of a run that is over."""
    keys: bool = False
    """Whether a person can press keys."""
    why: str = ""
    """Why it failed, did not pass or stopped."""
    hint: str = ""
    """What to do about a failure, as it was said when it failed."""
    spent: str = "usd"
    """The cap that was reached last: usd, tokens, seconds or calls."""


def picture(board: Board | None, around: Around, width: int, now: float | None = None) -> RenderableType:
    """The whole board for a terminal of that many columns; `now` are seconds since the epoch."""
    now = time.time() if now is None else now
    words = words_of(around.lang)
    parts: list[RenderableType] = [_head(board, around, width, now)]
    if board is None:
        parts.append(Text(f" {words['nothing_yet' if around.status in GOING else 'never_began']}", style="dim"))
    else:
        parts.append(_labelled(words["phase"], _phases(board, around), words, width))
        if around.status in GOING:  # else none of them lives any more
            parts += [Text(""), agents_table(board.agents, words, width, now)]
    below = [*(_below(board, words) if board else ()), *_for_a_person(board, around, words)]
    parts += [Text("")] if below else []
    parts += [_labelled(label, text, words, width) for label, text in below]
    if around.keys:
        paused = board is not None and any(agent.state == "paused" for agent in board.agents)
        parts.append(Text(f" {words['keys_paused' if paused else 'keys']}", style="dim"))
    return Group(*parts)


def _head(board: Board | None, around: Around, width: int, now: float) -> RenderableType:
    """Which run, how it stands; what it has cost and how long it has taken, at the right."""
    words = words_of(around.lang)
    style = _HEADS.get(around.status, "bold" if around.status in GOING else "bold yellow")
    state = Text(f" {words.get(f'status.{around.status}', around.status)}", style=style)
    right = Text()
    if board is not None:
        old = around.status in GOING and board.at and now - board.at > OLD_S
        if old:
            right.append(f"{words['old'].format(span(now - board.at, words))}   ", style="yellow")
        right.append(_cost(board, around, words))
        if board.began:
            end = now if around.status in GOING else board.at
            right.append(f"   {_clock(end - board.began)}")
    room = max(8, width - cell_len(state.plain) - cell_len(right.plain) - 6)
    title = Text(printable(" ".join(around.title.split())), no_wrap=True)
    title.truncate(room, overflow="ellipsis")
    run = (
        Text(f"   {around.run_id}", style="dim") if cell_len(title.plain) + len(around.run_id) + 3 <= room else Text("")
    )
    grid = Table.grid(expand=True)
    grid.add_column(no_wrap=True, ratio=1)
    grid.add_column(no_wrap=True, justify="right")
    grid.add_row(Text.assemble(state, "   ", title, run), right)
    return grid


def _cost(board: Board, around: Around, words: Mapping[str, str]) -> str:
    spent = words["price_unknown"] if board.usd is None else money(board.usd) if board.usd < 1 else f"${board.usd:.2f}"
    return spent if around.cap is None else f"{spent} {words['of'].format(f'${around.cap:g}')}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes // 60:02}:{minutes % 60:02}:{rest:02}"


def _phases(board: Board, around: Around) -> Text:
    """`research ✓ → PLANNING (round 2) → final review`; of a run that is done the last one is done too."""
    words = words_of(around.lang)
    parts = []
    for phase in board.phases:
        name = printable(phase_name(phase.id, around.lang))
        again = words["again"].format(phase.round) if phase.round > 1 else ""
        if phase.state == "done" or (phase.state == "going_on" and around.status == "done"):
            parts.append(Text(f"{name} ✓", style="green"))
        elif phase.state == "going_on" and around.status in ENDED:
            parts.append(Text(f"{name}{again} ✗", style="red"))
        elif phase.state == "going_on":
            parts.append(Text(f"{name.upper()}{again}", style="bold"))
        else:
            parts.append(Text(name, style="dim"))
    return _joined(parts, " → ")


def _below(board: Board, words: Mapping[str, str]) -> Iterator[tuple[str, Text]]:
    """The lines below the agents, each with its label; those that have nothing to say are left out."""
    if board.tasks:
        yield words["tasks"], _tasks(board, words)
    if board.gates:
        yield words["gates"], _joined([_gate(gate, words) for gate in board.gates], "   ")
    if board.findings:
        yield words["open"], _findings(board, words)
    if board.files:
        held = [f"{' '.join(globs)} {agent}" for agent, globs in board.files.items() if globs]
        yield words["files"], Text(printable(" · ".join(held)))


def _for_a_person(board: Board | None, around: Around, words: Mapping[str, str]) -> Iterator[tuple[str, Text]]:
    """Why it stands, and what can be done."""
    if around.why and around.status in STOPPED:
        yield words["why"], Text(printable(around.why), style="red" if around.status == "failed" else "yellow")
    if asked := _for_you(board, around, words):
        yield words["you"], Text(printable(asked), style="bold yellow" if around.status != "done" else "bold green")


def _for_you(board: Board | None, around: Around, words: Mapping[str, str]) -> str:
    """What a person can do now."""
    branch, waits_for = (board.branch, board.waits_for) if board else ("", "")
    if around.discarded:
        return words["discarded"].format(around.run_id)
    if around.status == "stopped: budget":
        return words["spent"].format(around.run_id, around.spent)
    if around.status == "failed" and around.hint:
        return words["failed_at"].format(around.hint.rstrip("."), around.run_id)
    if around.status in ("failed", "interrupted"):
        return words["left"].format(around.run_id)
    if around.status in ENDED and branch:
        return words["partly" if around.passed else "nothing"].format(branch, around.run_id)
    if around.status == "done":
        return words["over"].format(branch, around.run_id) if branch else ""
    return words["asked"].format(waits_for, around.run_id) if waits_for else ""


def _tasks(board: Board, words: Mapping[str, str]) -> Text:
    counts = Counter(task.state for task in board.tasks)
    given_up = counts["failed"] + counts["poisoned"]
    parts = [Text(words["done"].format(counts["done"], len(board.tasks)))]
    for name, count, style in (
        ("at_work", counts["claimed"], ""),
        ("waiting", counts["ready"], "dim"),
        ("blocked", counts["blocked"], "yellow"),
        ("failed", given_up, "red"),
    ):
        parts += [Text(words[name].format(count), style=style)] if count else []
    reasons = [f"{task.id}: {task.reason}" for task in board.tasks if task.state in ("blocked", "failed", "poisoned")]
    return _joined([*parts, *(Text(printable(reason), style="yellow") for reason in reasons[:2])], " · ")


def _gate(gate: GateShown, words: Mapping[str, str]) -> Text:
    said = Text(f"{printable(gate.name)} ")
    said.append(words[f"verdict.{gate.verdict}"], style=_STYLES.get(gate.verdict, "dim"))
    if gate.blocking:
        said.append(words["blocking"].format(gate.blocking))
    return said


def _findings(board: Board, words: Mapping[str, str]) -> Text:
    lines = []
    for one in board.findings[:FINDINGS]:
        place = f"{one.file}:{one.line}" if one.file and one.line else one.file
        style = "red" if one.severity == "critical" else "yellow" if one.severity == "major" else "dim"
        said = " ".join(part for part in (place, one.issue) if part)
        line = Text.assemble((words[f"severity.{one.severity}"], style), f" {printable(' '.join(said.split()))}")
        lines.append(line)
    more = len(board.findings) - FINDINGS
    return _joined([*lines, *([Text(words["more"].format(more), style="dim")] if more > 0 else [])], "\n")


def _labelled(label: str, text: Text, words: Mapping[str, str], width: int) -> RenderableType:
    """A label and beside it as many lines as the text needs, each below the other."""
    room = max(cell_len(words[name]) for name in ("phase", "tasks", "gates", "open", "files", "why", "you"))
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(width=room + 1, no_wrap=True, style="dim")
    grid.add_column(width=max(20, width - room - 3), overflow="fold")
    grid.add_row(f" {label}", text)
    return grid


def _joined(parts: Sequence[Text], between: str) -> Text:
    """One text; `Text.join` would give all of it the style of what stands between."""
    found = Text()
    for place, part in enumerate(parts):
        found.append(between if place else "", style="dim")
        found.append_text(part)
    return found
