from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Iterator
from contextvars import copy_context
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import InternalError, Refused
from kasen.runtime.logs import LOGGER, run_log
from kasen.runtime.runner import Runner
from kasen.settings import Redactor
from kasen.testing.scripted import ScriptedModel


@pytest.fixture(autouse=True)
def levels() -> Iterator[None]:
    logger = logging.getLogger("kasen")
    before = logger.level
    yield
    logger.setLevel(before)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_each_record_is_one_line_of_json_with_its_fields(tmp_path: Path) -> None:
    with run_log(tmp_path):
        LOGGER.info("two\nlines と 日本語", extra={"fields": {"tokens": 3, "place": Path("/a")}})
    (line,) = lines(tmp_path / "log.jsonl")
    assert (line["level"], line["logger"], line["text"]) == ("INFO", "kasen.runtime", "two\nlines と 日本語")
    assert (line["tokens"], line["place"]) == (3, "/a")
    assert line["at"].endswith("+00:00")


def test_no_secret_reaches_the_log_neither_in_fields_nor_in_tracebacks(tmp_path: Path) -> None:
    key = 'sk-test-"0123456789'
    fields = {"header": {"authorization": f"Bearer {key}"}}
    with run_log(tmp_path, Redactor([key])):
        LOGGER.error("failed with %s", key, exc_info=ValueError(f"bad key {key}"), extra={"fields": fields})
    (line,) = lines(tmp_path / "log.jsonl")
    assert line["text"] == "failed with [redacted]"
    assert line["header"] == {"authorization": "Bearer [redacted]"}
    assert "ValueError: bad key [redacted]" in line["traceback"]
    assert "0123456789" not in json.dumps(line)


async def test_runs_at_the_same_time_write_to_their_own_files(tmp_path: Path) -> None:
    async def work(name: str) -> None:
        (tmp_path / name).mkdir()
        with run_log(tmp_path / name):
            for _ in range(5):
                LOGGER.warning("I am %s", name)
                await asyncio.sleep(0)

    await asyncio.gather(*(work(name) for name in ("a", "b", "c")))
    for name in ("a", "b", "c"):
        assert [line["text"] for line in lines(tmp_path / name / "log.jsonl")] == [f"I am {name}"] * 5


def test_afterwards_nothing_is_logged_any_more_and_a_second_attempt_appends(tmp_path: Path) -> None:
    for n in range(2):
        with run_log(tmp_path):
            LOGGER.warning("%d", n)
        LOGGER.warning("outside")
    assert [line["text"] for line in lines(tmp_path / "log.jsonl")] == ["0", "1"]


def test_what_is_said_late_is_kept_and_holds_no_file_open(tmp_path: Path) -> None:
    folder = Path("/proc/self/fd")
    before = len(list(folder.iterdir()))
    with run_log(tmp_path):
        LOGGER.warning("in time")
        late = copy_context()
        assert len(list(folder.iterdir())) == before + 2, "both files are open"
    for n in range(3):
        late.run(LOGGER.warning, "late %d", n)
    assert [line["text"] for line in lines(tmp_path / "log.jsonl")] == ["in time", "late 0", "late 1", "late 2"]
    assert len(list(folder.iterdir())) == before


def test_a_log_that_cannot_be_written_stops_nothing(tmp_path: Path) -> None:
    with run_log(tmp_path / "not" / "there"):
        LOGGER.warning("lost")
    assert not (tmp_path / "not").exists()


async def test_the_log_of_a_run_holds_lengths_and_tokens_but_no_prompt_answer_or_key(
    runner_with: Callable[..., Runner], scenes: Any
) -> None:
    secret = "sk-ant-api03-SECRETSECRET"
    logging.getLogger("kasen").setLevel(logging.DEBUG)
    said = iter([Refused("no such key"), "not json"])

    def answer(request: Any) -> Any:
        return next(said, None) or scenes.good(request)

    runner = runner_with(ScriptedModel(answer))
    text = f"my private words {secret} and more"
    run_id = await runner.start("echo", {"text": text})
    await runner.wait(run_id)
    path = runner.store.folder(run_id) / "log.jsonl"
    raw = path.read_text(encoding="utf-8")
    assert "private words" not in raw
    assert secret not in raw
    calls = [line for line in lines(path) if line["text"] == "ask"]
    assert {"planner", "worker", "writer"} == {call["node"] for call in calls}
    assert all(call["prompt_chars"] > 0 and call["answer_chars"] > 0 for call in calls)
    assert any(line["text"] == "attempt ended" and line["status"] == "done" for line in lines(path))


async def test_what_failed_stands_in_the_log_of_the_run(runner_with: Callable[..., Runner], scenes: Any) -> None:
    scenes.new_stage().fail = 1
    runner = runner_with()
    run_id = await runner.start("flaky", {"text": "a b"})
    with pytest.raises(InternalError):
        await runner.wait(run_id)
    found = [line for line in lines(runner.store.folder(run_id) / "log.jsonl") if line["level"] == "ERROR"]
    assert [line["text"] for line in found] == ["attempt failed"]


def test_a_traceback_and_broken_characters_are_kept_and_stop_nothing(tmp_path: Path) -> None:
    with run_log(tmp_path):
        LOGGER.error("half \udcff a character", exc_info=ZeroDivisionError("by \udcff"))
    (line,) = lines(tmp_path / "log.jsonl")
    assert line["text"] == "half ? a character"
    assert "ZeroDivisionError: by ?" in line["traceback"]


def test_a_line_for_people_says_the_same_as_the_one_for_machines(tmp_path: Path) -> None:
    with run_log(tmp_path):
        LOGGER.warning("budget\nnear", extra={"fields": {"cap": "usd", "left": 0, "none": None, "empty": ""}})
        fields = {"node": "書記", "iteration": 2, "next": [], "seconds": 0.5, "input_tokens": 3, "output_tokens": 4}
        LOGGER.info("node", extra={"fields": {**fields, "usd": None, "note": "三つ"}})
        LOGGER.error("broken", exc_info=ZeroDivisionError("by 0"))
    first, second, *rest = (tmp_path / "run.log").read_text(encoding="utf-8").splitlines()
    assert first.endswith(" - kasen.runtime - WARNING - budget near | cap: usd | left: 0")
    assert second.endswith(
        "INFO - Node: 書記 | Iteration: 2 | Next Action: - | Duration: 0.50s | Tokens: 3 in, 4 out"
        " | Cost: unknown | 三つ"
    )
    assert rest[0].endswith("ERROR - broken")
    assert rest[-1] == "ZeroDivisionError: by 0"
    assert len(lines(tmp_path / "log.jsonl")) == 3
