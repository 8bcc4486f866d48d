"""Searches that find nothing, garbage or fail, through every graph: it ends, says so, invents nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import pytest

from kasen.errors import (
    AccountClosed,
    Declined,
    InputError,
    KeyRefused,
    ModelNotFound,
    ProviderError,
    Refused,
    Retryable,
    TooLong,
)
from kasen.evidence.types import Hit
from kasen.teams.research.schemas import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.scripted import ScriptedModel
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.testing.web import FakeFetch, page_of_text, web
from kasen.tools.fetch.page import Unfetched
from teams.research.six_scenes import MODES, Honest, Scene, files, mostly_slow, run, scene

BOTH = [(mode, lang) for mode in MODES for lang in ("en", "ja")]
EACH = [(mode, lang, model) for mode, lang in BOTH for model in (False, True)]
MOST_SEARCHES = 60
MOST_CALLS = 60


async def searched(
    one: Scene, search: FakeSearch, fetch: FakeFetch, *, model: bool, documents: Sequence[Hit] = ()
) -> tuple[FakeDeps, Result]:
    """A run that ends with a report in three forms, after a bounded number of calls and searches."""
    asked = ScriptedModel(Honest(one, curious=True), id="x:m") if model else None
    deps = fake_deps(model=asked, lang=one.lang, search=search, fetch=fetch, documents=documents)
    _, result = await run(one, deps, **({"docs": ["/docs"]} if documents else {}))
    assert result.document.unresolved() == []
    assert all(files(deps).values())
    warned = [event for event in deps.events.of("warning") if event.about == "findings"]
    assert len(warned) == (0 if result.findings else 1)
    assert len(search.queries) <= MOST_SEARCHES
    assert asked is None or len(asked.requests) <= MOST_CALLS
    return deps, result


def assert_nothing_claimed(result: Result) -> None:
    """Nothing is found, cited or ruled, and that is said."""
    assert result.not_covered
    assert result.findings == []
    assert result.sources == []
    assert all(ruling.ruling == "not_enough" for ruling in result.rulings)
    assert all(cell.text == "" for cell in result.matrix)
    assert result.causal_graph is None or result.causal_graph.edges == []


@pytest.mark.parametrize(("mode", "lang", "model"), mostly_slow(*EACH))
async def test_a_search_that_finds_nothing(mode: str, lang: str, model: bool) -> None:
    _, result = await searched(scene(mode, lang), FakeSearch(), FakeFetch(), model=model)
    assert_nothing_claimed(result)


ERRORS: list[ProviderError] = [
    Retryable("it timed out"),
    Retryable("it was asked too often", limited=True, retry_after=60.0),
    Refused("it refused"),
    KeyRefused("the key is wrong"),
    ModelNotFound("there is no such engine"),
    TooLong("the query is too long"),
    Declined("it would not answer"),
    AccountClosed("the quota is spent"),
]


@pytest.mark.parametrize(
    ("mode", "model", "error"),
    mostly_slow(*[(m, by, e) for m in MODES for by in (False, True) for e in ERRORS], every=7),
)
async def test_a_search_that_always_fails_is_named(mode: str, model: bool, error: ProviderError) -> None:
    def fail(_: str) -> Sequence[Hit]:
        raise error

    _, result = await searched(scene(mode), FakeSearch(fail), FakeFetch(), model=model)
    assert_nothing_claimed(result)
    assert any(str(error) in line for line in result.not_covered)


@pytest.mark.parametrize(("mode", "lang"), mostly_slow(*BOTH))
async def test_one_half_that_fails_costs_only_itself(mode: str, lang: str) -> None:
    one = scene(mode, lang)
    small = web(one.pages())
    asked: list[str] = []

    def find(query: str) -> Sequence[Hit]:
        if query not in asked:
            asked.append(query)
        if asked.index(query) % 2:
            raise Retryable("it timed out")
        results = small.search._results
        assert callable(results)
        return results(query)

    _, result = await searched(one, FakeSearch(find), small.fetch, model=True)
    assert result.findings
    assert any("it timed out" in line for line in result.not_covered)


@pytest.mark.parametrize(("mode", "lang", "model"), mostly_slow(*EACH))
async def test_one_result_is_all_that_is_claimed(mode: str, lang: str, model: bool) -> None:
    one = scene(mode, lang)
    address, page = next(iter(one.pages().items()))
    small = web({address: page})
    deps, result = await searched(one, small.search, small.fetch, model=model)
    assert {source.uri for source in result.sources} <= {address}
    text = deps.artifacts.text("report.md").partition("\n## " if mode != "fact-check" else "\x00")[2]
    assert mode == "fact-check" or not any(fact.said in text for fact in one.facts[1:])


@pytest.mark.parametrize(("mode", "lang", "model"), mostly_slow(*EACH))
async def test_pages_that_cannot_be_read_are_named_and_no_evidence(mode: str, lang: str, model: bool) -> None:
    one = scene(mode, lang)
    dead = {url: Unfetched(asked=url, kind="timeout", reason="it answered too late") for url in one.pages()}
    shown = [web_hit(fact.quote, url=url, snippet_by="fake") for fact, url in zip(one.facts, one.pages(), strict=True)]
    _, result = await searched(one, FakeSearch(shown), FakeFetch(dead), model=model)
    assert_nothing_claimed(result)
    assert any("it answered too late" in line for line in result.not_covered)


NOISE = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod "
GARBAGE: dict[str, Any] = {
    "https://noise.example/": "# ~~~\n\n" + "%%% ### ;;; 0x00 || >> << \u2603\ufffd\ufffd " * 200,
    "https://empty.example/": " ",
    "https://binary.example/": "\x00\x01\x02PNG\r\n\x1a\n" * 400,
    "https://latin.example/": "# Lorem\n\n" + NOISE * 40,
    "https://gone.example/": Unfetched(asked="https://gone.example/", kind="unreadable", reason="it is garbled"),
}


@cache
def cut_once() -> dict[str, Any]:
    """The pages, cut into passages."""
    return {url: page_of_text(url, page) if isinstance(page, str) else page for url, page in GARBAGE.items()}


@pytest.mark.parametrize(("mode", "lang", "model"), mostly_slow(*EACH))
async def test_garbage_is_no_evidence(mode: str, lang: str, model: bool) -> None:
    shown = [web_hit("x", url=url, snippet_by="fake") for url in GARBAGE]
    _, result = await searched(scene(mode, lang), FakeSearch(shown), FakeFetch(cut_once()), model=model)
    assert_nothing_claimed(result)


@pytest.mark.slow
@pytest.mark.parametrize("model", [False, True])
@pytest.mark.parametrize("mode", MODES)
async def test_a_page_of_two_megabytes_that_says_nothing(mode: str, model: bool) -> None:
    url = "https://long.example/"
    page = page_of_text(url, "# Long\n\n" + (NOISE + ". ") * 28_000)
    assert len(page.text) > 2_000_000
    shown = [web_hit("x", url=url, snippet_by="fake")]
    _, result = await searched(scene(mode), FakeSearch(shown), FakeFetch({url: page}), model=model)
    assert_nothing_claimed(result)


@pytest.mark.parametrize(("mode", "lang"), mostly_slow(*BOTH))
async def test_documents_answer_where_the_web_fails(mode: str, lang: str) -> None:
    def fail(_: str) -> Sequence[Hit]:
        raise Retryable("it timed out")

    one = scene(mode, lang)
    documents = [document_hit(fact.quote, path=f"/docs/{n}.md") for n, fact in enumerate(one.facts)]
    _, result = await searched(one, FakeSearch(fail), FakeFetch(), model=True, documents=documents)
    assert result.findings
    assert all(source.file for source in result.sources)


@pytest.mark.parametrize("mode", MODES)
async def test_nothing_to_search_is_one_sentence(mode: str) -> None:
    with pytest.raises(InputError, match="there is nothing to") as caught:
        await run(scene(mode), fake_deps())
    assert "\n" not in str(caught.value)
