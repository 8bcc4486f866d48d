from __future__ import annotations

from typing import Any

import httpx
import ollama
import openai
import pytest
from google import genai
from google.genai import types

from kasen.testing.providers import FAULTS, serving
from kasen.testing.providers.vectors import vector

TEXTS = ["宇治茶の歴史", "宇治茶の味", "motor oil"]


@pytest.mark.parametrize("provider", ["openai", "embeddings"])
@pytest.mark.parametrize("form", [None, "float", "base64"])
async def test_openais_client_reads_the_same_vectors_in_each_form(provider: str, form: Any) -> None:
    more: Any = {"encoding_format": form} if form else {}
    async with (
        serving() as fake,
        openai.AsyncOpenAI(base_url=fake.addresses[provider], api_key="test-key") as asker,
    ):
        found = await asker.embeddings.create(model="embedding-test", input=TEXTS, dimensions=8, **more)
        one = await asker.embeddings.create(model="embedding-test", input=TEXTS[0], **more)
    assert [item.index for item in found.data] == [0, 1, 2]
    for item, text in zip(found.data, TEXTS, strict=True):
        raw: Any = item.embedding
        if form == "base64":
            assert isinstance(raw, str)
        else:
            assert raw == pytest.approx(vector(text, 8), abs=1e-6)
    assert form == "base64" or len(one.data[0].embedding) == 64
    assert (fake.calls[0].provider, fake.calls[0].operation) == (provider, "embed")
    assert found.usage.prompt_tokens == fake.calls[0].usage.input_tokens == 6 + 5 + 2
    assert fake.calls[0].usage.output_tokens == 0


async def test_googles_client_embeds_a_batch() -> None:
    async with serving() as fake:
        options = types.HttpOptions(base_url=fake.url)
        asker = genai.Client(api_key="test-key", http_options=options, vertexai=False)
        contents: Any = TEXTS
        found = await asker.aio.models.embed_content(
            model="gemini-embedding-test",
            contents=contents,
            config=types.EmbedContentConfig(task_type="RETRIEVAL_QUERY", output_dimensionality=8),
        )
        await asker.aio.aclose()
    assert found.embeddings
    assert [item.values for item in found.embeddings] == [vector(text, 8) for text in TEXTS]
    assert fake.calls[0].model == "gemini-embedding-test"


async def test_vertex_embeds_by_predict_and_by_one_content() -> None:
    place = "/v1beta1/projects/p/locations/l/publishers/google/models"
    async with serving(dimensions=4) as fake, httpx.AsyncClient(base_url=fake.url) as http:
        many = await http.post(
            f"{place}/text-embedding-005:predict",
            json={"instances": [{"content": text} for text in TEXTS], "parameters": {"outputDimensionality": 8}},
        )
        one = await http.post(f"{place}/gemini-embedding-2:embedContent", json={"content": {"parts": [{"text": "茶"}]}})
    assert [item["embeddings"]["values"] for item in many.json()["predictions"]] == [vector(t, 8) for t in TEXTS]
    assert one.json()["embedding"]["values"] == vector("茶", 4)


async def test_ollamas_client_embeds_in_both_ways() -> None:
    async with serving() as fake:
        asker = ollama.AsyncClient(host=fake.url)
        found = await asker.embed(model="nomic-embed-text", input=TEXTS, dimensions=8)
        old = await asker.embeddings(model="nomic-embed-text", prompt=TEXTS[0])
        await asker.close()  # type: ignore[no-untyped-call]
    assert [list(values) for values in found.embeddings] == [vector(text, 8) for text in TEXTS]
    assert list(old.embedding) == vector(TEXTS[0], 64)


async def test_queued_answers_are_not_for_embeddings_but_faults_are() -> None:
    async with serving() as fake, openai.AsyncOpenAI(base_url=fake.addresses["openai"], api_key="k") as asker:
        fake.answer("返事", "openai")
        fake.fault(FAULTS["refusal"], "openai")
        await asker.embeddings.create(model="m", input="茶")
        assert fake.unused == 2
        fake.fault(FAULTS["401"], operation="embed")
        with pytest.raises(openai.AuthenticationError):
            await asker.embeddings.create(model="m", input="茶")
        assert fake.unused == 2
