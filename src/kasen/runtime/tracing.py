"""Spans of a run for whoever watches it: run → node → model call, search, fetch. Nothing happens where nobody watches.

The span that is open is kept in a variable of ours, not in OpenTelemetry's: libraries that pass theirs on to servers
would tell them of our runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from contextvars import ContextVar
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.settings import Settings

Value = str | int | float | bool | list[str]


class Span(Protocol):
    """Something that takes time."""

    def set(self, name: str, value: Value) -> None:
        """Note an attribute."""
        ...

    def failed(self, error: str) -> None:
        """It ended in an error of that kind: a class's name, never its message."""
        ...


class Tracer(Protocol):
    """Who is told of spans."""

    def sees(self, row: RunRow) -> bool:
        """Whether it may be told of that run: one that sends nothing anywhere is known to this machine alone."""
        ...

    def begin(self, name: str, parent: Span | None, *, client: bool, run_id: str) -> Span:
        """A span begins; `client` for one that waits for another service. The first of a run has no parent."""
        ...

    def end(self, span: Span) -> None:
        """It is over."""
        ...

    async def close(self) -> None:
        """Send what is left, within seconds."""
        ...


class _Open:
    """The span that is open in this context, and who is told."""

    def __init__(self, tracer: Tracer, span: Span, run_id: str) -> None:
        self.tracer = tracer
        self.span = span
        self.run_id = run_id


class _Nobody:
    """A span that nobody sees."""

    def set(self, name: str, value: Value) -> None:
        """Nothing."""

    def failed(self, error: str) -> None:
        """Nothing."""


_NOBODY = _Nobody()
_OPEN: ContextVar[_Open | None] = ContextVar("kasen_span", default=None)


def open_tracing(settings: Settings) -> Tracer | None:
    """Who is told of the runs of this process; None, and nothing loaded, where no collector is set."""
    if not settings.otel_endpoint:
        return None
    import logging

    try:
        from kasen.runtime.otel import Otel
    except ImportError:
        logging.getLogger("kasen.runtime").warning(
            "an OpenTelemetry collector is set, and its packages are missing: nothing is sent to it; "
            "run: pip install 'kasen[otel]'"
        )
        return None
    return Otel(settings)


def span_of_attempt(tracer: Tracer | None, row: RunRow) -> AbstractContextManager[Span]:
    """The span of one attempt at a run: the root of all that happens in the block, where the tracer may see it."""
    if tracer is None or not tracer.sees(row):
        return nullcontext(_NOBODY)
    return _attempt(tracer, row)


@contextmanager
def _attempt(tracer: Tracer, row: RunRow) -> Iterator[Span]:
    with _spanned(tracer, f"run {row.team}", None, client=False, run_id=row.id) as span:
        for name in ("id", "team", "mode", "lang"):
            span.set(f"kasen.{'run.id' if name == 'id' else name}", str(getattr(row, name)))
        span.set("kasen.preset", row.options.preset)
        yield span


@contextmanager
def span(name: str, *, client: bool = False) -> Iterator[Span]:
    """A span under the one that is open here; one that nobody sees where none is."""
    above = _OPEN.get()
    if above is None:
        yield _NOBODY
        return
    with _spanned(above.tracer, name, above.span, client=client, run_id=above.run_id) as begun:
        yield begun


@contextmanager
def _spanned(tracer: Tracer, name: str, parent: Span | None, *, client: bool, run_id: str) -> Iterator[Span]:
    begun = tracer.begin(name, parent, client=client, run_id=run_id)
    token = _OPEN.set(_Open(tracer, begun, run_id))
    try:
        yield begun
    except BaseException as error:
        if not _is_control_flow(error):
            begun.failed(type(error).__name__)
        raise
    finally:
        _OPEN.reset(token)
        tracer.end(begun)


def _is_control_flow(error: BaseException) -> bool:
    """A pause is no failure."""
    from langgraph.errors import GraphBubbleUp

    return isinstance(error, GraphBubbleUp)
