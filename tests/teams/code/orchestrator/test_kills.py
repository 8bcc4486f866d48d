"""A kill before any write of the orchestrator: another one goes on, and what comes of it is the same."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.messages import Review, TaskResult
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR
from kasen.teams.code.orchestrator.known import known
from kasen.teams.code.orchestrator.reviewing import reviewed
from kasen.teams.code.orchestrator.working import begun, worked
from kasen.teams.code.queue.queue import Queue
from kasen.teams.code.queue.rows import Task
from teams.code.git.made import write
from teams.code.orchestrator.desks import desk_of, planned
from teams.code.orchestrator.played import XSS, Played, played, with_gates

T1 = "implementation.1.t1"
PAGE = "src/frontend/page.js"
TEXTS = {T1: "strayed", f"{T1}.fix.1": "innerHTML = user\n", f"{T1}.fix.2": "BROKEN\n", f"{T1}.fix.3": "good\n"}
"""What the agent writes: at first elsewhere, then unsafe, then broken, then good."""
AGENTS = {"impl-frontend": "impl-frontend-1", "reviewer": "reviewer-1"}
WRITES = 25


class Killed(BaseException):
    """As if by kill -9."""


class Dying(Queue):
    """Dies before one of its writes."""

    def __init__(self, path: Path, *, lives: int, **kind: Any) -> None:
        super().__init__(path, **kind)
        self.lives = lives

    def _write_now(self) -> None:
        self.lives -= 1
        if self.lives == 0:
            raise Killed

    def put(self, *args: Any, **named: Any) -> None:
        self._write_now()
        super().put(*args, **named)

    def requeue(self, *args: Any, **named: Any) -> Any:
        self._write_now()
        return super().requeue(*args, **named)

    def _end(self, *args: Any, **named: Any) -> bool:
        self._write_now()
        return super()._end(*args, **named)


class Mail:
    """What agents sent lies there until it was acted on."""

    def __init__(self) -> None:
        self.sent: dict[tuple[str, int], TaskResult] = {}

    async def turn(self, play: Played, task: Task) -> None:
        """The agent of a claimed task ends it, once; the orchestrator acts on what it sent."""
        key = (task.task_id, task.token)
        if key not in self.sent:
            await begun(play.desk, task, task.owner)
            self.sent[key] = self.done(play, task)
        take = reviewed if task.kind == "review" else worked
        await take(play.desk, task, self.sent[key])

    def done(self, play: Played, task: Task) -> TaskResult:
        if task.kind != "review":
            write(play.folder(task.owner), "README.md" if task.task_id == T1 else PAGE, TEXTS[task.task_id])
            if task.task_id == f"{T1}.fix.1":
                write(play.folder(task.owner), "README.md", "# 茶\n")
            return play.result(task, task.owner)
        bad = task.task_id == f"{T1}.review.1"
        review = Review(verdict="FAIL" if bad else "PASS", blocking=(XSS,) * bad)
        return play.result(task, task.owner, review=review)


async def go_on(play: Played, mail: Mail) -> None:
    """As the loop does, until all is done: first what was sent, then what can be accepted, then what is next."""
    while any(task.status != "done" for task in play.desk.queue.tasks()):
        for task in play.desk.queue.claimed():
            if task.owner != ORCHESTRATOR:
                await mail.turn(play, task)
        await accept(play.desk)
        for role, agent in AGENTS.items():
            play.desk.queue.claim(role, agent, lease_s=600)


async def through(tmp_path: Path, lives: int) -> tuple[Played, bool]:
    """The whole way with one kill; the end of it, and whether there was one."""
    merge = [GateCommand(name="tests", run="! grep -rn BROKEN src")]
    play, mail, killed = await played(tmp_path, with_gates(default("five-phase"), merge=merge)), Mail(), False
    play.put(planned("t1", "impl-frontend", "src/frontend/**"))
    play.desk.queue.close()
    play.desk.queue = Dying(play.desk.place.queue, lives=lives)
    try:
        await go_on(play, mail)
    except Killed:
        killed = True
        play.desk.queue.close()
        play = Played(await desk_of(tmp_path, play.desk.config))
        await go_on(play, mail)
    return play, killed


@pytest.mark.parametrize(
    "lives", [pytest.param(n, marks=() if n in (5, 13, 23) else pytest.mark.slow) for n in range(1, WRITES + 1)]
)
async def test_a_kill_before_any_write_changes_nothing_in_the_end(tmp_path: Path, lives: int) -> None:
    play, killed = await through(tmp_path, lives)
    assert killed
    assert list(play.states()) == sorted(
        [T1, f"{T1}.accepted", *(f"{T1}.{kind}.{n}" for kind in ("fix", "review") for n in (1, 2, 3))]
    )
    assert play.show(PAGE) == "good\n"
    assert play.show("README.md") == "# 茶\n"
    assert {one.state for one in known(play.desk)} == {"closed"}
    assert len(known(play.desk)) == 3
    assert {task.attempts for task in play.desk.queue.tasks()} == {1}
    play.desk.queue.close()


async def test_without_a_kill_there_are_so_many_writes(tmp_path: Path) -> None:
    play, killed = await through(tmp_path, 1_000)
    assert not killed
    assert isinstance(play.desk.queue, Dying)
    assert 1_000 - play.desk.queue.lives == WRITES
    play.desk.queue.close()
