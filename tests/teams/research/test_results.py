"""One entry per source, its own words as summary, passages that may be cited."""

from __future__ import annotations

from pathlib import Path

import pytest

from kasen.evidence.types import Hit
from kasen.teams.research.reading import found_by
from kasen.teams.research.results import results_of, summary
from kasen.teams.research.schemas import Found, Request
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import FakeSearch, document_hit, web_hit

REQUEST = Request(question="q", docs=[Path("/docs")])


async def found(deps: FakeDeps, hits: list[Hit]) -> list[Found]:
    await deps.evidence.add(hits)
    return found_by("q", hits)


async def test_a_page_and_a_document_become_entries() -> None:
    deps = fake_deps(search=FakeSearch(name="tavily"))
    hits = [
        web_hit("Tea of Uji. Second.", url="https://a.example/x", title="Tea", score=2.0, published="2024-05-01"),
        document_hit("Notes.", path="/docs/deep/notes.md", score=1.0),
    ]
    page, file = await results_of(deps, REQUEST, await found(deps, hits), [])
    assert (page.title, page.url, page.source) == ("Tea", "https://a.example/x", "tavily")
    assert (page.published_date, page.relevance_score, page.summary) == ("2024-05-01", 1.0, "Tea of Uji. Second.")
    assert (file.url, file.source, file.published_date, file.relevance_score) == (
        "deep/notes.md",
        "documents",
        None,
        0.5,
    )


async def test_a_source_stands_once_and_gains_passages() -> None:
    deps = fake_deps(search=FakeSearch())
    first = [web_hit("One.", url="https://a.example/", score=0.5), web_hit("Zero.", url="https://b.example/")]
    known = await results_of(deps, REQUEST, await found(deps, first), [])
    again = [web_hit("Two.", url="https://a.example/", score=1.0), web_hit("Three.", url="https://c.example/")]
    grown = await results_of(deps, REQUEST, await found(deps, again), known)
    assert [one.url for one in grown] == ["https://a.example/", "https://b.example/", "https://c.example/"]
    assert len(grown[0].passage_ids) == 2
    assert grown[0].relevance_score == 1.0


async def test_a_page_under_two_ids_is_one_entry() -> None:
    deps = fake_deps(search=FakeSearch())
    page = web_hit("One.", url="https://a.example/")
    other = page.source.model_copy(update={"id": "src_other"})
    twin = Hit(
        passage=page.passage.model_copy(update={"id": "psg_other", "source_id": "src_other"}), source=other, score=1
    )
    results = await results_of(deps, REQUEST, await found(deps, [page, twin]), [])
    assert [one.url for one in results] == ["https://a.example/"]


async def test_files_of_the_same_name_stay_apart() -> None:
    deps = fake_deps()
    hits = [document_hit("One.", path="/elsewhere/a/notes.md"), document_hit("Two.", path="/elsewhere/b/notes.md")]
    urls = [one.url for one in await results_of(deps, REQUEST, await found(deps, hits), [])]
    assert urls == ["notes.md", "/elsewhere/b/notes.md"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("  \n ", ""),
        ("One. Two.", "One. Two."),
        ("あ" * 300 + "。" + "い" * 300 + "。", "あ" * 300 + "。"),
        ("x" * 900, "x" * 499 + "…"),
        ("Line one\nline  two. Next.", "Line one line two. Next."),
    ],
)
def test_a_summary_is_whole_sentences_of_the_source_up_to_500_characters(text: str, expected: str) -> None:
    assert summary(text) == expected
    assert len(summary(text)) <= 500
