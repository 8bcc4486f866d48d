"""Roles see passages by short ids, best first, each once."""

from __future__ import annotations

import pytest

from kasen.teams.research.reading import LATER, MOST_PASSAGES, asked, excerpt_views, found_by, measured, passage_views
from kasen.teams.research.rules.coverage import COVERED
from kasen.teams.research.schemas import Excerpt
from kasen.testing.search import document_hit
from kasen.testing.stores import MemoryEvidence

HITS = [
    document_hit("宇治茶は十三世紀に始まった。", path="/d/uji.md", page=2, heading="歴史", score=8.0),
    document_hit("Railways opened in 1872.", path="/d/rail.md", score=4.0),
]


@pytest.fixture
async def evidence() -> MemoryEvidence:
    store = MemoryEvidence()
    await store.add(HITS)
    return store


def test_scores_of_different_searches_become_comparable() -> None:
    assert [one.score for one in found_by("q", HITS)] == [1.0, 0.5]
    assert [one.score for one in found_by("q", HITS, weight=LATER)] == [LATER, LATER / 2]
    assert [one.score for one in found_by("q", [hit.model_copy(update={"score": 0.0}) for hit in HITS])] == [1.0, 0.5]
    assert found_by("q", []) == []


async def test_a_passage_found_twice_is_shown_once_with_its_best_score(evidence: MemoryEvidence) -> None:
    found = [*found_by("a", HITS, weight=0.1), *found_by("b", HITS)]
    views, passages = await passage_views(evidence, found)
    assert [(view.id, view.title, view.score) for view in views] == [("p1", "uji.md", 1.0), ("p2", "rail.md", 0.5)]
    assert [passage.text for passage in passages] == [view.text for view in views]


async def test_only_the_best_passages_are_read(evidence: MemoryEvidence) -> None:
    many = [document_hit(f"Sentence {n} is here.", score=100.0 - n) for n in range(40)]
    await evidence.add(many)
    views, _ = await passage_views(evidence, found_by("q", many))
    assert [view.text for view in views] == [hit.passage.text for hit in many[:MOST_PASSAGES]]


async def test_excerpts_say_where_they_stand_and_how_much_they_cover(evidence: MemoryEvidence) -> None:
    excerpt = Excerpt(id="e1", point=1, passage_id=HITS[0].passage.id, start=0, end=14)
    (view,) = await excerpt_views(evidence, [excerpt], ["宇治茶はいつ始まったか"])
    assert view.quote == "宇治茶は十三世紀に始まった。"
    assert view.place == "p. 2 › 歴史"
    assert view.coverage == 1.0


async def test_a_point_without_excerpts_is_open_and_names_its_words(evidence: MemoryEvidence) -> None:
    excerpt = Excerpt(id="e1", point=1, passage_id=HITS[0].passage.id, start=0, end=14)
    points = ["宇治茶はいつ始まったか", "ブラジルの首都はどこか"]
    first, second = await measured(evidence, [excerpt], points, enough=COVERED)
    assert (first.covered, first.missing) == (True, [])
    assert (second.covered, second.coverage, second.missing) == (False, 0.0, ["ブラジル", "首都"])


async def test_across_scripts_the_statement_counts_since_words_cannot(evidence: MemoryEvidence) -> None:
    excerpt = Excerpt(id="e1", point=1, passage_id=HITS[1].passage.id, start=0, end=24)
    points = ["鉄道はいつ開業したか"]
    (blind,) = await measured(evidence, [excerpt], points, enough=COVERED)
    told = excerpt.model_copy(update={"statement": "鉄道は1872年に開業した。"})
    (seen,) = await measured(evidence, [told], points, enough=COVERED)
    assert not blind.covered
    assert seen.covered


@pytest.mark.parametrize(
    ("point", "covered"), [("When were railways opened?", True), ("When were the railways of Peru opened?", False)]
)
async def test_a_name_that_stands_nowhere_leaves_its_point_open(
    evidence: MemoryEvidence, point: str, covered: bool
) -> None:
    excerpt = Excerpt(id="e1", point=1, passage_id=HITS[1].passage.id, start=0, end=24)
    (found,) = await measured(evidence, [excerpt], [point], enough=0.3)
    assert found.coverage >= 0.3
    assert found.covered is covered
    assert ("peru" in found.missing) is not covered


@pytest.mark.parametrize(
    ("question", "point", "part"),
    [
        ("", "Which events favoured it?", "Which events favoured it?"),
        (
            "When was sencha perfected and why did Uji become a centre?",
            "Why was Uji so favoured?",
            "why did Uji become a centre",
        ),
        ("茶の生産が多い県はどこか", "静岡と鹿児島の差", "茶の生産が多い県はどこか"),
    ],
)
def test_a_point_stands_for_the_part_of_the_question_that_is_nearest(question: str, point: str, part: str) -> None:
    assert asked(question, point) == part


async def test_a_title_is_not_said_twice() -> None:
    store = MemoryEvidence()
    hits = [document_hit("Tea is green.", path="/d/uji.md", heading="uji.md")]
    await store.add(hits)
    (passage,), _ = await passage_views(store, found_by("q", hits))
    (excerpt,) = await excerpt_views(
        store, [Excerpt(id="e1", point=1, passage_id=hits[0].passage.id, start=0, end=13)], ["tea"]
    )
    assert passage.origin == excerpt.origin == "uji.md"


async def test_a_point_that_wants_a_quantity_stays_open_where_none_of_the_kind_is_given(
    evidence: MemoryEvidence,
) -> None:
    said = ["The column of ash at Krakatoa rose in 1883.", "The column of ash at Krakatoa rose 36 kilometres."]
    hits = [document_hit(text) for text in said]
    await evidence.add(hits)
    point = "How tall did the column of ash at Krakatoa rise?"
    found = []
    for hit in hits:
        excerpt = Excerpt(id="e1", point=1, passage_id=hit.passage.id, start=0, end=len(hit.passage.text))
        found += await measured(evidence, [excerpt], [point], enough=COVERED)
    assert [one.coverage >= COVERED for one in found] == [True, True]
    assert [one.covered for one in found] == [False, True]
    excerpt = Excerpt(id="e1", point=1, passage_id=hits[0].passage.id, start=0, end=len(said[0]))
    [one] = await measured(evidence, [excerpt], [point.replace("tall", "high")], enough=COVERED)
    assert one.covered  # Risks are high too: no length need be there.
