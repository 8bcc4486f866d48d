"""The graph of causes: only links that have evidence."""

from __future__ import annotations

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.rules.strength import edges
from kasen.teams.research.schemas.causal import CausalGraph
from kasen.teams.research.states.causal import Building, Built


async def causal_graph_builder(state: Building, runtime: Runtime[Deps]) -> Built:
    """Put the links together; nobody is asked."""
    deps, found = runtime.context, edges(state["links"])
    roots = sum(one.is_root for one in state["ranking"])
    if deps.lang == "ja":
        deps.note(f"つながり {len(found)} 件、根本原因の候補 {roots} 件")
    else:
        deps.note(f"links: {len(found)}, possible root causes: {roots}")
    return {"causal_graph": CausalGraph(edges=found, ranking=state["ranking"])}
