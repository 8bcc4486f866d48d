"""The graph holds links that have evidence for them."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.causal_graph_builder import causal_graph_builder
from kasen.teams.research.schemas.causal import LinkFound, Ranked
from kasen.testing.deps import fake_deps


async def test_only_links_with_evidence_for_them_are_edges() -> None:
    deps = fake_deps()
    given = {"evidence": "e1", "effect": "s1", "kind": "cause", "origin": "o"}
    links = [LinkFound(cause="h1", **given), LinkFound(cause="h2", stance="against", **given)]
    state: Any = {"links": links, "ranking": [Ranked(hypothesis=1, likelihood=0.5, status="supported", is_root=True)]}
    runtime: Runtime[Deps] = Runtime(context=deps)
    graph = (await causal_graph_builder(state, runtime))["causal_graph"]
    assert [(edge.cause, edge.effect) for edge in graph.edges] == [("h1", "s1")]
    assert deps.notes == ["links: 1, possible root causes: 1"]
