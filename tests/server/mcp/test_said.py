from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator

from kasen.runtime.rows import RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.server.mcp import said
from kasen.server.mcp.said import Said, in_words, result_of, said_of
from kasen.testing.crash_child import host_with


@pytest.fixture
async def runner(tmp_path: Path) -> AsyncIterator[Runner]:
    async with Store(tmp_path / "home") as store:
        runner = Runner(store, host_with(None, store.home))
        yield runner
        await runner.close(grace_s=0)


async def ran(runner: Runner, text: str, *, ask_first: bool = False) -> RunRow:
    return await runner.wait(await runner.start("echo", {"text": text, "ask_first": ask_first}))


async def test_a_run_that_is_over_comes_with_its_result_and_links(runner: Runner) -> None:
    row = await ran(runner, "tea and salt")
    found = await said_of(runner.store, row)
    result = result_of(found, row)
    assert (result.is_error, found.waits_for_person, found.approvals) == (False, False, [])
    assert found.result == row.result
    assert found.result_uri == f"kasen://runs/{row.id}/result"
    assert [block.name for block in result.content if block.type == "resource_link"] == ["echo.md"]
    Draft202012Validator(Said.model_json_schema()).validate(result.structured_content)


async def test_a_pause_tells_the_question_what_is_shown_and_the_schema_in_the_language_of_the_run(
    runner: Runner,
) -> None:
    for text, told in (("tea and salt", "waits for a person"), ("宇治の茶", "人の判断を待っています")):
        row = await ran(runner, text, ask_first=True)
        found = await said_of(runner.store, row)
        (pause,) = found.approvals
        words = in_words(found, None)
        assert told in words
        assert pause.question in words
        assert '"go_on"' in words
        assert "  shown: " in words
        assert (found.result, found.result_uri) == (None, "")


async def test_a_large_result_is_read_at_its_address(runner: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(said, "LARGEST_RESULT", 10)
    found = await said_of(runner.store, await ran(runner, "tea and salt"))
    assert found.result is None
    assert found.result_uri


async def test_a_long_report_is_cut_in_words(runner: Runner) -> None:
    found = await said_of(runner.store, await ran(runner, "tea"))
    words = in_words(found, {"report": "宇" * (said.LARGEST_TEXT + 5)})
    assert words.count("宇") == said.LARGEST_TEXT
    assert words.endswith("…")
