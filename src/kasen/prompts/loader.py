"""Prompts are Markdown files beside the code that asks them; rendering is strict in both directions."""

from __future__ import annotations

import importlib.resources
from collections.abc import Iterator
from functools import cache
from typing import Any

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template, TemplateError, TemplateNotFound, meta, nodes

from kasen.errors import InternalError
from kasen.prompts.outside import fence_id, seal, unfence

_PARTIALS = "partials/"


def render(package: str, name: str, /, **variables: Any) -> str:
    """The text of `<package>/prompts/<name>.md`, exactly what a model sees.

    The variables given must be exactly those that the template and its includes use.
    Raises InternalError for a missing or unused variable, a missing file and a broken template.
    """
    where = f"prompt `{package}/prompts/{name}.md`"
    wanted = prompt_variables(package, name)
    given = set(variables)
    if wanted != given:
        lacks = [f"lacks {_listed(wanted - given)}"] if wanted - given else []
        unused = [f"does not use {_listed(given - wanted)}"] if given - wanted else []
        raise InternalError(f"{where} {' and '.join(lacks + unused)}")
    try:
        return _template(package, name).render(variables).strip() + "\n"
    except (TemplateError, TypeError) as error:
        raise InternalError(f"{where} cannot be rendered: {error}") from error


@cache
def prompt_variables(package: str, name: str) -> frozenset[str]:
    """Names of the variables that a prompt takes, those of its includes among them. Raises InternalError."""
    return frozenset(_read(package, name)[0])


def prompt_files(package: str, name: str) -> set[str]:
    """The prompt's own file and those that it includes or imports, as paths under `prompts/`. Raises InternalError."""
    return set(_read(package, name)[1])


def _read(package: str, name: str) -> tuple[set[str], set[str]]:
    files: set[str] = set()
    try:
        return _undeclared(_environment(package), f"{name}.md", files), files
    except TemplateNotFound as error:
        raise InternalError(f"prompt `{package}/prompts/{name}.md`: there is no file `{error.name}`") from error
    except TemplateError as error:
        raise InternalError(f"prompt `{package}/prompts/{name}.md` is broken: {error}") from error


@cache
def _template(package: str, name: str) -> Template:
    return _environment(package).get_template(f"{name}.md")


@cache
def _environment(package: str) -> Environment:
    environment = Environment(
        loader=FunctionLoader(lambda path: _source(package, path)),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    environment.globals = {"range": range}
    environment.filters["unfence"] = unfence
    environment.filters["fence_id"] = fence_id
    environment.globals["seal"] = seal
    return environment


def _source(package: str, path: str) -> str | None:
    """Partials are shared and live here; everything else belongs to the package."""
    home = "kasen" if path.startswith(_PARTIALS) else package
    if ".." in path.split("/"):
        return None
    file = importlib.resources.files(home) / "prompts" / path
    return file.read_text(encoding="utf-8") if file.is_file() else None


def _undeclared(environment: Environment, path: str, files: set[str], trail: tuple[str, ...] = ()) -> set[str]:
    """Variables of a template and of what it includes; what a loop or `set` defines around an include is not asked for.

    Imported templates see no variables, so one that wants any is broken. Each file read is added to `files`.
    """
    if path in trail:
        raise TemplateError(f"`{path}` includes itself")
    if environment.loader is None:
        raise TemplateNotFound(path)
    source, _, _ = environment.loader.get_source(environment, path)
    tree = environment.parse(source, name=path)
    files.add(path)
    found = meta.find_undeclared_variables(tree) - set(environment.globals)
    defined = {node.name for node in tree.find_all(nodes.Name) if node.ctx in {"store", "param"}}
    for node in _references(tree):
        if not isinstance(node.template, nodes.Const):
            raise TemplateError(f"`{path}` names an include by a variable")
        inner = _undeclared(environment, str(node.template.value), files, (*trail, path))
        if isinstance(node, nodes.Include):
            found |= inner - defined
        elif inner:
            raise TemplateError(f"`{node.template.value}` is imported but uses {_listed(inner)}")
    return found


def _references(tree: nodes.Template) -> Iterator[nodes.Include | nodes.Import | nodes.FromImport]:
    yield from tree.find_all(nodes.Include)
    yield from tree.find_all(nodes.Import)
    yield from tree.find_all(nodes.FromImport)


def _listed(names: set[str] | frozenset[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))
