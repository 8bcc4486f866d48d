from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from kasen.errors import AccountClosed, ConfigurationError, Retryable
from kasen.models.access import Access
from kasen.models.embedder import open_embedder
from kasen.models.embedder_kinds import Kind
from kasen.models.google.embedder import AT_ONCE, BATCH, GoogleEmbedder
from kasen.testing.providers import FAULTS, Fake, serving
from kasen.testing.providers.vectors import vector
from models.credentials import Token

TEXTS = [f"宇治の茶 {number}" for number in range(2 * BATCH + 1)]


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def embedder(fake: Fake, model: str, **access: Any) -> GoogleEmbedder:
    return GoogleEmbedder(model, fake.access(**access), credentials=Token)


def close(found: list[list[float]], texts: list[str]) -> bool:
    return all(one == pytest.approx(vector(text, 64)) for one, text in zip(found, texts, strict=True))


@pytest.mark.parametrize("model", ["gemini-embedding-001", "gemini-embedding-2"])
async def test_many_texts_have_a_vector_each_in_their_order(fake: Fake, model: str) -> None:
    found = await embedder(fake, model).embed(TEXTS)
    assert close(found, TEXTS)
    assert [call.path for call in fake.calls] == [f"/v1beta/models/{model}:batchEmbedContents"] * 3


async def test_no_text_is_no_request(fake: Fake) -> None:
    assert await embedder(fake, "gemini-embedding-001").embed([]) == []
    assert not fake.calls


@pytest.mark.parametrize(
    ("model", "requests", "operation"),
    [
        ("gemini-embedding-001", 11, "predict"),
        ("gemini-embedding-2", 11, "embedContent"),
        ("text-embedding-005", 3, "predict"),
    ],
)
async def test_vertex_takes_few_texts_at_a_time(fake: Fake, model: str, requests: int, operation: str) -> None:
    texts = TEXTS[:11]
    found = await embedder(fake, model, vertex_project_id="my-project").embed(texts)
    assert close(found, texts)
    assert len(fake.calls) == requests
    assert all(call.path.endswith(f"/{model}:{operation}") for call in fake.calls)
    assert {call.key for call in fake.calls} == {"test-token"}
    assert fake.max_at_once["google"] <= AT_ONCE


async def test_one_failure_is_raised_as_it_is(fake: Fake) -> None:
    fake.fault(FAULTS["quota_spent"], provider="google")
    with pytest.raises(AccountClosed):
        await embedder(fake, "gemini-embedding-001").embed(TEXTS)
    fake.fault(FAULTS["html"], provider="google")
    with pytest.raises(Retryable):
        await embedder(fake, "gemini-embedding-001").embed(["一つ"])


def test_the_table_of_embedders_opens_it() -> None:
    name = "google:gemini-embedding-001"
    assert open_embedder(name, Access(google_api_key="test-key")).model == name
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY"):
        open_embedder(name, Access())


@pytest.mark.parametrize(
    ("kind", "task"), [("query", "RETRIEVAL_QUERY"), ("passage", "RETRIEVAL_DOCUMENT"), (None, None)]
)
async def test_questions_and_passages_are_told_apart_by_their_task_type(
    fake: Fake, kind: Kind | None, task: str | None
) -> None:
    await embedder(fake, "gemini-embedding-001").embed(TEXTS[:2], kind)
    await embedder(fake, "text-embedding-005", vertex_project_id="my-project").embed(TEXTS[:2], kind)
    studio, vertex = [call.body for call in fake.calls]
    assert [one.get("taskType") for one in studio["requests"]] == [task, task]
    assert [one.get("task_type") for one in vertex["instances"]] == [task, task]


@pytest.mark.parametrize("project", ["", "my-project"])
async def test_the_second_generation_is_told_in_words_for_it_takes_no_task_type(fake: Fake, project: str) -> None:
    found = embedder(fake, "gemini-embedding-2", vertex_project_id=project)
    assert close(await found.embed(["宇治"], "query"), ["task: search result | query: 宇治"])
    assert close(await found.embed(["宇治"], "passage"), ["title: none | text: 宇治"])
    assert close(await found.embed(["宇治"]), ["宇治"])
    assert not any("task" in json.dumps(call.body).replace("task: search", "") for call in fake.calls)
