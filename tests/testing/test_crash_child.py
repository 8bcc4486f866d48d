from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest

from kasen.errors import Refused
from kasen.models.provider import Completion, ModelRequest
from kasen.models.role import Usage
from kasen.runtime.database import open_database
from kasen.runtime.store import Store
from kasen.runtime.writer import Writer
from kasen.testing.crash_child import Billed, KillingWriter, rules_only, see_through
from kasen.testing.scripted import ScriptedModel
from kasen.testing.traces import CALLS, read_bills


async def test_what_a_model_answers_is_noted_before_anybody_hears_of_it(tmp_path: Path) -> None:
    heard: list[str] = []

    class Model(ScriptedModel):
        async def complete(self, request: ModelRequest) -> Completion:
            heard.append((tmp_path / CALLS).read_text() if (tmp_path / CALLS).exists() else "")
            return await super().complete(request)

    billed = Billed(Model(['{"a": 1}', '{"a": 2}']), tmp_path)
    for call_id in ("c1", "c2"):
        await billed.complete(ModelRequest(role="r", prompt="p", schema={}, schema_name="A", call_id=call_id))
    lines = (tmp_path / CALLS).read_bytes().splitlines()
    assert [orjson.loads(line)["call_id"] for line in lines] == ["c1", "c2"]
    assert heard == ["", lines[0].decode() + "\n"]


async def test_a_call_that_fails_is_noted_with_what_the_provider_said_of_it(tmp_path: Path) -> None:
    said = Usage(input_tokens=7, output_tokens=1)

    def breaks_off(request: ModelRequest) -> Refused:
        request.on_usage(said)
        return Refused("400")

    heard: list[Usage] = []
    request = ModelRequest(role="r", prompt="p", schema={}, schema_name="A", on_usage=heard.append)
    with pytest.raises(Refused):
        await Billed(ScriptedModel(breaks_off), tmp_path).complete(request)
    assert [Usage(**bill["usage"]) for bill in read_bills(tmp_path)] == heard == [said]


async def test_a_bug_of_a_model_is_no_bill(tmp_path: Path) -> None:
    billed = Billed(ScriptedModel([ConnectionError("down")]), tmp_path)
    try:
        await billed.complete(ModelRequest(role="r", prompt="p", schema={}, schema_name="A"))
    except ConnectionError:
        assert not (tmp_path / CALLS).exists()
    else:
        raise AssertionError("it should have failed")


async def test_commits_are_counted_and_without_a_kill_nobody_dies(tmp_path: Path) -> None:
    engine = open_database(tmp_path)
    writer: Writer = KillingWriter(engine, commit=0, after=False)
    assert isinstance(writer, KillingWriter)
    for n in range(3):
        assert await writer(lambda _connection, n=n: n) == n  # type: ignore[misc]
    assert writer.commits == 3
    writer.close()
    engine.dispose()


async def test_a_scenario_that_is_over_is_not_started_again(tmp_path: Path) -> None:
    async with Store(tmp_path) as store:
        asked: dict[str, Any] = {
            "team": "echo",
            "request": {"text": "a b"},
            "host": "kasen.testing.crash_child:rules_only",
        }
        first = await see_through(store, **asked)
        again = await see_through(store, **asked)
        assert first == again
        assert len(await store.runs()) == 1
    assert rules_only(tmp_path).search is None
