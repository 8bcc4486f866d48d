"""`ResearchAgent`: the research team in mode `supervised`, behind the interface of seed 004 §4.1."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from kasen import _opened, _settings_and_options, _wait_for
from kasen.errors import InputError, Stopped, UnknownName, WrongValue
from kasen.team import load

if TYPE_CHECKING:
    from types import TracebackType

    from kasen.runtime.events import Event
    from kasen.runtime.rows import ApprovalRow, RunRow
    from kasen.runtime.runner import Runner

TEAM = "research"
CHECKPOINTERS = ("memory", "sqlite", "redis")
BEFORE = ("supervisor", "writer")
"""Nodes before which `enable_human_intervention` pauses."""


class ResearchAgent:
    """Researches themes; one thread is one conversation, which a second theme goes on with.

    `checkpointer_type`: `memory` keeps everything in a temporary folder until `close`, `sqlite` in the user's home;
    with `redis` the state between two steps is at the Redis server of the settings, all else in the home.
    With `enable_human_intervention` a run pauses before each `supervisor` and `writer`: see `waiting` and `answer`.
    `docs` and `kb` are searched; `how` is that of `kasen.run`. Use it as a context manager, or call `close`.

    Raises:
        InputError: a type of checkpointer that does not exist (it is a ValueError too), or `kb` with `memory`.
        ConfigurationError: `redis` where no server is named or the extra `redis` is missing; a mistake in the settings.
    """

    def __init__(
        self,
        checkpointer_type: str = "memory",
        max_iterations: int = 5,
        enable_human_intervention: bool = False,
        *,
        docs: Sequence[str | Path] = (),
        kb: Sequence[str] = (),
        lang: str = "auto",
        preset: str = "",
        mode: str = "supervised",
        **how: Any,
    ) -> None:
        _check_checkpointer(checkpointer_type, kb)
        self.max_iterations = max_iterations
        self.thread_id = ""
        """The thread of the latest call; where none was named, the one that was made for it."""
        self._before = BEFORE if enable_human_intervention else ()
        said = {"docs": list(map(str, docs)), "kb": list(kb), "lang": "" if lang == "auto" else lang}
        self._request = {name: value for name, value in said.items() if value}  # a follow-up takes the rest on
        self._mode = mode
        self._how = {"yes": False, **how, **({"preset": preset} if preset else {})}
        self._closed = False
        self._memory = TemporaryDirectory(prefix="kasen-") if checkpointer_type == "memory" else None
        if self._memory is not None:
            self._how["home"] = Path(self._memory.name)
        if checkpointer_type == "redis":
            self._how.setdefault("checkpoints", "redis:")
        self._settings, self._options = _settings_and_options(TEAM, self._mode, self._how)
        if checkpointer_type == "redis":
            from kasen.runtime.checkpoints.opening import states_of

            states_of(self._settings)  # says at once what lacks

    def research(self, theme: str, thread_id: str | None = None) -> dict[str, Any]:
        """Research a theme to its end or to a pause: `{"draft", "sources", "plan", "iterations"}`.

        In a thread whose latest run has a result this goes on from it; where it paused or was interrupted, the same or
        an empty theme carries it on (see `kasen.runtime.threads`). `sources` hold the fields of a search result: title,
        summary, url, source, published_date, relevance_score. After a pause, what is there so far.

        Raises:
            KasenError: what stopped the run; see `kasen.errors`.
        """
        return dict(_wait_for(self.aresearch(theme, thread_id)))

    async def aresearch(self, theme: str, thread_id: str | None = None) -> dict[str, Any]:
        """`research` for callers that are async."""
        async with self._runner() as runner:
            run_id = await self._turn(runner, theme, thread_id)
            return await self._outcome(runner, await runner.wait(run_id))

    async def astream(self, theme: str, thread_id: str | None = None) -> AsyncIterator[Event]:
        """The events of `aresearch` as they happen. Left early, the run stops after its step and can be carried on."""
        async with self._runner() as runner:
            known = {row.id: row.last_seq for row in await runner.store.runs(limit=1000)}
            run_id = await self._turn(runner, theme, thread_id)
            async for event in runner.events(run_id, after=known.get(run_id, 0)):
                yield event
            await runner.wait(run_id)

    def waiting(self, thread_id: str | None = None) -> list[dict[str, Any]]:
        """The open pauses of a thread (the latest by default): `{"name", "question", "shown", "schema", "default"}`."""
        return list(_wait_for(self.awaiting(thread_id)))

    async def awaiting(self, thread_id: str | None = None) -> list[dict[str, Any]]:
        """`waiting` for callers that are async."""
        async with self._runner() as runner:
            row = await self._row(runner, thread_id)
            return [_told(pause) for pause in await _open(runner, row)]

    def answer(
        self, thread_id: str | None = None, human_input: str = "", go_on: bool = True, *, value: Any = None
    ) -> dict[str, Any]:
        """Answer the open pause of a thread and carry on, to the end or the next pause: as `research`.

        `go_on=False` ends the run with the best draft so far. `value` is the whole answer, for other kinds of pauses.

        Raises:
            UnknownName: nothing waits in that thread.
            InputError: the answer does not fit.
        """
        return dict(_wait_for(self.aanswer(thread_id, human_input, go_on, value=value)))

    async def aanswer(
        self, thread_id: str | None = None, human_input: str = "", go_on: bool = True, *, value: Any = None
    ) -> dict[str, Any]:
        """`answer` for callers that are async."""
        async with self._runner() as runner:
            row = await self._row(runner, thread_id)
            pauses = await _open(runner, row)
            if not pauses:
                raise UnknownName(f"nothing waits in thread `{thread_id or self.thread_id}`")
            given = _fitting(pauses[0], human_input, go_on) if value is None else value
            await runner.answer(row.id, pauses[0].interrupt_id, given)
            await runner.continue_(row.id)
            return await self._outcome(runner, await runner.wait(row.id))

    def close(self) -> None:
        """Forget what `memory` kept. The agent cannot be used after that."""
        self._closed = True
        if self._memory is not None:
            self._memory.cleanup()

    def __enter__(self) -> ResearchAgent:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    async def __aenter__(self) -> ResearchAgent:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None
    ) -> None:
        self.close()

    def _runner(self) -> AbstractAsyncContextManager[Runner]:
        if self._closed:
            raise InputError("this agent is closed", hint="Make another one.")
        return _opened(self._settings)

    async def _turn(self, runner: Runner, theme: str, thread_id: str | None) -> str:
        from kasen.runtime.threads import take_turn

        self.thread_id = thread_id or f"thread-{datetime.now(UTC).isoformat()}"
        request = {**self._request, "question": theme, "max_iterations": self.max_iterations}
        options = self._options.model_copy(update={"thread": self.thread_id, "interrupt_before": self._before})
        return await take_turn(runner, load(TEAM), request, mode=self._mode, options=options)

    async def _row(self, runner: Runner, thread_id: str | None) -> RunRow:
        """The newest run of a thread, over or not."""
        from kasen.runtime.threads import thread_runs

        thread = thread_id or self.thread_id
        rows = await thread_runs(runner.store, TEAM, thread)
        if not rows:
            raise UnknownName(f"there is no thread `{thread}`")
        return rows[0]

    async def _outcome(self, runner: Runner, row: RunRow) -> dict[str, Any]:
        if row.status == "cancelled":
            raise Stopped(f"run {row.id} was cancelled")
        if row.result is not None and row.status != "paused":
            return outcome(row.result)
        return so_far(await runner.state(row.id))


def outcome(result: dict[str, Any]) -> dict[str, Any]:
    """The dictionary of seed 004 §4.1 of a result of research."""
    found = result.get("search_results") or [_used(source) for source in result.get("sources", [])]
    return {
        "draft": result["report"],
        "sources": [_source(one) for one in found],
        "plan": _plan(result.get("plan")),
        "iterations": result.get("iterations", 0),
    }


def so_far(state: dict[str, Any]) -> dict[str, Any]:
    """The same of the state of a run that waits or was ended early, under the seed's names."""
    return {
        "draft": state.get("current_draft"),
        "sources": [_source(one) for one in state.get("research_data") or []],
        "plan": _plan(state.get("task_plan")),
        "iterations": state.get("iteration_count") or 0,
    }


