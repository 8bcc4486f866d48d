from __future__ import annotations

import httpx


async def test_the_figures_come_as_prometheus_reads_them(client: httpx.AsyncClient) -> None:
    answer = await client.get("/metrics")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/plain; version=")
    assert "# TYPE kasen_runs gauge" in answer.text
    assert answer.text.endswith("\n")
