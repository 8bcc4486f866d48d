"""The graph of a mode as a picture needs it: names and arrows."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from kasen.errors import InputError
from kasen.team import AUTO, Team


class Arrow(NamedTuple):
    """From one node to another; `conditional` where the work may also go elsewhere."""

    source: str
    target: str
    conditional: bool


class Graph(NamedTuple):
    """The nodes of a mode in the order of its work, `__start__` first and `__end__` last, and its arrows."""

    nodes: tuple[str, ...]
    edges: tuple[Arrow, ...]


def graph_of(team: Team, mode: str | None = None) -> Graph:
    """The graph of a mode, as LangGraph draws it. It blocks while the mode is imported.

    Raises UnknownName for a mode that is not there, InputError for `auto`, which is worked in one of the others.
    """
    name = team.mode(mode)
    if name == AUTO:
        raise InputError(f"`{AUTO}` has no graph of its own", hint=f"Name one of: {', '.join(team.modes)}.")
    return _graph(team.modes[name])


@cache
def _graph(reference: str) -> Graph:
    from kasen.team import load_object

    drawn = load_object(reference)().compile().get_graph()
    edges = tuple(Arrow(edge.source, edge.target, bool(edge.conditional)) for edge in drawn.edges)
    return Graph(tuple(drawn.nodes), edges)
