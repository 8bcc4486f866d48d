from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from kasen.models.access import Access
from kasen.models.served import served

CLOSED = "http://127.0.0.1:9"
"""A port of this machine where nobody listens."""


@contextmanager
def answering(body: str, status: int = 200) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """A server that says the same to every GET; its address, and path and key of what it was asked."""
    asked: list[tuple[str, str]] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append((self.path, self.headers.get("Authorization") or ""))
            self.send_response(status)
            self.end_headers()
            self.wfile.write(body.encode())

        def log_message(self, *_: object) -> None: ...

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


TAGS = json.dumps(
    {
        "models": [
            {"name": "llama3:8b", "model": "llama3:8b", "details": {"family": "llama"}},
            {"name": "nomic-embed-text:latest", "details": {"family": "nomic-bert"}},
            {"name": "sfr:latest", "details": {"family": "bert"}},
            {"name": "gemma3:4b"},
        ]
    }
)


def test_an_ollama_server_names_its_chat_models() -> None:
    with answering(TAGS) as (url, asked):
        assert served("ollama", Access(ollama_base_url=url + "/")) == ["ollama:llama3:8b", "ollama:gemma3:4b"]
    assert asked == [("/api/tags", "")]


def test_a_compatible_server_is_asked_with_its_own_key() -> None:
    with answering('{"data": [{"id": "qwen"}, {"id": "text-embedding-x"}]}') as (url, asked):
        access = Access(compatible_base_url=f"{url}/v1", compatible_api_key="test-key", openai_api_key="other")
        assert served("compatible", access) == ["compatible:qwen"]
    assert asked == [("/v1/models", "Bearer test-key")]


@pytest.mark.parametrize("body", ["", "[]", "{", '{"models": 3}', '{"models": [1, null, {}]}', "<html>"])
def test_an_answer_that_is_none_lists_nothing(body: str) -> None:
    with answering(body) as (url, _):
        assert served("ollama", Access(ollama_base_url=url)) == []


def test_a_server_that_fails_or_is_not_there_lists_nothing() -> None:
    with answering(TAGS, status=500) as (url, _):
        assert served("ollama", Access(ollama_base_url=url)) == []
    assert served("ollama", Access(ollama_base_url=CLOSED)) == []
    assert served("ollama", Access(ollama_base_url="no address")) == []
    assert served("compatible", Access()) == []


def test_a_proxy_of_the_environment_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", CLOSED)
    monkeypatch.setenv("ALL_PROXY", CLOSED)
    with answering(TAGS) as (url, _):
        assert served("ollama", Access(ollama_base_url=url))


def test_providers_that_offer_no_list_have_none() -> None:
    assert served("openai", Access(openai_api_key="test-key")) == []
