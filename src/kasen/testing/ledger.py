"""A ledger and a meter in memory, that keep what they were told."""

from __future__ import annotations

from dataclasses import dataclass, field

from kasen.errors import BudgetSpent
from kasen.models.meter import Estimate
from kasen.models.receipt import ModelCost, Receipt, ReceiptKey
from kasen.models.role import Usage


@dataclass(kw_only=True)
class MemoryLedger:
    """Implements `Ledger`; `receipts` in the order they were recorded, `lookups` as they were asked for.

    `pending`: what asks without a receipt have announced.
    """

    receipts: dict[ReceiptKey, Receipt] = field(default_factory=dict)
    pending: dict[ReceiptKey, tuple[ModelCost, ...]] = field(default_factory=dict)
    lookups: list[ReceiptKey] = field(default_factory=list)

    async def lookup(self, key: ReceiptKey) -> Receipt | None:
        """The recorded answer, or None."""
        self.lookups.append(key)
        return self.receipts.get(key)

    async def asked(self, key: ReceiptKey, models: tuple[ModelCost, ...]) -> None:
        """Keep what was announced, until the receipt."""
        self.pending[key] = models

    async def record(self, key: ReceiptKey, receipt: Receipt) -> None:
        """Keep the receipt."""
        self.receipts[key] = receipt
        self.pending.pop(key, None)


@dataclass(kw_only=True)
class CountingMeter:
    """Implements `Meter` with a cap on calls; `open` counts checks that were not yet added."""

    calls: int | None = None
    checked: list[Estimate] = field(default_factory=list)
    usage: Usage = field(default_factory=Usage)
    usd: float | None = 0.0
    open: int = 0

    async def check(self, estimate: Estimate) -> None:
        """Raises BudgetSpent for the call after the last allowed one."""
        if self.calls is not None and len(self.checked) >= self.calls:
            raise BudgetSpent(f"the cap of {self.calls} calls is reached")
        self.checked.append(estimate)
        self.open += 1

    def time_left(self) -> float | None:
        """No end."""
        return None

    def add(self, estimate: Estimate, usage: Usage, usd: float | None) -> None:
        """Add up what calls took."""
        self.open -= 1
        self.usage += usage
        self.usd = None if self.usd is None or usd is None else self.usd + usd
