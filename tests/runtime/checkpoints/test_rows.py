from __future__ import annotations

from typing import Any

import pytest
from langgraph.checkpoint.serde.jsonplus import JsonPlusSerializer
from langgraph.types import Send

from kasen.runtime.checkpoints.rows import PACKED, Place, body_of, checkpoint_row, place_of, tuple_of, write_rows

SERDE = JsonPlusSerializer()
CONFIG: Any = {"configurable": {"thread_id": 7, "checkpoint_ns": "a|b", "checkpoint_id": "before"}}


def checkpoint(**more: Any) -> Any:
    return {
        "v": 4,
        "id": "now",
        "ts": "t",
        "channel_values": {"a": 1},
        "channel_versions": {"a": "00000002.0"},
        "versions_seen": {"n": {"a": 3, "b": 1.5}},
        "updated_channels": ["a"],
        **more,
    }


def test_a_checkpoint_comes_back_as_it_was() -> None:
    place = place_of(CONFIG)
    assert place == Place("7", "a|b")
    row = checkpoint_row(SERDE, CONFIG, checkpoint(), {"step": 3, "counters": {"a": (1, 2)}}, {"a": ("x", b"\0")})  # type: ignore[typeddict-unknown-key]
    assert (row["type"], row["parent_checkpoint_id"], row["thread_id"]) == (PACKED, "before", "7")
    body = body_of(SERDE, row["type"], row["checkpoint"])
    saved = tuple_of(place, "before", body, {"a": 1}, row["metadata"])
    assert saved.checkpoint == checkpoint()
    assert saved.metadata == {"step": 3, "counters": {"a": [1, 2]}}
    assert saved.config == place.config("now")
    assert saved.parent_config == place.config("before")


@pytest.mark.parametrize("odd", [{"pending_sends": [Send("n", 1)]}, {"channel_values": {"a": 1, "loose": {2}}}])
def test_what_needs_a_serializer_gets_one(odd: Any) -> None:
    row = checkpoint_row(SERDE, CONFIG, checkpoint(**odd), {})
    assert row["type"] != PACKED
    body = body_of(SERDE, row["type"], row["checkpoint"])
    assert tuple_of(place_of(CONFIG), None, body, {"a": 1}, None).checkpoint == checkpoint(**odd)


def test_writes_have_their_places_and_special_ones_theirs() -> None:
    rows = write_rows(SERDE, CONFIG, [("a", 1), ("__error__", "x"), ("b", 2)], ("task", "path"))
    assert [(row["idx"], row["channel"], row["task_path"]) for row in rows] == [
        (0, "a", "path"),
        (-1, "__error__", "path"),
        (2, "b", "path"),
    ]
