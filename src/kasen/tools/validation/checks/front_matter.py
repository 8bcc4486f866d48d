"""The front matter: that it is there whole, is YAML, and that the keys that everybody uses have values of their type.

Types and names are those of the reference of Quarto 1.x (quarto.org/docs/reference/formats/html.html).
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml

from kasen.tools.validation.checks.keys import keys
from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source

LONGEST = 200_000
"""Characters of front matter that are read; PyYAML takes a second for as much."""
_KEY = re.compile(r"^([A-Za-z][\w-]*)\s*:(?:\s|$)")
_TRUTH = frozenset({"true", "True", "TRUE", "false", "False", "FALSE"})
_NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?")
_YES = frozenset({"yes", "no", "on", "off", "y", "n"})


def problems(source: Source, *, folder: str = "") -> Iterator[Problem]:
    """Problems of the front matter."""
    if source.front is None:
        yield from _after_prose(source)
        return
    first, _ = source.front
    if not source.front_closed:
        text = "The front matter is not closed: a line `---` is missing after the last key."
        yield Problem(line=first, rule="unclosed-front-matter", text=text)
        return
    node, broken = compose(source.yaml, first)
    if broken:
        yield broken
    elif isinstance(node, yaml.MappingNode):
        yield from _of_mapping(node, first, top=True)
        yield from _formats(node, first)
        yield from _files(node, first, folder)
    elif node is not None:
        yield Problem(line=first, rule="front-matter-type", text="The front matter holds no `key: value` lines.")


def compose(text: str, first: int) -> tuple[yaml.Node | None, Problem | None]:
    """The tree of some YAML whose first line follows line `first`, or the problem that it cannot be read."""
    if len(text) > LONGEST:
        return None, Problem(line=first, rule="front-matter-size", text=f"It has more than {LONGEST} characters.")
    try:
        return yaml.compose(text, Loader=yaml.SafeLoader), None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line = first + 1 + mark.line if mark else first
        reason = error.problem or error.context or "it cannot be read"
        return None, Problem(line=line, rule="yaml-parse-error", text=f"The YAML is broken: {reason}.")
    except yaml.YAMLError as error:
        reason = str(error).strip().splitlines()[0]
        return None, Problem(line=first, rule="yaml-parse-error", text=f"The YAML is broken: {reason}.")
    except RecursionError:
        return None, Problem(line=first, rule="yaml-parse-error", text="The YAML is nested too deeply.")


def _after_prose(source: Source) -> Iterator[Problem]:
    """A block with keys of a front matter that does not stand at the beginning."""
    lines = source.prose.split("\n")
    marks = [number for number, line in enumerate(lines) if line.rstrip() in {"---", "..."}]
    for start, end in pairwise(marks):
        block = [line for line in lines[start + 1 : end] if line.strip()]
        keys = [match[1] for line in block if (match := _KEY.match(line))]
        rest = [line for line in block if not _KEY.match(line) and not line.startswith((" ", "\t", "-", "#"))]
        opens = lines[start].rstrip() == "---" and lines[start + 1].strip()
        if opens and not rest and {"title", "author", "format", "lang"} & set(keys):
            text = "The front matter does not stand at the beginning: move what stands before it, or take it out."
            yield Problem(line=start + 1, rule="text-before-front-matter", text=text)
            return


def wrong_values(node: yaml.MappingNode, first: int) -> Iterator[Problem]:
    """Options that are no booleans and keys that stand twice, in the YAML of a cell that begins after line `first`.

    Diagrams take `fig-width: 100%`, so that numbers are not asked for here.
    """
    return (one for one in _of_mapping(node, first, top=False) if one.rule != "wrong-number")


def _of_mapping(node: yaml.MappingNode, first: int, *, top: bool) -> Iterator[Problem]:
    seen: set[str] = set()
    for key_node, value in node.value:
        line = first + 1 + key_node.start_mark.line
        key = str(key_node.value) if isinstance(key_node, yaml.ScalarNode) else ""
        if key and key != "<<" and key in seen:
            yield Problem(line=line, rule="duplicate-key", text=f"The key `{key}` stands here a second time.")
        seen.add(key)
        yield from _value(key, value, line)
        if top and key and key not in keys().known:
            yield from _near(key, line)
    if top:
        yield from _nested(node, first)


def _nested(node: yaml.MappingNode, first: int) -> Iterator[Problem]:
    """Options of formats and of execution, which have the keys of the top."""
    for key, value in entries(node):
        if key == "execute" and isinstance(value, yaml.MappingNode):
            yield from _of_mapping(value, first, top=False)
        if key == "format" and isinstance(value, yaml.MappingNode):
            for _, options in entries(value):
                if isinstance(options, yaml.MappingNode):
                    yield from _of_mapping(options, first, top=False)


def entries(node: yaml.MappingNode) -> list[tuple[str, yaml.Node]]:
    """Keys and values of a mapping whose keys are words."""
    return [(str(key.value), value) for key, value in node.value if isinstance(key, yaml.ScalarNode)]


def _value(key: str, node: yaml.Node, line: int) -> Iterator[Problem]:
    if key in keys().texts and not isinstance(node, yaml.ScalarNode):
        yield _wrong(key, "a text", "a list or a mapping", line)
        return
    # `!expr` is code of an engine, whose value nobody knows before it runs.
    if not isinstance(node, yaml.ScalarNode) or node.tag.startswith("!"):
        return
    value, quoted = str(node.value), node.style in {"'", '"', "|", ">"}
    if key in keys().booleans and value not in keys().open.get(key, ()) and (quoted or value not in _TRUTH):
        hint = "; YAML 1.2 knows no `yes`" if value.lower() in _YES else ""
        yield _wrong(key, f"`true` or `false`{hint}", f"`{value[:40]}`", line)
    elif key in keys().numbers and (quoted or not _NUMBER.fullmatch(value)):
        yield _wrong(key, "a number", f"`{value[:40]}`", line, rule="wrong-number")


def _wrong(key: str, wanted: str, given: str, line: int, *, rule: str = "wrong-type") -> Problem:
    return Problem(line=line, rule=rule, text=f"`{key}` must be {wanted}, not {given}.")


def _near(key: str, line: int) -> Iterator[Problem]:
    near = difflib.get_close_matches(key, keys().known, n=1, cutoff=0.8)
    if near:
        text = f"The key `{key}` is unknown; did you mean `{near[0]}`?"
        yield Problem(line=line, rule="near-miss-key", text=text, blocking=False)


def _formats(node: yaml.MappingNode, first: int) -> Iterator[Problem]:
    for key, value in entries(node):
        if key != "format":
            continue
        named = [value] if isinstance(value, yaml.ScalarNode) else []
        named += [one for one, _ in value.value] if isinstance(value, yaml.MappingNode) else []
        for one in named:
            name = str(one.value).partition("+")[0]
            near = difflib.get_close_matches(name, keys().formats, n=1, cutoff=0.7)
            if name not in keys().formats and near and "-" not in name:
                text = f"The format `{name}` is unknown; did you mean `{near[0]}`?"
                yield Problem(line=first + 1 + one.start_mark.line, rule="unknown-format", text=text)


def _files(node: yaml.MappingNode, first: int, folder: str) -> Iterator[Problem]:
    """Files that the page cannot be made without."""
    if not folder:
        return
    for key, value in entries(node):
        named: list[Any] = value.value if isinstance(value, yaml.SequenceNode) else [value]
        for one in named if key in keys().files else ():
            name = str(one.value) if isinstance(one, yaml.ScalarNode) else ""
            if _is_local(name) and not (Path(folder) / name).exists():
                text = f"The file `{name}` of `{key}` is not there."
                yield Problem(line=first + 1 + one.start_mark.line, rule="missing-file", text=text)


def _is_local(name: str) -> bool:
    return bool(name) and "://" not in name and not name.startswith("/") and "\n" not in name and len(name) < 500
