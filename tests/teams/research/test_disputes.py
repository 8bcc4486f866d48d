from __future__ import annotations

from kasen.evidence.types import Passage, Source
from kasen.teams.research.checks import Checker, Cited
from kasen.teams.research.disputes import disputes, shown
from kasen.teams.research.references import References
from kasen.teams.research.schemas import Excerpt

TEXTS = {
    "p1": "The house was founded in 1738. It still sells tea.",
    "p2": "The house was founded in 1740.",
    "p3": "Tea is grown on the hills nearby.",
}


def checker(sources: dict[str, str] | None = None) -> Checker:
    origins = sources or {id: f"s{id}" for id in TEXTS}
    passages = {id: Passage(id=id, source_id=origins[id], text=text) for id, text in TEXTS.items()}
    excerpts = [Excerpt(id=f"e{id[1:]}", point=1, passage_id=id, start=0, end=len(text)) for id, text in TEXTS.items()]
    return Checker({one.id: one for one in excerpts}, passages, "en")


def test_sentences_of_different_sources_with_other_figures_are_a_pair() -> None:
    assert disputes(checker(), ["e1", "e2", "e3"]) == [(Cited("p1", 0, 30), Cited("p2", 0, 30))]


def test_a_source_does_not_disagree_with_itself_nor_with_what_is_not_looked_at() -> None:
    assert disputes(checker(dict.fromkeys(TEXTS, "s1")), ["e1", "e2", "e3"]) == []
    assert disputes(checker(), ["e1", "e3"]) == []


def test_both_sides_are_shown_with_their_marks_and_what_they_are_about() -> None:
    found = checker()
    sources = {f"s{id}": Source(id=f"s{id}", kind="document", title=id, uri=f"/d/{id}.md") for id in TEXTS}
    references = References(found.passages, sources, [])
    (pair,) = disputes(found, ["e1", "e2"])
    told = shown(*pair, found, references)
    assert [side.text for side in told.sides] == ["The house was founded in 1738.", "The house was founded in 1740."]
    assert all("disputed" in side.marks for side in told.sides)
    assert "house" in told.about
