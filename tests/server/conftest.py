"""A server over a home of its own: asked in this process (`deps`, `client`), or as the process a user starts."""

from __future__ import annotations

from collections.abc import AsyncIterator

import httpx
import pytest

from kasen.runtime.local import open_runner
from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from kasen.settings import load_settings

HERE = "http://127.0.0.1:8317"


@pytest.fixture
async def deps() -> AsyncIterator[ServerDeps]:
    """An open runner in an empty home, without tokens."""
    settings = load_settings()
    async with open_runner(settings) as runner:
        yield ServerDeps(runner=runner, settings=settings)


@pytest.fixture
async def client(deps: ServerDeps) -> AsyncIterator[httpx.AsyncClient]:
    """Asks the application in this process; an error that nobody foresaw is raised here."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=create_app(deps)), base_url=HERE) as asking:
        yield asking
