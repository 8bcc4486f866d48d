"""`kasen teams`: the teams and what each is for."""

from __future__ import annotations

import json
import sys
import unicodedata
from typing import Annotated, Any

import typer

from kasen import team as contract
from kasen.cli import completing
from kasen.cli.teams_graph import graph

app = typer.Typer(invoke_without_command=True)
app.command("graph")(graph)
COMING: dict[str, tuple[str, str]] = {}
"""Teams of the design that are not built yet: summary in English and Japanese."""


@app.callback()
def teams(
    ctx: typer.Context,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    every: Annotated[bool, typer.Option("--all", help="Also the teams that serve as template or test.")] = False,
    lang: Annotated[
        str,
        typer.Option(
            metavar="LANG",
            envvar=["KASEN_LANG", "LC_ALL", "LC_MESSAGES", "LANG"],
            show_envvar=False,
            show_default=False,
            help="en or ja; else that of the environment.",
            autocompletion=completing.one_of(("en", "ja")),
        ),
    ] = "en",
) -> None:
    """List the teams and what each is for; `kasen teams graph` shows the steps of a mode.

    Examples:
        kasen teams
        kasen teams --lang ja
    """
    if ctx.invoked_subcommand is not None:
        return
    rows = _rows(every=every)
    if as_json:
        print(json.dumps({"teams": rows}, ensure_ascii=False, indent=2))
        return
    japanese = lang.startswith("ja")
    lines = [
        (row["name"], row["summary_ja" if japanese else "summary"], _modes(row, japanese=japanese)) for row in rows
    ]
    if sys.stdout.isatty():
        _on_a_terminal(lines)
        return
    widths = [max(_width(line[column]) for line in lines) for column in (0, 1)]
    for name, summary, modes in lines:
        print(f"{_padded(name, widths[0])}  {_padded(summary, widths[1])}  {modes}")


def _rows(*, every: bool) -> list[dict[str, Any]]:
    found = [team for team in contract.loadable() if every or not team.internal]
    ready: list[dict[str, Any]] = [
        {
            "name": team.name,
            "status": "ready",
            "summary": team.summary,
            "summary_ja": team.summary_ja,
            "modes": list(team.known_modes),
            "default_mode": team.default_mode,
        }
        for team in found
    ]
    coming: list[dict[str, Any]] = [
        {
            "name": name,
            "status": "coming",
            "summary": english,
            "summary_ja": japanese,
            "modes": [],
            "default_mode": None,
        }
        for name, (english, japanese) in COMING.items()
        if name not in contract.names()
    ]
    return [*ready, *coming]


def _on_a_terminal(lines: list[tuple[str, str, str]]) -> None:
    """In columns that fit its width, however narrow."""
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(ratio=3, overflow="fold")
    table.add_column(ratio=2, overflow="fold")
    for line in lines:
        table.add_row(*map(Text, line))
    Console().print(table)


def _modes(row: dict[str, Any], *, japanese: bool) -> str:
    if row["status"] == "coming":
        return "（準備中）" if japanese else "(coming)"
    return ", ".join(row["modes"])


def _width(text: str) -> int:
    """Columns in a terminal: wide characters take two."""
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def _padded(text: str, width: int) -> str:
    return text + " " * (width - _width(text))
