"""The documents of an attempt: each combination opened once, embedded where a model is set, the price counted."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kasen.models.receipt import ModelCost, Receipt, ReceiptKey
from kasen.models.role import Usage
from kasen.runtime.redacted import RedactedLibrary

if TYPE_CHECKING:
    from kasen.knowledge.library import Library
    from kasen.models.embedder import Steady
    from kasen.models.meter import Price
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter
    from kasen.settings import Redactor

ROLE = "embeddings"
"""Under which the cost table shows the embedding of documents."""
OnProgress = Callable[..., Coroutine[Any, Any, None]]


class OpenLibrary(Protocol):
    """Brings folders and knowledge bases up to date, with vectors of `embedder` where there is one."""

    def __call__(
        self, docs: list[Path], kbs: list[str], on_progress: OnProgress, embedder: Steady | None, /
    ) -> Awaitable[Library]: ...


class Libraries:
    """`await libraries(docs, kbs)`. What is embedded is counted after the fact: no cap stops it half way."""

    def __init__(
        self,
        open_library: OpenLibrary,
        on_progress: OnProgress,
        redact: Redactor,
        embedder: Callable[[], Steady | None],
        counted: Counted,
    ) -> None:
        self._open = open_library
        self._on_progress = on_progress
        self._redact = redact
        self._embedder = embedder
        self._counted = counted
        self._known: dict[Any, Awaitable[Library]] = {}

    async def __call__(self, docs: list[Path], kbs: list[str]) -> Library:
        key = (tuple(docs), tuple(kbs))
        if key not in self._known:
            self._known[key] = asyncio.ensure_future(self._opened(docs, kbs))
        return await self._known[key]

    async def _opened(self, docs: list[Path], kbs: list[str]) -> Library:
        embedder, began = self._embedder(), time.monotonic()
        try:
            library = await self._open(docs, kbs, self._on_progress, embedder)
        finally:
            if embedder is not None and embedder.tokens:
                await self._counted(embedder, f"{docs} {kbs}", time.monotonic() - began)
        return RedactedLibrary(library, self._redact) if self._redact else library


class Counted:
    """Books what embedding took with the run: `await counted(embedder, what, seconds)`.

    `attempt` tells the bills of a node apart that was begun again: what it embeds then adds to what it had embedded.
    """

    def __init__(
        self, ledger: RunLedger, meter: RunMeter, price: Price, node_path: Callable[[], str], attempt: int
    ) -> None:
        self._ledger = ledger
        self._meter = meter
        self._price = price
        self._node_path = node_path
        self._attempt = attempt

    async def __call__(self, embedder: Steady, what: str, seconds: float) -> None:
        usage = Usage(input_tokens=embedder.tokens)
        usd = self._price(embedder.model, usage)
        self._meter.count(usage, usd, embedder.calls)
        digest = hashlib.sha256(f"{self._attempt} {what}".encode("utf-8", "surrogatepass")).hexdigest()
        receipt = Receipt(
            role=ROLE,
            by=embedder.model,
            value_json="{}",
            usage=usage,
            usd=usd,
            seconds=seconds,
            calls=embedder.calls,
            attempts=embedder.calls,
            prompt_hash=digest,
            models=(ModelCost(model=embedder.model, calls=embedder.calls, usage=usage, usd=usd),),
        )
        await self._ledger.record(ReceiptKey(self._node_path(), ROLE, 0, digest), receipt)
