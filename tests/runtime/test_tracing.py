from __future__ import annotations

import asyncio
import sys
from typing import Any

import pytest
from langgraph.errors import GraphInterrupt

from kasen.runtime.rows import Options, RunRow
from kasen.runtime.tracing import Span, open_tracing, span, span_of_attempt
from kasen.settings import Settings


def row(id: str = "01J9", *, team: str = "echo") -> RunRow:
    return RunRow(
        id=id,
        team=team,
        mode="echo",
        title="words that are told to nobody",
        lang="ja",
        request={},
        options=Options(preset="none"),
        status="running",
        fence=1,
        last_seq=0,
        cancel_asked=False,
        created_at="",
        updated_at="",
    )


ROW = row()


class Noted:
    """Implements `Span` and `Tracer`, and keeps what it is told."""

    def __init__(self, *, sees: bool = True) -> None:
        self.told: list[tuple[str, ...]] = []
        self._sees = sees

    def sees(self, row: RunRow) -> bool:
        return self._sees

    def begin(self, name: str, parent: Span | None, *, client: bool, run_id: str) -> Span:
        one = One(name, self)
        above = parent.name if isinstance(parent, One) else ""
        self.told.append(("begin", name, above, "client" if client else ""))
        return one

    def end(self, span: Span) -> None:
        assert isinstance(span, One)
        self.told.append(("end", span.name))

    async def close(self) -> None:
        self.told.append(("close",))


class One:
    def __init__(self, name: str, tracer: Noted) -> None:
        self.name = name
        self._tracer = tracer

    def set(self, name: str, value: Any) -> None:
        self._tracer.told.append((name, str(value)))

    def failed(self, error: str) -> None:
        self._tracer.told.append(("failed", self.name, error))


def test_spans_stand_under_the_one_that_is_open() -> None:
    tracer = Noted()
    with span_of_attempt(tracer, ROW), span("node a"), span("search web", client=True) as inner:
        inner.set("found", 3)
    assert tracer.told == [
        ("begin", "run echo", "", ""),
        ("kasen.run.id", "01J9"),
        ("kasen.team", "echo"),
        ("kasen.mode", "echo"),
        ("kasen.lang", "ja"),
        ("kasen.preset", "none"),
        ("begin", "node a", "run echo", ""),
        ("begin", "search web", "node a", "client"),
        ("found", "3"),
        ("end", "search web"),
        ("end", "node a"),
        ("end", "run echo"),
    ]


@pytest.mark.parametrize("error", [ValueError("secret words"), asyncio.CancelledError()])
def test_an_error_is_told_by_its_kind_and_passes_on(error: BaseException) -> None:
    tracer = Noted()
    with pytest.raises(type(error)), span_of_attempt(tracer, ROW), span("node a"):
        raise error
    failures = [one for one in tracer.told if one[0] == "failed"]
    assert failures == [("failed", name, type(error).__name__) for name in ("node a", "run echo")]
    assert "secret" not in str(tracer.told)


def test_a_pause_is_no_failure() -> None:
    tracer = Noted()
    with pytest.raises(GraphInterrupt), span_of_attempt(tracer, ROW), span("node a"):
        raise GraphInterrupt
    assert not [one for one in tracer.told if one[0] == "failed"]


def test_where_nobody_watches_nothing_happens() -> None:
    with span_of_attempt(None, ROW) as root, span("node a") as node:
        root.set("a", 1)
        node.failed("b")
    blind = Noted(sees=False)
    with span_of_attempt(blind, ROW), span("node a"):
        pass
    assert blind.told == []


def test_without_the_packages_it_is_said_how_to_get_them(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    assert open_tracing(Settings()) is None
    monkeypatch.delitem(sys.modules, "kasen.runtime.otel", raising=False)
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    assert open_tracing(Settings(otel_endpoint="http://127.0.0.1:9")) is None
    assert "pip install 'kasen[otel]'" in caplog.text
