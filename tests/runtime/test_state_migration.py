from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest
from langgraph.checkpoint.base import CheckpointTuple, empty_checkpoint
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.types import Interrupt, Send

from kasen.errors import OtherVersion
from kasen.evidence.types import Source
from kasen.runtime.state_migration import PlainSerializer, StateMigration, Written
from runtime.rows import run_row
from runtime.version_scenes import AskedNew, AskedOld, WordNew, WordOld, build_new, team


@pytest.fixture
def migration() -> StateMigration:
    row = run_row("RUN", team="aging", mode="only", status="paused")
    return StateMigration(team(2)("aging"), row, build_new())


def plain(value: Any) -> Any:
    """What is read of a value that was written by a run."""
    return PlainSerializer().loads_typed(JsonPlusSerializer(allowed_msgpack_modules=()).dumps_typed(value))


def saved(values: dict[str, Any], versions: dict[str, str], writes: list[Any] | None = None) -> CheckpointTuple:
    checkpoint = {**empty_checkpoint(), "channel_values": plain(values), "channel_versions": versions}
    return CheckpointTuple({"configurable": {}}, checkpoint, {}, None, plain(writes or []))  # type: ignore[arg-type]


def counted(newest: str | None, _channel: None) -> str:
    return f"{int(newest or 0) + 1:03}"


def test_models_are_read_as_what_they_were_made_of_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    source = Source(id="s", title="t", uri="u", kind="web")
    with caplog.at_level(logging.DEBUG):
        assert plain({"a": [WordOld(text="x")], "b": Path("/a"), "c": {1}, "d": (source,)}) == {
            "a": [{"text": "x"}],
            "b": Path("/a"),
            "c": {1},
            "d": [source.model_dump()],
        }
        sent = plain([Send("say", {"word": WordOld(text="x")}), Interrupt(value=1, id="i")])
    assert sent == [Send("say", {"word": {"text": "x"}}), Interrupt(value=1, id="i")]
    assert caplog.records == []
    logging.getLogger("langgraph.checkpoint.serde.jsonplus").warning("heard")
    assert [record.message for record in caplog.records] == ["heard"], "afterwards others are heard"


def test_values_become_what_the_state_names_now(migration: StateMigration) -> None:
    old = {"request": AskedOld(text="a", tone="warm"), "words": [WordOld(text="world")], "count": 1, "draft": "d"}
    assert migration.values(plain(old)) == {
        "request": AskedNew(text="a", tones=["warm"]),
        "words": [WordNew(said="world", loud=True)],
        "manuscript": "d",
        "mood": "calm",
    }


def test_what_a_graph_was_given_and_what_nodes_were_sent_is_brought_over_too(migration: StateMigration) -> None:
    old = {
        "__start__": {"request": AskedOld(text="a")},
        "__pregel_tasks": [Send("say", {"word": WordOld(text="b"), "nth": 1})],
        "branch:to:write": None,
        "join:a+b:write": {"a"},
    }
    assert migration.values(plain(old)) == {
        "__start__": {"request": AskedNew(text="a", tones=["plain"]), "mood": "calm"},
        "__pregel_tasks": [Send("say", {"word": WordNew(said="b", loud=True)})],
        "branch:to:write": None,
        "join:a+b:write": {"a"},
    }


@pytest.mark.parametrize("old", [{"branch:to:gone": None}, {"__pregel_tasks": [Send("gone", {})]}])
def test_a_step_that_is_gone_is_never_left_out(migration: StateMigration, old: dict[str, Any]) -> None:
    with pytest.raises(OtherVersion, match="before its step `gone`, which mode `only` does not have"):
        migration.values(plain(old))


def test_a_checkpoint_keeps_its_id_and_what_langgraph_counts(migration: StateMigration) -> None:
    values = {"request": AskedOld(text="a"), "count": 1, "draft": "d", "branch:to:write": None}
    versions = dict.fromkeys(values, "003") | {"branch:to:approve": "002"}
    before = saved(values, versions)
    now = migration.checkpoint(before, counted)
    assert now["id"] == before.checkpoint["id"]
    assert now["versions_seen"] == before.checkpoint["versions_seen"]
    own = {name: now["channel_versions"].pop(name) for name in ("request", "manuscript", "mood")}
    assert now["channel_versions"] == {"branch:to:write": "003", "branch:to:approve": "002"}
    assert sorted(own.values()) == ["004", "005", "006"]
    assert set(now["channel_values"]) == {"request", "manuscript", "mood", "branch:to:write"}


def test_what_tasks_wrote_is_brought_over_task_by_task(migration: StateMigration) -> None:
    writes = [
        ("one", "words", [WordOld(text="world")]),
        ("one", "branch:to:approve", None),
        ("two", "count", 2),
        ("two", "__pregel_tasks", Send("say", {"word": WordOld(text="c"), "nth": 0})),
        ("three", "__interrupt__", [Interrupt(value={"approval": "x"}, id="i")]),
    ]
    assert sorted(migration.writes(saved({}, {}, writes)), key=lambda one: one[:2]) == [
        Written("one", "branch:to:approve", None),
        Written("one", "words", [WordNew(said="world", loud=True)]),
        Written("three", "__interrupt__", [Interrupt(value={"approval": "x"}, id="i")]),
        Written("two", "__pregel_tasks", Send("say", {"word": WordNew(said="c", loud=False)})),
    ]


def test_a_value_written_twice_by_one_task_is_refused(migration: StateMigration) -> None:
    with pytest.raises(OtherVersion, match="has written `heard` twice"):
        migration.writes(saved({}, {}, [("one", "heard", "a"), ("one", "heard", "b")]))
