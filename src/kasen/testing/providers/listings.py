"""Lists of models, as each provider sends them."""

from __future__ import annotations

from collections.abc import Mapping

from kasen.models.role import Usage
from kasen.testing.providers import anthropic as messages
from kasen.testing.providers import gemini_errors, openai_errors
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.wire import Asked, Format, Json

KNOWN: Mapping[str, tuple[str, ...]] = {
    "openai": ("gpt-test", "text-embedding-test"),
    "compatible": ("served-test",),
    "embeddings": ("embedding-test",),
    "anthropic": ("claude-test",),
    "google": ("gemini-test", "gemini-embedding-test"),
    "ollama": ("llama3:latest", "nomic-embed-text:latest"),
}
"""What each provider lists when a test says nothing else; other models answer all the same."""


def read(asked: Asked) -> Asked:
    """A request without a body."""
    return asked


def openai(asked: Asked, _: Reply, __: Usage) -> Json:
    """OpenAI's list."""
    listed = [{"id": name, "object": "model", "created": 1_780_000_000, "owned_by": "test"} for name in asked.known]
    return {"object": "list", "data": listed}


def anthropic(asked: Asked, _: Reply, __: Usage) -> Json:
    """Anthropic's list."""
    listed = [
        {"type": "model", "id": name, "display_name": name, "created_at": "2026-01-01T00:00:00Z"}
        for name in asked.known
    ]
    ends = {"first_id": next(iter(asked.known), None), "last_id": next(reversed(asked.known), None)}
    return {"data": listed, "has_more": False, **ends}


def gemini(asked: Asked, _: Reply, __: Usage) -> Json:
    """Google's list."""
    methods = ["generateContent", "countTokens", "embedContent"]
    listed = [
        {"name": f"models/{name}", "displayName": name, "supportedGenerationMethods": methods} for name in asked.known
    ]
    return {"models": listed}


OPENAI = Format(read=read, whole=openai, error=openai_errors.error, scripted=False)
ANTHROPIC = Format(read=read, whole=anthropic, error=messages.error, scripted=False)
GEMINI = Format(read=read, whole=gemini, error=gemini_errors.error, scripted=False)
