"""How strong a link of cause and effect is, and how likely a hypothesis: computed from its evidence.

Each independent origin counts once, by the most that it says, and origins are taken together as chances that each
alone would be wrong (noisy-or; Pearl, Probabilistic Reasoning in Intelligent Systems, 1988, §4.3.2). The weights are
conventions that keep the order *asserted cause, correlation, sequence*; no source is taken for a measurement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kasen.teams.research.rules.causality import RANK
from kasen.teams.research.schemas.causal import CausalEdge, Kind, LinkFound, Ranked, Status

WEIGHTS: dict[Kind, float] = {"cause": 0.55, "correlation": 0.25, "sequence": 0.15, "none": 0.0}
HEDGED = 0.6
"""Share of its weight that a source keeps which says *may* or 可能性."""
DENIES = 0.5
"""Weight of a source that denies the link."""
SPEAKS_AGAINST = 0.3
"""Weight of a source that speaks against it in other ways."""
ROOT_FROM = 0.25
"""Likelihood from which a cause that nothing else brings about may be called a root cause."""
LOWERED = {"holds": 1.0, "weakened": 0.5, "refuted": 0.2}
"""What a model's verdict on evidence of both sides leaves of a likelihood."""


def edges(links: Sequence[LinkFound]) -> list[CausalEdge]:
    """Links with evidence for them, strongest first; those with nothing but evidence against are none."""
    by_pair: dict[tuple[str, str], list[LinkFound]] = {}
    for link in links:
        by_pair.setdefault((link.cause, link.effect), []).append(link)
    found = [_edge(pair, own) for pair, own in by_pair.items() if any(link.stance == "for" for link in own)]
    return sorted(found, key=lambda edge: -edge.strength)


def strength(links: Sequence[LinkFound]) -> float:
    """0–1: of one link, by all evidence on it."""
    speaks_for = _together({link.origin: 0.0 for link in links}, [(k.origin, weight(k)) for k in links if _for(k)])
    against = _together({}, [(k.origin, weight(k)) for k in links if not _for(k)])
    return round(speaks_for * (1 - against), 2)


def weight(link: LinkFound) -> float:
    """0–1: of one piece of evidence."""
    if link.stance == "against":
        return DENIES if link.denied else SPEAKS_AGAINST
    return WEIGHTS[link.kind] * (HEDGED if link.hedged else 1.0)


def ranking(count: int, found: Sequence[CausalEdge], links: Sequence[LinkFound]) -> list[Ranked]:
    """Hypotheses 1 to `count`, most likely first: by the strongest chain of links from each to a symptom."""
    known = {f"h{n}": _likelihood(f"h{n}", found) for n in range(1, count + 1)}
    caused = {edge.effect for edge in found if edge.cause in known and edge.cause != edge.effect}
    asserted = {edge.cause for edge in found if edge.kind == "cause"}
    ranked = [
        Ranked(
            hypothesis=n,
            likelihood=known[f"h{n}"],
            status=_status(f"h{n}", links),
            is_root=known[f"h{n}"] >= ROOT_FROM and f"h{n}" in asserted and f"h{n}" not in caused,
            confounders=list(dict.fromkeys(c for link in links if link.cause == f"h{n}" for c in link.confounders)),
        )
        for n in range(1, count + 1)
    ]
    return sorted(ranked, key=lambda one: (-one.likelihood, one.hypothesis))


def _edge(pair: tuple[str, str], own: Sequence[LinkFound]) -> CausalEdge:
    speaks_for = [link for link in own if _for(link)]
    return CausalEdge(
        cause=pair[0],
        effect=pair[1],
        strength=strength(own),
        kind=max((link.kind for link in speaks_for), key=RANK.__getitem__),
        origins=len({link.origin for link in speaks_for}),
        evidence=list(dict.fromkeys(link.evidence for link in sorted(speaks_for, key=lambda one: -weight(one)))),
        against=list(dict.fromkeys(link.evidence for link in own if not _for(link))),
    )


def _for(link: LinkFound) -> bool:
    return link.stance == "for"


def _together(start: Mapping[str, float], said: Sequence[tuple[str, float]]) -> float:
    """What independent origins come to together, each by the most that it says."""
    by_origin = dict(start)
    for origin, value in said:
        by_origin[origin] = max(by_origin.get(origin, 0.0), value)
    wrong = 1.0
    for value in by_origin.values():
        wrong *= 1 - value
    return 1 - wrong


def _likelihood(id: str, found: Sequence[CausalEdge], trail: tuple[str, ...] = ()) -> float:
    """The strongest chain to a symptom; a chain is as strong as the product of its links."""
    best = 0.0
    for edge in found:
        if edge.cause == id and edge.effect not in (*trail, id):
            onward = 1.0 if edge.effect.startswith("s") else _likelihood(edge.effect, found, (*trail, id))
            best = max(best, edge.strength * onward)
    return round(best, 2)


def _status(id: str, links: Sequence[LinkFound]) -> Status:
    sides = {link.stance for link in links if link.cause == id}
    if not sides:
        return "unsupported"
    if sides == {"against"}:
        return "refuted"
    return "contested" if "against" in sides else "supported"
