"""What passages say of a hypothesis without a model: sentences whose connective links it to what it may cause."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.evidence.sentences import sentences
from kasen.teams.research.rules.linking import said_of
from kasen.teams.research.schemas import PassageView
from kasen.teams.research.schemas.causal import CausalFinding, CausalFindings, NodeView

MOST_FINDINGS = 8


def find_links(
    *,
    question: str,
    hypothesis: NodeView,
    mechanism: str,
    supports: str,
    refutes: str,
    others: Sequence[NodeView],
    passages: Sequence[PassageView],
    lang: str,
) -> CausalFindings:
    """Rule of the causal_checker: sentences that name both ends, with a connective between them, either way round."""
    pairs = [pair for other in others for pair in ((hypothesis, other), (other, hypothesis))]
    causes = [(cause, effect) for cause, effect in pairs if cause.id.startswith("h")]
    found = [
        finding
        for passage in passages
        for start, end in sentences(passage.text)
        for cause, effect in causes
        if (finding := _finding(passage, passage.text[start:end], cause, effect)) is not None
    ]
    return CausalFindings(findings=found[:MOST_FINDINGS])


def _finding(passage: PassageView, quote: str, cause: NodeView, effect: NodeView) -> CausalFinding | None:
    near = "\n".join((passage.title, *passage.headings, quote))
    said = said_of(quote, near, cause.names, effect.names)
    if said is None:
        return None
    return CausalFinding(
        passage=passage.id, quote=quote, cause=cause.id, effect=effect.id, says=said.kind, stance=said.stance
    )
