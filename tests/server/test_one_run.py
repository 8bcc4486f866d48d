"""One run told in three ways, while it goes on: lines of the CLI, events over HTTP, chunks for the AI SDK."""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import httpx
import orjson
from inline_snapshot import snapshot

from kasen.runtime.events import EVENT, Event
from kasen.server.context import ServerDeps
from kasen.server.ui_stream.translate import Translator
from kasen.settings import plain_environment
from server.chat.talking import chunks, person
from server.streaming import parsed

QUESTION = "宇治の抹茶はどう作られるか"
DOCUMENT = """# 抹茶

碾茶は覆いの下で育てられ、宇治では石臼で挽かれて抹茶になる。

宇治の茶園は鎌倉時代に始まったと伝えられる。
"""


async def told_by_cli(home: Path, docs: Path) -> asyncio.subprocess.Process:
    """A run of the CLI that says its events as they come."""
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "kasen", "research", QUESTION, "--docs", str(docs), "--preset", "none", "--json"),
        env={**plain_environment(), "KASEN_HOME": str(home), "KASEN_SEARCH": "none"},
        cwd=docs,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )


def translated(events: list[Event]) -> list[tuple[str, dict[str, Any]]]:
    """Each chunk with the type of the event that it stands for."""
    translator = Translator(events[0].run_id)
    return [(event.type, chunk.wire()) for event in events for chunk in translator.take(event)]


async def test_a_run_of_the_cli_is_told_alike_by_the_server_while_it_goes_on(
    deps: ServerDeps, client: httpx.AsyncClient, tmp_path: Path
) -> None:
    (tmp_path / "matcha.md").write_text(DOCUMENT, encoding="utf-8")
    process = await told_by_cli(deps.settings.home, tmp_path)
    assert process.stdout is not None
    first = await process.stdout.readline()
    assert first, (await process.communicate())[1].decode()
    run_id = orjson.loads(first)["run_id"]
    assert (await client.get(f"/api/runs/{run_id}")).json()["status"] == "running"
    followed, (rest, _) = await asyncio.gather(client.get(f"/api/runs/{run_id}/events"), process.communicate())
    lines = [first.decode().rstrip("\n"), *rest.decode().rstrip("\n").split("\n")]

    *events, end = parsed(followed.text)
    assert [event.data for event in events] == lines
    assert [event.event for event in events] == [orjson.loads(line)["type"] for line in lines]
    assert orjson.loads(end.data) == {"status": "done", "last_seq": orjson.loads(lines[-1])["seq"]}
    read = [EVENT.validate_json(line) for line in lines]
    by_type: defaultdict[str, set[str]] = defaultdict(set)
    for event, chunk in translated(read):
        by_type[event].add(chunk["type"])
    silent = {event.type for event in read} - by_type.keys()
    assert silent == snapshot({"model_call"})
    assert {event: sorted(made) for event, made in sorted(by_type.items())} == snapshot(
        {
            "artifact": ["data-artifact"],
            "node_finished": ["data-role"],
            "node_started": ["data-role"],
            "plan": ["data-plan"],
            "progress": ["data-progress"],
            "run_finished": ["data-run"],
            "run_started": ["data-run"],
            "score": ["data-score"],
            "search": ["data-search"],
            "source": ["source-document"],
            "text": ["text-delta", "text-end", "text-start"],
        }
    )
    assert facts_of_chunks([chunk for _, chunk in translated(read)]) == facts_of_events(read)
    assert steady(facts_of_events(read)) == snapshot(
        {
            "run_started": [["research", "quick", "宇治の抹茶はどう作られるか", "ja", "none"]],
            "progress": [["documents read", 1, 1]],
            "plan": [[]],
            "node_finished": [
                ["planner", "1 点、検索 1 件：資料 1、ウェブ 0"],
                ["approve_plan", ""],
                ["searcher", ""],
                ["rag_retriever", "資料 1 箇所"],
                ["analyzer", "1 箇所中 1 を採用"],
                ["evaluator", "1 点中 1 点に根拠"],
                ["synthesizer", ""],
                ["verifier", "0 文を照合、0 文を直した"],
                ["approve_draft", ""],
                ["publisher", "発見 2 件、出典 1 件"],
            ],
            "source": [["抹茶"]],
            "search": [["宇治の抹茶はどう作られるか", "documents", 1, ""]],
            "score": [["coverage"]],
            "text": [["publisher"]],
            "run_finished": [["done", 0]],
        }
    )


