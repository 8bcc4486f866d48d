"""Spans as OpenTelemetry wants them, sent as OTLP over HTTP by a thread that no run waits for.

Imported only where a collector is set. Spans hold names, numbers and kinds of errors: no words of prompts, answers,
queries or pages, and no addresses but hosts. What a collector does not take is dropped.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import random
import threading
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING

import httpx
from opentelemetry.exporter.otlp.proto.common.trace_encoder import encode_spans
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.sdk.trace.id_generator import IdGenerator
from opentelemetry.sdk.trace.sampling import ALWAYS_ON
from opentelemetry.trace import INVALID_SPAN, SpanKind, Status, StatusCode, set_span_in_context
from opentelemetry.trace import Span as Wire

from kasen.models.access import access_of
from kasen.models.connection import Connection, connection_of
from kasen.models.reach import host_port, place
from kasen.runtime.rows import number_of
from kasen.runtime.tracing import Span, Value
from kasen.settings.network import headers_of

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.settings import Settings

LOGGER = logging.getLogger("kasen.runtime")
QUEUE = 2048
"""Spans that wait at most; what comes then replaces the oldest."""
BATCH = 256
DELAY_S = 2.0
"""Seconds between two sendings."""
TIMEOUT_S = 2.0
"""Seconds for one sending."""
REST_S = 30.0
"""Seconds for which a collector that failed is left alone."""
CLOSING_S = 2.5
"""Seconds that the end of the process waits for what is left."""
_PATH = "/v1/traces"


class Otel:
    """Implements `Tracer`."""

    def __init__(self, settings: Settings, *, delay_s: float = DELAY_S) -> None:
        address = settings.otel_endpoint
        self._is_here = _is_this_machine(address)
        url = address if address.endswith(_PATH) else f"{address}{_PATH}"
        exporter = Exporter(url, headers_of(settings.otel_headers), connection_of(access_of(settings)))
        self._provider = TracerProvider(
            resource=Resource({"service.name": "kasen", "service.version": version("kasen")}),
            sampler=ALWAYS_ON,
            id_generator=_Ids(),
            shutdown_on_exit=False,
        )
        self._provider.add_span_processor(
            BatchSpanProcessor(
                exporter,
                max_queue_size=QUEUE,
                max_export_batch_size=BATCH,
                schedule_delay_millis=delay_s * 1000,
                export_timeout_millis=TIMEOUT_S * 1000,
            )
        )
        self._tracer = self._provider.get_tracer("kasen", version("kasen"))

    def sees(self, row: RunRow) -> bool:
        """See `Tracer`."""
        return self._is_here or not (row.options.local_only or row.options.replay_of)

    def begin(self, name: str, parent: Span | None, *, client: bool, run_id: str) -> Span:
        """See `Tracer`. All attempts at a run are one trace, whose id is the run's."""
        _RUN.number = number_of(run_id)
        above = parent.wire if isinstance(parent, OtelSpan) else INVALID_SPAN
        kind = SpanKind.CLIENT if client else SpanKind.INTERNAL
        return OtelSpan(self._tracer.start_span(name, set_span_in_context(above), kind))

    def end(self, span: Span) -> None:
        """See `Tracer`."""
        if isinstance(span, OtelSpan):
            span.wire.end()

    async def close(self) -> None:
        """See `Tracer`."""
        thread = threading.Thread(target=self._provider.shutdown, daemon=True)
        thread.start()
        await asyncio.to_thread(thread.join, CLOSING_S)


class OtelSpan:
    """Implements `Span`."""

    def __init__(self, wire: Wire) -> None:
        self.wire = wire

    def set(self, name: str, value: Value) -> None:
        """See `Span`."""
        self.wire.set_attribute(name, value)

    def failed(self, error: str) -> None:
        """See `Span`."""
        self.wire.set_attribute("error.type", error)
        self.wire.set_status(Status(StatusCode.ERROR))


class Exporter(SpanExporter):
    """Sends spans to one address; one that fails is left alone for a while."""

    def __init__(self, url: str, headers: Mapping[str, str], connection: Connection) -> None:
        self._url = url
        self._headers = {**headers, "content-type": "application/x-protobuf"}
        self._connection = connection
        self._client: httpx.Client | None = None
        self._rests_until = 0.0
        self._said = False

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """One request; what is not taken is gone."""
        import time

        if time.monotonic() < self._rests_until:
            return SpanExportResult.FAILURE
        try:
            client = self._client = self._client or self._opened()
            with client.stream("POST", self._url, content=encode_spans(spans).SerializeToString()) as response:
                failure = "" if response.status_code < 300 else f"answered {response.status_code}"
        except (httpx.HTTPError, OSError) as error:
            failure = f"does not answer ({type(error).__name__})"
        if not failure:
            return SpanExportResult.SUCCESS
        self._rests_until = time.monotonic() + REST_S
        if not self._said:
            LOGGER.warning("the OpenTelemetry collector at %s %s: spans are dropped", place(self._url), failure)
            self._said = True
        return SpanExportResult.FAILURE

    def shutdown(self) -> None:
        """Close the connection."""
        if self._client is not None:
            self._client.close()

    def _opened(self) -> httpx.Client:
        options = self._connection.options(self._url, httpx)
        return httpx.Client(headers=self._headers, timeout=TIMEOUT_S, follow_redirects=False, **options)


class _Run(threading.local):
    number: int = 0
    """The run whose first span begins."""


_RUN = _Run()


class _Ids(IdGenerator):
    """The id of a trace is that of its run: 128 bits, of which 80 are random."""

    def generate_span_id(self) -> int:
        """Random, never 0."""
        return random.getrandbits(64) or 1

    def generate_trace_id(self) -> int:
        """The run's."""
        return _RUN.number or random.getrandbits(128) or 1

    def is_trace_id_random(self) -> bool:
        """Its lower part is."""
        return True


def _is_this_machine(address: str) -> bool:
    host = host_port(address)[0]
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
