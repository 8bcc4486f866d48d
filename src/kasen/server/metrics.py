"""Figures for Prometheus: runs, streams, events, models, requests, the process. No names or titles of anybody.

What is called `kasen_installation_…` is counted in the database, over all servers and workers: each server says the
same, so it is not to be summed. All else is of this process.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.gc_collector import GCCollector
from prometheus_client.platform_collector import PlatformCollector
from prometheus_client.process_collector import ProcessCollector
from sqlalchemy import Connection, func, select
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from kasen.runtime.account_statements import in_use
from kasen.runtime.runner import Runner
from kasen.runtime.tables import IS_ACTIVE, IS_OWN, RUNS
from kasen.server.streams import Streams

BY_STATE = select(RUNS.c.team, RUNS.c.status, func.count()).group_by(RUNS.c.team, RUNS.c.status)
ACTIVE = select(RUNS.c.status, func.count()).where(IS_ACTIVE, IS_OWN).group_by(RUNS.c.status)
FRESH_S = 2.0
"""Seconds for which what the database said is told again."""
PROVIDERS = 50
"""Distinct providers at most; what comes after is `other`."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})


class Counted(NamedTuple):
    """What the database holds of the whole installation."""

    by_state: Sequence[tuple[str, str, int]]
    """Team, status, runs."""
    active: Mapping[str, int]
    """`running` and `created` to runs that people asked for."""
    accounts: Mapping[str, tuple[int, int]]
    """Provider to calls under way and calls that wait for a place, where processes share their accounts."""


def look(connection: Connection) -> Counted:
    """Count everything, in one read."""
    by_state = [(team, status, count) for team, status, count in connection.execute(BY_STATE)]
    active = {status: int(count) for status, count in connection.execute(ACTIVE)}
    return Counted(by_state, active, in_use(connection))


class Installation:
    """The gauges of the whole installation."""

    def __init__(self, to: CollectorRegistry) -> None:
        self._runs = Gauge("kasen_runs", "Runs in the database", ("team", "status"), registry=to)
        whole = "in the whole installation, whoever drives them"
        self._at_work = Gauge("kasen_installation_runs_at_work", f"Runs at work {whole}", registry=to)
        self._waiting = Gauge("kasen_installation_runs_waiting", f"Runs that wait {whole}", registry=to)
        shared = "in all processes that share a PostgreSQL database"
        self._calls = Gauge("kasen_installation_calls", f"Calls under way {shared}", ("provider",), registry=to)
        self._queued = Gauge(
            "kasen_installation_calls_waiting", f"Calls that wait for a place {shared}", ("provider",), registry=to
        )

    def set(self, counted: Counted) -> None:
        """Show these figures."""
        self._runs.clear()
        for team, status, count in counted.by_state:
            self._runs.labels(team, status).set(count)
        self._at_work.set(counted.active.get("running", 0))
        self._waiting.set(counted.active.get("created", 0))
        self._calls.clear()
        self._queued.clear()
        for provider, (calls, waiting) in counted.accounts.items():
            self._calls.labels(provider).set(calls)
            self._queued.labels(provider).set(waiting)


class Metrics:
    """The figures of one application. Counters begin with the process; the runs are counted when somebody asks."""

    def __init__(self, runner: Runner, streams: Streams, *, fresh_s: float = FRESH_S) -> None:
        self.registry = CollectorRegistry()
        self._runner = runner
        self._streams = streams
        to = self.registry
        self._installation = Installation(to)
        self._fresh_s = fresh_s
        self._read_at = -math.inf
        self._at_work = Gauge("kasen_runs_at_work", "Runs that this process drives; workers drive others", registry=to)
        self._waiting = Gauge("kasen_runs_waiting", "Runs that wait in this process for their turn", registry=to)
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
        if time.monotonic() - self._read_at >= self._fresh_s:
            self._read_at = time.monotonic()
            self._installation.set(await self._runner.store.read(look))
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
