"""How the work stands, written for whoever looks on, and told as events when something of it changes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import ValidationError

from kasen.teams.code.board.shown import AgentShown, AgentState, Board, GateShown, PhaseShown, TaskShown
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.known import known, plain
from kasen.teams.code.orchestrator.parts import Agents
from kasen.teams.code.orchestrator.standing import Standing
from kasen.teams.code.queue.rows import Task

BUSY_S, IDLE_S = 1.0, 5.0
"""Seconds between two writes while somebody works, and while nobody does; sooner when something changes."""
_STATES: Mapping[str, AgentState] = {
    "down": "off",
    "ending": "off",
    "stopped": "off",
    "starting": "starting",
    "resting": "resting",
    "given_up": "given_up",
}


@dataclass
class Boarding:
    """The board of one run."""

    desk: Desk
    standing: Standing
    crew: Agents
    _tasks: list[Task] = field(default_factory=list)
    _changes: int = -1
    _written: float = 0.0
    _told: dict[str, tuple[object, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """What an earlier process has told is not told again."""
        try:
            board = Board.model_validate_json(self.desk.place.board.read_bytes())
        except (OSError, ValidationError):
            return
        self._told = {f"task {one.id}": (one.state, one.agent, one.attempts, one.reason) for one in board.tasks}

    async def show(self, waits_for: str = "", *, now: bool = False) -> None:
        """Write it when it is time to, and tell what has changed."""
        changed = self.desk.queue.changes != self._changes
        if changed:
            self._tasks, self._changes = self.desk.queue.tasks(), self.desk.queue.changes
        held = {task.owner: task for task in self._tasks if task.status == "claimed"}
        agents = [self._agent(agent, held.get(agent.id)) for agent in self.desk.config.agents.agents]
        changed = await self._tell(agents) or changed
        since = self.desk.clock() - self._written
        if now or changed or not 0 <= since < (BUSY_S if held else IDLE_S):
            self._written = self.desk.clock()
            self._write(self._board(agents, held, waits_for))

    def _write(self, board: Board) -> None:
        path = self.desk.place.board
        part = path.with_name(f".{path.name}")
        part.write_text(board.model_dump_json(), encoding="utf-8")
        part.replace(path)

    async def _tell(self, agents: list[AgentShown]) -> bool:
        before = len(self._told), hash(tuple(self._told.values()))
        for one in agents:
            facts = (one.state, one.task_id, one.restarts, one.usd)
            if self._is_news(f"agent {one.id}", facts):
                await self.desk.emit(
                    "agent",
                    agent=one.id,
                    state=one.state,
                    text=one.title,
                    role=one.role,
                    program=one.program,
                    task_id=one.task_id,
                    usd=one.usd,
                    restarts=one.restarts,
                )
        for task in self._tasks:
            if self._is_news(f"task {task.task_id}", (task.status, task.owner, task.attempts, task.reason)):
                await self.desk.emit("task", **_task_facts(task))
        return before != (len(self._told), hash(tuple(self._told.values())))

    def _is_news(self, name: str, facts: tuple[object, ...]) -> bool:
        news = self._told.get(name) != facts
        self._told[name] = facts
        return news

    def _agent(self, agent: Agent, task: Task | None) -> AgentShown:
        now, beat = self.desk.clock(), self.crew.beat(agent.id)
        state = self._state(agent, task)
        rests = self.crew.rests_until(agent.id) if state == "resting" else 0.0
        limited = self.standing.limits.get(agent.type, 0.0) if state == "limited" else 0.0
        return AgentShown(
            id=agent.id,
            role=agent.role,
            program=agent.type,
            state=state,
            task_id=task.task_id if task else "",
            title=task.body.get("title", "") if task else "",
            tool=beat.tool if beat and task else "",
            lease_s=max(0.0, task.lease_until - now) if task else None,
            progress_s=max(0.0, now - beat.last_event) if beat and beat.last_event and task else None,
            restarts=self.crew.restarts(agent.id),
            usd=self.standing.usd.get(agent.id, 0.0),
            until=rests or limited,
        )

    def _state(self, agent: Agent, task: Task | None) -> AgentState:
        state = self.crew.state(agent.id)
        if state != "up":
            return _STATES.get(state, "off")
        if task is not None:
            return "reviewing" if task.kind == "review" else "working"
        if self.standing.closed(agent, self.desk.clock):
            return "limited"
        return "paused" if self.standing.is_paused(agent.id) else "idle"

    def _board(self, agents: list[AgentShown], held: dict[str, Task], waits_for: str) -> Board:
        usd = [self.standing.usd.get(agent.id, 0.0) for agent in agents]
        return Board(
            run_id=self.desk.place.run_id,
            phase=self.standing.phase,
            phases=tuple(self._phases()),
            agents=tuple(agents),
            tasks=tuple(TaskShown(**_shown(task)) for task in self._tasks),
            gates=tuple(self._gates()),
            findings=tuple(plain(one) for one in known(self.desk) if one.state == "open"),
            files={
                agent: tuple(files)
                for agent, task in held.items()
                if task.kind != "review" and (files := task.body.get("files"))
            },
            branch=self.desk.trees.branch,
            usd=None if None in usd else sum(one or 0.0 for one in usd),
            began=self.standing.began,
            waits_for=waits_for,
            at=self.desk.clock(),
        )

    def _phases(self) -> Iterator[PhaseShown]:
        for phase in self.desk.config.workflow.phases:
            round = self.standing.rounds.get(phase.id, 0)
            state = "going_on" if phase.id == self.standing.phase else "done" if round else "waiting"
            yield PhaseShown.model_validate({"id": phase.id, "state": state, "round": round})

    def _gates(self) -> Iterator[GateShown]:
        """Of the phase that the work is in, else of the last one that has a gate."""
        gates = [gate for phase in reversed(self.standing.came) if (gate := self.desk.config.gates.of(phase))]
        if not gates:
            return
        gate, open = gates[0], [one for one in known(self.desk) if one.state == "open"]
        for name in (*gate.required, *(command.name for command in gate.commands)):
            blocking = sum(one.about == gate.phase and one.by == name for one in open)
            verdict = self._said(gate.phase, name) or ("FAIL" if blocking else "")
            yield GateShown.model_validate({"name": name, "verdict": verdict, "blocking": blocking})

    def _said(self, phase: str, role: str) -> str:
        prefix = f"{phase}.{self.standing.rounds.get(phase, 1)}."
        for task in self._tasks:
            if task.task_id.startswith(prefix) and (task.agent_type, task.kind) == (role, "review") and task.result:
                return str((task.result.get("review") or {}).get("verdict", ""))
        return ""


def _shown(task: Task) -> dict[str, Any]:
    return {
        "id": task.task_id,
        "phase": task.phase,
        "role": task.agent_type,
        "kind": task.kind,
        "state": task.status,
        "agent": task.owner,
        "title": task.body.get("title", ""),
        "attempts": task.attempts,
        "reason": task.reason,
    }


def _task_facts(task: Task) -> dict[str, Any]:
    facts = _shown(task)
    said = {"text": facts.pop("reason"), "files": list(task.body.get("files", ()))}
    return {"task_id": facts.pop("id"), **said, **facts}
