"""What the state of a team looks like to a run that was begun with it: nodes, channels, reducers, models, as JSON."""

from __future__ import annotations

import types
from enum import Enum
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from langgraph.graph import StateGraph
from pydantic import BaseModel

from kasen.team import Team, load_object

Shape = dict[str, Any]


def shape_of(team: Team) -> Shape:
    """Version, modes and models; types are lists of what a value may be, so that more of it is seen to be more."""
    models: dict[str, Any] = {}
    modes = {mode: _graph(load_object(reference)(), models) for mode, reference in team.modes.items()}
    return {"version": team.state_version, "modes": modes, "models": dict(sorted(models.items()))}


def _graph(graph: StateGraph[Any, Any, Any, Any], models: dict[str, Any]) -> Shape:
    state = _typed(graph.state_schema, models)
    sent: Shape = {}
    for name, spec in sorted(graph.nodes.items()):
        own = {key: hint for key, hint in _typed(spec.input_schema, models).items() if state.get(key) != hint}
        sent |= {name: own} if own else {}
    return {"nodes": sorted(graph.nodes), "state": state, "sent": sent}


def _typed(schema: Any, models: dict[str, Any]) -> Shape:
    hints = get_type_hints(schema, include_extras=True)
    return {name: [*_alternatives(hint, models), *_reducers(hint)] for name, hint in sorted(hints.items())}


def _reducers(hint: Any) -> list[str]:
    found = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return [f"by {one.__module__.lstrip('_')}:{one.__qualname__}" for one in found if callable(one)]


def _alternatives(hint: Any, models: dict[str, Any]) -> list[str]:
    """What a value may be, each once, in an order of its own."""
    origin = get_origin(hint)
    if origin is Annotated:
        return _alternatives(get_args(hint)[0], models)
    if origin in (Union, types.UnionType):
        return sorted({one for part in get_args(hint) for one in _alternatives(part, models)})
    if origin is Literal:
        return sorted(repr(value) for value in get_args(hint))
    return [_name(hint, models)]


def _name(hint: Any, models: dict[str, Any]) -> str:
    origin = get_origin(hint)
    if origin is not None:
        parts = ("…" if part is Ellipsis else " | ".join(_alternatives(part, models)) for part in get_args(hint))
        return f"{origin.__name__}[{', '.join(parts)}]"
    if hint is type(None):
        return "None"
    name = hint.__name__ if hint.__module__ == "builtins" else f"{hint.__module__}:{hint.__qualname__}"
    if name not in models and isinstance(hint, type) and issubclass(hint, BaseModel | Enum):
        models[name] = {}  # before its fields: they may name it
        models[name] |= _members(hint, models)
    return name


def _members(kind: Any, models: dict[str, Any]) -> dict[str, Any]:
    if issubclass(kind, Enum):
        return {member.name: [repr(member.value)] for member in kind}
    fields = sorted(kind.model_fields.items())
    needed = {True: ["required"], False: []}
    return {name: [*_alternatives(one.annotation, models), *needed[one.is_required()]] for name, one in fields}


def broken(before: Shape, now: Shape) -> list[str]:
    """A line for each thing that an old run cannot do without, and that fell away, changed, or became required."""
    found = [f"mode `{mode}` is gone" for mode in before["modes"].keys() - now["modes"].keys()]
    for mode in sorted(before["modes"].keys() & now["modes"].keys()):
        old, new = before["modes"][mode], now["modes"][mode]
        found += [f"{mode}: node `{node}` is gone" for node in sorted(set(old["nodes"]) - set(new["nodes"]))]
        found += _members_broken(f"{mode}: ", old["state"], new["state"])
        for name in sorted(old["sent"].keys() & new["sent"].keys()):
            found += _members_broken(f"{mode}: {name}.", old["sent"][name], new["sent"][name])
    for name in sorted(before["models"].keys() & now["models"].keys()):
        found += _members_broken(f"{name}.", before["models"][name], now["models"][name])
    return found + [f"{name} is gone" for name in sorted(before["models"].keys() - now["models"].keys())]


def _members_broken(place: str, before: dict[str, list[str]], now: dict[str, list[str]]) -> list[str]:
    found = [f"{place}{name} is gone" for name in sorted(before.keys() - now.keys())]
    for name in sorted(before.keys() & now.keys()):
        old, new = set(before[name]), set(now[name])
        needed = {"required"} & new - old
        reduced = {one for one in old ^ new if one.startswith("by ")}
        if (lost := old - new - {"required"}) or needed or reduced:
            what = ", ".join(sorted({*lost, *needed, *reduced}))
            found.append(f"{place}{name}: {what}")
    return found + [
        f"{place}{name} is required" for name in sorted(now.keys() - before.keys()) if "required" in now[name]
    ]
