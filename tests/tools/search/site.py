"""A web server of this machine that answers as a test says, and search results that are quickly written."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from typing import Any

from kasen.errors import ProviderError
from kasen.evidence.types import Hit
from kasen.testing.providers.connection import Connection, Received
from kasen.tools.search import Wanted, wanted
from models.company_network import listening

NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)
TODAY = date(2026, 11, 21)


def noon() -> datetime:
    return NOON


@dataclass(frozen=True, kw_only=True)
class Page:
    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


def as_json(value: object, status: int = 200, **headers: str) -> Page:
    return Page(body=json.dumps(value).encode(), status=status, headers={"content-type": "application/json", **headers})


@dataclass(kw_only=True)
class Site:
    url: str = ""
    port: int = 0
    asked: list[Received] = field(default_factory=list)


@asynccontextmanager
async def site(*pages: Page | Callable[[Received], Page]) -> AsyncIterator[Site]:
    """Answers with these pages one after the other, with the last one for ever."""
    here = Site()

    async def serve(reader: Any, writer: Any) -> None:
        connection = Connection(reader, writer, sleep=no_sleep)
        while (received := await connection.receive()) is not None:
            page = pages[min(len(here.asked), len(pages) - 1)]
            here.asked.append(received)
            page = page(received) if callable(page) else page
            await connection.begin(page.status, {"content-length": str(len(page.body)), **page.headers})
            await connection.send(page.body, last=True)

    async with listening(serve) as port:
        here.url, here.port = f"http://127.0.0.1:{port}", port
        yield here


async def no_sleep(_seconds: float) -> None:
    return None


@dataclass
class Scripted:
    """A SearchProvider that gives these one after the other, the last one for ever."""

    answers: Sequence[Sequence[Hit] | ProviderError]
    name: str = "scripted"
    pace_s: float = 0.0
    account: str = "scripted"
    asked: list[Wanted] = field(default_factory=list)

    async def find(self, want: Wanted) -> list[Hit]:
        answer = self.answers[min(len(self.asked), len(self.answers) - 1)]
        self.asked.append(want)
        if isinstance(answer, ProviderError):
            raise answer
        return list(answer)


def search_for(query: str = "宇治茶 歴史", **conditions: Any) -> Wanted:
    return wanted(query, **conditions)
