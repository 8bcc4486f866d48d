"""Figures for Prometheus: runs, streams, events, models, requests, the process. No names or titles of anybody."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from sqlalchemy import func, select
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kasen.runtime.runner import Runner
from kasen.runtime.tables import RUNS
from kasen.server.streams import Streams

BY_STATE = select(RUNS.c.team, RUNS.c.status, func.count()).group_by(RUNS.c.team, RUNS.c.status)
PROVIDERS = 50
"""Distinct providers at most; what comes after is `other`."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Metrics:
    """The figures of one application. Counters begin with the process; the runs are counted when somebody asks."""

    def __init__(self, runner: Runner, streams: Streams) -> None:
        self.registry = CollectorRegistry()
        self._runner = runner
        self._streams = streams
        to = self.registry
        self._runs = Gauge("kasen_runs", "Runs in the database", ("team", "status"), registry=to)
        self._at_work = Gauge("kasen_runs_at_work", "Runs that this process drives", registry=to)
        self._waiting = Gauge("kasen_runs_waiting", "Runs that wait here for their turn", registry=to)
        self._open = Gauge("kasen_streams_open", "Streams open now", registry=to)
        self._written = Counter("kasen_events_written", "Events that this process wrote", ("type",), registry=to)
        self._sent = Counter("kasen_events_sent", "Events sent on streams of events", registry=to)
        self._calls = Counter("kasen_model_calls", "Answers of models and rules", ("provider",), registry=to)
        self._tokens = Counter("kasen_model_tokens", "Tokens used", ("provider", "direction"), registry=to)
        self._usd = Counter("kasen_model_usd", "US dollars spent, where the price is known", ("provider",), registry=to)
        self._took = Histogram(
            "kasen_http_request_seconds",
            "Seconds until an answer begins",
            ("method", "route", "status"),
            buckets=BUCKETS,
            registry=to,
        )
        self._providers: set[str] = set()
        ProcessCollector(registry=self.registry)
        PlatformCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        runner.store.listen(self._heard)

    async def text(self) -> bytes:
        """All figures in Prometheus's text format. Raises StoreFailed."""
        found = await self._runner.store.read(lambda c: c.execute(BY_STATE).all())
        self._runs.clear()
        for team, status, count in found:
            self._runs.labels(team, status).set(count)
        self._at_work.set(self._runner.turns.taken)
        self._waiting.set(len(self._runner.turns.waiting))
        self._open.set(len(self._streams))
        return generate_latest(self.registry)

    def sent(self, count: int) -> None:
        """That many events went out on a stream."""
        self._sent.inc(count)

    def took(self, seconds: float, *, method: str, route: str, status: int) -> None:
        """An answer began that long after its request."""
        method = method if method in METHODS else "other"
        self._took.labels(method, route, f"{status // 100}xx").observe(seconds)

    def _heard(self, _run_id: str, events: Sequence[Mapping[str, Any]]) -> None:
        for event in events:
            self._written.labels(event["type"]).inc()
            if event["type"] == "model_call":
                self._called(event)

    def _called(self, event: Mapping[str, Any]) -> None:
        provider = self._provider(event["by"])
        self._calls.labels(provider).inc()
        if event.get("reused"):
            return
        self._tokens.labels(provider, "in").inc(event.get("input_tokens") or 0)
        self._tokens.labels(provider, "out").inc(event.get("output_tokens") or 0)
        self._usd.labels(provider).inc(event.get("usd") or 0)

    def _provider(self, by: str) -> str:
        name, colon, _ = by.partition(":")
        name = name if colon else "rule"
        if len(self._providers) < PROVIDERS:
            self._providers.add(name)
        return name if name in self._providers else "other"


class Measured:
    """Times requests by the template of their route, from the first byte in to the first out."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self.app = app
        self.metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        began = time.perf_counter()

        async def timed(message: Message) -> None:
            if message["type"] == "http.response.start":
                route = getattr(scope.get("route"), "path", "other")
                seconds = time.perf_counter() - began
                self.metrics.took(seconds, method=scope["method"], route=route, status=message["status"])
            await send(message)

        await self.app(scope, receive, timed)
