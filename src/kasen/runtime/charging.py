"""What programs spend that ask models themselves, as receipts: in the figures, the events and the budget of the run."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from kasen.models.receipt import ModelCost, Receipt, ReceiptKey
from kasen.models.role import RULE, Usage
from kasen.runtime.ledger import BUDGET
from kasen.runtime.node import CURRENT

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.ledger import RunLedger
    from kasen.runtime.limits import RunMeter

CHARGED = "charge:"
"""Where such receipts stand, in place of a node: the same turn is paid once, in whichever execution it is heard of."""
Warn = Callable[[str, str], Awaitable[None]]
_UNPRICED = {
    "en": "nobody knows what `{by}` costs, so the cap on money does not hold for it; a cap on tokens or calls does",
    "ja": "`{by}` の料金は分からないため、金額の上限はこれには効きません。トークン数か呼び出し回数の上限は効きます",
}


class RunCharge:
    """Implements `Charge` for the run that an attempt drives."""

    def __init__(self, attempt: Attempt, ledger: RunLedger, meter: RunMeter, warn: Warn, lang: str) -> None:
        self._attempt = attempt
        self._ledger = ledger
        self._meter = meter
        self._warn = warn
        self._lang = lang
        self._lock = asyncio.Lock()
        self._told: set[str] = set()

    async def __call__(
        self, role: str, by: str, /, *, key: str, usage: Usage, usd: float | None, seconds: float
    ) -> bool:
        """See `Charge`. Raises Fenced and StoreFailed: then it is not committed."""
        named = ReceiptKey(CHARGED, role, 0, hashlib.sha256(f"charge\n{key}".encode()).hexdigest())
        async with self._lock:
            if await self._ledger.lookup(named) is None:
                paid = ModelCost(model=by, usage=usage, usd=usd)
                receipt = Receipt(
                    role=role,
                    by=by,
                    value_json="null",
                    usage=usage,
                    usd=usd,
                    seconds=seconds,
                    calls=1,
                    prompt_hash=named.prompt_hash,
                    models=(paid,),
                )
                await self._ledger.record(named, receipt)
                self._meter.count(usage, usd, 1)
        if usd is None and "usd" in self._meter.caps() and by not in self._told:
            self._told.add(by)
            await self._warn(f"price {by}", _UNPRICED[self._lang].format(by=by))
        return await self.spent()

    async def spent(self) -> bool:
        """See `Charge`."""
        return await self._meter.reached() is not None

    async def left(self) -> float | None:
        """See `Charge`."""
        return self._meter.money_left()

    async def stop(self) -> None:
        """See `Charge`: as a rule's answer for want of budget, which a higher one takes back."""
        node = CURRENT.get()
        self._meter.stopped_by = await self._meter.reached() or self._meter.stopped_by
        key = ReceiptKey(node.path, node.name, 0, hashlib.sha256(b"stop").hexdigest())
        told = Receipt(
            role=node.name, by=RULE, value_json="null", usage=Usage(), why=BUDGET, prompt_hash=key.prompt_hash
        )
        await self._ledger.record(key, told)
