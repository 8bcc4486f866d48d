from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

HOSTILE = {
    "LLAMA_ARG_HOST": "0.0.0.0",
    "LLAMA_ARG_PORT": "1",
    "LLAMA_API_KEY": "test-key-of-someone-else",
    "LLAMA_ARG_CTX_SIZE": "64",
    "LLAMA_ARG_MODEL": "/nowhere.gguf",
    "HTTP_PROXY": "http://127.0.0.1:9",
}


@contextmanager
def child(path: Path) -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        [sys.executable, "-P", "-m", "kasen.models.local.child"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdin
    process.stdin.write(json.dumps({"path": str(path), "context": 512, "key": "test-key", "threads": 2}) + "\n")
    process.stdin.flush()
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def first_line(process: subprocess.Popen[str]) -> dict[str, str]:
    assert process.stdout
    said: dict[str, str] = json.loads(process.stdout.readline())
    return said


def test_it_listens_on_loopback_with_the_key_it_was_given_whatever_the_environment_says(
    small_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in HOSTILE.items():
        monkeypatch.setenv(name, value)
    with child(small_model) as process:
        url = first_line(process)["url"]
        assert url.startswith("http://127.0.0.1:")
        assert not url.endswith(":1")
        listening = sockets_of(process.pid)
        assert listening == {f"0100007F:{int(url.rpartition(':')[2]):04X}"}
        with httpx.Client(base_url=url, trust_env=False) as client:
            assert client.get("/props").status_code == 401
            assert client.get("/props", headers={"Authorization": "Bearer test-key-of-someone-else"}).status_code == 401
            props = client.get("/props", headers={"Authorization": "Bearer test-key"}).json()
            assert props["default_generation_settings"]["n_ctx"] == 512
            assert client.get("/slots", headers={"Authorization": "Bearer test-key"}).status_code == 501
        process.kill()
        stdout, stderr = process.communicate(timeout=20)
        assert stdout == "", "its log gets between its answers"
        assert "model loaded" in stderr


def test_it_imports_nothing_of_the_folder_ignores_ctrl_c_and_ends_when_nobody_is_left(small_model: Path) -> None:
    for module in ("xllamacpp", "kasen", "json"):
        Path(f"{module}.py").write_text("raise SystemExit(9)", encoding="utf-8")
    with child(small_model) as process:
        assert "url" in first_line(process)
        process.send_signal(signal.SIGINT)
        assert process.poll() is None
        assert process.stdin
        process.stdin.close()
        assert process.wait(timeout=20) == 0
        process.stdin = None


def test_a_file_that_cannot_be_loaded_is_an_answer_and_the_reason_stands_in_the_log(tmp_path: Path) -> None:
    path = tmp_path / "bad.gguf"
    path.write_bytes(b"GGUF" + b"\0" * 100)
    with child(path) as process:
        assert "error" in first_line(process)
        assert process.stderr
        assert any("error loading model" in line for line in process.stderr)
        stdout, _ = process.communicate(timeout=20)
        assert (process.returncode, stdout) == (0, "")


def sockets_of(pid: int) -> set[str]:
    """Local addresses, as /proc writes them, of the TCP sockets on which that process listens."""
    proc = Path(f"/proc/{pid}")
    links = [str(fd.readlink()) for fd in (proc / "fd").iterdir()]
    inodes = {link[8:-1] for link in links if link.startswith("socket:[")}
    tables = [(proc / "net" / name).read_text(encoding="ascii") for name in ("tcp", "tcp6")]
    rows = [line.split() for table in tables for line in table.splitlines()]
    return {row[1] for row in rows if len(row) > 9 and row[3] == "0A" and row[9] in inodes}
