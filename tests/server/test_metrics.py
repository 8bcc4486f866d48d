from __future__ import annotations

import asyncio
from pathlib import Path

import httpx

from kasen.models.account import AccountLimits, Accounts
from kasen.runtime.local import open_runner
from kasen.runtime.rows import Options
from kasen.runtime.shared_accounts import SharedAccounts
from kasen.server.context import ServerDeps
from kasen.server.metrics import PROVIDERS, Metrics
from kasen.settings import load_settings
from server.streaming import live


async def figures(client: httpx.AsyncClient, **headers: str) -> dict[str, float]:
    answer = await client.get("/metrics", headers=headers)
    assert answer.status_code == 200
    return read(answer.text)


def read(text: str) -> dict[str, float]:
    lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


async def test_runs_events_and_models_are_counted(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    run_id = await deps.runner.start("echo", {"text": "hello world"})
    await deps.runner.wait(run_id)
    await client.get(f"/api/runs/{run_id}/events")
    waiting = await live(deps.runner.store)
    found = await figures(client)
    assert found['kasen_runs{status="done",team="echo"}'] == 1
    assert found['kasen_runs{status="running",team="echo"}'] == 1
    assert (found["kasen_runs_at_work"], found["kasen_runs_waiting"]) == (0, 0)
    assert found["kasen_streams_open"] == 0
    row = await deps.runner.store.run(run_id)
    assert found["kasen_events_sent_total"] == row.last_seq
    written = {name: value for name, value in found.items() if name.startswith("kasen_events_written_total")}
    assert sum(written.values()) == row.last_seq
    types = [event.type async for event in deps.runner.events(run_id)]
    assert written['kasen_events_written_total{type="model_call"}'] == types.count("model_call")
    assert found['kasen_model_calls_total{provider="rule"}'] == types.count("model_call")
    assert found["process_open_fds"] > 0
    waiting.end()


async def test_requests_are_timed_by_the_template_of_their_route(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    await client.get("/api/runs/01A/events")
    await client.get("/api/runs/01B/events")
    await client.get("/wp-login.php")
    await client.get("/healthz", headers={"host": "evil.example"})
    found = await figures(client)
    counts = {name: value for name, value in found.items() if name.startswith("kasen_http_request_seconds_count")}
    prefix = "kasen_http_request_seconds_count"
    assert counts[f'{prefix}{{method="GET",route="/api/runs/{{run_id}}/events",status="4xx"}}'] == 2
    assert counts[f'{prefix}{{method="GET",route="other",status="4xx"}}'] == 2
    assert not any("01A" in name or "wp-login" in name or "evil" in name for name in found)


async def test_on_a_shared_server_a_token_is_needed_and_nobody_is_named(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    token = deps.door.tokens.add("mio")
    run = await live(deps.runner.store, owner="mio")
    assert (await client.get("/metrics")).status_code == 401
    assert not any("mio" in name for name in await figures(client, authorization=f"Bearer {token}"))
    run.end()


async def test_two_applications_count_for_themselves(deps: ServerDeps) -> None:
    one, other = Metrics(deps.runner, deps.streams), Metrics(deps.runner, deps.streams)
    one.sent(3)
    assert b"kasen_events_sent_total 3.0" in await one.text()
    assert b"kasen_events_sent_total 0.0" in await other.text()


async def test_labels_are_bounded(deps: ServerDeps) -> None:
    metrics = Metrics(deps.runner, deps.streams)
    for n in range(PROVIDERS + 20):
        metrics._heard("01A", [{"type": "model_call", "by": f"p{n}:model", "input_tokens": 2, "usd": None}])
    metrics.took(0.1, method="BREW", route="/x", status=418)
    text = (await metrics.text()).decode()
    assert text.count("kasen_model_calls_total{") == PROVIDERS + 1
    assert 'kasen_model_calls_total{provider="other"} 20.0' in text
    assert 'method="other"' in text


async def test_figures_of_the_installation_are_those_of_all_processes(deps: ServerDeps) -> None:
    """Runs that another process drives, which this one does not know of."""
    metrics = Metrics(deps.runner, deps.streams, fresh_s=0.0)
    store = deps.runner.store
    elsewhere = [await live(store) for _ in range(3)]
    waits = await store.create(
        team="echo", mode="echo", title="t", lang="en", request={"text": "t"}, options=Options(), owner="mio"
    )
    found = read((await metrics.text()).decode())
    assert found["kasen_installation_runs_at_work"] == 3
    assert found["kasen_installation_runs_waiting"] == 1
    assert (found["kasen_runs_at_work"], found["kasen_runs_waiting"]) == (0, 0)
    for run in elsewhere:
        run.end()
    await deps.runner.continue_(waits.id)
    await deps.runner.wait(waits.id)
    assert read((await metrics.text()).decode())["kasen_installation_runs_waiting"] == 0


async def test_calls_of_all_processes_are_told_by_provider(database: str, tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, database=database)
    async with open_runner(settings) as runner:
        metrics = Metrics(runner, ServerDeps(runner=runner, settings=settings).streams)
        shared = SharedAccounts(database)
        one = Accounts({"": AccountLimits(concurrency=1)}, share=shared)("openai@gateway.internal:443")
        async with one.turn():
            waits = asyncio.create_task(one.turn().__aenter__())
            await asyncio.sleep(0.3)
            text = (await metrics.text()).decode()
            waits.cancel()
        await shared.close()
        assert 'kasen_installation_calls{provider="openai"} 1.0' in text
        assert 'kasen_installation_calls_waiting{provider="openai"} 1.0' in text
        assert "gateway" not in text
        assert (await metrics.text()).decode().count('kasen_installation_calls{provider="openai"} 1.0') == 1, "kept"
