"""What a person decides: questions that stop the work, the answers, and orders for agents while they work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from kasen.teams.code.mailbox.reading import Poison, waiting
from kasen.teams.code.messages import Order
from kasen.teams.code.orchestrator import red
from kasen.teams.code.orchestrator.desk import ORCHESTRATOR, Desk
from kasen.teams.code.orchestrator.dispatch import AWAY, Dispatch
from kasen.teams.code.orchestrator.gate_words import gate_said
from kasen.teams.code.orchestrator.holding import let_go
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from kasen.teams.code.orchestrator.parts import Acceptance, Agents, Choice
from kasen.teams.code.orchestrator.receiving import Receiving
from kasen.teams.code.orchestrator.standing import ALL, Standing, forget_session
from kasen.teams.code.orchestrator.stepping import Open, Stepping
from kasen.teams.code.orchestrator.words import ending, no_agent, question, reason
from kasen.teams.code.queue.rows import Task

STUCK = ("blocked", "failed", "poisoned")
_CHOICES: Mapping[str, tuple[str, ...]] = {
    "work": ("retry", "give_up"),
    "accepted": ("retry", "accept", "give_up"),
    "agent": ("retry", "give_up"),
    "account": ("retry", "give_up"),
    "gate": ("retry", "accept", "give_up"),
    "red": ("retry", "send_back", "accept", "give_up"),
    "approve": ("yes", "no"),
}


@dataclass
class People:
    """Between one run and whoever decides on it."""

    desk: Desk
    standing: Standing
    acceptance: Acceptance
    crew: Agents
    stepping: Stepping
    dispatch: Dispatch
    receiving: Receiving

    # Questions.

    def stuck(self) -> list[Task]:
        """Tasks of the phase that only a person can move."""
        return [task for task in self.stepping.tasks() if task.status in STUCK]

    def asked(self, open: Open | None) -> Asked | None:
        """What a person has to decide now that nothing goes on by itself; None when there is nothing."""
        if open is not None:
            return self._ask(open.kind, open.about, open.why, to=open.to)
        if name := red.waiting(self.desk):
            return self._ask("red", name, red.said_of(self.desk))
        for task in self.stuck():
            kind = "accepted" if task.kind == "accept" else "work"
            return self._ask(kind, task.task_id, task.reason or task.status, task)
        accounts = {agent.id: agent.type for agent in self.desk.config.agents.agents}
        for account, why in self.standing.refused.items():
            if account in accounts.values():
                return self._ask("account", account, why)
        for task, agent in self.dispatch.deserted():
            return self._ask("agent", agent, self.crew.state(agent), task)
        return None

    def _ask(self, kind: str, about: str, why: str, task: Task | None = None, *, to: str = "") -> Asked:
        """A question that waits already keeps its name; each new one has a name of its own."""
        standing = self.standing
        if (standing.asked.get("kind"), standing.asked.get("about")) != (kind, about):
            name = f"{len(standing.given) + 1}-{kind}"
            standing.asked = {"name": name, "kind": kind, "about": about, "why": why}
            standing.given = [*standing.given, name]
            standing.note("asked", "given")
            self.desk.audit.note("asked", name=name, question=kind, about=about, why=why)
        words = question(self.desk.lang, kind, about=about, to=to, title=task.body.get("title", "") if task else "")
        told = reason(self.desk.lang, why, about)
        if kind in ("gate", "approve"):
            told = "\n".join(filter(None, (told, self._gate_said(about))))
        return Asked(name=standing.asked["name"], question=words, choices=_CHOICES[kind], why=told, about=about)

    def _gate_said(self, about: str) -> str:
        """Who passed and what did not, where that phase has a gate that has spoken."""
        phase, _, rest = about.partition(".")
        round = rest.partition(".")[0]
        is_known = self.stepping.word and round.isdecimal() and self.desk.config.gates.of(phase) is not None
        return gate_said(self.desk, phase, int(round)) if is_known else ""

    # Answers.

    async def answered(self, answers: Mapping[str, str]) -> Ended | None:
        """Do what a person said to the question that waits; the same again after a kill in the middle of it."""
        asked = self.standing.asked
        if not asked or asked["name"] not in answers:
            return None
        value, kind, about = answers[asked["name"]], asked["kind"], asked["about"]
        self.desk.audit.note("answered", name=asked["name"], about=about, answer=value)
        given = {**(self.desk.queue.noted("answers") or {}), asked["name"]: value}
        ended = await self._decided(kind, about, value)
        self.standing.asked = {}
        self.desk.queue.put([], {"answers": given, **self.standing.facts("asked", "agreed", "refused")})
        return ended

    async def _decided(self, kind: str, about: str, value: str) -> Ended | None:
        if value == "give_up" and kind in ("work", "agent", "account", "gate", "red"):
            return Ended(outcome="failed", reason=ending(self.desk.lang, "gave_up", name=self._named(about)))
        match kind:
            case "work" | "accepted":
                return await self._of_task(about, value)
            case "agent":
                await self.crew.respawn(about)
            case "red":
                red.decide(self.desk, about, value)
            case "account":
                self.standing.refused.pop(about, None)
            case "gate":
                return await self._of_gate(value, self.standing.asked["why"])
            case "approve" if value == "yes":
                self.standing.agreed = list(dict.fromkeys([*self.standing.agreed, about]))
            case "approve":
                return Ended(outcome="declined", reason=ending(self.desk.lang, "declined", name=_way(about)))
        return None

    async def _of_task(self, about: str, value: str) -> Ended | None:
        choice: Choice = "accept" if value == "accept" else "give_up" if value == "give_up" else "retry"
        if self.desk.queue.task(about).status in STUCK:
            await self.acceptance.decided(self.desk, about, choice)
        if choice == "give_up":
            return Ended(outcome="failed", reason=ending(self.desk.lang, "gave_up", name=self._named(about)))
        return None

    async def _of_gate(self, value: str, why: str) -> Ended | None:
        phase, round = self.standing.phase, self.standing.round
        if value == "accept":
            self.stepping.say("PASS", phase, round)
        elif why == "no_verdict":
            await self.stepping.again()
        elif not await self.stepping.send_back():
            return Ended(outcome="failed", reason=ending(self.desk.lang, "no_way_back", phase=phase))
        return None

    def _named(self, about: str) -> str:
        """A task by its title, anything else as it is called."""
        task = about.removesuffix(".accepted")
        titles = {one.task_id: str(one.body.get("title", "")) for one in self.desk.queue.tasks()}
        return titles.get(task) or task

    # Orders.

    async def orders(self) -> bool:
        """Do what a person wants of agents; whether there was anything."""
        came = False
        for got in waiting(self.desk.place.mailbox.inbox(ORCHESTRATOR)):
            came = True
            if isinstance(got, Poison) or not isinstance(got.message, Order):
                self.desk.audit.note("poison", agent="", file=got.path)
                if not isinstance(got, Poison):
                    got.settle()
                continue
            if not self.desk.queue.noted(f"order {got.message.msg_id}"):
                await self._order(got.message)
                self.desk.queue.put([], {f"order {got.message.msg_id}": got.message.verb})
            got.settle()
        return came

    async def _order(self, order: Order) -> None:
        known = [agent.id for agent in self.desk.config.agents.agents]
        self.desk.audit.note("order", verb=order.verb, agent=order.agent, words=order.words)
        if order.agent and order.agent not in known:
            await self.desk.emit("warning", text=no_agent(self.desk.lang, order.verb, order.agent))
            return
        meant = [order.agent] if order.agent else known
        match order.verb:
            case "say":
                self._say(meant, order.words)
            case "pause":
                self.standing.paused = sorted({*self.standing.paused, order.agent or ALL})
            case "unpause":
                paused = known if ALL in self.standing.paused else self.standing.paused
                self.standing.paused = sorted({*paused} - {order.agent}) if order.agent else []
            case "respawn" | "kill":
                for agent in meant:
                    await self._end(agent, again=order.verb == "respawn")
        self.standing.note("paused", "said")

    def _say(self, agents: list[str], words: str) -> None:
        if words.strip():
            said = self.standing.said
            self.standing.said = {**said, **{agent: [*said.get(agent, []), words.strip()] for agent in agents}}

    async def _end(self, agent: str, *, again: bool) -> None:
        """End it; what it sent before counts, what it held is for somebody again."""
        if again and self.crew.state(agent) not in ("up", "starting", "resting", *AWAY):
            return
        await self.crew.kill(agent)
        await self.receiving.all()
        if not again:
            for task in self.desk.queue.held_by(agent):
                forget_session(self.desk, agent, task)
        let_go(self.desk, self.standing, agent, "a person ended its agent")
        if again:
            await self.crew.respawn(agent)


def _way(about: str) -> str:
    """`PHASE.ROUND.TO` as people read it."""
    return f"{about.partition('.')[0]} → {about.rpartition('.')[2]}"
