"""Code cells, as far as reading tells: their options are YAML with known types, their labels are used once."""

from __future__ import annotations

import re
from collections.abc import Iterator

import yaml

from kasen.tools.validation.checks.front_matter import compose, entries, wrong_values
from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Code, Source

_OPTION = re.compile(r"^\s*(?:#|//|--|%%)\|\s?(.*)$")


def problems(source: Source) -> Iterator[Problem]:
    """Problems of cells; none is run."""
    seen: dict[str, int] = {}
    for code in source.codes:
        options = _options(code) if code.is_cell else ""
        if not options:
            continue
        node, broken = compose(options, code.first)
        if broken:
            yield broken.model_copy(update={"text": f"Options of a cell: {broken.text}"})
        elif not isinstance(node, yaml.MappingNode):
            text = "The options of the cell (`#|`) are no `key: value` lines."
            yield Problem(line=code.first + 1, rule="cell-options", text=text)
        else:
            yield from wrong_values(node, code.first)
            yield from _label(node, code, seen)


def _options(code: Code) -> str:
    found = []
    for line in code.body.split("\n"):
        match = _OPTION.match(line)
        if not match:
            break
        found.append(match[1])
    return "\n".join(found)


def _label(node: yaml.MappingNode, code: Code, seen: dict[str, int]) -> Iterator[Problem]:
    for key, value in entries(node):
        label = str(value.value) if key == "label" and isinstance(value, yaml.ScalarNode) else ""
        if not label:
            continue
        if label in seen:
            text = f"The label `{label}` names the cell of line {seen[label]} already."
            yield Problem(line=code.first + 1 + value.start_mark.line, rule="duplicate-label", text=text)
        seen.setdefault(label, code.first)
