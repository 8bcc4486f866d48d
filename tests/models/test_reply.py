from __future__ import annotations

import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inline_snapshot import snapshot
from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import Malformed
from kasen.models.provider import Completion
from kasen.models.reply import parser, read, reply_json, settled, write
from kasen.models.role import Role


class Point(BaseModel):
    title: str = Field(min_length=1)
    weight: float = 1.0


class Plan(BaseModel):
    model_config = ConfigDict(extra="forbid")

    points: list[Point] = []
    places: dict[str, tuple[int, int]] = {}
    tags: set[str] = set()
    named: str = Field(default="", alias="calledSo")


ROLE: Role[Plan] = Role(name="planner", package="kasen", reply=Plan, rule=Plan)
JSON = '{"points": [{"title": "宇治"}]}'


def said(text: str) -> Completion:
    return Completion(model="m", text=text)


@pytest.mark.parametrize(
    "text",
    [
        JSON,
        f"\n  {JSON}\n\n",
        f"\ufeff{JSON}",
        f"```json\n{JSON}\n```",
        f"```\n{JSON}\n```",
        f"```JSON\n{JSON}\n```\n",
        f"Here is the plan:\n\n```json\n{JSON}\n```\nI hope it helps {{really}}.",
        f"<think>no {{}} idea\n```json\n{{}}\n```</think>\n{JSON}",
        f"<thinking>hm</thinking>```json\n{JSON}\n```",
        f"thoughts whose opening tag the server swallowed</think>\n{JSON}",
    ],
)
def test_json_is_found_under_thoughts_and_one_fence(text: str) -> None:
    assert parser(ROLE)(said(text)).points[0].title == "宇治"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "   ",
        "I cannot help with that.",
        f"The plan is {JSON}",
        f"{JSON} is the plan",
        f"{JSON}{JSON}",
        f"```json\n{JSON}\n```\nor\n```json\n{JSON}\n```",
        f"```json\n{JSON}",
        f"<think>never ends {JSON}",
        '{"points": [{"title": "cut of',
        "null",
        "[]",
        '"text"',
        '{"points": [], "unasked": 1}',
        '{"points": [{"title": "\\ud800"}]}',
        "[" * 5000,
    ],
)
@pytest.mark.usefixtures("deep_stack")
def test_nothing_is_guessed_out_of_other_text(text: str) -> None:
    with pytest.raises(Malformed):
        parser(ROLE)(said(text))


def test_markers_inside_of_json_strings_are_left_alone() -> None:
    value = Plan(points=[Point(title="```json\n{}\n``` </think> <think>x</think>")])
    assert parser(ROLE)(said(write(value))) == value


def test_the_error_names_each_field_and_what_is_wrong_but_not_the_input() -> None:
    with pytest.raises(Malformed) as caught:
        read(ROLE, '{"points": [{"title": ""}, {"weight": "秘密"}], "places": {"a": [1]}}')
    assert str(caught.value).split("; ") == snapshot(
        [
            "points.0.title: String should have at least 1 character",
            "points.1.title: Field required",
            "points.1.weight: Input should be a valid number, unable to parse string as a number",
            "places.a.1: Field required",
        ]
    )


def test_many_errors_are_counted_rather_than_listed() -> None:
    with pytest.raises(Malformed, match="; and 42 more"):
        read(ROLE, '{"points": [' + ",".join(["{}"] * 50) + "]}")


def test_a_value_that_the_provider_parsed_is_validated_like_text() -> None:
    assert parser(ROLE)(Completion(model="m", value={"places": {"a": [1, 2]}})).places == {"a": (1, 2)}
    with pytest.raises(Malformed):
        parser(ROLE)(Completion(model="m", value={"points": "no"}))


def test_both_runs_go_on_from_the_same_value() -> None:
    value = Plan(points=[Point(title="x", weight=0.1 + 0.2)], places={"あ": (1, 2)}, tags={"b", "a"}, calledSo="n")
    now, text = settled(ROLE, value)
    assert now == value == read(ROLE, text)
    assert type(now.places["あ"]) is tuple


@given(st.from_type(Point))
def test_any_point_comes_back_as_it_went(point: Point) -> None:
    role: Role[Any] = Role(name="p", package="kasen", reply=Point, rule=Point)
    try:
        value, text = settled(role, point)
    except Malformed:
        assert point.weight != point.weight or abs(point.weight) == float("inf") or not _is_unicode(point.title)
        return
    assert (value, read(role, text)) == (point, point)


@given(st.text())
def test_any_text_is_either_taken_or_malformed(text: str) -> None:
    try:
        parser(ROLE)(said(text))
    except Malformed:
        return
    assert reply_json(said(text)).startswith("{")


def _is_unicode(text: str) -> bool:
    return not any("\ud800" <= character <= "\udfff" for character in text)


def test_fences_that_never_close_cost_no_more_than_their_length() -> None:
    begun = time.process_time()
    for fence in ("```json\n", "```\n", "```json\n```json x\n"):
        with pytest.raises(Malformed):
            parser(ROLE)(said(fence * 30_001))
    assert time.process_time() - begun < 2
    assert reply_json(said("so:\n```json\n1\n```json\n2\n```\nand ```")) == "1\n```json\n2"