FIELDS: dict[str, Any] = {"title": "", "summary": "", "url": "", "source": ""}
FIELDS |= {"published_date": None, "relevance_score": None}
"""Fields of seed 004's `SearchResult`, and what stands where nobody knows."""
PLAN = ("theme", "investigation_points", "search_queries", "plan_text", "created_at")
"""Fields of seed 004's `ResearchPlan`."""


def _source(found: dict[str, Any]) -> dict[str, Any]:
    return {name: found.get(name, default) for name, default in FIELDS.items()}


def _used(source: dict[str, Any]) -> dict[str, Any]:
    """An entry of the references, where the mode keeps no other list."""
    url = source.get("uri") or source.get("file", "")
    return {"title": source["title"], "url": url, "source": "documents" if source.get("file") else "web"}


def _plan(plan: dict[str, Any] | None) -> dict[str, Any] | None:
    return None if plan is None else {name: plan.get(name) for name in PLAN}


def _told(pause: ApprovalRow) -> dict[str, Any]:
    asked = pause.asked
    told = {"name": pause.name, "question": asked.question, "shown": asked.shown}
    return {**told, "schema": asked.answer_schema, "default": asked.default}


async def _open(runner: Runner, row: RunRow) -> list[ApprovalRow]:
    from kasen.runtime.approvals import approvals
    from kasen.runtime.rows import RESUMABLE

    if row.status not in RESUMABLE:
        return []
    return [pause for pause in await approvals(runner.store, row.id) if not pause.answered]


def _fitting(pause: ApprovalRow, human_input: str, go_on: bool) -> Any:
    """The default of a pause with what the person says in the fields that take it."""
    fields = pause.asked.answer_schema.get("properties", {})
    said = {"go_on": go_on, "human_input": human_input, "comment": human_input}
    base = pause.asked.default if isinstance(pause.asked.default, dict) else {}
    return {**base, **{name: value for name, value in said.items() if name in fields}}


def _check_checkpointer(wanted: str, kb: Sequence[str]) -> None:
    if wanted not in CHECKPOINTERS:
        raise WrongValue(f"there is no checkpointer type `{wanted}`; there is: {', '.join(CHECKPOINTERS)}")
    if wanted == "memory" and kb:
        raise InputError("knowledge bases lie in your home, and `memory` has one of its own", hint="Take `sqlite`.")
