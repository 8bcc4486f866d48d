"""The documents of an attempt: each combination opened once, embedded where a model is set, the price counted."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from kasen.errors import ConfigurationError, KasenError, ProviderError
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

LOGGER = logging.getLogger("kasen.runtime")
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
        counted: Callable[[Steady, str], Bill],
    ) -> None:
        self._open = open_library
        self._on_progress = on_progress
        self._redact = redact
        self._embedder = embedder
        self._counted = counted
        self._known: dict[Any, asyncio.Future[Library]] = {}

    async def __call__(self, docs: list[Path], kbs: list[str]) -> Library:
        key = (tuple(docs), tuple(kbs))
        if key not in self._known:
            self._known[key] = asyncio.ensure_future(self._opened(docs, kbs))
        return await asyncio.shield(self._known[key])  # others wait for it too

    async def _opened(self, docs: list[Path], kbs: list[str]) -> Library:
        embedder = self._embedder()
        try:
            library = await self._embedded(embedder, docs, kbs)
        except (ProviderError, ConfigurationError) as failure:
            if embedder is None:
                raise
            library = await self._by_words(docs, kbs, failure)
        return RedactedLibrary(library, self._redact) if self._redact else library

    async def _embedded(self, embedder: Steady | None, docs: list[Path], kbs: list[str]) -> Library:
        if embedder is None:
            return await self._open(docs, kbs, self._on_progress, None)
        bill = self._counted(embedder, f"{docs} {kbs}")
        embedder.announce = bill.announce
        try:
            return await self._open(docs, kbs, self._on_progress, embedder)
        finally:
            embedder.announce = None  # the few tokens of a question are not counted
            if embedder.tokens:
                await bill.settle()

    async def _by_words(self, docs: list[Path], kbs: list[str], failure: KasenError) -> Library:
        """Without the model that failed, where the documents have no vectors of it yet."""
        try:
            library = await self._open(docs, kbs, self._on_progress, None)
        except ConfigurationError:
            raise failure from None
        LOGGER.warning("documents are searched by words only: %s", failure)
        return library


@dataclass
class Bill:
    """Books what embedding takes with the run: announced before each call, settled at the end.

    `attempt` tells the bills of a node apart that was begun again: what it embeds then adds to what it had embedded.
    """

    ledger: RunLedger
    meter: RunMeter
    price: Price
    node: str
    attempt: int
    embedder: Steady
    what: str
    """The documents that are opened."""

    def __post_init__(self) -> None:
        self._began = time.monotonic()
        digest = hashlib.sha256(f"{self.attempt} {self.what}".encode("utf-8", "surrogatepass")).hexdigest()
        self._key = ReceiptKey(self.node, ROLE, 0, digest)

    async def announce(self) -> None:
        """Note what it has taken with the call that is about to be made, so that a killed run counts it too."""
        await self.ledger.asked(self._key, (self._cost(),))

    async def settle(self) -> None:
        """Put it into the cost table."""
        cost = self._cost()
        self.meter.count(cost.usage, cost.usd, cost.calls)
        receipt = Receipt(
            role=ROLE,
            by=cost.model,
            value_json="{}",
            usage=cost.usage,
            usd=cost.usd,
            seconds=time.monotonic() - self._began,
            calls=cost.calls,
            attempts=cost.calls,
            prompt_hash=self._key.prompt_hash,
            models=(cost,),
        )
        await self.ledger.record(self._key, receipt)

    def _cost(self) -> ModelCost:
        usage = Usage(input_tokens=self.embedder.tokens)
        model = self.embedder.model
        return ModelCost(model=model, calls=self.embedder.calls, usage=usage, usd=self.price(model, usage))
