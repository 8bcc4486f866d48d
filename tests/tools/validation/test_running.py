from __future__ import annotations

import asyncio
import sys
from pathlib import Path

import pytest

from kasen.tools.validation.running import run
from tools.validation.fake_quarto import has_ended


async def test_input_output_and_exit_come_through(tmp_path: Path) -> None:
    code = "import sys; print(sys.stdin.read()[::-1]); print('é', file=sys.stderr); sys.exit(3)"
    done = await run([sys.executable, "-X", "utf8", "-c", code], given="日本".encode(), folder=tmp_path, seconds=20)
    assert (done.code, done.out.decode(), done.err, done.why) == (3, "本日\n", "é\n", "")


async def test_no_key_reaches_the_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMINI_API_KEY", "test-key")
    code = "import os; print('GEMINI_API_KEY' in os.environ, os.environ['MINE'], 'PATH' in os.environ)"
    done = await run([sys.executable, "-c", code], folder=tmp_path, seconds=20, environment={"MINE": "1"})
    assert done.out == b"False 1 True\n"


async def test_a_program_that_is_not_there_is_said(tmp_path: Path) -> None:
    done = await run([str(tmp_path / "nothing")], folder=tmp_path, seconds=5)
    assert (done.code, done.why) == (None, "could not be started: No such file or directory")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
async def test_output_without_end_ends_the_program_every_time(tmp_path: Path, stream: str) -> None:
    code = f"import sys\nwhile True: sys.{stream}.write('x' * 100000)"
    for _ in range(3):
        done = await run([sys.executable, "-c", code], folder=tmp_path, seconds=20, most=1_000_000)
        assert (done.code, done.why) == (None, "wrote more than 1000000 bytes")


async def test_input_that_is_not_read_blocks_nothing(tmp_path: Path) -> None:
    done = await run([sys.executable, "-c", "print(1)"], given=b"x" * 3_000_000, folder=tmp_path, seconds=20)
    assert (done.code, done.out) == (0, b"1\n")


async def test_a_child_that_keeps_the_output_open_ends_with_the_time(tmp_path: Path) -> None:
    code = (
        "import subprocess, sys\n"
        "child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(300)'])\n"
        "open('child', 'w').write(str(child.pid))"
    )
    done = await run([sys.executable, "-c", code], folder=tmp_path, seconds=1.5)
    assert done.why == "took longer than 1.5 s"
    assert has_ended((tmp_path / "child").read_text(encoding="utf-8"))


async def test_when_nobody_waits_any_more_it_is_ended(tmp_path: Path) -> None:
    code = "import os, time\nopen('me', 'w').write(str(os.getpid()))\ntime.sleep(300)"
    task = asyncio.create_task(run([sys.executable, "-c", code], folder=tmp_path, seconds=100))
    while not (tmp_path / "me").exists() or not (tmp_path / "me").read_text(encoding="utf-8"):  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert has_ended((tmp_path / "me").read_text(encoding="utf-8"))
