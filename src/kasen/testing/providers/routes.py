"""Which provider a path belongs to. All wire formats share one port."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from kasen.testing.providers import (
    anthropic,
    embeddings,
    gemini,
    gemini_errors,
    listings,
    ollama,
    openai_chat,
    openai_responses,
    tavily,
)
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.wire import Asked, Format, Problem

PROVIDERS = ("openai", "compatible", "embeddings", "anthropic", "google", "ollama", "tavily")
PREFIXES = {"compatible": "/compatible", "embeddings": "/embeddings"}
"""Paths in front of `/v1` that tell other servers of OpenAI's wire format from OpenAI."""

_OPENAI = {
    "/v1/chat/completions": ("chat", openai_chat.CHAT),
    "/v1/responses": ("responses", openai_responses.RESPONSES),
    "/v1/embeddings": ("embed", embeddings.OPENAI),
}
_OTHERS = {
    "/v1/messages": ("anthropic", "messages", anthropic.MESSAGES),
    "/v1/messages/count_tokens": ("anthropic", "count", anthropic.COUNT_TOKENS),
    "/v1beta/models": ("google", "list", listings.GEMINI),
    "/api/chat": ("ollama", "chat", ollama.CHAT),
    "/api/generate": ("ollama", "generate", ollama.CHAT),
    "/api/embed": ("ollama", "embed", embeddings.OLLAMA),
    "/api/embeddings": ("ollama", "embed", embeddings.OLLAMA_OLD),
    "/api/tags": ("ollama", "list", ollama.TAGS),
    "/api/ps": ("ollama", "list", ollama.TAGS),
    "/api/show": ("ollama", "show", ollama.SHOW),
    "/api/version": ("ollama", "version", ollama.VERSION),
    "/api/pull": ("ollama", "pull", ollama.PULL),
    "/search": ("tavily", "search", tavily.SEARCH),
    "/extract": ("tavily", "extract", tavily.EXTRACT),
}
_GEMINI = {
    "generateContent": gemini.GENERATE,
    "streamGenerateContent": gemini.STREAM,
    "countTokens": gemini.COUNT_TOKENS,
    "batchEmbedContents": embeddings.GEMINI_BATCH,
    "embedContent": embeddings.GEMINI_ONE,
    "predict": embeddings.VERTEX,
}
_GEMINI_PATH = re.compile(
    r"/v1(?:alpha|beta|beta1)?"
    r"(?:/projects/[^/]+/locations/[^/]+)?"
    r"(?:/publishers/google)?/(?:models|tunedModels|endpoints)/(?P<model>[^/:]+):(?P<operation>\w+)$"
)


class Route(NamedTuple):
    """Where a request goes. `model` is set where the path names it."""

    provider: str
    operation: str
    format: Format
    model: str = ""


def route(path: str, headers: Mapping[str, str]) -> Route | None:
    """The route of a path without its query; None when no provider has it."""
    if path == "/v1/models":
        return _listing(headers)
    for provider, prefix in PREFIXES.items():
        if path.startswith(f"{prefix}/v1/"):
            return _openai(provider, path.removeprefix(prefix))
    if path in _OPENAI:
        return _openai("openai", path)
    if path in _OTHERS:
        return Route(*_OTHERS[path])
    if (found := _GEMINI_PATH.match(path)) and found["operation"] in _GEMINI:
        return Route("google", found["operation"], _GEMINI[found["operation"]], found["model"])
    return None


def refuse_key(asked: Asked, format_: Format) -> Problem:
    """The answer of the asked provider to a wrong key."""
    if asked.provider == "google":
        return gemini_errors.refuse_key(asked)
    return format_.error(asked, Fault(kind="status", status=401))


def not_found(path: str) -> Problem:
    """The answer to a path that no provider has."""
    message = f"Invalid URL (POST {path})"
    body = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": None}}
    return Problem(status=404, body=body)


def key(headers: Mapping[str, str], query: Mapping[str, str]) -> str:
    """The key or token of a request, wherever the provider's client puts it."""
    for name in ("x-api-key", "x-goog-api-key"):
        if headers.get(name):
            return headers[name]
    if "key" in query:
        return query["key"]
    return headers.get("authorization", "").removeprefix("Bearer ").strip()


def _openai(provider: str, path: str) -> Route | None:
    if path == "/v1/models":
        return Route(provider, "list", listings.OPENAI)
    if path not in _OPENAI:
        return None
    operation, format_ = _OPENAI[path]
    return Route(provider, operation, format_)


def _listing(headers: Mapping[str, str]) -> Route:
    """`/v1/models` is OpenAI's, Anthropic's and Google's; their clients' headers differ."""
    if "anthropic-version" in headers or "x-api-key" in headers:
        return Route("anthropic", "list", listings.ANTHROPIC)
    if "x-goog-api-key" in headers:
        return Route("google", "list", listings.GEMINI)
    return Route("openai", "list", listings.OPENAI)
