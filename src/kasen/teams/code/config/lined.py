"""YAML that knows its lines: what is wrong in a file is said with the file and the line."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import yaml
from pydantic import BaseModel, ValidationError

from kasen.errors import ConfigurationError
from kasen.settings.regular import read_regular

Model = TypeVar("Model", bound=BaseModel)
Where = tuple[str | int, ...]
"""Keys and positions that lead to a value."""


class Lined:
    """The values of a file and the line of each."""

    def __init__(self, name: str, text: str) -> None:
        """Read it. Raises ConfigurationError for what is no YAML, for a key that stands twice, and for aliases."""
        self.name = name
        self._lines: dict[Where, int] = {(): 1}
        try:
            node = yaml.compose(text, Loader=yaml.SafeLoader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            self._stop(mark.line + 1 if mark else 1, str(getattr(error, "problem", None) or "it is no YAML"))
        except RecursionError:
            self._stop(1, "it is nested too deeply")
        self._seen: set[int] = set()
        self.values: Any = {} if node is None else self._value(node, ())

    def parsed(self, model: type[Model]) -> Model:
        """The values as that model. Raises ConfigurationError with the line of the first thing that is wrong."""
        try:
            return model.model_validate(self.values)
        except ValidationError as error:
            mistakes = error.errors()
            self._mistyped(mistakes)
            where = tuple(mistakes[0]["loc"])
            self.wrong(where, _told(mistakes[0], where, model))

    def _mistyped(self, mistakes: Sequence[Mapping[str, Any]]) -> None:
        """Raises ConfigurationError for a setting that is missing because its name is mistyped."""
        missing = [tuple(one["loc"]) for one in mistakes if one["type"] == "missing"]
        for one in (one for one in mistakes if one["loc"]):
            *parent, name = one["loc"]
            beside = [str(where[-1]) for where in missing if [*where[:-1]] == parent]
            if one["type"] == "extra_forbidden" and (near := difflib.get_close_matches(str(name), beside, n=1)):
                self.wrong((*parent, name), f"there is no setting `{name}` here. Did you mean `{near[0]}`?")

    def wrong(self, where: Where, what: str) -> NoReturn:
        """Raises ConfigurationError: `workflow.yaml:41: what`."""
        self._stop(self.line(where), what)

    def unknown(self, where: Where, what: str, name: str, known: Iterable[str]) -> NoReturn:
        """Raises ConfigurationError: a name that does not exist, and the one that was meant."""
        near = difflib.get_close_matches(name, list(known), n=1)
        self.wrong(where, f"{what} `{name}` does not exist.{f' Did you mean `{near[0]}`?' if near else ''}")

    def line(self, where: Where) -> int:
        """The line of a value, or of what holds it."""
        while where not in self._lines:
            where = where[:-1]
        return self._lines[where]

    def _stop(self, line: int, what: str) -> NoReturn:
        raise ConfigurationError(f"{self.name}:{line}: {what}")

    def _value(self, node: yaml.Node, where: Where) -> Any:
        if id(node) in self._seen:
            self._stop(node.start_mark.line + 1, "aliases are not read; write it out")
        self._seen.add(id(node))
        self._lines[where] = node.start_mark.line + 1
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, where)
        if isinstance(node, yaml.SequenceNode):
            return [self._value(one, (*where, place)) for place, one in enumerate(node.value)]
        try:
            return yaml.SafeLoader("").construct_object(node)
        except (yaml.YAMLError, ValueError):
            self._stop(node.start_mark.line + 1, f"`{node.value}` cannot be read")

    def _mapping(self, node: yaml.MappingNode, where: Where) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode):
                self._stop(line, "a key is a word")
            if key.value in found:
                self._stop(line, f"`{key.value}` stands there twice")
            found[key.value] = self._value(value, (*where, key.value))
            self._lines[(*where, key.value)] = line
        return found


def read(path: Path, data: bytes | None = None) -> Lined:
    """A file; `data` where its bytes were read already. Raises ConfigurationError."""
    try:
        found = read_regular(path) if data is None else data
    except OSError as error:
        raise ConfigurationError(f"`{path}` cannot be read: {error.strerror or error}") from error
    if found is None:
        raise ConfigurationError(f"there is no `{path}`", hint="`kasen code init` writes the files of a workflow.")
    try:
        return Lined(path.name, found.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise ConfigurationError(f"`{path}` is not UTF-8") from error


def _told(first: Mapping[str, Any], where: Where, model: type[BaseModel]) -> str:
    name = ".".join(map(str, where)) or model.__name__
    if first["type"] == "extra_forbidden":
        return f"there is no setting `{where[-1]}` here"
    if first["type"] == "missing":
        return f"`{where[-1]}` is missing"
    said = first["msg"].removeprefix("Value error, ")
    return f"`{name}`: {said[:1].lower()}{said[1:]}"
