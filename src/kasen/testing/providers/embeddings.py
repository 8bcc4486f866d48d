"""Embeddings as OpenAI, Gemini, Vertex AI and Ollama send them."""

from __future__ import annotations

import base64
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from kasen.models.role import Usage
from kasen.testing.providers import gemini_errors, ollama, openai_errors
from kasen.testing.providers.reply import Reply
from kasen.testing.providers.tokens import count
from kasen.testing.providers.vectors import vector
from kasen.testing.providers.wire import Asked, Format, Json, either, nothing, texts


def read(asked: Asked) -> Asked:
    """Model and texts of any of the requests; the prompt is all texts, one a line."""
    model = asked.model or str(asked.body.get("model", ""))
    return replace(asked, model=model, prompt="\n".join(_inputs(asked.body)))


def openai(asked: Asked, _: Reply, usage: Usage) -> Json:
    """A `list` of `embedding`, as floats or base64 (little-endian 32-bit floats)."""
    packed = asked.body.get("encoding_format") == "base64"
    found = [
        {"object": "embedding", "index": index, "embedding": _packed(values) if packed else values}
        for index, values in enumerate(_vectors(asked, asked.body.get("dimensions")))
    ]
    told = {"prompt_tokens": usage.input_tokens, "total_tokens": usage.input_tokens}
    return {"object": "list", "data": found, "model": asked.model, "usage": told}


def gemini_batch(asked: Asked, _: Reply, __: Usage) -> Json:
    """The answer to `:batchEmbedContents`."""
    first: Json = next(iter(asked.body.get("requests") or ()), {})
    wanted = either(first, "outputDimensionality") or either(_config(first), "outputDimensionality")
    return {"embeddings": [{"values": values} for values in _vectors(asked, wanted)]}


def gemini_one(asked: Asked, _: Reply, __: Usage) -> Json:
    """The answer to `:embedContent`."""
    body = asked.body
    wanted = either(body, "outputDimensionality") or either(_config(body), "outputDimensionality")
    values = next(iter(_vectors(replace(asked, body={"input": asked.prompt}), wanted)))
    return {"embedding": {"values": values}, "usageMetadata": {"promptTokenCount": count(asked.prompt)}}


def vertex(asked: Asked, _: Reply, __: Usage) -> Json:
    """The answer to `:predict` of a model for embeddings on Vertex AI."""
    wanted = either(asked.body.get("parameters") or {}, "outputDimensionality")
    found = []
    for text, values in zip(_inputs(asked.body), _vectors(asked, wanted), strict=True):
        statistics = {"truncated": False, "token_count": count(text)}
        found.append({"embeddings": {"values": values, "statistics": statistics}})
    return {"predictions": found}


def from_ollama(asked: Asked, _: Reply, usage: Usage) -> Json:
    """The answer to `/api/embed`."""
    told = {"total_duration": 1_000_000, "load_duration": 1_000, "prompt_eval_count": usage.input_tokens}
    return {"model": asked.model, "embeddings": list(_vectors(asked, asked.body.get("dimensions"))), **told}


def from_ollama_old(asked: Asked, _: Reply, __: Usage) -> Json:
    """The answer to `/api/embeddings`, the older of Ollama's two."""
    return {"embedding": next(iter(_vectors(asked, None)))}


OPENAI = Format(read=read, whole=openai, error=openai_errors.error, scripted=False)
GEMINI_BATCH = Format(read=read, whole=gemini_batch, error=gemini_errors.error, tells=nothing, scripted=False)
GEMINI_ONE = Format(read=read, whole=gemini_one, error=gemini_errors.error, tells=nothing, scripted=False)
VERTEX = Format(read=read, whole=vertex, error=gemini_errors.error, tells=nothing, scripted=False)
OLLAMA = Format(read=read, whole=from_ollama, error=ollama.error, scripted=False)
OLLAMA_OLD = Format(read=read, whole=from_ollama_old, error=ollama.error, tells=nothing, scripted=False)


def _inputs(body: Json) -> list[str]:
    given: Any = body.get("input", body.get("prompt", body.get("content")))
    if given is None:
        given = [request.get("content") for request in body.get("requests") or body.get("instances") or ()]
    items = given if isinstance(given, list) else [given]
    # Lists of token numbers are texts too, to OpenAI.
    return ["".join(texts(item)) or str(item or "") for item in items]


def _vectors(asked: Asked, wanted: Any) -> Iterator[list[float]]:
    for text in _inputs(asked.body):
        yield vector(text, int(wanted or asked.dimensions))


def _config(body: Json) -> Json:
    return either(body, "embedContentConfig") or {}


def _packed(values: list[float]) -> str:
    return base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()
