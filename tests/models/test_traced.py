from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from kasen.models.traced import traced
from kasen.testing.scripted import ScriptedModel

GRAPH = """
import asyncio
import sys

import kasen.models.traced
from kasen.errors import Retryable
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage

assert not [name for name in sys.modules if name.startswith(("langsmith", "langchain"))]

from typing import TypedDict

from langgraph.graph import END, START, StateGraph
from langchain_core.tracers.langchain import wait_for_all_tracers


class State(TypedDict):
    said: str


class Model:
    id, by_hand, account, patience, silent = "anthropic:claude-test", False, "anthropic", 1.0, True
    key = "test-key-planted"

    async def complete(self, request):
        if request.role == "critic":
            raise Retryable("a server error")
        if request.role == "late":
            raise asyncio.CancelledError
        usage = Usage(input_tokens=10, output_tokens=5, cached_tokens=4, reasoning_tokens=2)
        return Completion(model=self.id, text="宇治茶です。", usage=usage)


model = kasen.models.traced.traced(Model())
assert (model.id, model.account, model.silent) == ("anthropic:claude-test", "anthropic", True)


def request(role):
    return ModelRequest(role=role, prompt="宇治茶とは？", schema={}, schema_name="S")


async def writer(state):
    for role, expected in (("critic", Retryable), ("late", asyncio.CancelledError)):
        try:
            await model.complete(request(role))
        except expected:
            continue
        raise AssertionError
    return {"said": (await model.complete(request("writer"))).text}


graph = StateGraph(State).add_node("writer", writer).add_edge(START, "writer").add_edge("writer", END).compile()
assert asyncio.run(graph.ainvoke({"said": ""}))["said"] == "宇治茶です。"
wait_for_all_tracers()
"""


INGEST = {
    "use_multipart_endpoint": False,
    "size_limit": 100,
    "size_limit_bytes": 20_000_000,
    "scale_up_nthreads_limit": 1,
    "scale_up_qsize_trigger": 1000,
    "scale_down_nempty_trigger": 4,
}


class Server(ThreadingHTTPServer):
    """Takes what LangSmith's client sends."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.bodies: list[str] = []
        self.runs: dict[str, dict[str, Any]] = {}

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"

    def take(self, body: bytes) -> None:
        self.bodies.append(body.decode())
        said = json.loads(body)
        for run in (*said.get("post", ()), *said.get("patch", ())):
            known = self.runs.setdefault(run["id"], {})
            known.update({name: value for name, value in run.items() if value is not None})


class Handler(BaseHTTPRequestHandler):
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def do_GET(self) -> None:
        self._answer({"batch_ingest_config": INGEST})

    def do_POST(self) -> None:
        self.server.take(self.rfile.read(int(self.headers["content-length"] or 0)))
        self._answer({})

    def _answer(self, value: object) -> None:
        data = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@pytest.fixture
def langsmith() -> Iterator[Server]:
    with Server() as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        yield server
        server.shutdown()
        thread.join()


def run_graph(server: Server, home: Path, *, tracing: str) -> None:
    environment = {
        "HOME": str(home),
        "LANGSMITH_TRACING": tracing,
        "LANGCHAIN_TRACING_V2": tracing,
        "LANGSMITH_ENDPOINT": server.url,
        "LANGSMITH_API_KEY": "test-key-langsmith",
        "PYTHONWARNINGS": "error",
    }
    done = subprocess.run(
        [sys.executable, "-c", GRAPH], env=environment, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.returncode == 0, done.stderr


def test_each_call_is_a_run_under_its_node(langsmith: Server, tmp_path: Path) -> None:
    run_graph(langsmith, tmp_path, tracing="true")
    calls = {run["name"]: run for run in langsmith.runs.values() if run["run_type"] == "llm"}
    node = next(run for run in langsmith.runs.values() if run["name"] == "writer" and run["run_type"] == "chain")
    assert set(calls) == {"critic", "late", "writer"}
    assert {run["parent_run_id"] for run in calls.values()} == {node["id"]}
    answered = calls["writer"]
    assert answered["inputs"]["messages"][0]["content"] == "宇治茶とは？"
    assert answered["outputs"]["messages"][0]["content"] == "宇治茶です。"
    assert answered["outputs"]["usage_metadata"] == {
        "input_tokens": 10,
        "output_tokens": 5,
        "total_tokens": 15,
        "input_token_details": {"cache_read": 4, "cache_creation": 0},
        "output_token_details": {"reasoning": 2},
    }
    about = answered["extra"]["metadata"]
    assert (about["ls_provider"], about["ls_model_name"], about["role"]) == ("anthropic", "claude-test", "writer")
    assert calls["critic"]["error"] == "Retryable: a server error"
    assert "CancelledError" in calls["late"]["error"]
    assert "test-key" not in "".join(langsmith.bodies)


def test_with_tracing_off_nothing_is_sent(langsmith: Server, tmp_path: Path) -> None:
    run_graph(langsmith, tmp_path, tracing="false")
    assert langsmith.bodies == []
    assert langsmith.runs == {}


def test_a_traced_model_is_the_same_to_its_caller() -> None:
    model = ScriptedModel([])
    wrapped = traced(model)
    assert (wrapped.id, wrapped.by_hand, wrapped.account) == (model.id, model.by_hand, model.account)
    assert getattr(wrapped, "no_such_thing", None) is None
