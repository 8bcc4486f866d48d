from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import BudgetSpent, ConfigurationError, KeyRefused
from kasen.models.embedder import Steady
from kasen.models.embedder_kinds import Kind
from kasen.models.meter import Estimate
from kasen.models.role import Usage
from kasen.runtime.attempt import Attempt
from kasen.runtime.ledger import RunLedger
from kasen.runtime.libraries import Bill, Libraries
from kasen.runtime.limits import RunMeter, Spent, spent_so_far
from kasen.runtime.rows import Options
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.testing.stores import FakeLibrary


class Lengths:
    """A model that tells texts apart by their length."""

    model = "openai:text-embedding-3-small"
    kinds = ""

    async def embed(self, texts: Sequence[str], kind: Kind | None = None) -> list[list[float]]:
        if any(not text for text in texts):
            raise KeyRefused("401")
        return [[float(len(text))] for text in texts]


async def quiet(**_: Any) -> None:
    """Progress that nobody looks at."""


async def new_run(store: Store) -> str:
    row = await store.create(team="echo", mode="echo", title="t", lang="ja", request={}, options=Options())
    return row.id


async def libraries(
    store: Store, *texts: str, run_id: str = "", has_vectors: bool = True, **caps: Any
) -> tuple[Libraries, RunLedger, RunMeter]:
    """What one more attempt at a run opens; opening it embeds the texts one after the other."""
    run_id = run_id or await new_run(store)
    attempt = Attempt(store, run_id, await store.claim(run_id))
    ledger, meter = RunLedger(attempt), RunMeter(attempt, Options(**caps), Spent(0.0, 0, 0.0, 0))

    async def opened(_docs: list[Path], _kbs: list[str], _progress: Any, embedder: Steady | None, /) -> FakeLibrary:
        if embedder is None and has_vectors:
            raise ConfigurationError("the knowledge base was made with the embedding model")
        for text in texts if embedder is not None else ():
            await embedder.embed([text])  # type: ignore[union-attr]
        return FakeLibrary()

    def price(_model: str, usage: Usage) -> float:
        return usage.input_tokens / 100

    def bill(embedder: Steady, what: str) -> Bill:
        return Bill(ledger, meter, price, "planner:1", attempt.fence, embedder, what)

    return Libraries(opened, quiet, Redactor(), lambda: Steady(Lengths.model, Lengths), bill), ledger, meter


async def test_what_embedding_documents_took_stands_in_the_cost_table_once(store: Store) -> None:
    open_library, ledger, _ = await libraries(store, "日本茶", "coffee")
    assert await open_library([Path("/a")], []) is await open_library([Path("/a")], [])
    figures = await ledger.figures(1.0)
    [cost] = figures.costs
    assert (cost.role, cost.model, cost.calls) == ("embeddings", "openai:text-embedding-3-small", 2)
    assert (figures.calls, figures.input_tokens) == (2, cost.input_tokens)
    assert figures.usd == pytest.approx(cost.input_tokens / 100)
    assert cost.input_tokens >= 4


async def test_it_counts_against_the_caps_of_the_run(store: Store) -> None:
    open_library, _, meter = await libraries(store, "日本茶", usd=0.01)
    await open_library([Path("/a")], [])
    with pytest.raises(BudgetSpent, match="the budget of"):
        await meter.check(Estimate(model="openai:x", input_tokens=1, usd=0.001))


async def test_what_was_embedded_before_a_failure_is_counted_too(store: Store) -> None:
    open_library, ledger, _ = await libraries(store, "日本茶", "")
    with pytest.raises(KeyRefused):
        await open_library([Path("/a")], [])
    assert (await ledger.figures(1.0)).calls == 2


async def test_what_a_later_attempt_embeds_in_the_same_node_is_counted_too(store: Store) -> None:
    run_id = await new_run(store)
    broken, _, _ = await libraries(store, "日本茶", "", run_id=run_id)
    with pytest.raises(KeyRefused):
        await broken([Path("/a")], [])
    whole, ledger, _ = await libraries(store, "coffee", run_id=run_id)
    await whole([Path("/a")], [])
    assert (await ledger.figures(1.0)).calls == 3


async def test_calls_of_the_embedding_model_count_against_the_cap_on_calls_at_once(store: Store) -> None:
    open_library, _, meter = await libraries(store, "日本茶", "coffee", calls=2)
    await open_library([Path("/a")], [])
    with pytest.raises(BudgetSpent, match="2 calls is spent"):
        await meter.check(Estimate(model="openai:x", input_tokens=1, usd=0.0))


async def test_documents_that_need_no_vectors_leave_no_line(store: Store) -> None:
    open_library, ledger, _ = await libraries(store)
    await open_library([Path("/a")], [])
    assert (await ledger.figures(1.0)).costs == ()


async def test_a_model_that_fails_leaves_documents_without_vectors_to_words(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    open_library, ledger, _ = await libraries(store, "日本茶", "", has_vectors=False)
    assert (await (await open_library([Path("/a")], [])).search("茶")) == []
    assert "searched by words only: 401" in caplog.text
    assert (await ledger.figures(1.0)).calls == 2


async def test_a_killed_attempt_has_its_embedding_counted(store: Store) -> None:
    run_id = await new_run(store)
    open_library, ledger, _ = await libraries(store, "日本茶", run_id=run_id)
    seen: list[int] = []

    async def killed(_docs: list[Path], _kbs: list[str], _progress: Any, embedder: Steady | None, /) -> FakeLibrary:
        assert embedder is not None
        await embedder.embed(["日本茶"])
        spent = await store.read(lambda c: spent_so_far(c, run_id))
        seen.append(spent.calls)
        return FakeLibrary()

    open_library._open = killed
    await open_library([Path("/a")], [])
    assert seen == [1], "it was noted before it was settled"
    assert (await ledger.figures(1.0)).calls == 1, "and is counted once"
