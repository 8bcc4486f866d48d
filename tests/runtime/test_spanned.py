from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Retryable
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.spanned import SpannedFetch, SpannedSearch, spanned_host, spanned_models
from kasen.runtime.tracing import span_of_attempt
from kasen.testing.crash_child import rules_only
from kasen.testing.scripted import ScriptedModel
from kasen.testing.web import web
from kasen.tools.fetch.page import Unfetched
from runtime.test_tracing import ROW, Noted

REQUEST = ModelRequest(role="writer", prompt="宇治茶とは？", schema={}, schema_name="S")
UJI = "https://tea.example/uji?key=test-key-planted"


def told(tracer: Noted) -> dict[str, str]:
    return {one[0]: one[1] for one in tracer.told if len(one) == 2}


async def test_a_call_is_told_as_the_conventions_want_it_and_without_its_words() -> None:
    usage = Usage(input_tokens=10, output_tokens=5, cached_tokens=4, reasoning_tokens=2)
    answer = Completion(model="google:gemini-9-001", text="お茶", usage=usage, usd=0.5, finish="length")
    inner = ScriptedModel([answer], id="google:gemini-9")
    model = spanned_models(lambda _name: inner)("google:gemini-9")
    tracer = Noted()
    with span_of_attempt(tracer, ROW):
        assert (await model.complete(REQUEST)).text == "お茶"
    assert ("begin", "chat gemini-9", "run echo", "client") in tracer.told
    found = told(tracer)
    assert found["gen_ai.operation.name"] == "chat"
    assert found["gen_ai.provider.name"] == "gcp.gemini"
    assert found["gen_ai.request.model"] == "gemini-9"
    assert found["gen_ai.response.model"] == "gemini-9-001"
    assert (found["gen_ai.usage.input_tokens"], found["gen_ai.usage.output_tokens"]) == ("10", "5")
    assert found["gen_ai.usage.cache_read.input_tokens"] == "4"
    assert found["gen_ai.usage.reasoning.output_tokens"] == "2"
    assert found["gen_ai.response.finish_reasons"] == "['length']"
    assert found["kasen.usd"] == "0.5"
    assert not {"宇治茶とは？", "お茶"} & set(str(tracer.told).split("'"))


async def test_a_call_that_fails_passes_its_error_on() -> None:
    model = spanned_models(lambda _name: ScriptedModel([Retryable("busy with secret things")]))("scripted:model")
    tracer = Noted()
    with span_of_attempt(tracer, ROW), pytest.raises(Retryable):
        await model.complete(REQUEST)
    assert ("failed", "chat model", "Retryable") in tracer.told
    assert "secret" not in str(tracer.told)


def test_a_model_stays_what_it_is() -> None:
    inner = ScriptedModel([], id="scripted:model")
    model: Any = spanned_models(lambda _name: inner)("scripted:model")
    assert (model.id, model.account, model.patience, model.silent) == ("scripted:model", "scripted", 1.0, True)


async def test_of_a_search_the_provider_and_the_number_are_told_of_a_page_the_host() -> None:
    small = web({UJI: "# Uji\n\nTea of Uji."})
    tracer = Noted()
    with span_of_attempt(tracer, ROW):
        hits = await SpannedSearch(small.search)("uji secret tea", max_results=3)
        page = await SpannedFetch(small.fetch).fetch(UJI)
        lost = await SpannedFetch(small.fetch).fetch("https://gone.example/secret")
    assert not isinstance(page, Unfetched)
    assert isinstance(lost, Unfetched)
    assert ("kasen.search.found", str(len(hits))) in tracer.told
    assert ("server.address", "tea.example") in tracer.told
    assert ("failed", "fetch page", "status") in tracer.told
    assert not any(word in str(tracer.told) for word in ("secret", "planted", "/uji"))


def test_without_a_tracer_the_host_is_the_same(tmp_path: Path) -> None:
    host = rules_only(tmp_path)
    assert spanned_host(host, None) is host
    assert spanned_host(host, Noted()).search is None
