"""From phase to phase: what the gate says, where the work goes next, what a phase begins with."""

from __future__ import annotations

from dataclasses import dataclass

from kasen.teams.code.config.workflow import ENDS
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.desk import Desk
from kasen.teams.code.orchestrator.outcome import Ended
from kasen.teams.code.orchestrator.parts import Acceptance
from kasen.teams.code.orchestrator.planning import phase_tasks, plan_of, plan_tasks
from kasen.teams.code.orchestrator.standing import Standing
from kasen.teams.code.orchestrator.words import ending, reason
from kasen.teams.code.phases import Ask, Facts, GateWord, Step, next_step
from kasen.teams.code.queue.rows import NewTask, Task


@dataclass(frozen=True)
class Open:
    """The work cannot go on in this phase before a person has decided."""

    kind: str
    """`gate`, or `approve`."""
    about: str
    why: str = ""
    to: str = ""


@dataclass
class Stepping:
    """The phases of one run."""

    desk: Desk
    standing: Standing
    acceptance: Acceptance

    async def begin(self) -> None:
        """Enter the first phase, where none was entered yet; or go on where it was."""
        if not self.standing.phase:
            self.desk.queue.put([], {"began": self.standing.began})
            await self._enter(self.desk.config.workflow.phases[0].id, "")

    def tasks(self) -> list[Task]:
        """Those of the phase that the work is in, of this round."""
        prefix = f"{self.standing.phase}.{self.standing.round}."
        return [task for task in self.desk.queue.tasks(self.standing.phase) if task.task_id.startswith(prefix)]

    @property
    def wants_gate(self) -> bool:
        """Whether all is done and the gate has not been asked yet."""
        if self.desk.config.gates.of(self.standing.phase) is None or self.word:
            return False
        return all(task.status == "done" for task in self.tasks())

    @property
    def word(self) -> GateWord:
        """What the gate said in this round."""
        found = self.desk.queue.noted("gate") or {}
        here = (found.get("phase"), found.get("round")) == (self.standing.phase, self.standing.round)
        return found.get("word", "") if here else ""

    async def ask_gate(self) -> None:
        """Run it; takes as long as its commands."""
        phase, round = self.standing.phase, self.standing.round
        self.say(await self.acceptance.gate_word(self.desk, phase, round), phase, round)

    def say(self, word: GateWord, phase: str, round: int) -> None:
        """Note what a gate said, or what a person said in its place."""
        found = self.desk.queue.noted("gate") or {}
        if word and found != (new := {**found, "phase": phase, "round": round, "word": word}):
            self.desk.queue.put([], {"gate": new})

    async def step(self) -> Ended | Open | None:
        """Go on to the next phase when the time has come. None: the work goes on, here or there."""
        states = [task.status for task in self.tasks()]
        if any(state != "done" for state in states) or self.wants_gate:
            return None  # of those that failed a person is asked, one by one
        facts = Facts(tasks=states, gate=self.word, rounds=self.standing.rounds)
        found = next_step(self.desk.config.workflow, self.standing.phase, facts)
        where = f"{self.standing.phase}.{self.standing.round}"
        if isinstance(found, Ask):
            return Open("gate", where, found.why)
        if isinstance(found, Step):
            return await self._take(found, where)
        return None

    async def send_back(self) -> bool:
        """A person wants the gate's findings mended once more; whether the workflow has a way back."""
        workflow = self.desk.config.workflow
        back = next((one for one in workflow.onward(self.standing.phase) if one.when == "gate_failed"), None)
        if back is not None:
            await self._enter(back.to, "gate_failed")
        return back is not None

    async def again(self) -> None:
        """The phase once more, in a round of its own: its reviewers said nothing that counts."""
        await self._enter(self.standing.phase, "again")

    async def _take(self, step: Step, where: str) -> Ended | Open | None:
        about = f"{where}.{step.to}"
        if step.approve and about not in self.standing.agreed:
            return Open("approve", about, step.why, step.to)
        if step.to in ENDS:
            await self._tell(self.standing.phase, "done", self.standing.round)
            why = reason(self.desk.lang, step.why, where)
            return Ended(outcome="completed" if step.to == "completed" else "failed", reason=why)
        return await self._enter(step.to, step.why)

    async def _enter(self, to: str, why: str) -> Ended | None:
        """The tasks and where the work is are noted at once: after a kill all of it is there or nothing."""
        left, round_left = self.standing.phase, self.standing.round
        round = self.standing.rounds.get(to, 0) + 1
        tasks: list[NewTask] = []
        if why == "gate_failed":
            tasks = await self.acceptance.send_back(self.desk, left, round_left, to)
        if not tasks:
            begun = self._first_tasks(to, round)
            if begun and isinstance(begun[0], Finding):
                why = ending(self.desk.lang, "cannot_begin", phase=to, name=begun[0].issue)
                return Ended(outcome="failed", reason=why)
            tasks = [task for task in begun if isinstance(task, NewTask)]
        standing = self.standing
        standing.phase, standing.round = to, round
        standing.rounds = {**standing.rounds, to: round}
        standing.came = [*standing.came, to]
        self.desk.queue.put(tasks, {"phase": {"id": to, "round": round}, **standing.facts("rounds", "came")})
        self.desk.audit.note("phase", phase=to, round=round, why=why)
        if left:
            await self._tell(left, "done", round_left)
        await self._tell(to, "going_on", round)
        return None

    def _first_tasks(self, to: str, round: int) -> list[NewTask] | list[Finding]:
        workflow = self.desk.config.workflow
        if not workflow.phase(to).from_plan:
            return phase_tasks(self.desk, to, round)
        ids = [phase.id for phase in workflow.phases]
        for phase in reversed(workflow.phases[: ids.index(to)]):
            planned = [task.role for task in phase.tasks if task.returns == "plan"]
            if planned and (entered := self.standing.rounds.get(phase.id)):
                return plan_tasks(self.desk, plan_of(self.desk, f"{phase.id}.{entered}.{planned[0]}"), to, round)
        return plan_tasks(self.desk, [], to, round)

    async def _tell(self, phase: str, state: str, round: int) -> None:
        await self.desk.emit("phase", phase=phase, state=state, round=round)
