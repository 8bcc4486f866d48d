from __future__ import annotations

import os
from pathlib import Path

import orjson

from kasen.settings.redact import NO_SECRETS
from kasen.teams.code.config.workflow import Limits
from kasen.teams.code.programs.claude_code import ClaudeCode
from kasen.teams.code.programs.command import Command
from kasen.teams.code.programs.turn import Program, Turn
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.hearing import AT_ONCE, Hearing
from kasen.teams.code.worker.journal import Journal
from kasen.teams.code.worker.sessions import Sessions
from kasen.teams.code.worker.spec import Beat
from kasen.teams.code.worker.stalls import Stalls
from kasen.teams.code.worker.view import View


class Heard:
    def __init__(self, program: Program, folder: Path) -> None:
        program.command(Turn(prompt="x", folder=folder, schema={}))
        self.now = 1000.0
        self.sessions = Sessions(folder / "sessions.json")
        self.stalls = Stalls(Limits())
        self.heart = Heart(folder / "beat", Beat(agent="a", pid=1, started=2))
        self.view = View(os.open(os.devnull, os.O_WRONLY), width=lambda: 80)
        self.hearing = Hearing(
            program,
            self.stalls,
            task="t",
            sessions=self.sessions,
            heart=self.heart,
            journal=Journal(folder, NO_SECRETS),
            view=self.view,
            clock=lambda: self.now,
        )
        self.path = folder / "events.jsonl"

    def lines(self, *events: object) -> None:
        for event in events:
            self.hearing.line(event if isinstance(event, bytes) else orjson.dumps(event))

    @property
    def noted(self) -> list[dict[str, object]]:
        return [orjson.loads(line) for line in self.path.read_bytes().splitlines()]


async def test_what_is_told_goes_to_all_who_have_to_know(tmp_path: Path) -> None:
    heard = Heard(ClaudeCode(), tmp_path)
    tool = {"type": "tool_use", "id": "1", "name": "Bash", "input": {"command": "npm test"}}
    heard.lines({"type": "system", "subtype": "init", "session_id": "s-1"})
    assert (heard.sessions.session("t"), heard.heart.beat.session, heard.hearing.session) == ("s-1", "s-1", "s-1")
    assert not heard.hearing.spoke
    heard.lines({"type": "assistant", "message": {"content": [tool]}})
    assert heard.hearing.spoke
    assert (heard.heart.beat.tool, heard.heart.beat.last_event) == ("Bash npm test", 1000.0)
    heard.lines({"type": "user", "message": {"content": [{"type": "tool_result", "tool_use_id": "1"}]}})
    assert (heard.heart.beat.tool, heard.hearing.done_at) == ("", 0.0)
    heard.lines({"type": "result"})
    assert heard.hearing.done_at == 1000.0
    assert [line["kind"] for line in heard.noted] == ["session", "tool", "tool_done"]
    heard.heart.end()


async def test_what_will_come_to_nothing_is_known(tmp_path: Path) -> None:
    heard = Heard(ClaudeCode(), tmp_path)
    heard.lines({"type": "system", "subtype": "api_retry", "error_status": 500})
    assert not heard.hearing.is_lost
    heard.lines({"type": "system", "subtype": "api_retry", "error_status": 401})
    assert heard.hearing.is_lost
    heard.heart.end()


async def test_a_flood_is_counted_and_not_written_down(tmp_path: Path) -> None:
    heard = Heard(Command(["x"]), tmp_path)
    heard.lines(*[b"x"] * (AT_ONCE + 5000))
    assert len(heard.noted) == AT_ONCE
    heard.now += 1
    heard.lines(b"after")
    assert [(line["kind"], line.get("count")) for line in heard.noted[-2:]] == [("left_out", 5000), ("words", None)]
    heard.hearing.end()
    assert len(heard.noted) == AT_ONCE + 2
    heard.heart.end()
