"""An OpenTelemetry collector of this machine: it takes OTLP over HTTP and keeps the spans."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from kasen.testing.providers.connection import Received
from tools.search.site import Page, site


@dataclass(frozen=True)
class Seen:
    """One span."""

    name: str
    id: bytes
    parent: bytes
    trace: bytes
    kind: int
    is_error: bool
    seconds: float
    attributes: dict[str, Any]


@dataclass
class Collector:
    """`spans` by order of arrival; `raw` holds the bytes of every request, `headers` those of the last."""

    url: str
    status: int = 200
    spans: list[Seen] = field(default_factory=list)
    raw: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    resource: dict[str, Any] = field(default_factory=dict)

    def named(self, name: str) -> list[Seen]:
        return [span for span in self.spans if span.name == name]

    def one(self, name: str) -> Seen:
        (span,) = self.named(name)
        return span

    def take(self, received: Received) -> Page:
        assert (received.method, received.path) == ("POST", "/v1/traces")
        self.raw += received.body
        self.headers = dict(received.headers)
        for of_resource in ExportTraceServiceRequest.FromString(received.body).resource_spans:
            self.resource = {one.key: _value(one.value) for one in of_resource.resource.attributes}
            for of_scope in of_resource.scope_spans:
                self.spans += map(_seen, of_scope.spans)
        return Page(status=self.status)


@asynccontextmanager
async def collecting() -> AsyncIterator[Collector]:
    collector = Collector("")
    async with site(collector.take) as here:
        collector.url = here.url
        yield collector


def _seen(span: Any) -> Seen:
    return Seen(
        name=span.name,
        id=span.span_id,
        parent=span.parent_span_id,
        trace=span.trace_id,
        kind=span.kind,
        is_error=span.status.code == 2,
        seconds=(span.end_time_unix_nano - span.start_time_unix_nano) / 1e9,
        attributes={one.key: _value(one.value) for one in span.attributes},
    )


def _value(value: Any) -> Any:
    kind = value.WhichOneof("value")
    if kind == "array_value":
        return [_value(one) for one in value.array_value.values]
    return getattr(value, kind)
