"""Which node is running: its name, its execution's id, and what it has to say when it ends."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from copy import copy
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, cast, get_type_hints

from langchain_core.runnables import Runnable, RunnableConfig
from langgraph.runtime import get_runtime
from langgraph.types import Command, Send

from kasen.runtime import before
from kasen.runtime.logs import LOGGER
from kasen.runtime.tracing import span

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

    from kasen.models.role import Usage
    from kasen.runtime.attempt import Attempt


@dataclass(eq=False)
class NodeRun:
    """One execution of one node. `task` is LangGraph's id of it: the same after a crash, another in the next loop."""

    name: str
    task: str
    started: float = field(default_factory=time.monotonic)
    seconds: float = 0.0
    note: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    """What its asks took, those of dead attempts that are recorded included; None when a price is unknown."""

    @property
    def path(self) -> str:
        """Key of receipts: name and execution."""
        return f"{self.name}:{self.task}"

    def pay(self, usage: Usage, usd: float | None) -> None:
        """Count what one of its asks took."""
        self.input_tokens += usage.input_tokens
        self.output_tokens += usage.output_tokens
        self.usd = None if usd is None or self.usd is None else round(self.usd + usd, 9)


OUTSIDE = NodeRun(name="", task="")
CURRENT: ContextVar[NodeRun] = ContextVar("kasen_node", default=OUTSIDE)
DRIVING: ContextVar[Attempt] = ContextVar("kasen_attempt")
"""The attempt whose nodes run in this context: a compiled graph serves every run of its mode."""


class Observed(Runnable[Any, Any]):
    """A node that says when it starts, and leaves word for the saver, which says in one transaction that it ended.

    `after` are the nodes that always follow it. `pauses` is the language of the question that a person is asked before
    each execution; empty for none.
    """

    def __init__(
        self,
        name: str,
        node: Runnable[Any, Any],
        *,
        after: Sequence[str] = (),
        pauses: str = "",
        takes_input: bool = False,
    ) -> None:
        self._name = name
        self._node = node
        self._after = after
        self._pauses = pauses
        self._takes_input = takes_input

    def invoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Not supported: Kasen is async only."""
        raise TypeError("Kasen drives graphs with ainvoke only")

    async def ainvoke(self, input: Any, config: RunnableConfig | None = None, **kwargs: Any) -> Any:
        """Run the node between `node_started` and the note that becomes `node_finished`."""
        if self._pauses:  # before anything else: the node starts again from here when the answer is there
            said = before.said_before(self._name, input, self._pauses)
            input = before.with_input(input, said) if self._takes_input else input
        attempt, info = DRIVING.get(), get_runtime().execution_info
        run = NodeRun(name=self._name, task=info.task_id if info else "")
        token = CURRENT.set(run)
        try:
            attempt.write_soon(None, [attempt.event("node_started")])
            with span(f"node {self._name}") as told:
                told.set("kasen.node", self._name)
                result = await self._node.ainvoke(input, config, **kwargs)
            await attempt.texts.flush(run.task)
        finally:
            CURRENT.reset(token)
        run.seconds = round(time.monotonic() - run.started, 3)
        attempt.finishing[run.task] = run
        attempt.times[run.name] += 1
        self._log(run, attempt.times[run.name], input, result)
        return result

    def _log(self, run: NodeRun, times: int, input: Any, result: Any) -> None:
        """The line of seed 004, F012: node, iteration, next action, duration, and what it took."""
        update = result.update if isinstance(result, Command) else result
        goto = _names(result.goto) if isinstance(result, Command) else []
        fields = {
            "node": run.name,
            "iteration": _known("iteration_count", update, input) or times,
            "next": goto or list(self._after),
            "next_action": _known("next_action", update) or "",
            "seconds": run.seconds,
            "input_tokens": run.input_tokens,
            "output_tokens": run.output_tokens,
            "usd": run.usd,
        }
        LOGGER.info("node %s", run.name, extra={"fields": {**fields, "note": run.note}})


def _known(name: str, *states: Any) -> Any:
    """The first value of that name in what a node wrote or got."""
    return next((state[name] for state in states if isinstance(state, Mapping) and name in state), None)


def _names(goto: Any) -> list[str]:
    targets = goto if isinstance(goto, list | tuple) else (goto,)
    return [target.node if isinstance(target, Send) else str(target) for target in targets]


def _after(graph: StateGraph[Any, Any, Any, Any], name: str) -> list[str]:
    """The nodes that follow by edges, in order of their names; a join follows each node that it waits for."""
    joins = {end for starts, end in graph.waiting_edges if name in starts}
    return sorted(joins | {end for start, end in graph.edges if start == name})


def observe(
    graph: StateGraph[Any, Any, Any, Any], *, pauses: Sequence[str] = (), lang: str = "en"
) -> StateGraph[Any, Any, Any, Any]:
    """A copy of an uncompiled graph whose nodes are watched, with a pause before those named."""
    watched = copy(graph)
    watched.nodes = {}
    for name, spec in graph.nodes.items():
        node = cast("Runnable[Any, Any]", spec.runnable)
        takes_input = name in pauses and "human_input" in get_type_hints(spec.input_schema)
        asks = lang if name in pauses else ""
        seen = Observed(name, node, after=_after(graph, name), pauses=asks, takes_input=takes_input)
        watched.nodes[name] = replace(spec, runnable=seen)
    return watched
