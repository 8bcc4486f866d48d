"""Ids as careless writers give them are read as they were meant."""

from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.research.schemas.ids import ids, one_id


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("e1", ["e1"]),
        ("[e1], E2; 3", ["e1", "e2", "e3"]),
        (["e1, e2", 4], ["e1", "e2", "e4"]),
        (["none"], ["none"]),
        ([], []),
    ],
)
def test_ids_are_read_out_of_what_was_given(given: Any, read: list[str]) -> None:
    assert ids(given, letter="e") == read


@pytest.mark.parametrize("given", [{"a": 1}, [1.5], None])
def test_what_is_no_id_is_left_for_the_schema_to_refuse(given: Any) -> None:
    assert ids(given, letter="e") is given


def test_one_id_is_the_first_of_several_in_a_text_and_a_list_is_left_alone() -> None:
    assert one_id("p3 and p4", letter="p") == "p3"
    assert one_id(["p3"], letter="p") == ["p3"]
