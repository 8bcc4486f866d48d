"""Which node is running: its name, its execution's id, and what it has to say when it ends."""

from __future__ import annotations

import time
from collections.abc import Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast, get_type_hints

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.runtime import get_runtime
from langgraph.types import Command, Send

from kasen.runtime import before
from kasen.runtime.logs import LOGGER

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from kasen.runtime.attempt import Attempt


@dataclass(eq=False)
class NodeRun:
    """One execution of one node. `task` is LangGraph's id of it: the same after a crash, another in the next loop."""

    name: str
    task: str
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    note: str = ""

    @property
    def path(self) -> str:
        """Key of receipts: name and execution."""
        return f"{self.name}:{self.task}"


OUTSIDE = NodeRun(name="", task="")
CURRENT: ContextVar[NodeRun] = ContextVar("kasen_node", default=OUTSIDE)


class Observed(Runnable[Any, Any]):
    """A node that says when it starts, and leaves word for the saver, which says in one transaction that it ended.

    `pauses` is the language of the question that a person is asked before each execution; empty for none.
    """

    def __init__(
        self, name: str, node: Runnable[Any, Any], attempt: Attempt, *, pauses: str = "", takes_input: bool = False
    ) -> None:
        self._name = name
        self._node = node
        self._attempt = attempt
        self._pauses = pauses
        self._takes_input = takes_input
        self._times = 0

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Not supported: Kasen is async only."""
        raise TypeError("Kasen drives graphs with ainvoke only")

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Run the node between `node_started` and the note that becomes `node_finished`."""
        if self._pauses:  # before anything else: the node starts again from here when the answer is there
            said = before.said_before(self._name, input, self._pauses)
            input = before.with_input(input, said) if self._takes_input else input
        info = get_runtime().execution_info
        run = NodeRun(name=self._name, task=info.task_id if info else "")
        token = CURRENT.set(run)
        try:
            await self._attempt.emit("node_started")
            result = await self._node.ainvoke(input, config, **kwargs)
            await self._attempt.texts.flush(run.task)
        finally:
            CURRENT.reset(token)
        run.seconds = round(time.monotonic() - run.started, 3)
        self._attempt.finishing[run.task] = run
        self._log(run, result)
        return result

    def _log(self, run: NodeRun, result: Any) -> None:
        """Node, iteration, next action and duration: the line of seed 004, F012."""
        self._times += 1
        goto = result.goto if isinstance(result, Command) else ()
        fields = {"node": run.name, "iteration": self._times, "next": _names(goto), "seconds": run.seconds}
        LOGGER.info("node %s", run.name, extra={"fields": {**fields, "note": run.note}})


def _names(goto: Any) -> list[str]:
    targets = goto if isinstance(goto, list | tuple) else (goto,)
    return [target.node if isinstance(target, Send) else str(target) for target in targets]


def observe(
    graph: StateGraph[Any, Any, Any, Any], attempt: Attempt, *, pauses: Sequence[str] = (), lang: str = "en"
) -> StateGraph[Any, Any, Any, Any]:
    """A copy of an uncompiled graph whose nodes are watched for this attempt, with a pause before those named."""
    watched = copy(graph)
    watched.nodes = {}
    for name, spec in graph.nodes.items():
        node = cast("Runnable[Any, Any]", spec.runnable)
        seen = Observed(name, node, attempt)
        if name in pauses:
            takes_input = "human_input" in get_type_hints(spec.input_schema)
            seen = Observed(name, node, attempt, pauses=lang, takes_input=takes_input)
        watched.nodes[name] = replace(spec, runnable=seen)
    return watched
