"""A message becomes a turn of the agent's program, the turn a result: whatever the program does, there is one.

What hung or was killed goes on once in its session; what only talked is asked once more for its answer; a session that
cannot be had is begun anew. The exit code is no answer.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from kasen.settings.environment import named_environment
from kasen.teams.code.messages import ReviewRequest, Spent, TaskAssignment, TaskResult
from kasen.teams.code.programs.turn import Counters, Ended, Problem, Program, Turn
from kasen.teams.code.prompting import again_prompt, interrupted_prompt, prompt_of, result_of, schema_of
from kasen.teams.code.worker.beating import Heart
from kasen.teams.code.worker.hearing import Hearing
from kasen.teams.code.worker.journal import Journal
from kasen.teams.code.worker.reading import Child, NotStarted
from kasen.teams.code.worker.sessions import Sessions
from kasen.teams.code.worker.spec import MARK, Spec
from kasen.teams.code.worker.stalls import Stalls
from kasen.teams.code.worker.view import View

Asked = TaskAssignment | ReviewRequest
LINGERS_S = 10.0
"""Seconds that a program gets to end after its result, or after it closed its output; some never do."""
_LOOK_S = 0.25
_LARGEST = 4 << 20


@dataclass
class Desk:
    """What the turns of an agent write to."""

    root: Path
    """Folder of the run's work; paths in messages may be relative to it."""
    spec: Spec
    program: Callable[[], Program]
    sessions: Sessions
    heart: Heart
    journal: Journal
    view: View


@dataclass
class _Course:
    """How the turn of a message goes."""

    asked: Asked
    whole: str
    """The prompt of the whole task."""
    prompt: str
    session: str
    has_gone_on: bool = False
    has_asked_again: bool = False
    has_begun_anew: bool = False
    spent: Spent = field(default_factory=Spent)


class Superseded(Exception):
    """The same task was given again with other words: what this turn would say is not wanted any more."""


