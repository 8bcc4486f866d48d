"""A request is checked at the door."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

from kasen.errors import InputError
from kasen.teams.research.schemas import QUESTION_LIMIT, Quoted, Request, Statement


def test_a_question_is_enough() -> None:
    request = Request(question="  宇治茶とは？\r\n")
    assert request.question == "宇治茶とは？"
    assert (request.docs, request.kb, request.lang, request.loops) == ([], [], "auto", 2)


@pytest.mark.parametrize("question", ["", "   ", "\n\t", "？！", "…"])
def test_an_empty_question_is_refused_in_one_sentence(question: str) -> None:
    with pytest.raises(ValidationError, match="the question is empty; write what you want to know"):
        Request(question=question)


@pytest.mark.parametrize("question", ["a\x00b", "a\x1b[31mb", "x" * (QUESTION_LIMIT + 1)])
def test_control_characters_and_length_are_refused(question: str) -> None:
    with pytest.raises(InputError, match="question"):
        Request(question=question)


@pytest.mark.parametrize("loops", [-1, 3])
def test_loops_are_at_most_two(loops: int) -> None:
    with pytest.raises(ValidationError):
        Request(question="q", loops=loops)


def test_every_field_says_what_it_is_and_the_question_comes_first() -> None:
    fields = Request.model_fields
    assert next(iter(fields)) == "question"
    assert all(field.description for field in fields.values())
    assert Request(question="q", docs=["a"]).docs == [Path("a")]


@pytest.mark.parametrize(
    ("given", "read"),
    [
        (["e1", "e2"], ["e1", "e2"]),
        ("e1, e2", ["e1", "e2"]),
        (["[e1]", "E2", 3, "id=4"], ["e1", "e2", "e3", "e4"]),
        (["e1とe2"], ["e1", "e2"]),
        (["4cd3004e4916", "p1", "none"], ["4cd3004e4916", "p1", "none"]),
    ],
)
def test_ids_are_read_however_they_are_written(given: Any, read: list[str]) -> None:
    statement = Statement(text="x", evidence=given)
    assert statement.evidence == read
    assert Statement.model_validate_json(statement.model_dump_json()) == statement


@pytest.mark.parametrize(("given", "read"), [("p3", "p3"), ("P3", "p3"), (3, "p3"), ("passage p3", "p3"), ("x", "x")])
def test_the_id_of_a_passage_is_read_likewise(given: Any, read: str) -> None:
    assert Quoted.model_validate({"passage": given, "quote": "q"}).passage == read


@pytest.mark.parametrize("given", [{"a": 1}, [["e1"]], None])
def test_what_is_no_id_at_all_is_refused(given: Any) -> None:
    with pytest.raises(ValidationError):
        Statement(text="x", evidence=given)


@pytest.mark.parametrize(
    ("given", "day"),
    [("2024-05-06", "2024-05-06"), ("2024", "2024-01-01"), ("2024-05", "2024-05-01"), (" ", ""), ("", "")],
)
def test_a_window_of_time_is_a_day(given: str, day: str) -> None:
    request = Request(question="q", since=given)
    assert request.since == day
    assert str(request.since_day or "") == day


@pytest.mark.parametrize(("given", "days"), [("30d", 30), ("2W", 14), ("6m", 180), ("1y", 365)])
def test_a_window_can_be_a_span_back_from_today(given: str, days: int) -> None:
    day = Request(question="q", since=given).since_day
    assert day is not None
    assert abs((datetime.now(UTC).date() - day).days - days) <= 1


@pytest.mark.parametrize("given", ["yesterday", "2024-13-01", "30 Feb", "1h"])
def test_what_is_no_day_is_refused(given: str) -> None:
    with pytest.raises(ValidationError, match="is no day"):
        Request(question="q", since=given)


def test_lists_take_several_entries_in_one_and_hold_no_empty_ones() -> None:
    request = Request(question="q", domains=["a.org, b.org", " "], items=["茶、珈琲"], criteria=["price，taste"])
    assert (request.domains, request.items, request.criteria) == (
        ["a.org", "b.org"],
        ["茶", "珈琲"],
        ["price", "taste"],
    )


def test_a_pause_that_does_not_exist_is_refused() -> None:
    assert Request(question="q", approve=["plan,draft"]).approve == ["plan", "draft"]
    with pytest.raises(ValidationError, match="there is no pause `plna`; there is: plan, draft"):
        Request(question="q", approve=["plna"])


def test_an_outline_is_headings_or_a_file_of_them(tmp_path: Path) -> None:
    assert Request(question="q", outline=["産地", "価格"]).outline == ["産地", "価格"]
    file = tmp_path / "outline.md"
    file.write_text("# 産地\n\n- 価格\n2. 味\n", encoding="utf-8")
    assert Request(question="q", outline=[str(file)]).outline == ["産地", "価格", "味"]
    file.write_bytes(b"\xff\xfe\x00bad")
    with pytest.raises(ValidationError, match="cannot be read"):
        Request(question="q", outline=[str(file)])


@pytest.mark.parametrize("given", ["/nowhere.md", "nowhere.txt", "./nowhere", "~/plan"])
def test_what_is_written_like_a_file_and_is_not_there_is_no_heading(given: str) -> None:
    with pytest.raises(ValidationError, match="there is no file"):
        Request(question="q", outline=[given])
    assert Request.model_validate({"question": "q", "outline": [given]}, context={"reads_files": False}).outline


def test_an_outline_is_one_file_and_a_long_heading_is_none(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        (tmp_path / name).write_text("# 産地\n", encoding="utf-8")
    with pytest.raises(ValidationError, match="an outline is one file"):
        Request(question="q", outline=[str(tmp_path / "a.md"), str(tmp_path / "b.md")])
    assert Request(question="q", outline=["あ" * 100]).outline == ["あ" * 100]
    assert Request(question="q", outline=["How README.md is read"]).outline == ["How README.md is read"]


@pytest.mark.parametrize("field", ["audience", "items", "criteria", "domains", "outline"])
def test_control_characters_are_refused_wherever_text_is_given(field: str) -> None:
    given: Any = "a\x1b[31mb" if field == "audience" else ["a\x1b[31mb"]
    with pytest.raises((InputError, ValidationError)):
        Request(question="q", **{field: given})


def test_headings_that_look_like_files_are_headings_among_others() -> None:
    given = ["intro.md", "usage.md", "/health"]
    assert Request.model_validate({"question": "q", "outline": given}, context={"reads_files": True}).outline == given
