"""Links in passages by rule."""

from __future__ import annotations

from kasen.teams.research.rules.causal_checker import MOST_FINDINGS, find_links
from kasen.teams.research.schemas import PassageView
from kasen.teams.research.schemas.causal import CausalFindings, NodeView

OWN = NodeView(id="h1", text="drought")
OTHERS = [NodeView(id="s1", text="fall of the harvest"), NodeView(id="h2", text="weak monsoon")]


def check(*texts: str) -> CausalFindings:
    views = [PassageView(id=f"p{n}", title="t", text=text) for n, text in enumerate(texts, start=1)]
    given = {"question": "q", "mechanism": "", "supports": "", "refutes": "", "lang": "en"}
    return find_links(hypothesis=OWN, others=OTHERS, passages=views, **given)


def test_sentences_that_link_the_hypothesis_are_found_with_their_direction() -> None:
    said = check(
        "Tea is green. The drought led to the fall of the harvest. A weak monsoon caused the drought.",
        "The fall of the harvest was not caused by the drought.",
    )
    assert [(one.passage, one.cause, one.effect, one.stance) for one in said.findings] == [
        ("p1", "h1", "s1", "for"),
        ("p1", "h2", "h1", "for"),
        ("p2", "h1", "s1", "against"),
    ]


def test_nothing_linked_is_nothing_found_and_there_is_an_end() -> None:
    assert check("The drought was bad. The harvest fell.").findings == []
    assert len(check(*["The drought led to the fall of the harvest."] * 20).findings) == MOST_FINDINGS
