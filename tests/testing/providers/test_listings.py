from __future__ import annotations

from typing import Any

import anthropic
import openai
from google import genai
from google.genai import types

from kasen.testing.providers import serving
from kasen.testing.providers.listings import KNOWN


async def test_each_client_lists_the_models_of_its_provider() -> None:
    async with serving(models={"anthropic": ("claude-a", "claude-b")}) as fake:
        async with openai.AsyncOpenAI(base_url=fake.addresses["openai"], api_key="k") as asker:
            theirs = [model.id async for model in asker.models.list()]
        async with openai.AsyncOpenAI(base_url=fake.addresses["compatible"], api_key="k") as asker:
            served = [model.id async for model in asker.models.list()]
        async with anthropic.AsyncAnthropic(base_url=fake.url, api_key="k") as claude:
            claudes = [model.id async for model in claude.models.list()]
        google: dict[str, list[Any]] = {}
        for version in ("v1", "v1beta"):
            options = types.HttpOptions(base_url=fake.url, api_version=version)
            asking = genai.Client(api_key="k", http_options=options, vertexai=False)
            google[version] = [model.name async for model in await asking.aio.models.list()]
            await asking.aio.aclose()
    assert tuple(theirs) == KNOWN["openai"]
    assert tuple(served) == KNOWN["compatible"]
    assert claudes == ["claude-a", "claude-b"]
    assert google["v1"] == google["v1beta"] == [f"models/{name}" for name in KNOWN["google"]]


async def test_an_empty_list_is_a_list() -> None:
    async with (
        serving(models={"anthropic": ()}) as fake,
        anthropic.AsyncAnthropic(base_url=fake.url, api_key="k") as claude,
    ):
        assert [model.id async for model in claude.models.list()] == []
