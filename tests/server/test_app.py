from __future__ import annotations

import json
import re
import signal
import socket
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from kasen.server.app import create_app
from kasen.server.context import ServerDeps
from server.process import WITHIN, Served, request, served

JSON = ("Content-Type", "application/json")
NO_CONTENT = {"204"}
BARE = {"416"}
"""Answered by what sends files, without a word."""
WITHOUT_EXAMPLE = {"GET /api/runs/{run_id}/artifacts/{name}"}
"""Operations whose answer is bytes of any kind."""


@pytest.fixture
def described(deps: ServerDeps) -> dict[str, Any]:
    return create_app(deps).openapi()


def operations(described: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield f"{method.upper()} {path}", operation


def has_example(node: Any, described: dict[str, Any], seen: frozenset[str] = frozenset()) -> bool:
    """Whether somewhere in a shape stands what one looks like."""
    if isinstance(node, list):
        return any(has_example(one, described, seen) for one in node)
    if not isinstance(node, dict):
        return False
    if node.get("example") is not None or node.get("examples"):
        return True
    if "$ref" in node:
        name = node["$ref"].rpartition("/")[2]
        known = described["components"]["schemas"][name]
        return name not in seen and has_example(known, described, seen | {name})
    return any(has_example(one, described, seen) for one in node.values())


def test_every_route_says_in_one_line_what_it_is_for(described: dict[str, Any]) -> None:
    found = dict(operations(described))
    assert len(found) >= 10
    assert [name for name, one in found.items() if not one.get("summary") or one["summary"].endswith(".")] == []
    assert [name for name, one in found.items() if not one.get("tags")] == []
    assert [name for name, one in found.items() if len(one.get("description", "")) < 15] == []
    ids = [one["operationId"] for one in found.values()]
    assert len(set(ids)) == len(ids)


def test_every_route_shows_an_example_of_what_it_gives(described: dict[str, Any]) -> None:
    without = []
    for name, operation in operations(described):
        good = {status: answer for status, answer in operation["responses"].items() if status.startswith("2")}
        if good.keys() <= NO_CONTENT or name in WITHOUT_EXAMPLE:
            continue
        if not has_example([answer.get("content", {}) for answer in good.values()], described):
            without.append(name)
    assert without == []


def test_every_route_takes_bodies_of_which_it_shows_one(described: dict[str, Any]) -> None:
    without = [
        name
        for name, one in operations(described)
        if "application/json" in one.get("requestBody", {}).get("content", {})
        and not has_example(one["requestBody"], described)
    ]
    assert without == []


def test_every_refusal_has_the_shape_of_a_problem(described: dict[str, Any]) -> None:
    problem = {"$ref": "#/components/schemas/Problem"}
    for name, operation in operations(described):
        refusals = {status: answer for status, answer in operation["responses"].items() if status[0] in "45"}
        assert {"401", "403", "404", "413", "422"} <= refusals.keys(), name
        contents = {status: answer.get("content", {}) for status, answer in refusals.items() if status not in BARE}
        shapes = {status: kinds.get("application/json", {}).get("schema") for status, kinds in contents.items()}
        assert shapes == dict.fromkeys(shapes, problem), name
    assert "HTTPValidationError" not in described["components"]["schemas"]


def test_a_caller_learns_how_to_say_who_it_is(described: dict[str, Any]) -> None:
    assert described["components"]["securitySchemes"].keys() == {"token", "cookie"}
    assert described["security"] == [{"token": []}, {"cookie": []}, {}]
    assert described["info"]["title"] == "Kasen"


async def test_the_description_names_no_place_of_this_machine(client: httpx.AsyncClient, deps: ServerDeps) -> None:
    text = (await client.get("/openapi.json")).text
    assert str(deps.settings.home) not in text
    assert str(Path.cwd()) not in text


# --- the process ------------------------------------------------------------------------------------------------------


def begin(server: Served) -> str:
    """A run that waits for an answer by hand: it would never end its step."""
    Path(server.folder / "work" / "tea.md").write_text("# Tea\n\nSencha comes from Uji.\n", encoding="utf-8")
    given = {
        "team": "research",
        "mode": "quick",
        "request": {"question": "Where does sencha come from?", "docs": ["tea.md"]},
        "options": {"preset": "manual"},
    }
    answer = request(server.port, "POST /api/runs HTTP/1.1", [JSON], json.dumps(given).encode())
    assert answer.status == 201, answer
    return str(json.loads(answer.body)["id"])


def follow(server: Served, run: str) -> socket.socket:
    """A stream of its events, read up to the first question."""
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN)
    connection.sendall(f"GET /api/runs/{run}/events HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    seen = b""
    while b"event: node_started" not in seen:
        piece = connection.recv(65536)
        assert piece, seen
        seen += piece
    return connection


def rest(connection: socket.socket) -> bytes:
    data = b""
    while piece := connection.recv(65536):
        data += piece
    return data


def half_an_upload(server: Served) -> socket.socket:
    connection = socket.create_connection(("127.0.0.1", server.port), timeout=WITHIN)
    connection.sendall(b"POST /api/uploads HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nabc")
    return connection


def told_to_stop(server: Served) -> str:
    """Streams end whole, half an upload goes, the run is kept; returns its id."""
    assert server.greeting.startswith(f"Kasen at http://127.0.0.1:{server.port} (this machine only); Ctrl-C stops it")
    assert request(server.port).status == 200
    run = begin(server)
    with half_an_upload(server), follow(server, run) as connection:
        began = time.monotonic()
        assert server.stop(signal.SIGTERM) == 0
        assert time.monotonic() - began < 15, "6 seconds for a step that does not end, and what closes after it"
        assert rest(connection).endswith(b"0\r\n\r\n"), "the last chunk: the answer is whole, the client asks again"
    assert server.told.startswith("stopping: each run ends its step first; again: now\n")
    assert "error" not in server.told
    assert not [path for path in (server.home / "uploads").rglob("*") if path.is_file()]
    return run


def killed(server: Served, before: str) -> str:
    """What it was at is carried on; returns the id of the run that is at work when nothing can be said any more."""
    carried_on(server, before)
    run = begin(server)
    with follow(server, run):
        server.process.kill()
        server.process.wait()
    return run


def carried_on(server: Served, run: str) -> None:
    end = time.monotonic() + WITHIN
    while not re.search(f"carried on: .*{run}", server.told):
        assert time.monotonic() < end, server.told
        request(server.port)
    with follow(server, run):  # its second attempt has come to the same question
        shown = json.loads(request(server.port, f"GET /api/runs/{run} HTTP/1.1").body)
    assert shown["status"] in {"created", "running"}


def told_twice(server: Served, before: str) -> None:
    """What a dead process left is carried on; the second word ends what the first waits for."""
    carried_on(server, before)
    with follow(server, begin(server)) as connection:
        server.process.send_signal(signal.SIGINT)
        rest(connection)
        began = time.monotonic()
        assert server.stop(signal.SIGINT) == 0
        assert time.monotonic() - began < WITHIN, "the step that does not end is not waited for"


def test_it_starts_is_told_to_stop_is_killed_and_is_told_twice(tmp_path: Path) -> None:
    """One home, three servers after each other, each with a run that would never end its step."""
    with served(tmp_path) as server:
        stopped = told_to_stop(server)
    with served(tmp_path) as server:
        left = killed(server, stopped)
    with served(tmp_path) as server:
        told_twice(server, left)
