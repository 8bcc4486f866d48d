from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from kasen.models.access import Access
from kasen.models.probe import probe, requests
from kasen.testing.providers import Fake, Fault, serving
from models.test_served import CLOSED, answering

KEYED = ("google", "openai", "anthropic", "compatible", "ollama")


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as started:
        yield started


async def test_every_provider_is_asked_for_its_models_with_its_own_key(fake: Fake) -> None:
    found = await probe(fake.access(openai_api_key="test-openai", anthropic_api_key="test-anthropic"))
    assert {name: one.state for name, one in found.items()} == dict.fromkeys(KEYED, "answers")
    assert {call.operation for call in fake.calls} == {"list"}
    keys = {call.provider: call.key for call in fake.calls}
    assert keys["openai"] == "test-openai"
    assert keys["anthropic"] == "test-anthropic"
    assert keys["ollama"] == ""


@pytest.mark.parametrize("status", [401, 403])
@pytest.mark.parametrize("provider", ["google", "openai", "anthropic", "compatible"])
async def test_a_refused_key_is_said_to_be_refused(fake: Fake, provider: str, status: int) -> None:
    fake.fault(Fault(kind="status", status=status), provider)
    found = await probe(fake.access())
    assert found[provider] == ("refused", f"the key was refused ({status})")
    assert [name for name, one in found.items() if one.state != "answers"] == [provider]


async def test_google_says_400_for_a_bad_key_and_that_is_understood() -> None:
    body = '{"error": {"code": 400, "message": "API key not valid. Please pass a valid API key."}}'
    with answering(body, status=400) as (url, _):
        found = await probe(Access(google_api_key="test-key", google_base_url=url, ollama_base_url=CLOSED))
    assert found["google"].state == "refused"


async def test_another_error_is_told_with_its_status(fake: Fake) -> None:
    fake.fault(Fault(kind="status", status=503), "openai")
    found = await probe(fake.access())
    assert found["openai"] == ("failed", "answered 503 Service Unavailable")


async def test_who_does_not_answer_in_time_is_left_and_the_others_are_not_kept_waiting(fake: Fake) -> None:
    fake.fault(Fault(kind="slow_first_byte"), "openai")
    fake.fault(Fault(kind="slow_first_byte"), "google")
    found = await probe(fake.access(), timeout_s=0.3)
    assert found["openai"] == found["google"] == ("unreachable", "no answer within 0.3 s")
    assert found["anthropic"].state == "answers"


async def test_a_server_that_is_not_there_is_named() -> None:
    found = await probe(Access(ollama_base_url=CLOSED))
    assert found["ollama"] == ("unreachable", "no connection to 127.0.0.1:9")


async def test_without_a_key_nobody_is_asked() -> None:
    assert list(requests(Access())) == ["ollama"]


async def test_vertex_is_not_asked_with_a_key(fake: Fake) -> None:
    found = await probe(fake.access(vertex_project_id="my-project"))
    assert found["google"].state == "unchecked"
    assert "google" not in {call.provider for call in fake.calls}


async def test_redirects_are_not_followed_so_that_a_key_stays_where_it_belongs() -> None:
    with answering("", status=302) as (url, asked):
        found = await probe(Access(openai_api_key="test-key", openai_base_url=url, ollama_base_url=CLOSED))
    assert found["openai"].said == "answered 302 Found"
    assert len(asked) == 1


async def test_addresses_of_the_environment_are_not_used(fake: Fake, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, CLOSED)
    assert (await probe(fake.access()))["openai"].state == "answers"
