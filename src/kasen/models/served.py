"""Which models stand ready without being named: those that an Ollama or compatible server lists."""

from __future__ import annotations

import json
import re
from typing import Any

from kasen.models.access import Access
from kasen.models.connection import Connection, connection_of

PATIENCE_S = 1.0
"""Seconds that a server may take to list its models."""
MOST = 4 << 20
"""Bytes of a list; that of OpenRouter, with some hundred models, takes half a megabyte."""
_NO_CHAT = re.compile(r"embed|bert|minilm|bge|rerank|whisper|tts", re.IGNORECASE)


def served(provider: str, access: Access, *, timeout_s: float = PATIENCE_S) -> list[str]:
    """`provider:model` of every chat model there; empty when there is none or the server does not answer."""
    connection = connection_of(access)
    if provider == "ollama":
        listed = _listed(f"{access.ollama_base_url.rstrip('/')}/api/tags", "", "models", timeout_s, connection)
        names = [one.get("model") or one.get("name") or "" for one in listed if not _only_embeds(one)]
    elif provider == "compatible" and access.compatible_base_url:
        url = f"{access.compatible_base_url.rstrip('/')}/models"
        names = [one.get("id") or "" for one in _listed(url, access.compatible_api_key, "data", timeout_s, connection)]
    else:
        return []
    return [f"{provider}:{name}" for name in names if name and not _NO_CHAT.search(name)]


def _only_embeds(model: dict[str, Any]) -> bool:
    details = model.get("details")
    return isinstance(details, dict) and "bert" in str(details.get("family", ""))


def _listed(url: str, key: str, field: str, timeout_s: float, connection: Connection) -> list[dict[str, Any]]:
    import httpx

    headers = {"accept-encoding": "identity"} | ({"Authorization": f"Bearer {key}"} if key else {})
    content = b""
    try:
        with (
            httpx.Client(timeout=timeout_s, **connection.options(url, httpx)) as client,
            client.stream("GET", url, headers=headers) as answer,
        ):
            answer.raise_for_status()
            for piece in answer.iter_raw():
                content += piece
                if len(content) > MOST:
                    return []
        said = json.loads(content)
    except (httpx.HTTPError, httpx.InvalidURL, ValueError, RecursionError):
        return []
    listed = said.get(field) if isinstance(said, dict) else None
    return [one for one in listed if isinstance(one, dict)] if isinstance(listed, list) else []
