"""The stored state of a run as a newer version of its team has it.

Values are read as plain data, whatever classes they were made of, given to the migrations of the team, and made into
what the state names now. Checkpoints and tasks keep their ids: pauses stay answered, receipts are found, no node runs
again.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, get_type_hints

from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.types import Send
from pydantic import TypeAdapter, ValidationError

from kasen.runtime.versions import brought_over, refused

if TYPE_CHECKING:
    from langgraph.checkpoint.base import Checkpoint, CheckpointTuple
    from langgraph.graph import StateGraph

    from kasen.runtime.rows import RunRow
    from kasen.team import Team

BRANCH = "branch:to:"
"""Begins the channels by which LangGraph says which node runs next."""
INNER = (BRANCH, "join:", "__")
"""Begin the names of all of LangGraph's own channels."""
START = "__start__"
"""What the graph was given, before its first node."""
TASKS = "__pregel_tasks"
"""What nodes were sent."""


class PlainSerializer(JsonPlusSerializer):
    """Reads models and enums as the plain data they were made of, instead of making what their classes are now."""

    def __init__(self) -> None:
        super().__init__(allowed_msgpack_modules=())

    def loads_typed(self, data: tuple[str, bytes]) -> Any:
        """See the base class; no word is said of the models that are not made."""
        with _unsaid("langgraph.checkpoint.serde.jsonplus"):
            return super().loads_typed(data)


class Written(NamedTuple):
    """One value that a task wrote after a checkpoint."""

    task: str
    channel: str
    value: Any


class StateMigration:
    """How what one run has stored becomes what its team has now. Raises OtherVersion for what cannot."""

    def __init__(self, team: Team, row: RunRow, graph: StateGraph[Any, Any, Any, Any]) -> None:
        self._team = team
        self._row = row
        self._graph = graph

    def values(self, stored: Mapping[str, Any]) -> dict[str, Any]:
        """The values of channels, out of plain ones."""
        inner = {name: self._inner(name, value) for name, value in stored.items() if name.startswith(INNER)}
        return {**inner, **self._own({name: value for name, value in stored.items() if name not in inner})}

    def checkpoint(self, saved: CheckpointTuple, next_version: Any) -> Checkpoint:
        """A checkpoint under the id it has; each value of the state gets a version of its own."""
        checkpoint = saved.checkpoint
        values, was = self.values(checkpoint["channel_values"]), checkpoint["channel_versions"]
        versions = {name: one for name, one in was.items() if name.startswith(INNER) or name in self._hints}
        newest = max(was.values(), default=None)
        for name in values.keys() & self._hints.keys():
            versions[name] = newest = next_version(newest, None)
        return {**checkpoint, "channel_values": values, "channel_versions": versions}

    def writes(self, saved: CheckpointTuple) -> list[Written]:
        """What tasks wrote after a checkpoint; of the state what one task wrote is brought over as a whole."""
        found: list[Written] = []
        own: dict[str, dict[str, Any]] = {}
        for task, channel, value in saved.pending_writes or ():
            if channel.startswith(INNER):
                found.append(Written(task, channel, self._inner(channel, value)))
            elif channel in own.setdefault(task, {}):
                raise refused(self._row, f"has written `{channel}` twice in one step, which no migration can follow")
            else:
                own[task][channel] = value
        return found + [Written(task, name, one) for task, part in own.items() for name, one in self._own(part).items()]

    def _own(self, stored: dict[str, Any]) -> dict[str, Any]:
        return self._typed(brought_over(self._team, self._row, stored), self._hints) if stored else {}

    def _inner(self, name: str, value: Any) -> Any:
        if name == START and isinstance(value, dict):
            return self._own(value)
        if name == TASKS:
            return [self._sent(one) for one in value] if isinstance(value, list | tuple) else self._sent(value)
        if name.startswith(BRANCH):
            self._node(name.removeprefix(BRANCH))
        return value

    def _sent(self, one: Any) -> Any:
        if not isinstance(one, Send):
            return one
        hints = {**self._hints, **get_type_hints(self._node(one.node).input_schema)}
        arg = self._typed(brought_over(self._team, self._row, one.arg), hints) if isinstance(one.arg, dict) else one.arg
        return Send(one.node, arg, timeout=one.timeout)

    def _node(self, name: str) -> Any:
        if name not in self._graph.nodes:
            raise refused(self._row, f"stands before its step `{name}`, which mode `{self._row.mode}` does not have")
        return self._graph.nodes[name]

    @cached_property
    def _hints(self) -> dict[str, Any]:
        return get_type_hints(self._graph.state_schema)

    def _typed(self, values: Mapping[str, Any], hints: Mapping[str, Any]) -> dict[str, Any]:
        version = self._team.state_version
        made = {}
        for name, value in values.items():
            if name not in hints:
                raise refused(self._row, f"has stored `{name}`, which version {version} of its state does not name")
            try:
                made[name] = TypeAdapter(hints[name]).validate_python(value)
            except ValidationError as error:
                first = error.errors(include_url=False)[0]
                place = ".".join(str(part) for part in (name, *first["loc"]))
                what = f"does not fit version {version} of its state: `{place}`: {first['msg']}"
                raise refused(self._row, f"has stored what {what}") from error
        return made


@contextmanager
def _unsaid(name: str) -> Iterator[None]:
    """Nothing that this logger is told in the block is passed on."""

    def nothing(_record: logging.LogRecord) -> bool:
        return False

    logger = logging.getLogger(name)
    logger.addFilter(nothing)
    try:
        yield
    finally:
        logger.removeFilter(nothing)
