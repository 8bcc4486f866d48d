from __future__ import annotations

from pathlib import Path

from kasen.evidence.types import Hit, Passage, Source
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.story.pool import evidence_of, for_slides, numbered, searched
from kasen.testing.deps import fake_deps
from teams.slides.bench import hits

PPTX = "application/vnd.openxmlformats-officedocument.presentationml.presentation"


def hit(
    text: str = "Tea.", *, page: int | None = None, headings: tuple[str, ...] = (), kind: str = "text/plain"
) -> Hit:
    source = Source(id="s", kind="document", title="T", uri="/t", media_type=kind)
    return Hit(
        passage=Passage(id=f"p-{text}", source_id="s", text=text, page=page, headings=headings), source=source, score=1
    )


def test_the_place_of_a_passage_is_told_in_the_decks_language() -> None:
    assert evidence_of(hit(page=3), "P1", "en").ref.where == "p. 3"
    assert evidence_of(hit(page=3, headings=("A", "B")), "P1", "ja").ref.where == "3 ページ · B"
    assert evidence_of(hit(page=2, kind=PPTX), "P1", "ja").ref.where == "スライド 2"
    assert evidence_of(hit(headings=("a | b | c",)), "P1", "en").ref.where == ""


def test_passages_are_numbered_on_and_each_once() -> None:
    known = numbered([hit("One."), hit("Two.")], [], "en")
    fresh = numbered([hit("Two."), hit("Three."), hit("  "), hit("Three.")], known, "en")
    assert [one.ref.id for one in known] == ["P1", "P2"]
    assert [(one.ref.id, one.text) for one in fresh] == [("P3", "Three.")]


async def test_without_documents_nothing_is_searched() -> None:
    deps = fake_deps(documents=hits())
    assert await searched(deps, Request(wish="tea"), "tea", limit=5) == []
    assert deps.library is not None


async def test_each_slide_gets_what_fits_it_first(tmp_path: Path) -> None:
    deps = fake_deps(documents=hits())
    slides = [("title", "Tea"), ("bullets", "Late frost"), ("bullets", "Buyers abroad")]
    outline = OutlineOutput(
        title="T",
        slides=[OutlineSlide.model_validate({"kind": kind, "title": title, "message": ""}) for kind, title in slides],
    )
    pool, fitting = await for_slides(deps, Request(wish="tea", docs=[tmp_path]), outline, [], "en")
    first = {number: next(one.text for one in pool if one.ref.id == ids[0]) for number, ids in fitting.items()}
    assert 1 not in fitting
    assert first[2].startswith("Late frost")
    assert first[3].startswith("Buyers")
    assert await deps.evidence.passages([pool[0].ref.passage_id])
