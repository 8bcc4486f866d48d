"""Write docs/reference/ from the code. With --check, write nothing and say which pages are stale (exit code 1)."""

from __future__ import annotations

import argparse
import inspect
import sys
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import Any, get_args

import typer
from pydantic import BaseModel
from pydantic_core import PydanticUndefined

from kasen import errors, settings, team
from kasen.cli.app import COMMANDS, TEAM_COMMAND, Later, app
from kasen.cli.errors import __doc__ as exit_codes
from kasen.form import described
from kasen.runtime import events
from kasen.settings.template import documented, meanings

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "docs" / "reference"
NOTE = "<!-- Written by scripts/reference.py from the code; change the code, then run `make reference`. -->\n\n"


COMMAND_LINE = """`kasen COMMAND --help` says the same. `kasen --install-completion` lets your shell complete commands,
options and values (bash, zsh, fish, PowerShell): ids of runs and their pauses, knowledge bases, teams, modes, presets,
formats.

What is for programs goes to stdout, what is for people to stderr. Colours and moving lines are for terminals alone:
`NO_COLOR` switches colours off, `TERM=dumb` both.

Ctrl-C and SIGTERM end a run after the step that is at work, a second one and a closed terminal at once; `kasen runs
continue` goes on. `kasen serve` and `kasen worker` let each of their runs end its step likewise; their exit code is 0
then, and 130 where the terminal was closed. Every other command ends at once, and what it has done so far is whole.

Help, errors and lines of progress are in English. What a run asks, how it can be answered and stopped, and what it
makes is in the language of the run.
"""


