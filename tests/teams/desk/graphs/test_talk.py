from __future__ import annotations

from kasen.teams.desk.graphs.talk import build


def test_the_graph_is_one_node() -> None:
    graph = build().compile().get_graph()
    assert set(graph.nodes) == {"__start__", "coordinator", "__end__"}
