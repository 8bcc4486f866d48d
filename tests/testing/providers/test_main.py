from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from kasen.settings import variables
from kasen.testing.providers.__main__ import VARIABLES, main

COMMAND = [sys.executable, "-m", "kasen.testing.providers"]


@contextmanager
def running(*arguments: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The program, and what it printed when it was ready."""
    with subprocess.Popen(
        [*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        try:
            yield process, _until_ready(process)
        finally:
            process.kill()


def _until_ready(process: subprocess.Popen[str]) -> str:
    assert process.stdout
    lines = []
    while line := process.stdout.readline():
        lines.append(line)
        if "KASEN_EMBEDDINGS_API_KEY" in line:
            break
    return "".join(lines)


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_it_serves_the_script_until_it_is_stopped_and_ends_cleanly(tmp_path: Path, stop: signal.Signals) -> None:
    script = tmp_path / "script.yaml"
    script.write_text("answers:\n- {text: 宇治茶, provider: openai}\nkeys: {openai: sk-test-2}\n", encoding="utf-8")
    with running("--port", "0", "--script", str(script)) as (process, printed):
        exported = dict(re.findall(r"^export (\w+)=(\S+)$", printed, re.MULTILINE))
        answered = httpx.post(
            f"{exported['OPENAI_BASE_URL']}/chat/completions",
            json={"model": "m", "messages": []},
            headers={"authorization": f"Bearer {exported['OPENAI_API_KEY']}"},
        )
        process.send_signal(stop)
        _, said = process.communicate(timeout=20)
    assert exported["OPENAI_API_KEY"] == "sk-test-2"
    assert answered.json()["choices"][0]["message"]["content"] == "宇治茶"
    assert (process.returncode, said) == (0, "1 requests: openai 1\n")


def test_the_variables_it_prints_are_those_that_kasen_reads() -> None:
    for provider, (base, key) in VARIABLES.items():
        assert base in variables(f"{provider}_base_url")
        if key:
            assert key in variables(f"{provider}_api_key")


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.1", "::"])
def test_it_serves_this_machine_only(host: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--host", host, "--port", "0"]) == 2
    assert "not a loopback address" in capsys.readouterr().err


def test_a_port_that_is_taken_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["--port", port]) == 3
    assert f"port {port} of 127.0.0.1 cannot be used" in capsys.readouterr().err


def test_a_script_that_cannot_be_used_is_said_before_anything_starts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--script", "missing.yaml"]) == 4
    assert capsys.readouterr() == ("", "the script missing.yaml cannot be read: No such file or directory\n")


@pytest.mark.parametrize("arguments", [["--port", "65536"], ["--port", "x"], ["--latency", "-1"], ["--pace", "nan"]])
def test_figures_that_mean_nothing_are_refused(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert arguments[0] in capsys.readouterr().err


def test_the_help_shows_a_script_and_the_faults(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    told = capsys.readouterr().out
    assert "429_retry_after" in told
    assert "answers:" in told
