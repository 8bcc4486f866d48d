from __future__ import annotations

import json
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

from kasen.tools.search import ddgs_child

CHILD = Path(ddgs_child.__file__)


def answered(**opened: Any) -> dict[str, Any]:
    ask = {"query": "宇治茶", "region": "jp-jp", "timelimit": None, "max_results": 5, "backend": "duckduckgo"}
    given = json.dumps({"open": {"timeout": 2, "verify": True, **opened}, "ask": ask})
    done = subprocess.run(
        [sys.executable, "-I", str(CHILD)], input=given.encode(), capture_output=True, check=True, timeout=30, env={}
    )
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def test_a_proxy_that_is_not_there_is_a_failure_and_no_empty_list() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens
        said = answered(proxy=f"http://127.0.0.1:{taken.getsockname()[1]}")
    assert said["error"] == "failed"
    assert "results" not in said


def test_a_proxy_that_never_answers_ends_in_a_timeout() -> None:
    with socket.socket() as deaf:
        deaf.bind(("127.0.0.1", 0))
        deaf.listen()
        said = answered(proxy=f"http://127.0.0.1:{deaf.getsockname()[1]}", timeout=1)
    assert said["error"] == "timeout"


def test_it_loads_nothing_of_kasen() -> None:
    assert "import kasen" not in CHILD.read_text(encoding="utf-8")
    assert "from kasen" not in CHILD.read_text(encoding="utf-8")