async def test_a_chat_streams_what_the_events_of_its_run_say(deps: ServerDeps, client: httpx.AsyncClient) -> None:
    upload = (await client.post("/api/uploads?name=matcha.md", content=DOCUMENT.encode())).json()["id"]
    asked = {"docs": [f"upload:{upload}"]}
    given = {"id": "c", "messages": [person(QUESTION)], "team": "research", "request": asked}
    said = chunks(await client.post("/api/chat", json={**given, "options": {"preset": "none"}}))
    run_id = next(one["id"] for one in said if one["type"] == "data-run")
    *events, _ = parsed((await client.get(f"/api/runs/{run_id}/events")).text)
    told = [chunk for _, chunk in translated([EVENT.validate_json(event.data) for event in events])]
    assert len(told) > 20
    assert [one for one in said if one in told] == told
    assert [one["type"] for one in said if one not in told] == snapshot(
        ["start", "text-start", "text-delta", "text-end", "file", "file", "finish"]
    )


FIELDS = {
    "run_started": ("team", "mode", "title", "lang", "preset"),
    "run_finished": ("status", "calls", "usd", "seconds"),
    "node_finished": ("node", "summary", "seconds"),
    "plan": ("steps",),
    "progress": ("text", "done", "total"),
    "search": ("query", "where", "found", "error"),
    "score": ("name", "value", "scale"),
    "source": ("source_id", "title"),
    "artifact": ("name", "version", "size"),
    "text": ("node", "text"),
}
"""What is told of each type of event in all three ways."""


def facts_of_events(events: list[Event]) -> dict[str, list[list[Any]]]:
    """What a person is told, as events say it."""
    found: defaultdict[str, list[list[Any]]] = defaultdict(list)
    for event in events:
        fields = event.model_dump(mode="json")
        if event.type in FIELDS:
            found[event.type].append([fields[name] for name in FIELDS[event.type]])
    return dict(found)


def facts_of_chunks(wires: list[dict[str, Any]]) -> dict[str, list[list[Any]]]:
    """The same, from nothing but chunks."""
    found: defaultdict[str, list[list[Any]]] = defaultdict(list)
    said: dict[str, str] = {}
    for wire in wires:
        kind = wire["type"].removeprefix("data-")
        data = wire.get("data", {})
        if kind == "run":
            kind = "run_started" if data["status"] == "running" else "run_finished"
        elif kind == "role" and data["state"] == "done":
            kind, data = "node_finished", {**data, "node": data["role"]}
        elif kind == "source-document":
            kind, data = "source", {"source_id": wire["sourceId"], "title": wire["title"]}
        elif kind == "text-delta":
            said[wire["id"]] = said.get(wire["id"], "") + wire["delta"]
        elif kind == "text-end":
            kind, data = "text", {"node": wire["id"].partition(".")[0], "text": said[wire["id"]]}
        if kind in FIELDS:
            found[kind].append([data[name] for name in FIELDS[kind]])
    return dict(found)


def steady(facts: dict[str, list[list[Any]]]) -> dict[str, list[list[Any]]]:
    """Without what differs from run to run: seconds, sizes, ids, and the words of the report, which has a date."""

    def stays(one: Any) -> bool:
        return not isinstance(one, float) and len(str(one)) <= 60 and not str(one).startswith("src_")

    return {kind: [list(filter(stays, row)) for row in rows] for kind, rows in facts.items() if kind != "artifact"}
