from __future__ import annotations

import asyncio
import math
from typing import Any

import pytest

from kasen.errors import ModelNotFound, Refused, Retryable
from kasen.models.embedder import open_embedder
from kasen.models.ollama.embedder import BATCH, OllamaEmbedder
from kasen.testing.providers import Fault, serving, serving_in_thread


async def test_each_text_has_its_vector_in_order_in_batches() -> None:
    texts = [f"宇治茶 {n}" for n in range(2 * BATCH + 1)]
    async with serving() as fake:
        embedder = open_embedder("ollama:nomic-embed-text", fake.access())
        vectors = await embedder.embed(texts)
        again = await embedder.embed([texts[-1], texts[0]])
        assert [len(call.body["input"]) for call in fake.calls] == [BATCH, BATCH, 1, 2]
    assert len(vectors) == len(texts)
    assert {len(vector) for vector in vectors} == {len(vectors[0])}
    assert all(math.isclose(a, b) for a, b in zip(again[0], vectors[-1], strict=True))
    assert again[1] != again[0]


async def test_no_text_asks_nothing() -> None:
    async with serving() as fake:
        assert await OllamaEmbedder("m", fake.access()).embed([]) == []
        assert fake.calls == []


@pytest.mark.parametrize(
    ("fault", "expected"),
    [
        ({"kind": "status", "status": 404}, ModelNotFound),
        ({"kind": "status", "status": 503}, Retryable),
        ({"kind": "dropped"}, Retryable),
        ({"kind": "html"}, Retryable),
        ({"kind": "truncated_body"}, Retryable),
    ],
)
async def test_failures_are_told_apart(fault: dict[str, Any], expected: type[Exception]) -> None:
    async with serving() as fake:
        fake.fault(Fault(**fault))
        with pytest.raises(expected):
            await OllamaEmbedder("m", fake.access()).embed(["茶"])


async def test_a_server_that_is_not_running_is_told(unused_tcp_port: int) -> None:
    async with serving() as fake:
        access = fake.access(ollama_base_url=f"http://127.0.0.1:{unused_tcp_port}")
    with pytest.raises(Refused) as caught:
        await OllamaEmbedder("m", access).embed(["茶"])
    assert "ollama serve" in caught.value.hint


def test_it_serves_one_event_loop_after_the_other() -> None:
    with serving_in_thread() as fake:
        embedder = OllamaEmbedder("m", fake.access())
        for _ in range(2):
            assert len(asyncio.run(embedder.embed(["茶", "tea"]))) == 2


async def test_questions_and_passages_begin_with_the_words_that_the_model_was_trained_with() -> None:
    async with serving() as fake:
        nomic, other = (open_embedder(f"ollama:{name}", fake.access()) for name in ("nomic-embed-text", "bge-m3"))
        asked, told = await nomic.embed(["茶"], "query"), await nomic.embed(["茶"], "passage")
        assert await other.embed(["茶"], "query") == await other.embed(["茶"], "passage")
    assert asked != told
    inputs = [call.body["input"] for call in fake.calls]
    assert inputs == [["search_query: 茶"], ["search_document: 茶"], ["茶"], ["茶"]]
