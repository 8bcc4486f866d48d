from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from typer.testing import Result

from cli.patience import PATIENCE
from kasen.cli.pull import _until_stopped
from kasen.models.local.pull import Pulled
from models.loopback_hub import FILE, REPO, LoopbackHub, content, serving_aside

Kasen = Callable[..., Result]
NAME = f"{REPO}/{FILE}"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[LoopbackHub]:
    with serving_aside(LoopbackHub(files={FILE: content()})) as running:
        monkeypatch.setenv("KASEN_HUB_URL", running.url)
        yield running


@pytest.fixture
def folder(clean_environment: Path) -> Path:
    return clean_environment / "home" / "models"


def test_the_list_shows_what_is_recommended_and_what_is_here(kasen: Kasen, folder: Path) -> None:
    folder.mkdir(parents=True)
    (folder / "Qwen3-4B-Q4_K_M.gguf").write_bytes(b"GGUF")
    shown = kasen("models", "pull", "--list")
    assert shown.exit_code == 0
    lines = shown.stdout.splitlines()
    assert lines[0].split() == ["name", "size", "memory", "parameters", "Japanese", "licence"]
    assert [line.split()[0] for line in lines if line.endswith(" here")] == ["qwen3-4b"]
    assert any(line.startswith("gpt-oss-20b") and "12.1 GB" in line for line in lines)
    told = json.loads(kasen("models", "pull", "--list", "--json").stdout)
    assert [one["name"] for one in told if one["here"]] == ["qwen3-4b"]
    assert {"repo", "gigabytes", "license"} <= set(told[0])


def test_a_model_is_fetched_into_the_home_and_its_path_goes_to_a_pipe(
    kasen: Kasen, hub: LoopbackHub, folder: Path
) -> None:
    done = kasen("models", "pull", NAME)
    assert done.exit_code == 0, done.stderr
    assert done.stdout == f"{folder / FILE}\n"
    assert (folder / FILE).read_bytes() == content()
    assert f"{NAME}: 100% of 0.00 GB" in done.stderr
    assert "--model local:tea-Q4_K_M" in done.stderr
    again = kasen("models", "pull", NAME)
    assert "is there already, complete" in again.stderr
    assert len(hub.ranges) == 1


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        ((), 2, "which model is to be fetched?"),
        (("qwen9",), 2, "there is no recommended model `qwen9`"),
        ((f"{REPO}/none.gguf",), 2, f"there is: {FILE}"),
    ],
)
def test_a_name_that_means_nothing_says_what_does(
    kasen: Kasen, hub: LoopbackHub, args: tuple[str, ...], code: int, words: str
) -> None:
    done = kasen("models", "pull", *args)
    assert (done.exit_code, done.stdout) == (code, "")
    assert words in done.stderr


def test_a_licence_that_has_to_be_accepted_is_named_with_its_page(kasen: Kasen, hub: LoopbackHub) -> None:
    hub.repo_status = (401, "GatedRepo")
    done = kasen("models", "pull", NAME)
    assert done.exit_code == 6
    assert "accepted its licence" in done.stderr
    assert f"{hub.url}/{REPO}" in done.stderr


def test_ctrl_c_leaves_a_part_and_the_next_run_goes_on(kasen: Kasen, hub: LoopbackHub, folder: Path) -> None:
    hub.faults = ["stall"]
    command = [sys.executable, "-m", "kasen", "models", "pull", NAME]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr
        seen = b""
        while b" 5" not in seen:
            assert select.select([process.stderr], [], [], 30)[0], seen
            seen += os.read(process.stderr.fileno(), 4096)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert b"Traceback" not in process.stderr.read()
    assert (folder / f"{FILE}.part").stat().st_size == 50_000
    assert kasen("models", "pull", NAME).exit_code == 0
    assert hub.ranges == ["", "bytes=50000-"]
    assert (folder / FILE).read_bytes() == content()


def test_the_roles_are_still_shown_by_the_command_itself(kasen: Kasen) -> None:
    shown = kasen("models", "--json", "--preset", "none")
    assert shown.exit_code == 0, shown.stderr
    assert json.loads(shown.stdout)["preset"] == "none"
    assert "pull" in kasen("models", "--help").stdout


def test_the_token_of_the_settings_goes_to_the_hub(
    kasen: Kasen, hub: LoopbackHub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_test-token")
    done = kasen("models", "pull", NAME)
    assert done.exit_code == 0, done.stderr
    assert "Bearer hf_test-token" in {seen.headers.get("authorization") for seen in hub.seen}
    assert "hf_test-token" not in done.stdout + done.stderr


async def test_a_cancellation_that_is_lost_on_the_way_is_said_again() -> None:
    lost: list[int] = []

    async def deaf() -> Pulled:
        try:
            await asyncio.Event().wait()
        except asyncio.CancelledError:
            lost.append(1)
        await asyncio.Event().wait()
        raise AssertionError

    task = asyncio.create_task(_until_stopped(deaf()))
    await asyncio.sleep(0.01)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        async with asyncio.timeout(20):
            await task
    assert lost == [1]
