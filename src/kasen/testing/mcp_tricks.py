"""Programs that are no good MCP servers: they speak line by line, and keep to the protocol as far as they like."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

PLAIN = "Uji tea was first planted in the thirteenth century. The mist of the river shields the leaves from frost."
_CHILD = "import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); signal.pause()"
_NOTE = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": "on and on"}}


def say(line: str) -> None:
    """Write a line to whoever started this program."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _serve(answer: Callable[[dict[str, Any]], object]) -> None:
    """Greet as MCP wants it, and write the answer to a call as it comes: an object, a line, or nothing."""
    tools = [{"name": "search", "inputSchema": {"type": "object", "properties": {"query": {"type": "string"}}}}]
    known: dict[str, Any] = {
        "initialize": {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "raw", "version": "1"},
        },
        "tools/list": {"tools": tools},
    }
    for line in sys.stdin:
        asked = json.loads(line)
        if "id" not in asked:
            continue
        reply: object = {"jsonrpc": "2.0", "id": asked["id"], "error": {"code": -32601, "message": "no such method"}}
        if asked["method"] in known:
            reply = {"jsonrpc": "2.0", "id": asked["id"], "result": known[asked["method"]]}
        elif asked["method"] == "tools/call":
            reply = answer(asked)
        if reply is not None:
            say(reply if isinstance(reply, str) else json.dumps(reply))


def _endless(_asked: dict[str, Any]) -> None:
    while True:
        say(json.dumps(_NOTE))


def _one_line(_asked: dict[str, Any]) -> None:
    while True:
        sys.stdout.write("x" * 65536)


def _greeting(asked: dict[str, Any]) -> object:
    say("Server is listening\n\x00\u00ff")
    return {"jsonrpc": "2.0", "id": asked["id"], "result": {"content": [{"type": "text", "text": PLAIN}]}}


def _picky(asked: dict[str, Any]) -> object:
    """Answer, or not: as the query says."""
    match asked["params"]["arguments"]["query"]:
        case "wait":
            return None
        case "leave":
            sys.stderr.write("the disk is full\n")
            sys.exit(9)
        case query:
            content = [{"type": "text", "text": f"{PLAIN} ({query})"}]
            return {"jsonrpc": "2.0", "id": asked["id"], "result": {"content": content}}


def _form(asked: dict[str, Any]) -> object:
    return {"jsonrpc": "2.0", "id": asked["id"], "result": {"content": "no list", "structuredContent": 3}}


def _nothing(_asked: dict[str, Any]) -> None:
    return None


def _family(pids: str) -> None:
    """Start a child, write both ids to a file, and pay no heed to being asked to end; neither does the child."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    child = subprocess.Popen([sys.executable, "-c", _CHILD])
    Path(pids).write_text(f"{os.getpid()} {child.pid}", encoding="utf-8")
    _serve(_nothing)
    signal.pause()


def _addresses(file: str) -> None:
    """Results that lead to the addresses in a file, five of them from the number at the end of the query on."""
    urls = json.loads(Path(file).read_text(encoding="utf-8"))

    def answer(asked: dict[str, Any]) -> object:
        start = int(asked["params"]["arguments"]["query"].split()[-1])
        results = [{"url": url, "title": f"Result {url}", "text": "tea"} for url in urls[start : start + 5]]
        content = [{"type": "text", "text": json.dumps(results)}]
        return {"jsonrpc": "2.0", "id": asked["id"], "result": {"content": content}}

    _serve(answer)


def _mute() -> None:
    sys.stdin.read()


TRICKS: dict[str, Callable[..., None]] = {
    "broken-json": lambda: _serve(lambda _asked: '{"jsonrpc": "2.0", "id": 1, "result": {"content": [}'),
    "endless": lambda: _serve(_endless),
    "one-line": lambda: _serve(_one_line),
    "greeting": lambda: _serve(_greeting),
    "form": lambda: _serve(_form),
    "picky": lambda: _serve(_picky),
    "silent": lambda: _serve(_nothing),
    "family": _family,
    "addresses": _addresses,
    "mute": _mute,
    "not-mcp": lambda: say("usage: something else"),
}
"""Name → program; `family` takes the file that it writes its ids to, `addresses` one of URLs as a JSON list."""
