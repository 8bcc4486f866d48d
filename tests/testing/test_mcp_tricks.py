from __future__ import annotations

import json
import subprocess

from kasen.testing.mcp_server import command


def test_a_trick_greets_as_a_server_does_before_it_misbehaves() -> None:
    asked = [
        {"jsonrpc": "2.0", "id": 1, "method": "initialize"},
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "id": 2, "method": "tools/list"},
        {"jsonrpc": "2.0", "id": 3, "method": "tools/call"},
    ]
    said = subprocess.run(
        command("broken-json"), input="\n".join(map(json.dumps, asked)), capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert [json.loads(line)["id"] for line in said[:2]] == [1, 2]
    assert said[2].endswith('"content": [}')
