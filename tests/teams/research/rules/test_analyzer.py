"""Without a model the analysis is a choice of verbatim sentences for each point."""

from __future__ import annotations

from kasen.teams.research.rules.analyzer import PER_POINT, analyse
from kasen.teams.research.schemas import PassageView

VIEWS = [
    PassageView(id="p1", title="茶", text="煎茶は蒸して揉む。抹茶は石臼で挽く。", score=1.0),
    PassageView(id="p2", title="鉄道", text="鉄道は1872年に開業した。", score=0.1),
]


def test_each_point_gets_sentences_of_its_own_verbatim() -> None:
    found = analyse(question="煎茶と抹茶の違いは", points=["煎茶", "抹茶"], passages=VIEWS, lang="ja").excerpts
    assert next(e.quote for e in found if e.point == 1) == "煎茶は蒸して揉む。"
    assert next(e.quote for e in found if e.point == 2) == "抹茶は石臼で挽く。"
    texts = {view.id: view.text for view in VIEWS}
    assert all(excerpt.quote in texts[excerpt.passage] for excerpt in found)
    assert all(excerpt.statement == "" for excerpt in found)


def test_what_has_nothing_to_do_with_the_point_is_left_out() -> None:
    found = analyse(question="煎茶の作り方", points=["煎茶の作り方"], passages=VIEWS, lang="ja").excerpts
    assert "p2" not in {excerpt.passage for excerpt in found}


def test_a_point_keeps_few_sentences() -> None:
    many = [PassageView(id="p1", title="t", text=" ".join(f"Tea of kind {n} is green." for n in range(60)), score=1)]
    assert len(analyse(question="tea", points=["tea"], passages=many, lang="en").excerpts) <= PER_POINT


def test_nothing_comes_from_nothing() -> None:
    assert analyse(question="q", points=["q"], passages=[], lang="en").excerpts == []
