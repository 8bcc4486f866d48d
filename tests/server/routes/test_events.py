from __future__ import annotations

import asyncio
import json
import subprocess
import sys

import httpx
import orjson
import pytest

from kasen.runtime.rows import Options
from kasen.server.context import ServerDeps
from kasen.server.routes.events import wants_json
from kasen.settings import plain_environment
from server.streaming import live, parsed

JSON = {"accept": "application/json"}


async def finished(deps: ServerDeps, owner: str = "", text: str = "hello world") -> str:
    run_id = await deps.runner.start("echo", {"text": text}, owner=owner)
    await deps.runner.wait(run_id)
    return run_id


async def test_one_run_is_the_same_everywhere_byte_for_byte(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    """SSE, JSON, the feed, `Runner.events` and `kasen runs show --json`."""
    run_id = await finished(deps, text='こんにちは 世界\u2028 "quoted" \\ and a tab\t')
    answer = await client.get(f"/api/runs/{run_id}/events")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/event-stream; charset=utf-8"
    assert answer.headers["cache-control"] == "no-store"
    *events, end = parsed(answer.text)
    stored = [one async for one in deps.feed.follow(run_id)]
    assert [(int(each.id), each.event, each.data) for each in events] == stored
    assert (end.event, orjson.loads(end.data)) == ("end", {"status": "done", "last_seq": stored[-1].seq})
    bodies = [one.body for one in stored]
    assert [event.model_dump_json() async for event in deps.runner.events(run_id)] == bodies
    given = await client.get(f"/api/runs/{run_id}/events", headers=JSON)
    assert given.text == f'{{"events":[{",".join(bodies)}],"last_seq":{stored[-1].seq}}}'
    shown = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "kasen", "runs", "show", run_id, "--json"],
        env={**plain_environment(), "KASEN_HOME": str(deps.settings.home)},
        capture_output=True,
        check=True,
    )
    assert [line for line in shown.stdout.decode().split("\n") if '"seq"' in line] == bodies


async def test_a_client_goes_on_where_it_was(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    run_id = await finished(deps)
    last = (await deps.runner.store.run(run_id)).last_seq
    by_header = await client.get(f"/api/runs/{run_id}/events?after=1", headers={"last-event-id": "5"})
    by_query = await client.get(f"/api/runs/{run_id}/events?after=5")
    assert by_header.text == by_query.text
    assert [one.id for one in parsed(by_query.text)] == [*map(str, range(6, last + 1)), str(last)]


async def test_where_nothing_is_left_and_nothing_comes_the_answer_is_204(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    run_id = await finished(deps)
    last = (await deps.runner.store.run(run_id)).last_seq
    for after in (last, last + 1, 2**63 - 1):
        answer = await client.get(f"/api/runs/{run_id}/events", headers={"last-event-id": str(after)})
        assert (answer.status_code, answer.content) == (204, b"")


async def test_a_pause_ends_the_stream_and_an_answer_opens_it_again(
    deps: ServerDeps, client: httpx.AsyncClient
) -> None:
    run_id = await deps.runner.start("echo", {"text": "hello world", "ask_first": True})
    *events, end = parsed((await client.get(f"/api/runs/{run_id}/events")).text)
    assert orjson.loads(end.data)["status"] == "paused"
    assert "approval_asked" in [one.event for one in events]
    after = {"last-event-id": end.id}
    assert (await client.get(f"/api/runs/{run_id}/events", headers=after)).status_code == 204
    await deps.runner.continue_(run_id, options=Options(yes=True))
    *more, end = parsed((await client.get(f"/api/runs/{run_id}/events", headers=after)).text)
    assert orjson.loads(end.data)["status"] == "done"
    assert [int(one.id) for one in (*events, *more)] == list(range(1, len(events) + len(more) + 1))


@pytest.mark.parametrize("bad", ["x", "-1", "1.5", "1e3", "9" * 30, "٣x", "NaN"])
async def test_a_number_that_is_none_is_refused(deps: ServerDeps, client: httpx.AsyncClient, bad: str) -> None:
    run_id = await finished(deps)
    at = f"/api/runs/{run_id}/events"
    assert (await client.get(at, params={"after": bad})).status_code == 422
    answer = await client.get(at, headers=[(b"last-event-id", bad.encode())])
    assert answer.status_code == 422
    assert answer.json()["message"]


async def test_json_is_given_in_parts(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    run_id = await finished(deps)
    first = (await client.get(f"/api/runs/{run_id}/events?limit=3", headers=JSON)).json()
    assert [one["seq"] for one in first["events"]] == [1, 2, 3]
    rest = (await client.get(f"/api/runs/{run_id}/events?after=3", headers=JSON)).json()
    assert [one["seq"] for one in rest["events"]] == list(range(4, first["last_seq"] + 1))
    assert (await client.get(f"/api/runs/{run_id}/events?after={2**63 - 1}", headers=JSON)).json()["events"] == []
    assert (await client.get(f"/api/runs/{run_id}/events?limit=0", headers=JSON)).status_code == 422


async def test_runs_of_others_do_not_exist(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    mine, theirs = deps.door.tokens.add("mio"), deps.door.tokens.add("ken")
    run_id = await finished(deps, owner="mio")
    for headers in ({}, JSON):
        asked = [{**headers, "authorization": f"Bearer {token}"} for token in (mine, theirs)]
        codes = [(await client.get(f"/api/runs/{run_id}/events", headers=each)).status_code for each in asked]
        assert codes == [200, 404]
    assert (await client.get("/api/runs/01NONE/events", headers=asked[0])).status_code == 404


async def test_a_run_that_is_deleted_while_it_is_followed_ends(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    run = await live(deps.runner.store)
    await run.say(1)
    reading = asyncio.create_task(client.get(f"/api/runs/{run.id}/events"))
    while run.id not in deps.feed._runs or not deps.feed._runs[run.id].is_open:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    run.end()
    await deps.runner.delete(run.id)
    end = parsed((await asyncio.wait_for(reading, 30)).text)[-1]
    assert orjson.loads(end.data)["status"] in {"deleted", "running"}


@pytest.mark.parametrize(
    ("accept", "is_json"),
    [
        ("", False),
        ("*/*", False),
        ("text/event-stream", False),
        ("application/json", True),
        ("Application/JSON; q=0.9, text/plain", True),
        ("application/json, text/event-stream", False),
    ],
)
def test_who_accepts_json_only_gets_json(accept: str, is_json: bool) -> None:
    assert wants_json(accept) is is_json


async def test_the_stream_is_described(client: httpx.AsyncClient) -> None:
    described = (await client.get("/openapi.json")).json()["paths"]["/api/runs/{run_id}/events"]["get"]
    assert set(described["responses"]["200"]["content"]) == {"text/event-stream", "application/json"}
    assert "204" in described["responses"]
    json.dumps(described)
