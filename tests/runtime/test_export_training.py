from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import Refused
from kasen.evidence.types import Claim
from kasen.models.provider import Completion
from kasen.runtime.attempt import Attempt
from kasen.runtime.evidence import RunEvidence
from kasen.runtime.export_training import Exported, training_lines
from kasen.runtime.rows import Options
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.testing.crash_child import host_with
from kasen.testing.scripted import ScriptedModel

SECRET = "sk-test-abcdefghijklmnop"
SCRIPT: dict[str, list[Any]] = {
    "planner": [Completion(model="scripted:model", text='{"parts": ["one'), {"parts": ["one ", "two"]}],
    "worker": [{"text": "one "}, {"text": "two"}],
    "writer": [{"text": "one and nothing else"}, {"text": "one two"}],
}


async def ran(store: Store, *, script: Any = SCRIPT, **options: Any) -> str:
    runner = Runner(store, host_with(ScriptedModel(script), store.home))
    run_id = await runner.start("echo", {"text": "one two"}, options=Options(preset="manual", **options))
    assert (await runner.wait(run_id)).status == "done"
    await runner.close()
    return run_id


async def exported(store: Store, *run_ids: str, local: bool = False) -> tuple[list[dict[str, Any]], Exported]:
    told = Exported()
    rows = [await store.run(run_id) for run_id in run_ids]
    lines = [json.loads(line) async for line in training_lines(store, rows, told, local=local)]
    return lines, told


def short(line: dict[str, Any]) -> tuple[Any, ...]:
    return line["role"], line["answer"], line["accepted"], line["rejected_by"], line["checks"]


async def test_taken_repaired_and_sent_back_answers_come_out_with_what_they_were_asked(store: Store) -> None:
    run_id = await ran(store)
    lines, told = await exported(store, run_id)
    assert [short(line) for line in lines if line["role"] != "worker"] == [
        ("planner", '{"parts": ["one', False, "schema", []),
        ("planner", '{"parts":["one ","two"]}', True, "", ["schema"]),
        ("writer", '{"text":"one and nothing else"}', False, "completeness", ["schema"]),
        ("writer", '{"text":"one two"}', True, "", ["schema", "completeness"]),
    ]
    planners = [line for line in lines if line["role"] == "planner"]
    assert planners[0]["ask"] == planners[1]["ask"], "two answers to the same question"
    assert planners[0]["messages"] == planners[1]["messages"]
    assert "one two" in planners[0]["messages"][0]["content"]
    assert "EOF while parsing" in planners[0]["why"]
    back = next(line for line in lines if line["rejected_by"] == "completeness")
    assert "part 2 is missing or out of order" in back["why"]
    assert {(line["run"], line["team"], line["model"]) for line in lines} == {(run_id, "echo", "scripted:model")}
    assert (told.lines, told.runs, told.kept_back) == (len(lines), 1, 0) == (6, 1, 0)


async def test_a_verdict_on_which_nobody_acted_rejects_nothing(store: Store) -> None:
    never = {"planner": [{"parts": ["one ", "two"]}], "worker": SCRIPT["worker"], "writer": [{"text": "no"}] * 2}
    lines, _ = await exported(store, await ran(store, script=never))
    writers = [line for line in lines if line["role"] == "writer"]
    assert [line["accepted"] for line in writers] == [False, True], "the last one went out as it is"
    assert writers[1]["checks"] == ["schema"], "and no reviewer passed it"


async def test_rules_and_answers_of_other_runs_are_left_out(store: Store) -> None:
    run_id = await ran(store)
    assert (await exported(store, await ran(store, script=lambda _: Refused("not now"))))[0] == []
    again = Runner(store, host_with(ScriptedModel([]), store.home))
    repeated = await again.start("echo", {"text": "one two"}, options=Options(replay_of=run_id))
    await again.wait(repeated)
    await again.close()
    assert (await exported(store, repeated))[0] == []


async def test_runs_that_send_nothing_anywhere_come_out_only_when_that_is_asked_for(store: Store) -> None:
    run_id, other = await ran(store, local_only=True), await ran(store)
    lines, told = await exported(store, run_id, other)
    assert {line["run"] for line in lines} == {other}
    assert told.kept_back == 1
    lines, told = await exported(store, run_id, other, local=True)
    assert {line["run"] for line in lines} == {run_id, other}
    assert told.kept_back == 0


async def test_no_secret_comes_out(tmp_path: Path) -> None:
    script = {**SCRIPT, "writer": [{"text": f"one {SECRET}"}, {"text": "one two"}]}
    async with Store(tmp_path / "home") as store:
        run_id = await ran(store, script=script)
        assert SECRET in json.dumps((await exported(store, run_id))[0])
    async with Store(tmp_path / "home", redact=Redactor([SECRET])) as store:
        lines = (await exported(store, run_id))[0]
        assert SECRET not in json.dumps(lines)
        assert len(lines) == 6


async def test_an_answer_tells_which_of_its_sentences_were_supported(store: Store) -> None:
    run_id = await ran(store)
    attempt = Attempt(store, run_id, (await store.run(run_id)).fence)
    claims = [
        Claim(id="1", text="one two", support="supported"),
        Claim(id="2", text="one and nothing", support="contradicted", reasons=("number 2 is not in the passage",)),
        Claim(id="3", text="what nobody said"),
    ]
    await RunEvidence(attempt).record_claims(claims)
    lines = [line for line in (await exported(store, run_id))[0] if line["role"] == "writer"]
    assert lines[0]["claims"] == [
        {"text": "one and nothing", "support": "contradicted", "reasons": ["number 2 is not in the passage"]}
    ]
    assert "verifier" not in lines[0]["checks"]
    assert lines[1]["claims"] == [{"text": "one two", "support": "supported", "reasons": []}]
    assert lines[1]["checks"] == ["schema", "completeness", "verifier"]


@pytest.mark.parametrize("runs", [0, 2])
async def test_runs_are_counted(store: Store, runs: int) -> None:
    ids = [await ran(store) for _ in range(runs)]
    lines, told = await exported(store, *ids)
    assert (told.runs, told.lines) == (runs, len(lines)) == (runs, 6 * runs)
