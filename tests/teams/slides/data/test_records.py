from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from kasen.teams.slides.data.records import read_json, read_json_lines
from kasen.teams.slides.data.sheet import Unusable


def cells(path: Path, tree: Any) -> dict[str, list[list[object]]]:
    path.write_text(tree if isinstance(tree, str) else json.dumps(tree, ensure_ascii=False), encoding="utf-8")
    return {found.name: [list(row) for _, row in found.rows] for found in read_json(path, "en")}


def test_a_list_of_objects_is_a_table_whose_columns_are_all_their_keys(tmp_path: Path) -> None:
    found = cells(tmp_path / "a.json", [{"a": 1, "b": "x"}, {"a": 2, "c": True}, {"b": None, "a": 3}])
    assert found == {"": [["a", "b", "c"], [1, "x"], [2, None, True], [3]]}


def test_objects_inside_objects_become_columns_under_their_own_name_where_that_is_plain(tmp_path: Path) -> None:
    found = cells(tmp_path / "a.json", [{"x": {"n": 1, "y": {"deep": 2}}, "tags": ["p", "q"]}])
    assert found == {"": [["n", "deep", "tags"], [1, 2, "p, q"]]}
    found = cells(tmp_path / "b.json", [{"x": {"n": 1}, "y": {"n": 2}}])
    assert found == {"": [["x.n", "y.n"], [1, 2]]}


def test_lists_deep_inside_are_found_under_their_path(tmp_path: Path) -> None:
    tree = {"meta": {"page": 1}, "data": {"items": [{"a": 1}], "more": {"rows": [[1, 2], [3, 4]]}}}
    assert cells(tmp_path / "a.json", tree) == {"data.items": [["a"], [1]], "data.more.rows": [[1, 2], [3, 4]]}


def test_columns_and_pairs_are_tables_too(tmp_path: Path) -> None:
    assert cells(tmp_path / "a.json", {"year": [2020, 2021], "sales": [10, 12]})[""] == [
        ["year", "sales"], [2020, 10], [2021, 12],
    ]  # fmt: skip
    assert cells(tmp_path / "b.json", {"Tokyo": 12, "Osaka": 9})[""] == [["name", "value"], ["Tokyo", 12], ["Osaka", 9]]
    found = cells(tmp_path / "c.json", {"2023": {"a": 1, "b": 2}, "2024": {"a": 3, "b": 4}})
    assert found[""] == [["name", "a", "b"], ["2023", 1, 2], ["2024", 3, 4]]


def test_rows_are_numbered_as_if_the_names_were_row_1(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('[{"a": 1}, {"a": 2}]')
    (found,) = read_json(path, "en")
    assert [number for number, _ in found.rows] == [1, 2, 3]
    assert found.kind == "records"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "not sound JSON"),
        ("[" * 100_000 + "]" * 100_000, "nested too deeply"),
        ('{"a":' * 3000 + "1" + "}" * 3000, "nested too deeply|no table"),
        ("[]", "no table"),
        ("3", "no table"),
        ('{"a": "b"}', "no table"),
        ("[1, 2, 3]", "no table"),
    ],
)
@pytest.mark.usefixtures("deep_stack")
def test_what_holds_no_table_is_refused(tmp_path: Path, text: str, why: str) -> None:
    with pytest.raises(Unusable, match=why):
        cells(tmp_path / "a.json", text)


def test_numbers_that_no_float_holds_are_nothing(tmp_path: Path) -> None:
    assert cells(tmp_path / "a.json", '[{"a": NaN, "b": 1e400, "c": 1}]')[""][1] == [None, None, 1]


def test_json_lines_leave_out_lines_that_are_no_json(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"a": 1}\n\nnot json\n{"a": 2, "b": "x"}\n')
    (found,) = read_json_lines(path, "en")
    assert [list(row) for _, row in found.rows] == [["a", "b"], [1], [2, "x"]]
    assert found.notes == ["1 line(s) are no JSON and were left out."]
    path.write_text("no\njson\nat all\n")
    with pytest.raises(Unusable, match="one object per line"):
        read_json_lines(path, "en")
