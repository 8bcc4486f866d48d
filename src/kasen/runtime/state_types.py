"""Which types a checkpoint may hold: those that the state of the graph names, and nothing else."""

from __future__ import annotations

import sys
import types
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel
from typing_extensions import is_typeddict

from kasen.errors import InternalError

if TYPE_CHECKING:
    from langgraph.graph import StateGraph

PLAIN = (str, int, float, bool, bytes, type(None), Path)
HOLDERS = (list, dict, tuple, set)


def state_models(graph: StateGraph[Any, Any, Any, Any]) -> set[tuple[str, str]]:
    """(module, name) of every model and enum in the state and in what nodes are sent.

    A class that a package above its module gives out is known by that name too: a run that was begun when it still
    lay there can be carried on.

    Raises:
        InternalError: a type that msgpack would turn into another one after a restart, without a word:
            `Any`, `Mapping`, a generic model, a subclass of a holder.
    """
    found: set[tuple[str, str]] = set()
    seen: set[Any] = set()
    for schema in (graph.state_schema, *(node.input_schema for node in graph.nodes.values())):
        if not is_typeddict(schema):
            raise InternalError(f"the state `{schema}` is not a TypedDict")
        for name, hint in get_type_hints(schema, include_extras=True).items():
            _collect(hint, f"{schema.__name__}.{name}", found, seen)
    return found


def _collect(hint: Any, place: str, found: set[tuple[str, str]], seen: set[Any]) -> None:
    origin = get_origin(hint)
    if hint in PLAIN or origin is Literal or hint is Ellipsis:
        return
    if origin is Annotated:
        _collect(get_args(hint)[0], place, found, seen)
    elif origin in (Union, types.UnionType, *HOLDERS):
        for part in get_args(hint):
            _collect(part, place, found, seen)
    elif isinstance(hint, type) and issubclass(hint, Enum):
        found.update(_names(hint))
    elif isinstance(hint, type) and issubclass(hint, BaseModel) and not hint.__pydantic_generic_metadata__["args"]:
        _collect_model(hint, found, seen)
    else:
        raise InternalError(f"`{place}` has type `{hint}`, which does not survive a restart; use a concrete model")


def _names(kind: type) -> set[tuple[str, str]]:
    """Where a class lies, and the packages above that give it out."""
    above = [kind.__module__]
    while "." in above[-1]:
        above.append(above[-1].rpartition(".")[0])
    packages = (name for name in above[1:] if getattr(sys.modules.get(name), kind.__name__, None) is kind)
    return {(name, kind.__name__) for name in (above[0], *packages)}


def _collect_model(model: type[BaseModel], found: set[tuple[str, str]], seen: set[Any]) -> None:
    if model in seen:
        return
    seen.add(model)
    found.update(_names(model))
    for name, field in model.model_fields.items():
        _collect(field.annotation, f"{model.__name__}.{name}", found, seen)
