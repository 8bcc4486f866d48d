"""Vectors of texts by OpenAI, or by a server that speaks like it (`POST /embeddings`)."""

from __future__ import annotations

import base64
import binascii
import struct
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import openai

from kasen.errors import ConfigurationError, Retryable
from kasen.models.access import Access
from kasen.models.connection import connection_of
from kasen.models.embedder_kinds import Kind, Kinds, kinds_of
from kasen.models.meter import estimate_tokens
from kasen.models.openai.client import Endpoint, endpoint, opened
from kasen.models.openai.failures import failure
from kasen.models.openai.model import ADDRESS

TEXTS = 128
TOKENS = 50_000
"""Most texts and tokens (`meter.estimate_tokens`) of one request; OpenAI takes 2,048 and 300,000 at once."""
TIMEOUT_S = 120.0
"""Seconds for one request, for a server on this machine that computes slowly too."""


class OpenAIEmbedder:
    """Implements `Embedder` for `openai:MODEL`."""

    def __init__(self, model: str, access: Access) -> None:
        self.model = f"openai:{model}"
        self._kinds = kinds_of("openai", model, access.embeddings_kinds)
        self.kinds = str(self._kinds)
        if not access.openai_api_key.strip():
            raise ConfigurationError(
                f"`{self.model}` needs a key", hint="Set OPENAI_API_KEY (setting `openai_api_key`)."
            )
        address = access.openai_base_url or ADDRESS
        self._at = endpoint(
            self.model,
            address,
            access.openai_api_key,
            setting="OPENAI_BASE_URL",
            connection=connection_of(access),
        )

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text, in order; see `Embedder`."""
        return await _embedded(self._at, self._kinds, texts, kind)


class CompatibleEmbedder:
    """Implements `Embedder` for `compatible:MODEL` at `embeddings_base_url`, else at `compatible_base_url`.

    Each address has its own key, which is never sent to the other.
    """

    def __init__(self, model: str, access: Access) -> None:
        self.model = f"compatible:{model}"
        self._kinds = kinds_of("compatible", model, access.embeddings_kinds)
        self.kinds = str(self._kinds)
        own = access.embeddings_base_url, access.embeddings_api_key, "KASEN_EMBEDDINGS_BASE_URL"
        shared = access.compatible_base_url, access.compatible_api_key, "KASEN_COMPATIBLE_BASE_URL"
        address, key, setting = own if access.embeddings_base_url else shared
        if not address:
            raise ConfigurationError(
                f"`{self.model}` needs the address of a server",
                hint="Set KASEN_EMBEDDINGS_BASE_URL (setting `embeddings_base_url`), as http://127.0.0.1:8000/v1.",
            )
        self._at = endpoint(self.model, address, key, setting=setting, connection=connection_of(access))

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        """One vector per text, in order; see `Embedder`."""
        return await _embedded(self._at, self._kinds, texts, kind)


async def _embedded(at: Endpoint, kinds: Kinds, texts: Sequence[str], kind: Kind | None) -> list[list[float]]:
    found: list[list[float]] = []
    failed: Exception | None = None
    try:
        async with opened(at, timeout=TIMEOUT_S) as client:
            for batch in _batches(kinds.texts(texts, kind)):
                # Asked for by name: the client library would ask for base64, which not every server knows.
                body = {"model": at.name.partition(":")[2], "input": batch, "encoding_format": "float"}
                body |= kinds.fields(kind)
                answer = await client.post("/embeddings", cast_to=object, body=body)
                found += _vectors(at, answer, len(batch))
    except openai.APIError as error:
        failed = failure(at, error)
    except (ValueError, OverflowError, RecursionError) as error:
        raise Retryable(f"{at.name} sent vectors that cannot be read: {error}") from error
    if failed is not None:
        raise failed  # outside of the handler: what the server said may hold the key, and is not carried along
    if len({len(vector) for vector in found}) > 1:
        raise Retryable(f"{at.name} sent vectors of several lengths")
    return found


def _batches(texts: Sequence[str]) -> Iterator[list[str]]:
    batch: list[str] = []
    tokens = 0
    for text in texts:
        # An empty text is refused, and half a character cannot be sent; both still get their vector.
        clean = text.encode("utf-8", "replace").decode("utf-8") if text.strip() else " "
        size = estimate_tokens(clean)
        if batch and (len(batch) == TEXTS or tokens + size > TOKENS):
            yield batch
            batch, tokens = [], 0
        batch.append(clean)
        tokens += size
    if batch:
        yield batch


def _vectors(at: Endpoint, answer: object, wanted: int) -> list[list[float]]:
    """The vectors of one answer in the order of their texts, which servers number."""
    data = answer.get("data") if isinstance(answer, Mapping) else None
    rows = [one for one in data if isinstance(one, Mapping)] if isinstance(data, list) else []
    numbers = [one.get("index", place) for place, one in enumerate(rows)]
    if len(rows) != wanted or set(map(str, numbers)) != set(map(str, range(wanted))):
        raise Retryable(f"{at.name} sent {len(rows)} vectors for {wanted} texts, or numbers them wrongly")
    ordered = [one for _, one in sorted(zip(numbers, rows, strict=True), key=lambda pair: int(pair[0]))]
    return [_vector(one.get("embedding")) for one in ordered]


def _vector(said: Any) -> list[float]:
    """A list of numbers, or little-endian 32-bit floats in base64, as the client library's own default has them."""
    if isinstance(said, str):
        try:
            raw = base64.b64decode(said, validate=True)
            return list(struct.unpack(f"<{len(raw) // 4}f", raw))
        except (binascii.Error, struct.error) as error:
            raise ValueError(f"a vector is neither numbers nor base64: {error}") from error
    if not isinstance(said, list) or not said or not all(isinstance(one, int | float) for one in said):
        raise ValueError("a vector is not a list of numbers")
    return [float(one) for one in said]
