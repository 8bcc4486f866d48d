from __future__ import annotations

import pytest

from kasen.errors import InputError, UnknownName
from kasen.runtime.graphs import graph_of
from kasen.runtime.modes import node_names
from kasen.team import load, names

MODES = [(name, mode) for name in names() for mode in load(name).modes]


@pytest.mark.parametrize(("name", "mode"), MODES)
def test_every_mode_is_drawn_with_all_its_nodes(name: str, mode: str) -> None:
    team = load(name)
    drawn = graph_of(team, mode)
    assert set(drawn.nodes) == {"__start__", *node_names(team.modes[mode]), "__end__"}
    assert {end for edge in drawn.edges for end in edge[:2]} == set(drawn.nodes), "a node without an arrow"
    assert graph_of(team, mode) is drawn, "it is drawn once"


def test_auto_has_no_graph_and_an_unknown_mode_neither() -> None:
    with pytest.raises(InputError, match="has no graph of its own"):
        graph_of(load("research"), "auto")
    with pytest.raises(UnknownName):
        graph_of(load("research"), "none")
