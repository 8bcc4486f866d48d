"""Events of a run as chunks of a message: a state machine that asks nobody and reads no clock.

No steps are told: roles work side by side, and the end of a step would close the words of all of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from pathlib import PurePath
from typing import Any
from urllib.parse import quote

from kasen.runtime import events as e
from kasen.server.names import media_type_of
from kasen.server.ui_stream.chunks import (
    ApprovalRequest,
    Chunk,
    Data,
    SourceDocument,
    SourceUrl,
    ToolDenied,
    ToolError,
    ToolInput,
    ToolOutput,
)
from kasen.server.ui_stream.texts import Said, Texts

ENVELOPE = frozenset({"run_id", "seq", "attempt", "at", "node", "task", "type"})


class Translator:
    """One run. Every part has an id that is the same in each replay."""

    def __init__(self, run_id: str, *, alive: int = 0, taken_back: Collection[Said] = ()) -> None:
        self.run_id = run_id
        self.texts = Texts(alive, taken_back)
        self.lang = "en"
        self.waiting: dict[str, str] = {}
        """Calls that wait for an answer, and the name of their approval."""
        self._run: dict[str, Any] = {}
        self._sources: set[str] = set()

    def take(self, event: e.Event) -> list[Chunk]:
        """The chunks of one event; of most kinds one, of some none."""
        make: Callable[[Any], Iterator[Chunk]] | None = getattr(self, f"_{event.type}", None)
        return list(make(event)) if make is not None else []

    @property
    def status(self) -> str:
        """What the run was when its last event was written; empty before the first."""
        return str(self._run.get("status", ""))

    def end(self, status: str, *, why: str = "") -> list[Chunk]:
        """What is left open is closed; with `why`, pauses that nobody will answer any more are closed too."""
        chunks = list(self.texts.close())
        if why:
            chunks += [ToolError(tool_call_id=call, error_text=why) for call in self.waiting]
            self.waiting.clear()
        return [*chunks, *self._status(status)]

    def _status(self, status: str, **more: Any) -> Iterator[Chunk]:
        now = {**self._run, "status": status, **more}
        if now != self._run:
            self._run = now
            yield Data(type="data-run", id=self.run_id, data=self._run)

    def _data(self, name: str, event: e.Event, key: str = "", **more: Any) -> Iterator[Chunk]:
        """The fields of an event as a part of our own; without a key each event has its own part."""
        fields = {**event.model_dump(mode="json", exclude=set(ENVELOPE)), "role": event.node, "run_id": self.run_id}
        yield Data(type=f"data-{name}", id=f"{self.run_id}.{key or event.seq}", data={**fields, **more})

    # The run

    def _run_started(self, event: e.RunStarted) -> Iterator[Chunk]:
        self.lang = event.lang
        yield from self.texts.close(before=event.attempt, void=True)
        told = {name: getattr(event, name) for name in ("team", "mode", "title", "why", "lang", "preset", "caps")}
        self._run = {**self._run, "run_id": self.run_id, **told}
        yield from self._status("running")

    def _run_finished(self, event: e.RunFinished) -> Iterator[Chunk]:
        yield from self.texts.close()
        figures = {name: getattr(event, name) for name in ("seconds", "calls", "usd")}
        yield from self._status(event.status, **figures)

    def _run_failed(self, event: e.RunFailed) -> Iterator[Chunk]:
        yield from self.texts.close()
        yield from self._status("interrupted" if event.error == "Stopped" else "failed")

    # Roles

    def _node_started(self, event: e.NodeStarted) -> Iterator[Chunk]:
        data = {"role": event.node, "state": "working", "run_id": self.run_id}
        yield Data(type="data-role", id=f"{self.run_id}.{event.task or event.node}", data=data)

    def _node_finished(self, event: e.NodeFinished) -> Iterator[Chunk]:
        data = {"role": event.node, "state": "done", "run_id": self.run_id}
        told = {"seconds": event.seconds, "summary": event.summary}
        yield Data(type="data-role", id=f"{self.run_id}.{event.task or event.node}", data={**data, **told})

    def _text(self, event: e.Text) -> Iterator[Chunk]:
        yield from self.texts.take(event)

    def _reasoning(self, event: e.Reasoning) -> Iterator[Chunk]:
        yield from self.texts.take(event)

    def _plan(self, event: e.Plan) -> Iterator[Chunk]:
        yield from self._data("plan", event, "plan")

    def _progress(self, event: e.Progress) -> Iterator[Chunk]:
        yield from self._data("progress", event, f"progress.{event.task or event.node}")

    def _search(self, event: e.Search) -> Iterator[Chunk]:
        yield from self._data("search", event)

    def _finding(self, event: e.Finding) -> Iterator[Chunk]:
        yield from self._data("finding", event)

    def _verdict(self, event: e.Verdict) -> Iterator[Chunk]:
        yield from self._data("verdict", event)

    def _score(self, event: e.Score) -> Iterator[Chunk]:
        yield from self._data("score", event)

    def _warning(self, event: e.Warned) -> Iterator[Chunk]:
        yield from self._data("warning", event)

    def _budget(self, event: e.Budget) -> Iterator[Chunk]:
        yield from self._data("budget", event, f"budget.{event.cap}")

    def _phase(self, event: e.PhaseChanged) -> Iterator[Chunk]:
        yield from self._data("phase", event, f"phase.{event.phase}")

    def _agent(self, event: e.AgentSaid) -> Iterator[Chunk]:
        yield from self._data("agent", event, f"agent.{event.agent}", role=event.role or event.node)

    def _task(self, event: e.TaskChanged) -> Iterator[Chunk]:
        yield from self._data("task", event, f"task.{event.task_id}", role=event.role or event.node)

    def _artifact(self, event: e.ArtifactWritten) -> Iterator[Chunk]:
        url = artifact_url(self.run_id, event.name, event.version)
        yield from self._data("artifact", event, f"artifact.{event.name}", url=url)

    def _source(self, event: e.SourceSeen) -> Iterator[Chunk]:
        if event.source_id in self._sources:
            return
        self._sources.add(event.source_id)
        if event.uri.lower().startswith(("http://", "https://")):
            yield SourceUrl(source_id=event.source_id, url=event.uri, title=event.title or None)
            return
        name = PurePath(event.uri.partition("#")[0]).name
        kind = media_type_of(name or event.title)
        yield SourceDocument(
            source_id=event.source_id, media_type=kind, title=event.title or name, filename=name or None
        )

    # Pauses

    def _approval_asked(self, event: e.ApprovalAsked) -> Iterator[Chunk]:
        call = call_of(event)
        self.waiting[call] = event.approval
        asked = event.model_dump(mode="json", exclude=set(ENVELOPE))
        asked = {**asked, "run_id": self.run_id, "role": event.node}
        yield from self.texts.close()
        yield ToolInput(tool_call_id=call, tool_name=f"approve_{event.approval}", input=asked)
        yield ApprovalRequest(approval_id=call, tool_call_id=call)
        yield from self._status("paused")

    def _approval_given(self, event: e.ApprovalGiven) -> Iterator[Chunk]:
        call = next((call for call, name in self.waiting.items() if name == event.approval), None)
        if call is None:
            return
        del self.waiting[call]
        if isinstance(event.answer, dict) and event.answer.get("go_on") is False:
            yield ToolDenied(tool_call_id=call)
        else:
            yield ToolOutput(tool_call_id=call, output={"answer": event.answer, "by": event.by})
        if not self.waiting:
            yield from self._status("running")


def call_of(event: e.ApprovalAsked) -> str:
    """Id of the tool call, and of its approval, that stands for a pause: `RUN.SEQ`."""
    return f"{event.run_id}.{event.seq}"


def artifact_url(run_id: str, name: str, version: int) -> str:
    """Where a version of an artifact is had, relative to the server."""
    return f"/api/runs/{run_id}/artifacts/{quote(name, safe='')}?version={version}"
