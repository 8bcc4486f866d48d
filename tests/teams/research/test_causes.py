"""The graph of causes as the report shows it."""

from __future__ import annotations

from kasen.teams.research.causes import CausalSections
from kasen.teams.research.nodes.causal_checker import nodes_of
from kasen.teams.research.schemas import Draft, Excerpt
from kasen.teams.research.schemas.causal import CausalEdge, CausalGraph, Hypothesis, Ranked, Symptom

SYMPTOMS = [Symptom(text="fall of the harvest"), Symptom(text="prices rose")]
HYPOTHESES = [Hypothesis(text="drought", refutes="Rain."), Hypothesis(text="locusts")]
EDGE = CausalEdge(cause="h1", effect="s1", strength=0.55, kind="cause", origins=1, evidence=["e1"], against=["e2"])
RANKING = [
    Ranked(hypothesis=1, likelihood=0.55, status="contested", is_root=True),
    Ranked(hypothesis=2, likelihood=0.0, status="unsupported"),
]


def sections(*edges: CausalEdge) -> CausalSections:
    excerpts = [Excerpt(id=f"e{n}", point=1, passage_id=f"psg{n}", start=0, end=1) for n in (1, 2)]
    graph = CausalGraph(edges=list(edges), ranking=RANKING)
    nodes = nodes_of(SYMPTOMS, HYPOTHESES)
    return CausalSections(graph, HYPOTHESES, nodes, excerpts, Draft(), by_rule=False, lang="en")


def test_the_picture_holds_symptoms_and_what_has_a_link_and_not_every_hypothesis() -> None:
    drawing = sections(EDGE).drawing()
    assert drawing is not None
    assert "drought" in drawing.mermaid
    assert "prices rose" in drawing.mermaid
    assert "locusts" not in drawing.mermaid
    assert drawing.mermaid.count("-->") == 1


def test_without_links_there_is_no_picture() -> None:
    assert sections().drawing() is None
    assert sections().found().mermaid == ""


def test_the_result_names_passages_on_both_sides_and_what_would_refute() -> None:
    found = sections(EDGE).found()
    assert [(one.passage_ids, one.against) for one in found.edges] == [(["psg1"], ["psg2"])]
    kinds = {one.text: (one.kind, one.likelihood, one.refutes) for one in found.nodes}
    assert kinds["drought"] == ("root", 0.55, "Rain.")
    assert kinds["fall of the harvest"] == ("symptom", None, "")
    assert kinds["locusts"][0] == "cause"
