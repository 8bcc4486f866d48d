from __future__ import annotations

import httpx
import orjson

from kasen.server.context import ServerDeps


def parsed(text: str) -> list[dict[str, str]]:
    """The events of a stream, as the standard reads them; comments and `retry` are left out."""
    found = []
    for block in text.split("\n\n"):
        lines = [line.split(": ", 1) for line in block.split("\n") if line and not line.startswith(":")]
        fields = {name: value for name, value in lines}
        if "data" in fields:
            found.append(fields)
    return found


async def finished(deps: ServerDeps) -> str:
    run_id = await deps.runner.start("echo", {"text": "hello world"})
    await deps.runner.wait(run_id)
    return run_id


async def test_a_stream_gives_what_is_stored_byte_for_byte_and_ends(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    run_id = await finished(deps)
    answer = await client.get(f"/api/runs/{run_id}/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    *events, end = parsed(answer.text)
    stored = [one async for one in deps.feed.follow(run_id)]
    assert [(int(each["id"]), each["event"], each["data"]) for each in events] == stored
    assert end["event"] == "end"
    assert orjson.loads(end["data"]) == {"status": "done", "last_seq": stored[-1].seq}
