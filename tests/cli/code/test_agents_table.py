from __future__ import annotations

import io

from rich.cells import cell_len
from rich.console import Console

from cli.code.boards import NOW, agent
from kasen.cli.code.agents_table import agents_table
from kasen.cli.code.words import words_of
from kasen.teams.code.board.shown import AgentShown


def drawn(agents: list[AgentShown], width: int = 120, lang: str = "en") -> list[str]:
    out = io.StringIO()
    Console(file=out, width=width).print(agents_table(agents, words_of(lang), width, NOW))
    return out.getvalue().splitlines()


def test_only_agents_that_are_started_have_a_line() -> None:
    off = [agent(f"a-{number}", "r", "codex", "off") for number in range(3)]
    assert drawn(off) == [" off: a-0, a-1, a-2"]
    lines = drawn([*off, agent("b-1", "r", "codex", "idle")])
    assert len(lines) == 3
    assert lines[1].split() == ["b-1", "codex", "idle"]


def test_names_that_are_as_long_as_they_may_be_leave_room_for_the_rest() -> None:
    for width in (60, 80, 120):
        lines = drawn(
            [agent("x" * 64, "r", "team:research", "working", task_id="T1", tool="長い" * 40, lease_s=9)], width
        )
        assert max(map(cell_len, lines)) <= width
        assert "T1" in lines[1]
        assert "9 s" in lines[1]


def test_ninety_minutes_and_days_are_said_as_people_say_them() -> None:
    lines = drawn([agent("a", "r", "codex", "idle", progress_s=5400), agent("b", "r", "codex", "idle", progress_s=1e6)])
    assert "90 min ago" in lines[1]
    assert "278 h ago" in lines[2]
