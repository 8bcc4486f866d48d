"""What agents send: results, each acted on once; what belongs to an old claim is kept and changes nothing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kasen.errors import Fenced, KasenError, UnknownName
from kasen.models.role import Usage
from kasen.team import Charge
from kasen.teams.code.config.agents import Agent
from kasen.teams.code.mailbox.reading import Poison, Received, waiting
from kasen.teams.code.messages import TaskResult
from kasen.teams.code.orchestrator.assigning import keep_result
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.holding import requeue
from kasen.teams.code.orchestrator.parts import Acceptance
from kasen.teams.code.orchestrator.spoken import spoken
from kasen.teams.code.orchestrator.standing import Standing, keep_session
from kasen.teams.code.programs.turn import ITS_OWN
from kasen.teams.code.queue.rows import Task

LIMIT_S = 300.0
"""Seconds that an account rests whose program did not say when its limit is over."""
SERVER_S = 15.0
"""Seconds that an account rests after a failure of its vendor, twice as long after each further one …"""
MOST_SERVER_S = 600.0
"""… and this long at most."""

NEARLY = 1e-6
"""Two amounts of money that differ by less of themselves are the same."""


@dataclass
class Receiving:
    """Reads the outboxes of one run."""

    desk: Desk
    standing: Standing
    acceptance: Acceptance
    charge: Charge
    _seen: dict[str, int] = field(default_factory=dict)

    async def all(self, *, only_news: bool = False) -> bool:
        """Act on whatever has come; whether something had. `only_news`: not in boxes that look as before."""
        came = False
        for agent in self.desk.config.agents.agents:
            box = self.desk.place.mailbox.outbox(agent.id)
            changed = box.stat().st_mtime_ns
            if only_news and self._seen.get(agent.id) == changed:
                continue
            self._seen[agent.id] = changed
            for got in waiting(box):
                came = True
                if isinstance(got, Poison):
                    await self._poison(agent, got)
                else:
                    await self._one(agent, got)
        return came

    async def _poison(self, agent: Agent, got: Poison) -> None:
        self.desk.audit.note("poison", agent=agent.id, file=got.path, reason=got.reason)
        await self.desk.emit("warning", text=_unreadable(self.desk.lang, agent.id, got.reason))

    async def _one(self, agent: Agent, got: Received) -> None:
        """Paid, acted on, settled: in that order, and each of it may come again after a kill."""
        result = got.message
        if not isinstance(result, TaskResult) or result.agent != agent.id:
            self._late(got, "it is no result of this agent")
            return
        await self._pay(agent, result)
        task = self._claimed(result)
        if isinstance(task, Task):
            await self._apply(agent, task, result)
            got.settle()
        elif self.desk.queue.was_taken(result.msg_id):
            got.settle()
        else:
            self._late(got, task)

    async def _pay(self, agent: Agent, result: TaskResult) -> None:
        """Each turn in which a program ran counts as a call; one that told neither tokens nor a price costs nothing."""
        spent = result.spent
        tokens = spent.input_tokens + spent.output_tokens
        if spent.usd or tokens or spent.seconds:
            usage = Usage(input_tokens=spent.input_tokens, output_tokens=spent.output_tokens)
            usd = spent.usd if tokens else spent.usd or 0.0
            reached = await self.charge(
                agent.role, agent.type, key=result.msg_id, usage=usage, usd=usd, seconds=spent.seconds
            )
            self.standing.spent = self.standing.spent or reached

    def _claimed(self, result: TaskResult) -> Task | str:
        """The task that it is the result of, or why it is nobody's."""
        try:
            task = self.desk.queue.task(result.task_id)
        except UnknownName:
            return "there is no such task"
        if task.status == "claimed" and task.token == result.token and task.owner == result.agent:
            return task
        return f"the task is {task.status} under token {task.token}"

    def _late(self, got: Received, why: str) -> None:
        """Kept for people to look at."""
        folder = self.desk.place.mailbox.state / "late"
        folder.mkdir(exist_ok=True)
        (folder / got.path.name).write_bytes(got.path.read_bytes())
        told = got.message.model_dump(include={"type", "msg_id", "task_id", "token", "agent"})
        self.desk.audit.note("late", why=why, **told)
        got.settle()

    async def _apply(self, agent: Agent, task: Task, result: TaskResult) -> None:
        self.desk.audit.note(
            "result", task=task.task_id, token=task.token, agent=agent.id, status=result.status, problem=result.problem
        )
        result = result.model_copy(update={"reason": spoken(self.desk.lang, result.reason)})
        keep_session(self.desk, agent.id, task, result.session)
        self._count(agent, result)
        try:
            if result.status == "done" and _is_whole(task, result):
                self._worked_again(agent, task)
                await self._take(task, result)
            elif result.status == "blocked":
                self.desk.queue.block(task.task_id, task.token, result.reason or "blocked", msg_id=result.msg_id)
            else:
                await self._failed(agent, task, result)
        except Fenced as error:
            self.desk.audit.note("fenced", task=task.task_id, token=task.token, why=str(error))
        except KasenError as error:  # a tree that is broken, a disk that is full: a person decides, nothing is lost
            self._stop(task, result, spoken(self.desk.lang, f"what came of it cannot be taken: {error}"))

    def _count(self, agent: Agent, result: TaskResult) -> None:
        before, more = self.standing.usd.get(agent.id, 0.0), result.spent.usd
        tokens = result.spent.input_tokens + result.spent.output_tokens
        unknown = before is None or (more is None and tokens > 0)
        self.standing.usd[agent.id] = None if unknown else (before or 0.0) + (more or 0.0)
        self.standing.note("usd")

    async def _take(self, task: Task, result: TaskResult) -> None:
        keep_result(self.desk, result)
        if task.kind == "review":
            await self.acceptance.reviewed(self.desk, task, result)
        elif task.kind == "rule":
            await self.acceptance.ruled(self.desk, task, result)
        else:
            await self.acceptance.worked(self.desk, task, result)
        after = self.desk.queue.task(task.task_id)
        if after.status == "claimed" and after.token == task.token:
            body = result.model_dump(mode="json")
            self.desk.queue.finish(task.task_id, task.token, body, msg_id=result.msg_id)

    def _stop(self, task: Task, result: TaskResult, why: str) -> None:
        after = self.desk.queue.task(task.task_id)
        if after.status == "claimed" and after.token == task.token:
            self.desk.queue.block(task.task_id, task.token, why, msg_id=result.msg_id)

    def _worked_again(self, agent: Agent, task: Task) -> None:
        """Whatever stood in the way is over."""
        names = {task.task_id, f"account {agent.type}"} & set(self.standing.free)
        for name in names:
            del self.standing.free[name]
        self.standing.wanting.pop(task.task_id, None)
        if names:
            self.standing.note("free", "wanting")

    async def _failed(self, agent: Agent, task: Task, result: TaskResult) -> None:
        problem = result.problem or "failed"
        why = result.reason or problem
        if problem == "refused":
            self.standing.refused[agent.type] = why
            self.standing.note("refused")
        elif problem in ("limit", "server"):
            await self._rest(agent, result)
        of_share = problem == "spent" and await self._was_too_little(agent, task, result)
        of_account = problem in ("refused", "limit", "server")
        counts = problem in ITS_OWN or (problem == "spent" and not of_share)
        after_s = float(2 ** min(task.attempts - 1, 5)) if counts else 0.0
        bounded = not (of_account or of_share)
        requeue(self.desk, self.standing, task, why, counts=counts, after_s=after_s, bounded=bounded)

    async def _was_too_little(self, agent: Agent, task: Task, result: TaskResult) -> bool:
        """Whether a turn ended for its share of the run's budget, not for the agent's own cap.

        A share that was all there is, and was too little, ends the run. Another one counts as used from its half on:
        a program that ends for a cap which it is far from would do so again.
        """
        shares, used = self.standing.shares, result.spent.usd or 0.0
        share = shares.get(name := f"{task.task_id} {task.token}")
        if share is None or (agent.usd is not None and agent.usd <= share):
            return False
        others = sum(usd for other, usd in shares.items() if other != name and self._is_claimed(other))
        left = await self.charge.left()
        if left is not None and not others and share >= (left + used) * (1 - NEARLY):
            self.standing.too_little = not self.standing.spent
            self.standing.spent = True
            return True
        self.standing.wanting[task.task_id] = share
        self.standing.note("wanting")
        return used >= share / 2

    def _is_claimed(self, name: str) -> bool:
        task_id, _, token = name.rpartition(" ")
        task = self.desk.queue.task(task_id)
        return (task.status, task.token) == ("claimed", int(token))

    async def _rest(self, agent: Agent, result: TaskResult) -> None:
        """The account takes nothing for a while; those of other accounts go on."""
        now, name = self.desk.clock(), f"account {agent.type}"
        if result.problem == "limit":
            until = result.until if result.until > now else now + LIMIT_S
        else:
            times = self.standing.free[name] = self.standing.free.get(name, 0) + 1
            until = now + min(SERVER_S * 2 ** (times - 1), MOST_SERVER_S)
        self.standing.limits[agent.type] = max(until, self.standing.limits.get(agent.type, 0.0))
        self.standing.note("limits", "free")
        self.desk.audit.note("account rests", account=agent.type, until=until, why=result.reason)
        if f"limit {until}" not in self.standing.warned:
            self.standing.warned.add(f"limit {until}")
            await self.desk.emit("warning", text=_resting(self.desk.lang, agent.type, until - now, result.reason))


def _is_whole(task: Task, result: TaskResult) -> bool:
    """Whether it has what was asked for; what says that it is done and has not is no answer."""
    needed: Mapping[str, object] = {"review": result.review, "rule": result.ruling}
    return task.kind not in needed or needed[task.kind] is not None


def _unreadable(lang: str, agent: str, why: str) -> str:
    if lang == "ja":
        return f"{agent} の送ったものが読めません：{why}"
    return f"{agent} sent something that cannot be read: {why}"


def _resting(lang: str, account: str, seconds: float, why: str) -> str:
    minutes = max(1, round(seconds / 60))
    if lang == "ja":
        return f"{account} は約 {minutes} 分休みます（{why}）。ほかは続けます"
    return f"{account} rests for about {minutes} min ({why}); the others go on"
