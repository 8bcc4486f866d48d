"""Tools of runs that are killed: each use is noted in the home, as a provider would bill it, when it is done.

    host = billed(host, home)                      # searches, pages and programs
    host = replace(host, draw_for=painting(home))  # pictures, billed as calls of a model are

What a run keeps a receipt of is named by the key of that receipt, so that `traces` sees when it is had again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from kasen.evidence.types import Hit
from kasen.models.account import Accounts
from kasen.models.images import PAINTER, Image, ImageRequest, NoImage
from kasen.runtime.host import DrawFor, Host, drawer
from kasen.runtime.python_runs import key_of
from kasen.runtime.web import page_key, search_key
from kasen.testing.crash_child import Billed
from kasen.testing.draw import MODEL, FakeDraw
from kasen.testing.providers.png import png
from kasen.testing.traces import USES
from kasen.tools.python.model import PythonLimits, PythonResult
from kasen.tools.search.wanted import wanted

if TYPE_CHECKING:
    from kasen.models.drawing import Wish
    from kasen.models.images import Draw
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter
    from kasen.runtime.rows import RunRow
    from kasen.tools.fetch.page import Fetch, Page, Unfetched
    from kasen.tools.python.model import RunPython
    from kasen.tools.search.port import WebSearch

PICTURE_USD = 0.04
PICTURE_S = 0.01
PICTURE = png(64, 48, (90, 130, 90))
"""Of every wish: seeds are drawn from the id of a run."""


class BilledSearch:
    """Implements `WebSearch` by another one."""

    def __init__(self, search: WebSearch, home: Path) -> None:
        self.name = search.name
        self._search = search
        self._home = home

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """What the other finds."""
        want = wanted(
            query,
            max_results=max_results,
            since=since,
            domains=domains,
            exclude_domains=exclude_domains,
            lang=lang,
        )
        try:
            return await self._search(
                query,
                max_results=max_results,
                since=since,
                domains=domains,
                exclude_domains=exclude_domains,
                lang=lang,
            )
        finally:
            _note(self._home, "search", search_key(want))


class BilledFetch:
    """Implements `Fetch` by another one."""

    def __init__(self, fetch: Fetch, home: Path) -> None:
        self._fetch = fetch
        self._home = home

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """What the other has."""
        try:
            return await self._fetch.fetch(url, typed=typed, lang=lang)
        finally:
            _note(self._home, "page", page_key(url, lang, typed=typed))


class BilledPython:
    """Implements `RunPython` by another one."""

    def __init__(self, python: RunPython, home: Path) -> None:
        self._python = python
        self._home = home

    async def __call__(
        self, code: str, /, *, data: Mapping[str, Path | bytes] | None = None, limits: PythonLimits | None = None
    ) -> PythonResult:
        """What it comes to there."""
        key = await asyncio.to_thread(key_of, code, data or {}, limits or PythonLimits())
        try:
            return await self._python(code, data=data, limits=limits)
        finally:
            _note(self._home, "program", key)


def billed(host: Host, home: Path) -> Host:
    """The same host; what it searches, fetches and runs is noted in the home."""
    python = host.python

    def noted() -> RunPython | None:
        found = python()
        return BilledPython(found, home) if found is not None else None

    return replace(
        host,
        search=BilledSearch(host.search, home) if host.search is not None else None,
        fetch=BilledFetch(host.fetch, home) if host.fetch is not None else None,
        python=noted,
    )


def painting(home: Path) -> DrawFor:
    """For `Host.draw_for`: one picture for every wish by a model whose calls are billed as those of other models."""
    accounts, painter = Accounts(), Painter()

    def draw_for(row: RunRow, attempt: Attempt, ledger: RunLedger, meter: RunMeter) -> Draw:
        return drawer(
            *(row, attempt, ledger, meter),
            models=[painter.id],
            open_model=lambda wish: _billed_opener(wish, painter, home),
            accounts=accounts,
            price=lambda _name, _usage: PICTURE_USD,
        )

    return draw_for


class Painter:
    """Implements `ImageModel` by a `FakeDraw` that takes a moment and makes one picture."""

    id = MODEL
    account = "painter"

    async def make(self, request: ImageRequest) -> Image | NoImage:
        """Its picture."""
        await asyncio.sleep(PICTURE_S)
        return await FakeDraw(pictures={"": PICTURE})(request, role=PAINTER)


def _billed_opener(wish: Wish, painter: Painter, home: Path) -> Callable[[str], Billed]:
    opened = wish.opener(lambda _name: painter)
    return lambda name: Billed(opened(name), home)


def _note(home: Path, kind: str, key: str) -> None:
    with (home / USES).open("ab", buffering=0) as log:
        log.write(orjson.dumps({"kind": kind, "key": key}) + b"\n")
