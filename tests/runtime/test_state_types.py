from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypedDict, TypeVar

import pytest
from langgraph.graph import START, StateGraph
from pydantic import BaseModel

from kasen.errors import InternalError
from kasen.runtime.state_types import state_models
from kasen.teams.research.schemas import Request

T = TypeVar("T")


class Colour(Enum):
    RED = "red"


class Inner(BaseModel):
    colour: Colour
    place: Path


class Outer(BaseModel):
    inner: list[Inner | None]
    again: Outer | None = None


class Box(BaseModel, Generic[T]):
    value: T


class Loose(BaseModel):
    anything: Any


@dataclass
class Plain:
    n: int


class SubList(list[int]):
    pass


class Sent(TypedDict):
    inner: Inner


def graph_of(hint: Any, sent: Any = None) -> StateGraph[Any, Any, Any, Any]:
    state = TypedDict("state", {"value": hint})  # noqa: UP013 - the hint is a parameter
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(state)
    graph.add_node("node", lambda _state: {}, input_schema=sent or state)
    graph.add_edge(START, "node")
    return graph


@pytest.mark.parametrize(
    ("hint", "names"),
    [
        (str | int | float | bool | bytes | None, set()),
        (dict[str, tuple[int, ...]], set()),
        (Literal["a", "b"], set()),
        (Annotated[set[str], "reducer"], set()),
        (Inner, {"Inner", "Colour"}),
        (list[Outer], {"Outer", "Inner", "Colour"}),
    ],
)
def test_concrete_types_are_collected_with_everything_inside_them(hint: Any, names: set[str]) -> None:
    found = state_models(graph_of(hint))
    assert {name for _, name in found} == names
    assert {module for module, _ in found} <= {__name__}


def test_what_a_node_is_sent_counts_as_well() -> None:
    assert {name for _, name in state_models(graph_of(str, Sent))} == {"Inner", "Colour"}


@pytest.mark.parametrize(
    "hint",
    [
        Any,
        object,
        dict[str, Any],
        Mapping[str, str],
        Box[int],
        Box[Inner],
        list[Box[str]],
        Loose,
        Plain,
        SubList,
        list,
        dict,
        datetime,
        frozenset[str],
    ],
)
def test_a_type_that_would_come_back_as_another_is_refused_by_place(hint: Any) -> None:
    with pytest.raises(InternalError, match=r"`(state\.value|Loose\.anything)` has type .*does not survive a restart"):
        state_models(graph_of(hint))


def test_a_state_that_is_no_typed_dict_is_refused() -> None:
    graph: StateGraph[Any, Any, Any, Any] = StateGraph(Inner)
    graph.add_node("node", lambda _state: {})
    with pytest.raises(InternalError, match="is not a TypedDict"):
        state_models(graph)


def test_a_class_that_a_package_gives_out_is_known_by_that_name_too() -> None:
    class State(TypedDict):
        request: Request

    found = state_models(StateGraph(State))
    lies, given_out = Request.__module__, "kasen.teams.research.schemas"
    assert lies != given_out
    assert {module for module, name in found if name == "Request"} == {lies, given_out}
