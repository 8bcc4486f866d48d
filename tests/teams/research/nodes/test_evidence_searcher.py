"""Queries for and against each claim, and what is left out because it is the text itself."""

from __future__ import annotations

from typing import Any

from langgraph.runtime import Runtime

from kasen.team import Deps
from kasen.teams.research.nodes.evidence_searcher import evidence_searcher, first_queries, next_queries, wanted_queries
from kasen.teams.research.schemas import Request
from kasen.teams.research.schemas.fact_check import CheckedText, ClaimFound, Ruled, TextClaim
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.testing.stores import FakeLibrary

LONG = (
    "The harbour of Kitano was closed on 3 May 2021 after the storm had broken its outer wall. "
    "Ships were sent to the south while the forty families of the shore left their houses. "
    "They came back when the engineers of the province had looked at every single roof."
)
CLAIM = TextClaim(text="The harbour of Kitano was closed on 3 May 2021.")


def state(text: str = "x", uri: str = "", **more: Any) -> Any:
    return {
        "request": Request(question="q", docs=["/docs"]),
        "checked": CheckedText(text=text, uri=uri, source_id="src_own" if uri else ""),
        "claims": [CLAIM],
        **more,
    }


async def search(deps: FakeDeps, given: Any) -> Any:
    runtime: Runtime[Deps] = Runtime(context=deps)
    return await evidence_searcher(given, runtime)


def test_a_claim_is_asked_itself_then_for_and_against_in_turn() -> None:
    claim = TextClaim(text="c", queries_for=["f1", "f2"], queries_against=["a1"])
    assert first_queries(claim) == ["c", "f1", "a1", "f2"]
    assert first_queries(CLAIM)[1] == "harbour kitano closed"
    assert next_queries(CLAIM, ["proposed"]) == ["proposed"]
    assert next_queries(CLAIM, [])


def test_later_rounds_ask_only_what_is_open_and_never_the_same_again() -> None:
    sent = [ClaimFound(claim=1, queries=["Old Words"])]
    again = Ruled(claim=1, ruling="not_enough", queries=["old words!", "new words"])
    assert wanted_queries(state(found=sent, rulings=[again])) == {1: ["new words"]}
    assert wanted_queries(state(rulings=[Ruled(claim=1, ruling="supported")])) == {}


async def test_documents_and_the_web_are_both_asked_and_the_web_also_for_what_calls_it_false() -> None:
    library, engine = FakeLibrary([document_hit(LONG)]), FakeSearch([])
    await search(fake_deps(documents=library, search=engine), state())
    assert set(library.queries) < set(engine.queries)
    assert [query for query in engine.queries if query not in library.queries] == [
        "harbour kitano closed false fact check"
    ]


async def test_the_page_itself_under_any_address_and_its_copies_are_left_out() -> None:
    own = web_hit(LONG, url="http://www.news.example/story/", title="Own")
    copy = web_hit(f"From our desk. {LONG}", url="https://copy.example/", title="Copy")
    other = web_hit("The port of Kitano was shut in May 2021.", url="https://other.example/", title="Other")
    deps = fake_deps(search=FakeSearch([own, copy, other]))
    found = await search(deps, state(LONG, "https://news.example/story"))
    assert sorted(found["copies"]) == ["Copy", "Own"]
    assert {one.source_id for one in found["found"][0].found} == {other.source.id}


async def test_a_pasted_article_is_not_confirmed_by_the_page_it_was_copied_from_but_by_documents() -> None:
    page, document = web_hit(LONG, url="https://news.example/"), document_hit(LONG)
    found = await search(fake_deps(documents=[document], search=FakeSearch([page])), state(LONG))
    assert {one.source_id for one in found["found"][0].found} == {document.source.id}
    one_sentence = await search(fake_deps(search=FakeSearch([page])), state(LONG.partition(". ")[0]))
    assert {one.source_id for one in one_sentence["found"][0].found} == {page.source.id}
