from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import orjson

from kasen.knowledge.workers.child import HEADER, _receive


def test_messages_are_length_and_body() -> None:
    assert _receive(io.BytesIO((3).to_bytes(HEADER, "big") + b"abc")) == b"abc"
    assert _receive(io.BytesIO(b"")) == b""
    assert _receive(io.BytesIO(b"\x00\x00")) == b""


def test_what_a_reader_prints_does_not_get_between_the_answers(write: Callable[..., Path], tea: str) -> None:
    requests = b""
    for name in ("a.txt", "none.txt"):
        body = orjson.dumps([str(write(name, tea) if name == "a.txt" else Path("none.txt")), ""])
        requests += len(body).to_bytes(HEADER, "big") + body
    command = [sys.executable, "-m", "kasen.knowledge.workers.child", "60", str(4 << 30)]
    out = subprocess.run(command, input=requests, capture_output=True, check=True, timeout=60).stdout
    kinds = []
    while out:
        length = int.from_bytes(out[:HEADER], "big")
        kinds.append(out[HEADER : HEADER + 1])
        assert orjson.loads(out[HEADER + 1 : HEADER + 1 + length])
        out = out[HEADER + 1 + length :]
    assert kinds == [b"R", b"N"]