def table(head: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    """A Markdown table."""
    head = list(head)
    lines = [head, ["---"] * len(head), *([cell(value) for value in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines) + "\n"


def cell(value: object) -> str:
    """One line, with bars escaped."""
    return " ".join(str(value).split()).replace("|", "\\|")


def code(value: object) -> str:
    """As code, or nothing."""
    return f"`{value}`" if value not in ("", None) else ""


def cli() -> str:
    """Every command with its options."""
    parts = ["# Command line\n", COMMAND_LINE]
    parts.append(
        "## Exit codes\n\n" + "\n".join(line for line in (exit_codes or "").splitlines() if line[:1] == "|") + "\n"
    )
    parts.append("## kasen\n\n" + options(typer.main.get_command(app)))
    for name in [name for name in team.names() if name not in COMMANDS and not team.load(name).internal]:
        parts += command(f"kasen {name}", Later(name, TEAM_COMMAND, team.load(name).summary, team=name).real())
    for name, (reference, help_text) in COMMANDS.items():
        parts += command(f"kasen {name}", Later(name, reference, help_text).real())
    return "\n".join(parts)


def command(path: str, found: Any) -> Iterator[str]:
    """The section of a command and those of its sub-commands."""
    arguments = " ".join(p.name.upper() for p in found.params if p.param_type_name == "argument")
    yield (
        f"## {path} {arguments}".rstrip()
        + "\n\n"
        + (with_examples(found.help or "") + "\n\n" + options(found)).strip()
        + "\n"
    )
    for name in found.list_commands(None) if hasattr(found, "list_commands") else ():
        inner = found.get_command(None, name)
        if not inner.hidden:
            yield from command(f"{path} {name}", inner.real() if isinstance(inner, Later) else inner)


def with_examples(help_text: str) -> str:
    """The help of a command, its examples as a block of code."""
    text, _, examples = inspect.cleandoc(help_text).partition("\n\nExamples:\n")
    return f"{text}\n\n```sh\n{inspect.cleandoc(examples)}\n```" if examples else text


def options(found: Any) -> str:
    """The table of what a command takes."""
    rows = [
        (
            code(" ".join([*p.opts, *p.secondary_opts]) if p.param_type_name == "option" else p.name.upper()),
            p.help or "",
        )
        for p in found.params
        if p.name not in {"install_completion", "show_completion"}
    ]
    return table(["option", "what it does"], rows) if rows else ""


def settings_page() -> str:
    """Every setting: key, variables, default, meaning."""
    told = meanings()
    rows = [
        (code(name), ", ".join(map(code, settings.variables(name))), code(default(field)), told[name])
        for name, field in settings.Settings.model_fields.items()
        if name != "warnings"
    ]
    head = inspect.cleandoc(settings.__doc__ or "").partition("\n\n")[2]
    held = ", ".join(map(code, sorted(settings.NEEDS_TRUST)))
    last = ", ".join(map(code, sorted(settings.KEYS)))
    return (
        f"# Settings\n\n{head}\n\n"
        f"Ignored in a folder's files before `kasen trust`, see [Trust](../concepts/trust.md): {held}; `reports` as "
        f"well when it leads out of the folder.\n\n"
        f"Taken from such files only when nothing else sets them: {last}.\n\n"
        + table(["in `kasen.toml`", "in the environment", "default", "meaning"], rows)
    )


def default(field: Any) -> str:
    """The default of a field in words; folders of the person who runs this are not shown."""
    if field.default_factory is not None:
        return ""
    return "" if field.default in (None, PydanticUndefined) else str(field.default)


def errors_page() -> str:
    """The tree of errors."""
    return f"# Errors\n\n```text\n{inspect.cleandoc(errors.__doc__ or '')}\n```\n"


def events_page() -> str:
    """Every event and its fields."""
    union = get_args(events.Event)[0]
    base = set(events.EventBase.model_fields)
    parts = ["# Events\n", inspect.cleandoc(events.__doc__ or "") + "\n", "## Fields of every event\n"]
    parts.append(fields(events.EventBase))
    for kind in get_args(union):
        parts.append(f"## {kind.model_fields['type'].default}\n\n{inspect.cleandoc(kind.__doc__ or '')}\n")
        own = fields(kind, without=base | {"type"})
        parts += [own] if own else []
    return "\n".join(parts)


def fields(kind: type[BaseModel], without: Iterable[str] = (), *, mode: str = "") -> str:
    """The table of a model's fields, or nothing; `mode` is the default one, whose own fields are not marked."""
    told = documented(kind)
    about = {
        name: described(field.description or told.get(name, ""), field.json_schema_extra, mode)
        for name, field in kind.model_fields.items()
    }
    rows = [
        (code(name), code(shown(field.annotation)), code(default(field)), about[name])
        for name, field in kind.model_fields.items()
        if name not in set(without)
    ]
    return table(["field", "type", "default", "meaning"], rows) if rows else ""


def shown(annotation: Any) -> str:
    """A type as one writes it."""
    text = inspect.formatannotation(annotation).replace("NoneType", "None")
    return text.replace("typing.", "").replace("pathlib.", "").replace("collections.abc.", "")


def teams_page() -> str:
    """Every team: modes, request, result, roles."""
    parts = ["# Teams\n"]
    for found in sorted(map(team.load, team.names()), key=lambda found: found.internal):
        default = found.default_mode
        modes = ", ".join(f"{code(name)}{' (default)' if name == default else ''}" for name in found.known_modes)
        aliases = "; ".join(f"`{alias}` is `{mode}`" for alias, mode in found.aliases.items())
        note = " Not advertised: it serves as template and test." if found.internal else ""
        parts.append(f"## {found.name}\n\n{found.summary}{note}\n\nModes: {modes}. {aliases}".rstrip() + "\n")
        for title, reference in (("Request", found.request), ("Result", found.result)):
            parts.append(f"### {title}\n\n{fields(team.load_object(reference), mode=default)}")
        roles = [team.load_object(reference) for reference in found.roles]
        rows = [(code(role.name), role.tier, code(role.reply.__name__)) for role in roles]
        parts.append("### Roles\n\n" + table(["role", "tier", "reply"], rows))
    return "\n".join(parts)


HTTP = """\
`kasen serve` answers these; `GET /openapi.json` says it in full, with shapes and examples. Bodies are JSON, times ISO
8601. Where tokens exist, each request brings one (`Authorization: Bearer TOKEN`, or the cookie of `POST /api/session`)
and sees what is its caller's; the rest does not exist (404). Every refusal is `{error, message, hint}`.
"""


def http() -> str:
    """Every route: what it does, what it takes, what it answers."""
    from kasen.server.app import description

    found = description()
    parts = [f"# HTTP\n\n{HTTP}"]
    statuses = found["paths"]["/healthz"]["get"]["responses"].items()
    rows = [(status, said["description"]) for status, said in statuses if not status.startswith("2")]
    parts.append("## Refusals\n\n" + table(["status", "meaning"], rows))
    for tag, routes in groupby(routes_of(found), key=lambda route: route[0]):
        lines = [
            (code(f"{method} {path}"), f"{said['summary']}. {said.get('description', '')}", taken(found, said))
            for _, method, path, said in routes
        ]
        parts.append(f"## {tag.capitalize()}\n\n" + table(["route", "what it does", "takes"], lines))
    return "\n".join(parts)


def routes_of(found: dict[str, Any]) -> list[tuple[str, str, str, dict[str, Any]]]:
    """(tag, method, path, operation), by tag in the order of the description."""
    every = [
        (said["tags"][0], method.upper(), path, said)
        for path, methods in found["paths"].items()
        for method, said in methods.items()
    ]
    tags = list(dict.fromkeys(tag for tag, *_ in every))
    return sorted(every, key=lambda route: tags.index(route[0]))


def taken(found: dict[str, Any], said: dict[str, Any]) -> str:
    """Parameters of the query and fields of the body."""
    names = [one["name"] for one in said.get("parameters", ()) if one["in"] == "query"]
    parts = ["?" + " ".join(map(code, names))] if names else []
    content = said.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema", {})
    for one in content.get("anyOf", [content]):
        shape = found["components"]["schemas"].get(one.get("$ref", "").rpartition("/")[2], {})
        parts += [" ".join(code(name) for name in shape["properties"])] if shape.get("properties") else []
    return "; ".join(parts)


PAGES = {
    "cli.md": cli,
    "settings.md": settings_page,
    "errors.md": errors_page,
    "events.md": events_page,
    "teams.md": teams_page,
    "http.md": http,
}


def main() -> int:
    """Write or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    stale = []
    for name, page in PAGES.items():
        path, text = FOLDER / name, NOTE + page().rstrip() + "\n"
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            stale.append(path.relative_to(ROOT).as_posix())
            if not check:
                FOLDER.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
    if stale:
        print(("stale, run `make reference`: " if check else "written: ") + ", ".join(stale))
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
