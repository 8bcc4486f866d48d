"""What a batch file holds: a question per line, JSON lines, or a YAML list; each with the line it stands in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel

from kasen.errors import InputError, KasenError
from kasen.runtime.request import argument_of, parse_request
from kasen.team import Team, request_type
from kasen.tools.plain_yaml import PlainLoader

MOST = 1000
"""Requests of one file."""
MOST_BYTES = 10_000_000
NAMED = 5
"""Bad lines that are named; of the others the number is said."""
LISTS = (".yaml", ".yml", ".json")
"""Ends of the names of files that hold one list; others hold a request per line."""


@dataclass(frozen=True)
class Asked:
    """One request of a batch."""

    line: int
    request: BaseModel
    given: dict[str, Any]
    """What the file and the flags say of it, without defaults."""
    mode: str | None = None


def read_batch(path: Path, team: Team, flags: dict[str, Any]) -> list[Asked]:
    """The requests of a file, each over the flags that hold for all; the same request twice counts once.

    Raises:
        InputError: the file cannot be read or holds nothing, or names its bad lines; then none is run.
    """
    found: dict[str, Asked] = {}
    bad: list[str] = []
    for line, value in _values(path, _text(path)):
        try:
            asked = _asked(team, line, value, flags)
        except KasenError as error:
            bad.append(f"`{path}:{line}`: {error}")
            continue
        found.setdefault(f"{asked.mode} {asked.request.model_dump_json()}", asked)
    if bad:
        more = f"; {len(bad) - NAMED} more lines" if len(bad) > NAMED else ""
        raise InputError("; ".join(bad[:NAMED]) + more, hint="Nothing was run; mend the file and run it again.")
    if not found:
        raise InputError(f"`{path}` holds no question", hint="Write one per line.")
    if len(found) > MOST:
        raise InputError(f"`{path}` holds {len(found)} requests; at most {MOST} are taken")
    return list(found.values())


def _text(path: Path) -> str:
    try:
        data = path.read_bytes()
    except OSError as error:
        raise InputError(f"`{path}` cannot be read: {error.strerror or error}") from error
    if len(data) > MOST_BYTES:
        raise InputError(f"`{path}` has {len(data):,} bytes; at most {MOST_BYTES:,} are taken")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise InputError(f"`{path}:{line}`: not UTF-8") from error


def _values(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    """Line and value of each request; a comment or an empty line is none."""
    if path.suffix.lower() in LISTS:
        yield from _listed(path, text)
        return
    for number, line in enumerate(text.replace("\r\n", "\n").split("\n"), start=1):
        stripped = line.strip()
        if stripped and not stripped.startswith("#"):
            yield number, _Json(stripped) if stripped.startswith("{") else stripped


class _Json(str):
    """A line that is JSON."""

    __slots__ = ()


def _listed(path: Path, text: str) -> Iterator[tuple[int, Any]]:
    try:
        loader = PlainLoader(text)
        node = loader.get_single_node()
        if node is None:
            return
        if not isinstance(node, yaml.SequenceNode):
            raise InputError(f"`{path}:{node.start_mark.line + 1}`: not a list of requests")
        for item in node.value:
            yield item.start_mark.line + 1, loader.construct_object(item, deep=True)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = f"{path}:{mark.line + 1}" if mark else str(path)
        raise InputError(f"`{place}`: {error.problem or 'not YAML'}") from error
    except RecursionError as error:
        raise InputError(f"`{path}`: it is nested too deeply") from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:  # values too: the 45th of a month
        raise InputError(f"`{path}`: {' '.join(str(error).split())[:200]}") from error


def _asked(team: Team, line: int, value: Any, flags: dict[str, Any]) -> Asked:
    wanted = request_type(team)
    if isinstance(value, _Json):
        value = _parsed(value)
    given = {argument_of(wanted): value} if isinstance(value, str) else value
    if not isinstance(given, dict):
        raise InputError("neither a question nor a request")
    mode = None if "mode" in wanted.model_fields else given.get("mode")
    given = {**flags, **{name: part for name, part in given.items() if name != "mode" or mode is None}}
    unknown = [name for name in given if name not in wanted.model_fields]
    if unknown:
        raise InputError(f"a request has no `{unknown[0]}`; it has: {', '.join(wanted.model_fields)}")
    request = parse_request(team, given)
    return Asked(line, request, given, team.mode(str(mode)) if mode is not None else None)


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError as error:
        raise InputError(f"not JSON: {error}") from error
