from __future__ import annotations

import pytest

from kasen.errors import BudgetSpent
from kasen.models.meter import Estimate
from kasen.models.receipt import Receipt, ReceiptKey
from kasen.models.role import Usage
from kasen.testing.ledger import CountingMeter, MemoryLedger


async def test_what_is_recorded_is_found_under_its_key_only() -> None:
    ledger = MemoryLedger()
    key = ReceiptKey("n", "r", 0, "h")
    receipt = Receipt(role="r", by="rule", value_json="{}")
    await ledger.record(key, receipt)
    assert await ledger.lookup(ReceiptKey("n", "r", 0, "h")) is receipt
    assert await ledger.lookup(ReceiptKey("n", "r", 1, "h")) is None
    assert len(ledger.lookups) == 2


async def test_the_cap_counts_calls_and_the_price_becomes_unknown() -> None:
    meter = CountingMeter(calls=1)
    estimate = Estimate(model="m", input_tokens=1)
    await meter.check(estimate)
    assert meter.open == 1
    meter.add(estimate, Usage(output_tokens=3), None)
    assert (meter.open, meter.usage.total, meter.usd) == (0, 3, None)
    with pytest.raises(BudgetSpent):
        await meter.check(estimate)
