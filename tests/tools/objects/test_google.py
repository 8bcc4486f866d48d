from __future__ import annotations

import asyncio
import logging

import pytest

from kasen.models.connection import Connection
from kasen.tools.objects.google import client

HTTP = "http://127.0.0.1:9"


def test_no_credentials_go_to_an_endpoint_without_tls(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def default(**more: object) -> tuple[None, str]:
        asked.append(more)
        return None, "project"

    monkeypatch.setattr("google.auth.default", default)
    assert client(HTTP, Connection()).system.credentials.token == "anon"
    assert asked == []
    client("https://storage.example.org", Connection())
    assert len(asked) == 1


async def test_connections_use_the_certificates_and_the_proxy_of_the_user() -> None:
    opened = client(HTTP, Connection(proxy="http://proxy.example.org:3128"))
    future = asyncio.run_coroutine_threadsafe(ready(opened), opened.system.loop)
    await asyncio.wrap_future(future)
    assert opened.system.session_kwargs["proxy"] is None, "this machine is reached without it"
    await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(closed(opened), opened.system.loop))
    assert opened.system._session.closed


def test_the_library_does_not_tell_failures_by_itself() -> None:
    client(HTTP, Connection())
    assert not logging.getLogger("gcsfs").isEnabledFor(logging.CRITICAL)


async def ready(opened: object) -> None:
    await opened.ready()  # type: ignore[attr-defined]


async def closed(opened: object) -> None:
    await opened.close()  # type: ignore[attr-defined]
