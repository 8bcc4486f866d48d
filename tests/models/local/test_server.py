from __future__ import annotations

import asyncio
import logging
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.models.local.gguf import Gguf
from kasen.models.local.server import OVERHEAD, context_for, serving, stop_all
from models.gguf_files import gguf

GB = 1_000_000_000


@pytest.fixture
def own_copy(small_model: Path, tmp_path: Path) -> Iterator[Path]:
    """The model under a path of its own, so that its process may be harmed."""
    path = tmp_path / "copy.gguf"
    path.symlink_to(small_model)
    yield path
    stop_all()


def header(*, size: int = 5 * GB, trained: int = 40_960, token_bytes: int = 147_456, parts: int = 1) -> Gguf:
    return Gguf(size=size, architecture="qwen3", trained_context=trained, token_bytes=token_bytes, parts=parts)


# --- room -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("free", "context"), [(None, 32_768), (64 * GB, 32_768), (9 * GB, 16_384), (6.9 * GB, 8_192), (6 * GB, 4_096)]
)
def test_the_context_is_what_memory_allows(free: int | None, context: int) -> None:
    assert context_for(Path("m.gguf"), header(), free) == context


def test_the_context_is_never_more_than_the_model_was_made_for() -> None:
    assert context_for(Path("m.gguf"), header(trained=2_048), 64 * GB) == 2_048
    assert context_for(Path("m.gguf"), header(trained=2_048), 5 * GB + 2_048 * 147_456 + OVERHEAD) == 2_048
    assert context_for(Path("m.gguf"), header(trained=0), 64 * GB) == 32_768


def test_too_little_memory_is_said_in_gigabytes() -> None:
    told = r"`m\.gguf` needs about 5\.9 GB of memory, and 4\.0 GB are free"
    with pytest.raises(ConfigurationError, match=told) as it:
        context_for(Path("m.gguf"), header(), 4 * GB)
    assert "smaller model" in it.value.hint


def test_a_model_in_parts_is_refused() -> None:
    with pytest.raises(ConfigurationError, match="one of 3 parts"):
        context_for(Path("m-00001-of-00003.gguf"), header(parts=3), None)


# --- processes --------------------------------------------------------------------------------------------------------


async def test_who_asks_at_the_same_time_waits_for_the_same_model_and_the_loop_runs_on(
    own_copy: Path,
) -> None:
    Path("json.py").write_text("raise SystemExit('a module of the current folder was imported')", encoding="utf-8")
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.005)
            ticks += 1

    ticking = asyncio.create_task(tick())
    impatient = asyncio.create_task(serving(own_copy))
    patient = [asyncio.create_task(serving(own_copy)) for _ in range(2)]
    await asyncio.sleep(0)
    impatient.cancel()
    first, second = await asyncio.gather(*patient)
    assert impatient.cancelled()
    ticking.cancel()
    assert first is second
    assert first.url.startswith("http://127.0.0.1:")
    assert ticks > 10, "loading keeps Python from running"
    assert await serving(own_copy) is first


async def test_a_process_that_died_is_said_so_and_replaced(own_copy: Path) -> None:
    server = await serving(own_copy)
    assert server.ended() == ""
    os.kill(server.pid, signal.SIGKILL)
    await asyncio.to_thread(os.waitid, os.P_PID, server.pid, os.WEXITED | os.WNOWAIT)
    assert server.ended() == "llama.cpp was ended by signal 9"
    another = await serving(own_copy)
    assert another.pid != server.pid
    assert another.ended() == ""


async def test_a_file_that_llama_cpp_does_not_take_fails_with_its_reason_each_time(tmp_path: Path) -> None:
    path = gguf(tmp_path / "odd.gguf", general_architecture="tanka")
    for _ in range(2):
        with pytest.raises(ConfigurationError, match=r"cannot load `odd\.gguf`: unknown model architecture: 'tanka'"):
            await serving(path)


async def test_a_file_that_is_no_model_starts_no_process(tmp_path: Path) -> None:
    path = tmp_path / "no.gguf"
    path.write_text("no model", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="not a GGUF file"):
        await serving(path)


async def test_what_llama_cpp_logs_goes_to_the_log_at_debug_only(
    own_copy: Path, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    with caplog.at_level(logging.DEBUG, logger="kasen.models"):
        await serving(own_copy)
        stop_all()
    told = [(record.levelname, record.getMessage()) for record in caplog.records]
    assert ("INFO", "copy.gguf is loaded") in told
    assert any(text.startswith("llama.cpp: ") and "loading model" in text for _, text in told)
    assert {level for level, text in told if text.startswith("llama.cpp: ")} == {"DEBUG"}
    assert capfd.readouterr() == ("", "")


SCRIPT = """
import asyncio, sys
from pathlib import Path
from kasen.models.local.server import serving
server = asyncio.run(serving(Path(sys.argv[1])))
print(server.pid, server.key, flush=True)
if sys.argv[2:]:
    sys.stdin.read()
"""


def test_leaving_python_is_clean_and_takes_the_model_along(small_model: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", SCRIPT, str(small_model)], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert not Path(f"/proc/{int(done.stdout.split()[0])}").exists()


def test_a_killed_kasen_takes_the_model_along_and_its_key_was_in_nobodys_sight(small_model: Path) -> None:
    command = [sys.executable, "-c", SCRIPT, str(small_model), "wait"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        pid, key = process.stdout.readline().split()
        shown = Path(f"/proc/{pid}/cmdline").read_bytes() + Path(f"/proc/{pid}/environ").read_bytes()
        ended = os.pidfd_open(int(pid))
        process.kill()
    try:
        assert select.select([ended], [], [], 20)[0], "the process of the model outlived Kasen"
    finally:
        os.close(ended)
    assert len(key) > 20
    assert key.encode() not in shown
