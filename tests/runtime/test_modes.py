from __future__ import annotations

from kasen.runtime.modes import built_of, compiled_of, node_names
from kasen.team import load

ECHO = load("echo").modes["echo"]


def test_a_graph_is_built_and_compiled_once() -> None:
    assert built_of(ECHO) is built_of(ECHO)
    assert compiled_of(ECHO) is compiled_of(ECHO)
    assert compiled_of(ECHO, ("writer",), "en") is compiled_of(ECHO, ("writer",), "en")
    assert compiled_of(ECHO, ("writer",), "en") is not compiled_of(ECHO, ("writer",), "ja")


def test_its_nodes_have_their_order_and_are_those_that_run() -> None:
    names = node_names(ECHO)
    assert names[0] == "planner"
    assert set(names) <= set(compiled_of(ECHO).nodes)


def test_the_models_of_its_state_are_known() -> None:
    _, models = built_of(ECHO)
    assert ("kasen.teams.echo.schemas", "Request") in models
