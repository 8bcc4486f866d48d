"""What a turn may cost binds while it goes on, where its program tells what it costs."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import orjson

from kasen.settings.redact import NO_SECRETS
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.messages import TaskAssignment, TaskResult
from kasen.teams.code.processes.tree import process
from kasen.teams.code.programs.turn import Counters, Ended, Told, Turn
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.journal import Journal
from kasen.teams.code.worker.sessions import Sessions
from kasen.teams.code.worker.spec import Beat, Spec
from kasen.teams.code.worker.turns import Desk, Turns
from kasen.teams.code.worker.view import View

ADDS = (
    "import time\nopen('work.txt', 'w').write('half')\nfor n in range(600):\n print(0.1, flush=True)\n time.sleep(0.1)"
)


@dataclass
class Costly:
    """Tells ten cents ten times a second; the caps that it was started with are kept in `caps`."""

    caps: list[float | None]
    says: str = ADDS
    VARIABLES: tuple[str, ...] = ()
    cost: float = 0.0

    def command(self, turn: Turn) -> list[str]:
        self.caps.append(turn.usd)
        return [sys.executable, "-S", "-E", "-c", self.says]

    def given(self, turn: Turn) -> bytes:
        return b""

    def read(self, line: bytes) -> Iterator[Told]:
        self.cost += orjson.loads(line)
        yield Told(kind="cost", usd=self.cost)

    def ended(self, code: int) -> Ended:
        counters = Counters(usd=self.cost, output_tokens=1)
        return Ended(problem="no_answer", why="it only talked", counters=counters)


async def result_of(
    tmp_path: Path, program: Callable[[], Costly], *, share: float | None, own: float | None
) -> TaskResult:
    me = process(1)
    assert me is not None
    agent = Agent(id="coder-1", role="coder", phase="build", type="command", command=("x",), usd=own)
    spec = Spec(run_id="RUN", agent=agent, folder=tmp_path)
    view = View(1, width=lambda: 80)
    heart = Heart(tmp_path / "beat", Beat(agent="coder-1", pid=1, started=me.started))
    desk = Desk(
        tmp_path, spec, program, Sessions(tmp_path / "sessions.json"), heart, Journal(tmp_path, NO_SECRETS), view
    )
    asked = TaskAssignment(
        msg_id="M", task_id="T", token=1, phase="build", role="coder", instruction="x", lease_seconds=9, usd=share
    )
    try:
        return await Turns(desk).take(asked, begun=0, cut_off=False, stop=lambda: False)
    finally:
        view.close()


async def test_a_turn_that_costs_more_than_its_share_is_ended_and_its_work_is_kept(tmp_path: Path) -> None:
    caps: list[float | None] = []
    began = time.monotonic()
    result = await result_of(tmp_path, lambda: Costly(caps), share=0.25, own=5.0)
    assert time.monotonic() - began < 30
    assert (result.status, result.problem) == ("failed", "spent")
    assert result.reason == "it cost more than the 0.2500 US dollars that it may"
    assert caps == [0.25], "the smaller of both caps, and it was started once"
    assert 0.25 < (result.spent.usd or 0) < 2
    assert (tmp_path / "work.txt").read_text() == "half"


async def test_what_is_tried_again_gets_what_is_left_of_the_share(tmp_path: Path) -> None:
    caps: list[float | None] = []
    result = await result_of(tmp_path, lambda: Costly(caps, says="print(0.1)"), share=0.4, own=None)
    assert result.problem == "no_answer"
    assert [round(cap or 0, 6) for cap in caps] == [0.4, 0.3]


async def test_without_caps_none_is_given(tmp_path: Path) -> None:
    caps: list[float | None] = []
    await result_of(tmp_path, lambda: Costly(caps, says="print(9)"), share=None, own=None)
    assert caps == [None, None]
