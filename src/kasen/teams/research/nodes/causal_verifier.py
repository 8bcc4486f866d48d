"""What is said of causes is verified: by the words cited, and that no statement says more of a link than they do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.causal_checker import nodes_of
from kasen.teams.research.nodes.verifier import verified_draft
from kasen.teams.research.rules.causality import RANK
from kasen.teams.research.rules.linking import reverses, strange_cause, strongest
from kasen.teams.research.schemas import Draft, Section, Statement
from kasen.teams.research.schemas.verification import Changed
from kasen.teams.research.states.causal import Verified, Verifying


async def causal_verifier(state: Verifying, runtime: Runtime[Deps]) -> Verified:
    """Verify draft and reasons in place.

    Where a statement asserts a cause and its quotations only a correlation or a sequence, the quotation stands instead;
    one that turns cause and effect round, or gives a cause that its quotations do not speak of, falls.
    """
    deps, excerpts, graph = runtime.context, state["analyzed_data"], state["causal_graph"]
    passages = await deps.evidence.passages([one.passage_id for one in excerpts])
    quotes = {one.id: passage.text[one.start : one.end] for one, passage in zip(excerpts, passages, strict=True)}
    changed: list[Changed] = []
    sober = _Sober(quotes, _linked(state), changed)
    draft = sober.draft(state["draft"])
    reasons = [Section(point=one.hypothesis, statements=sober.all(one.reasons)) for one in graph.ranking]
    whole = draft.model_copy(update={"analysis": [*draft.analysis, *reasons]})
    done, found = await verified_draft(deps, whole, excerpts, question=state["request"].question)
    own = len(draft.analysis)
    ranking = [
        one.model_copy(update={"reasons": part.statements})
        for one, part in zip(graph.ranking, done.analysis[own:], strict=True)
    ]
    repaired = [*found.repaired, *(one for one in changed if one.after)]
    removed = [*found.removed, *(one for one in changed if not one.after)]
    found = found.model_copy(update={"repaired": repaired, "removed": removed})
    note = f"{found.judged} 文を照合、{len(repaired) + len(removed)} 文を直した"
    english = f"{found.judged} statements judged, {len(repaired) + len(removed)} changed"
    deps.note(note if deps.lang == "ja" else english)
    return {
        "draft": done.model_copy(update={"analysis": done.analysis[:own]}),
        "draft_by_rule": state["draft_by_rule"],
        "causal_graph": graph.model_copy(update={"ranking": ranking}),
        "verification": found,
    }


def _linked(state: Verifying) -> dict[str, list[str]]:
    """By piece of evidence, the names of what it links."""
    issue = state.get("issue")
    nodes = nodes_of(issue.symptoms if issue else [], state.get("hypotheses", []))
    found: dict[str, list[str]] = {}
    for edge in state["causal_graph"].edges:
        for id in (*edge.evidence, *edge.against):
            for end in (edge.cause, edge.effect):
                found.setdefault(id, []).extend(nodes[end].names if end in nodes else ())
    return found


class _Sober:
    """Takes back what statements say of causes beyond their quotations; `changed` keeps what was changed."""

    def __init__(self, quotes: Mapping[str, str], names: Mapping[str, list[str]], changed: list[Changed]) -> None:
        self._quotes = quotes
        self._names = names
        self._changed = changed

    def draft(self, draft: Draft) -> Draft:
        """A whole draft."""
        sections = [Section(point=part.point, statements=self.all(part.statements)) for part in draft.analysis]
        return draft.model_copy(
            update={
                "summary": self.all(draft.summary),
                "findings": self.all(draft.findings),
                "analysis": sections,
            }
        )

    def all(self, statements: Sequence[Statement]) -> list[Statement]:
        """Those that stand, as they may stand."""
        return [one for one in map(self._one, statements) if one is not None]

    def _one(self, statement: Statement) -> Statement | None:
        known = [id for id in statement.evidence if id in self._quotes]
        if not known:
            return statement
        if any(reverses(statement.text, self._quotes[id]) for id in known):
            self._changed.append(Changed(before=statement.text, reason="cause and effect"))
            return None
        if strange := strange_cause(
            statement.text, [t for id in known for t in (self._quotes[id], *self._names.get(id, ()))]
        ):
            self._changed.append(Changed(before=statement.text, reason=strange))
            return None
        most = max((strongest(self._quotes[id]) for id in known), key=RANK.__getitem__)
        if strongest(statement.text) == "cause" and RANK[most] < RANK["cause"]:
            quoted = statement.model_copy(update={"text": self._quotes[known[0]], "evidence": known[:1]})
            self._changed.append(Changed(before=statement.text, after=quoted.text, reason=most))
            return quoted
        return statement
