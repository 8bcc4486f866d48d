from __future__ import annotations

import pytest

from kasen.models.role import Usage
from kasen.testing.providers.fake import Behaviour, Call, Fake
from kasen.testing.providers.reply import Reply


@pytest.fixture
def fake() -> Fake:
    made = Fake(Behaviour(keys={"google": "test-google"}))
    made.url = "http://127.0.0.1:1"
    return made


def call(provider: str, usage: Usage) -> Call:
    return Call(provider=provider, operation="chat", path="/", headers={}, body={}, at=0, usage=usage)


def test_access_points_every_provider_at_the_fake_with_a_key(fake: Fake) -> None:
    access = fake.access()
    assert access.openai_base_url == "http://127.0.0.1:1/v1"
    assert access.anthropic_base_url == access.google_base_url == access.ollama_base_url == "http://127.0.0.1:1"
    assert access.compatible_base_url == "http://127.0.0.1:1/compatible/v1"
    assert access.embeddings_base_url == "http://127.0.0.1:1/embeddings/v1"
    assert (access.google_api_key, access.openai_api_key) == ("test-google", "test-key")
    assert access.vertex_project_id == ""


def test_access_is_overridden_by_field(fake: Fake) -> None:
    access = fake.access(openai_api_key="", vertex_project_id="p")
    assert (access.openai_api_key, access.vertex_project_id) == ("", "p")
    with pytest.raises(TypeError, match="odd"):
        fake.access(odd=1)


def test_usage_is_summed_per_provider(fake: Fake) -> None:
    fake.calls += [call("openai", Usage(input_tokens=1)), call("google", Usage(input_tokens=5))]
    fake.calls.append(call("openai", Usage(input_tokens=2, cached_tokens=1)))
    assert fake.usage == {"openai": Usage(input_tokens=3, cached_tokens=1), "google": Usage(input_tokens=5)}


def test_requests_are_counted_while_they_are_answered(fake: Fake) -> None:
    with fake.counted("openai"), fake.counted("openai"):
        assert fake.at_once["openai"] == 2
    with fake.counted("openai"):
        assert fake.at_once["openai"] == 1
    assert (fake.at_once["openai"], fake.max_at_once["openai"]) == (0, 2)


async def test_settled_waits_for_the_last_request(fake: Fake) -> None:
    await fake.settled()
    with fake.counted("openai"):
        assert not fake._quiet.is_set()
    await fake.settled()


def test_what_nobody_took_is_known(fake: Fake) -> None:
    from kasen.testing.providers import FAULTS

    fake.answer("一度")
    fake.answer(Reply(text="いつも"), times=None)
    fake.fault(FAULTS["500"], times=3)
    assert fake.unused == 2
    fake.clear()
    assert fake.unused == 0
