"""Who gets what: a task goes to an agent that is free, may have it, and whose files nobody else is changing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kasen.errors import KasenError
from kasen.team import Charge
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.orchestrator.assigning import assign
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.holding import LIVE, clear_inbox, requeue
from kasen.teams.code.orchestrator.parts import Acceptance, Agents
from kasen.teams.code.orchestrator.planning import accepted
from kasen.teams.code.orchestrator.standing import Standing, forget_session, session_key, work_of
from kasen.teams.code.queue.rows import Task
from kasen.teams.code.reservations import conflicts

AWAY = ("given_up", "stopped")
"""Agents that only a person brings back."""
LEAST = 4
"""While others have money, no turn begins with less than this part of an equal share: `1 / LEAST`."""


@dataclass(frozen=True)
class Held:
    """What is in work: tasks that agents have, and work that is not accepted yet."""

    busy: dict[str, Task]
    """Agent → its task."""
    works: dict[str, Task]
    """Work → its task: claimed, or done and not accepted."""

    @classmethod
    def of(cls, desk: Desk, phase: str) -> Held:
        """As the queue knows it."""
        tasks = {task.task_id: task for task in desk.queue.tasks(phase)}
        busy = {task.owner: task for task in tasks.values() if task.status == "claimed" and task.owner != ORCHESTRATOR}
        works = {}
        for task in tasks.values():
            row = tasks.get(accepted(task.task_id))
            begun = task.status in ("claimed", "done")
            if row is not None and row.status != "done" and begun:
                works[task.task_id] = task
        return cls(busy, works)

    def stands_in_the_way(self, task: Task) -> bool:
        """Whether somebody else is changing files that it wants."""
        wanted = task.body.get("files") or []
        if task.kind == "review" or not wanted:
            return False
        others = {id: one.body.get("files") or [] for id, one in self.works.items() if id != work_of(task)}
        return bool(conflicts(wanted, others))


@dataclass
class Dispatch:
    """Hands out the tasks of one run."""

    desk: Desk
    standing: Standing
    acceptance: Acceptance
    crew: Agents
    charge: Charge | None = None
    """Says how much money is left; without it no turn has a cap but that of its agent."""
    _claimable: set[str] = field(default_factory=set)

    async def all(self) -> bool:
        """Hand out what can be handed out now; whether something was, or an agent is being started for it."""
        held = Held.of(self.desk, self.standing.phase)
        room = self.desk.config.workflow.limits.agents - len(held.busy)
        under_way = False
        wanted: set[str] = set()
        claimable = self._open_tasks()
        self._claimable = {task.task_id for task in claimable}
        for task in claimable:
            if room <= len(wanted):
                break
            part = await self._part(task)
            if held.stands_in_the_way(task) or (part is not None and part < 0):
                continue
            agent = self._agent(task, held, wanted)
            if agent is None:
                continue
            under_way = True
            wanted.add(agent.id)
            if self.crew.state(agent.id) not in LIVE:
                clear_inbox(self.desk, agent.id)  # it holds nothing, and who starts now would do what lies there first
            if await self.crew.ready(agent.id) and await self._give(task, agent, part):
                held = Held.of(self.desk, self.standing.phase)
                room -= 1
                wanted.discard(agent.id)
        return under_way

    def deserted(self) -> list[tuple[Task, str]]:
        """Tasks that could be done and that nobody is there for, with the first agent that is away."""
        found = []
        for task in self._open_tasks():
            able = able_for(self.desk, task)
            if all(self.crew.state(one.id) in AWAY for one in able):
                found.append((task, able[0].id if able else ""))
        return found

    def _open_tasks(self) -> list[Task]:
        roles = {agent.role for agent in self.desk.config.agents.agents}
        return self.desk.queue.claimable(self.standing.phase, roles)

    def _agent(self, task: Task, held: Held, wanted: Iterable[str]) -> Agent | None:
        """Who may have it now: before the others whoever worked at it already and can go on in its session."""
        taken = {*held.busy, *wanted}
        able = able_for(self.desk, task)
        known = [one for one in able if session_key(self.desk, one.id, task) in self.desk.sessions]
        if task.kind != "review" and (here := [one for one in known if self.crew.state(one.id) not in AWAY]):
            able = here
        free = [one for one in able if one.id not in taken and self._is_open(one)]
        free = [one for one in free if self._stands_at(one.id) in ("", task.task_id)]
        return min(free, key=lambda one: one not in known, default=None)

    def _stands_at(self, agent: str) -> str:
        """The task that the agent's tree holds half of, when it can be gone on with: that comes first."""
        begun = (self.desk.queue.noted(f"tree.{agent}") or {}).get("task", "")
        return begun if begun in self._claimable else ""

    def _is_open(self, agent: Agent) -> bool:
        if self.standing.is_paused(agent.id) or self.standing.closed(agent, self.desk.clock):
            return False
        return self.crew.state(agent.id) not in AWAY and self.crew.rests_until(agent.id) <= self.desk.clock()

    async def _give(self, task: Task, agent: Agent, part: float | None) -> bool:
        lease = self.desk.config.workflow.limits.lease(task.kind, agent.lease_seconds)
        claimed = self.desk.queue.claim(task.agent_type, agent.id, lease_s=lease, only=task.task_id)
        if claimed is None:
            return False
        self._words(claimed, agent)
        self._share(claimed, part)
        for other in able_for(self.desk, task):
            if other.id != agent.id and other.role not in self.desk.config.workflow.persistent:
                forget_session(self.desk, other.id, task)
        try:
            await assign(self.desk, self.standing, self.acceptance, claimed, agent)
        except KasenError as error:
            requeue(
                self.desk,
                self.standing,
                claimed,
                f"its tree cannot be made ready: {error}",
                counts=True,
                after_s=1,
            )
            return False
        self.desk.audit.note("assigned", task=claimed.task_id, token=claimed.token, agent=agent.id)
        return True

    async def _part(self, task: Task) -> float | None:
        """US dollars that its turn would get: all that could go on at once get the same of what nobody has yet.

        A task for which its last share was too little gets twice that, as far as there is so much. Negative: it waits
        until others give back what they have. None: money is not capped.
        """
        left = await self.charge.left() if self.charge is not None else None
        if left is None:
            return None
        held, agents = self._held(), self.desk.config.workflow.limits.agents
        unclaimed, wanted = max(0.0, left - sum(held.values())), self.standing.wanting.get(task.task_id, 0.0)
        part = min(unclaimed, max(unclaimed / max(1, agents - len(held)), 2 * wanted))
        return -1.0 if sum(held.values()) and part < max(wanted, left / agents / LEAST) else part

    def _held(self) -> dict[str, float]:
        claimed = {f"{one.task_id} {one.token}" for one in self.desk.queue.claimed()}
        return {name: usd for name, usd in self.standing.shares.items() if name in claimed}

    def _share(self, task: Task, part: float | None) -> None:
        """Note what the turn may cost."""
        if part is None and not self.standing.shares:
            return
        self.standing.shares = self._held() | ({} if part is None else {f"{task.task_id} {task.token}": part})
        self.standing.note("shares")

    def _words(self, task: Task, agent: Agent) -> None:
        """What a person said to the agent goes with this claim, and with the next one when nothing comes of this."""
        said = self.standing.said
        before = [name for name in said if name.rpartition(" ")[0] == task.task_id]
        words = [line for name in (*before, agent.id) for line in said.pop(name, [])]
        if words:
            said[f"{task.task_id} {task.token}"] = words
            self.standing.note("said")


def able_for(desk: Desk, task: Task) -> Sequence[Agent]:
    """The agents that could have it at all."""
    if task.agent:
        return [one for one in desk.config.agents.agents if one.id == task.agent]
    return desk.config.agents.of(task.agent_type)
