from __future__ import annotations

import httpx
import pytest
from ollama import ResponseError

from kasen.errors import AccountClosed, ProviderError, Refused, Retryable
from kasen.models.ollama.link import OllamaServer


@pytest.mark.parametrize(
    ("raised", "expected"),
    [
        (ConnectionError("no"), Refused),
        (httpx.ConnectError("no"), Refused),
        (httpx.ConnectTimeout(""), Retryable),
        (httpx.ReadError(""), Retryable),
        (ValueError("not JSON"), Retryable),
        (AttributeError("'NoneType' object has no attribute 'get'"), Retryable),
        (ResponseError("out of memory"), Retryable),
        (ResponseError('{"error": "you\'ve reached your usage limit"}', 429), AccountClosed),
        (ResponseError("404 page not found: no such address", 404), ProviderError),
    ],
)
async def test_what_the_client_raises_becomes_one_of_our_errors(
    raised: Exception, expected: type[ProviderError]
) -> None:
    with pytest.raises(expected, match="ollama:m"):
        async with OllamaServer("http://127.0.0.1:1").client("ollama:m", 1.0):
            raise raised


def test_without_an_address_it_is_this_machine() -> None:
    assert OllamaServer("").place == "127.0.0.1:11434"