class Turns:
    """One after the other."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._count = desk.heart.beat.turns
        self._running: Child | None = None

    @property
    def pid(self) -> int:
        """Number of the program that runs; 0 for none."""
        return self._running.pid if self._running else 0

    async def take(self, asked: Asked, *, begun: int, cut_off: bool, stop: Callable[[], bool]) -> TaskResult:
        """The result.

        `begun`: how often this claim was begun before and cut off; `cut_off`: whether the task was, under any claim;
        `stop` says when it is not wanted any more. Raises Superseded, KasenError where nothing can be asked.
        """
        course = self._course(asked, begun, cut_off)
        if begun > 1:
            return self._result(course, Ended(problem="killed", why="its shim ended twice in this turn"), {})
        while True:
            ended, has_spoken = await self._try(course, stop)
            parts = result_of(asked, ended.answer, str(self._desk.spec.folder)) if ended.answer is not None else {}
            if parts.get("problem"):
                ended = replace(ended, answer=None, problem=parts["problem"], why=parts["reason"])
            if not _goes_on(course, ended, has_spoken):
                return self._result(course, ended, parts)

    def _course(self, asked: Asked, begun: int, cut_off: bool) -> _Course:
        whole = prompt_of(asked, self._desk.spec, self._text)
        known = self._desk.sessions.session(asked.task_id) if cut_off else ""
        session = asked.session or known
        prompt = interrupted_prompt(whole) if session and session == known else whole
        return _Course(asked=asked, whole=whole, prompt=prompt, session=session, has_gone_on=bool(begun))

    async def _try(self, course: _Course, stop: Callable[[], bool]) -> tuple[Ended, bool]:
        """The program once, from its start to its end, and whether it said anything."""
        desk, began = self._desk, time.time()
        program, turn = desk.program(), self._turn(course)
        if turn.usd is not None and turn.usd <= 0 and course.spent.usd:
            return Ended(problem="spent", why=_spent_words(turn.usd), session=course.session), False
        stalls = Stalls(desk.spec.limits)
        hearing = Hearing(
            program,
            stalls,
            task=course.asked.task_id,
            sessions=desk.sessions,
            heart=desk.heart,
            journal=desk.journal,
            view=desk.view,
        )
        self._count += 1
        try:
            child = self._child(program, turn)
        except NotStarted as error:
            return Ended(problem="failed", why=str(error)), False
        try:
            async with child:
                self._running = child
                child.listen(hearing.line)
                desk.heart.change(program=child.pid, turns=self._count, since=began, last_event=began)
                problem, why = await self._watched(child, stalls, hearing, stop, turn.usd)
        finally:
            self._running = None
            hearing.end()
            desk.heart.change(program=0, tool="")
        ended = program.ended(child.code)
        if why:
            ended = replace(ended, answer=None, problem=problem, why=why)
        elif ended.problem and child.said and not ended.words:
            ended = replace(ended, why=f"{ended.why}: {child.said[-500:]}")
        ended = replace(ended, session=ended.session or hearing.session or course.session)
        self._count_up(course, ended, time.time() - began)
        return ended, hearing.spoke

    async def _watched(
        self, child: Child, stalls: Stalls, hearing: Hearing, stop: Callable[[], bool], usd: float | None
    ) -> tuple[Problem, str]:
        """Until it ended, or has to be: as it hangs, or costs more than it may, and why. Raises Superseded."""
        closed_at = 0.0
        while not child.ended:
            if stop():
                raise Superseded
            if hearing.is_lost:
                return "", ""
            if usd is not None and hearing.usd > usd:
                return "spent", _spent_words(usd)
            now = time.time()
            if child.closed:
                closed_at = closed_at or now
            over = min(filter(None, (hearing.done_at, closed_at)), default=now)
            if now - over > LINGERS_S:
                return "", ""
            if why := stalls.why:
                return "stalled", why
            child.changed.clear()
            if child.ended:
                break
            try:
                async with asyncio.timeout(_LOOK_S):
                    await child.changed.wait()
            except TimeoutError:
                continue
        return "", ""

    def _child(self, program: Program, turn: Turn) -> Child:
        spec = self._desk.spec
        env = named_environment((*program.VARIABLES, *spec.agent.env)) | {MARK: f"{spec.run_id}/{spec.agent.id}"}
        return Child(program.command(turn), folder=spec.folder, env=env, mark=MARK, given=program.given(turn))

    def _turn(self, course: _Course) -> Turn:
        spec = self._desk.spec
        return Turn(
            prompt=course.prompt,
            folder=spec.folder,
            schema=schema_of(course.asked),
            instruction=course.asked.instruction,
            session=course.session,
            policy=spec.policy,
            model=spec.agent.model,
            usd=_cap(spec.agent.usd, course),
            writes=spec.writes,
            web=spec.agent.web and not spec.writes,
            shared=spec.shared,
        )

    def _text(self, path: str) -> str:
        with (self._desk.root / path).open("rb") as file:
            return file.read(_LARGEST).decode("utf-8", "replace")

    def _count_up(self, course: _Course, ended: Ended, seconds: float) -> None:
        extra: Counters = self._desk.sessions.spent(ended.session, ended.counters)
        self._desk.journal.note(
            "ended", problem=ended.problem, why=ended.why, session=ended.session, seconds=round(seconds, 3)
        )
        course.spent = _sum(course.spent, extra, seconds)
        self._desk.heart.change(spent=_sum(self._desk.heart.beat.spent, extra, seconds))

    def _result(self, course: _Course, ended: Ended, parts: dict[str, Any]) -> TaskResult:
        asked = course.asked
        result = TaskResult(
            **{"status": "failed", "reason": ended.why, **parts, "problem": ended.problem},
            task_id=asked.task_id,
            token=asked.token,
            agent=self._desk.spec.agent.id,
            until=ended.until,
            session=ended.session or course.session,
            spent=course.spent,
        )
        return TaskResult.model_validate(self._desk.journal.redact.data(result.model_dump(mode="json")))


def _cap(own: float | None, course: _Course) -> float | None:
    """What may still be spent: the agent's cap holds for each start of its program, its share for all of the turn."""
    share = course.asked.usd
    left = None if share is None else max(0.0, share - (course.spent.usd or 0.0))
    return min((one for one in (own, left) if one is not None), default=None)


def _spent_words(usd: float) -> str:
    return f"it cost more than the {usd:.4f} US dollars that it may"


def _goes_on(course: _Course, ended: Ended, has_spoken: bool) -> bool:
    """Whether it is tried once more, and how; each way once."""
    if ended.problem == "failed" and course.session and not has_spoken and not course.has_begun_anew:
        # The program does not know the session, or will not have it: a new one gets the whole task.
        course.has_begun_anew, course.session, course.prompt = True, "", course.whole
        return True
    if ended.problem in ("stalled", "killed") and not course.has_gone_on:
        course.has_gone_on, course.session = True, ended.session
        course.prompt = interrupted_prompt(course.whole) if ended.session else course.whole
        return True
    if ended.problem == "no_answer" and not course.has_asked_again:
        course.has_asked_again, course.session = True, ended.session
        again = again_prompt(course.asked, ended.why)
        course.prompt = again if ended.session else f"{course.whole}\n\n{again}"
        return True
    return False


def _sum(spent: Spent, extra: Counters, seconds: float) -> Spent:
    usd = None if spent.usd is None and extra.usd is None else (spent.usd or 0.0) + (extra.usd or 0.0)
    return Spent(
        input_tokens=spent.input_tokens + extra.input_tokens,
        output_tokens=spent.output_tokens + extra.output_tokens,
        usd=usd,
        seconds=round(spent.seconds + seconds, 3),
    )
