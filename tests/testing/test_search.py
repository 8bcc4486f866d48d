from __future__ import annotations

import pytest

from kasen.errors import Retryable
from kasen.testing.search import FakeSearch, document_hit, web_hit
from kasen.tools.search import WebSearch


async def test_results_by_query_from_a_function_or_always_the_same() -> None:
    hits = [web_hit(f"passage {n}") for n in range(8)]
    by_query = FakeSearch({"宇治": hits, "down": Retryable("503")})
    searches: list[WebSearch] = [by_query, FakeSearch(lambda q: hits if q == "宇治" else []), FakeSearch(hits)]
    for search in searches:
        assert await search("宇治") == hits[:5]
        assert await search("宇治", max_results=1) == hits[:1]
    assert await by_query("unknown") == []
    assert by_query.queries == ["宇治", "宇治", "unknown"]
    with pytest.raises(Retryable):
        await by_query("down")


def test_the_same_words_of_the_same_place_are_the_same_passage() -> None:
    assert web_hit("茶").passage.id == web_hit("茶", title="other").passage.id
    assert web_hit("茶").passage.id != web_hit("茶", url="https://example.org/2").passage.id
    one, two = document_hit("茶", page=1), document_hit("茶", page=2, heading="歴史")
    assert one.source == two.source
    assert one.passage.id != two.passage.id
    assert (two.source.title, two.passage.headings, one.source.kind) == ("notes.md", ("歴史",), "document")
