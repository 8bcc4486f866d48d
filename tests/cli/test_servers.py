from __future__ import annotations

import json
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.testing.mcp_server import command

RUNNER = CliRunner()


def servers(monkeypatch: pytest.MonkeyPatch, *options: str, **tables: Any) -> dict[str, dict[str, Any]]:
    monkeypatch.setenv("KASEN_MCP", json.dumps(tables))
    monkeypatch.setenv("KASEN_SEARCH", "mcp:docs")
    shown = RUNNER.invoke(app, ["doctor", "--json", *options])
    assert shown.exit_code == 0, shown.output
    found = {check["name"]: check for check in json.loads(shown.stdout)["checks"]}
    return {name.removeprefix("mcp "): check for name, check in found.items() if name.startswith("mcp ")}


def test_without_online_no_server_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    found = servers(
        monkeypatch,
        docs={"command": ["/nowhere/server"]},
        far={"url": "https://mcp.example/v1?key=test-key-planted", "headers": {"X": "test-key-planted-2"}},
        here={"command": ["sh", "-c", "exit 1"]},
    )
    assert found["docs"]["found"] == "its program `/nowhere/server` is not found"
    assert found["far"]["found"].startswith("asks https://mcp.example/v1; --online starts it; not used: ")
    assert found["here"]["ok"]
    assert "planted" not in json.dumps(found)


def test_online_each_server_says_what_it_searches_with_or_why_it_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    found = servers(
        monkeypatch,
        "--online",
        docs={"command": command("greeting")},
        gone={"url": "http://127.0.0.1:9/mcp"},
        other={"command": command("greeting"), "tools": ["lookup"]},
    )
    assert found["docs"]["found"] == "answers; searches with search"
    assert (found["gone"]["ok"], found["gone"]["found"]) == (False, "MCP server `gone` does not answer at 127.0.0.1:9")
    assert found["other"]["found"] == "MCP server `other` has no tool `lookup`; it has: `search`"
