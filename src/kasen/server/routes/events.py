"""What happens in a run, as it happens: server-sent events, or one JSON answer."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Request, Response

from kasen.errors import UnknownName
from kasen.runtime.store import Store
from kasen.server.caller import caller_of
from kasen.server.context import deps_of
from kasen.server.event_stream import EventStream, event_bytes
from kasen.server.owned import owned_run

router = APIRouter(prefix="/api/runs/{run_id}/events", tags=["runs"])
LARGEST = 2**63 - 1
MOST = 10_000
SSE = "text/event-stream"
EXAMPLE = '{"run_id":"01KB…","seq":1,"attempt":1,"at":"2026-11-25T09:30:00.000+00:00","type":"run_started",…}'
FRAME = {"type": "object", "properties": {name: {"type": "string"} for name in ("id", "event", "data")}}
"""One event of a stream: before OpenAPI 3.2 the schema of a stream describes each of its events."""
ANSWERS: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The events: a stream, or one answer when only JSON is accepted",
        "content": {
            SSE: {"schema": FRAME, "example": {"id": "1", "event": "run_started", "data": EXAMPLE}},
            "application/json": {
                "schema": {
                    "type": "object",
                    "required": ["events", "last_seq"],
                    "properties": {
                        "events": {"type": "array", "items": {"type": "object"}},
                        "last_seq": {"type": "integer"},
                    },
                },
                "example": {"events": [], "last_seq": 0},
            },
        },
    },
    204: {"description": "There are no events above `after`, and there will be none unless the run is continued"},
}
"""The shape of each event is that of `kasen.runtime.events`."""


@router.get(
    "", summary="What happens in a run", operation_id="followEvents", response_class=Response, responses=ANSWERS
)
async def events(
    run_id: str,
    request: Request,
    after: Annotated[int, Query(ge=0, le=LARGEST, description="Number of the last event that is known")] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST, description="Events of a JSON answer at most")] = MOST,
    last_event_id: Annotated[int | None, Header(ge=0, le=LARGEST, description="The same; counts before it")] = None,
) -> Response:
    """All events above `after`, then those to come, each with its number as `id` and its type as `event`.

    The stream ends with `event: end` (`status`, `last_seq`) when the run is over, or waits for an answer and no process
    waits with it. A client that asks again from there gets 204. Silence is filled with a comment every 15 seconds.
    A stream without an end was cut off, by a client that did not read for a minute or a stopping server: ask again from
    its last number. With `Accept: application/json` the answer holds what is stored, and `last_seq`, the number of the
    run's last event: ask again while it is above that of the last one given.
    """
    deps = await deps_of(request)
    row = await owned_run(deps, await caller_of(request), run_id)
    after = after if last_event_id is None else last_event_id
    if wants_json(request.headers.get("accept", "")):
        stored = await deps.feed.stored(row.id, after=after, limit=limit)
        body = f'{{"events":[{",".join(event.body for event in stored)}],"last_seq":{row.last_seq}}}'
        return Response(body.encode(), media_type="application/json")
    if not await deps.feed.has_more(row.id, after=after):
        return Response(status_code=204)
    pages = deps.feed.pages(row.id, after=after)
    status = partial(status_of, deps.runner.store, row.id)
    return EventStream(event_bytes(pages, after=after, status=status, sent=deps.metrics.sent))


def wants_json(accept: str) -> bool:
    """Whether a client takes JSON and no stream."""
    kinds = {part.partition(";")[0].strip().lower() for part in accept.split(",")}
    return "application/json" in kinds and SSE not in kinds


async def status_of(store: Store, run_id: str) -> str:
    """What the run is now: its status, or `deleted`."""
    try:
        return (await store.run(run_id)).status
    except UnknownName:
        return "deleted"
