from __future__ import annotations

import pytest

from kasen.testing.providers.routes import key, not_found, refuse_key, route
from kasen.testing.providers.wire import Asked


@pytest.mark.parametrize(
    ("path", "provider", "operation", "model"),
    [
        ("/v1/chat/completions", "openai", "chat", ""),
        ("/compatible/v1/chat/completions", "compatible", "chat", ""),
        ("/compatible/v1/models", "compatible", "list", ""),
        ("/embeddings/v1/embeddings", "embeddings", "embed", ""),
        ("/v1/responses", "openai", "responses", ""),
        ("/v1/messages", "anthropic", "messages", ""),
        ("/v1/messages/count_tokens", "anthropic", "count", ""),
        ("/v1beta/models/gemini-3-flash:generateContent", "google", "generateContent", "gemini-3-flash"),
        ("/v1/models/gemini-3-flash:streamGenerateContent", "google", "streamGenerateContent", "gemini-3-flash"),
        ("/v1beta/tunedModels/mine:generateContent", "google", "generateContent", "mine"),
        ("/v1beta1/projects/p/locations/l/publishers/google/models/g-1:countTokens", "google", "countTokens", "g-1"),
        ("/v1/projects/p/locations/l/endpoints/123:generateContent", "google", "generateContent", "123"),
        ("/v1beta1/publishers/google/models/g-1:generateContent", "google", "generateContent", "g-1"),
        ("/api/chat", "ollama", "chat", ""),
        ("/api/tags", "ollama", "list", ""),
        ("/search", "tavily", "search", ""),
    ],
)
def test_a_path_tells_the_provider(path: str, provider: str, operation: str, model: str) -> None:
    found = route(path, {})
    assert found
    assert (found.provider, found.operation, found.model) == (provider, operation, model)


@pytest.mark.parametrize(
    "path", ["/", "/v1", "/v1/chat", "/compatible/v1/messages", "/v1beta/models/g:unknown", "/api/x"]
)
def test_other_paths_are_nobodys(path: str) -> None:
    assert route(path, {}) is None
    assert not_found(path).status == 404


@pytest.mark.parametrize(
    ("headers", "provider"),
    [
        ({"authorization": "Bearer k"}, "openai"),
        ({"x-api-key": "k", "anthropic-version": "2023-06-01"}, "anthropic"),
        ({"x-goog-api-key": "k"}, "google"),
        ({}, "openai"),
    ],
)
def test_the_shared_list_of_models_is_told_by_the_clients_headers(headers: dict[str, str], provider: str) -> None:
    found = route("/v1/models", headers)
    assert found
    assert (found.provider, found.operation) == (provider, "list")


@pytest.mark.parametrize(
    ("headers", "query", "found"),
    [
        ({"authorization": "Bearer a"}, {}, "a"),
        ({"x-api-key": "b"}, {}, "b"),
        ({"x-goog-api-key": "c", "authorization": "Bearer d"}, {}, "c"),
        ({}, {"key": "e"}, "e"),
        ({}, {}, ""),
    ],
)
def test_keys_are_found_where_clients_put_them(headers: dict[str, str], query: dict[str, str], found: str) -> None:
    assert key(headers, query) == found


def test_google_refuses_a_key_with_its_own_status() -> None:
    for path, status in (("/v1beta/models/m:generateContent", 400), ("/v1/messages", 401), ("/api/chat", 401)):
        found = route(path, {})
        assert found
        asked = Asked(number=1, provider=found.provider, operation=found.operation, path=path, key="k")
        assert refuse_key(asked, found.format).status == status
