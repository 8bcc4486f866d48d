"""`kasen teams graph`: the steps of a mode as Mermaid, SVG or PNG."""

from __future__ import annotations

import json as jsonlib
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kasen import team as contract
from kasen.cli import completing
from kasen.errors import InputError

if TYPE_CHECKING:
    from kasen.runtime.graphs import Graph

ENDS = {"__start__": "start", "__end__": "end"}
_PAGE = (
    '<!doctype html><meta charset="utf-8"><style>body{{margin:16px;background:#fff;color:#1d2522;'
    'font:13px "Noto Sans","Noto Sans CJK JP",sans-serif}}svg{{display:block}}</style>{svg}'
)


def graph(
    name: Annotated[
        str,
        typer.Argument(metavar="TEAM", help="Name of a team: research, slides …", autocompletion=completing.team_names),
    ],
    mode: Annotated[
        str | None,
        typer.Option(metavar="MODE", help="One of its modes; else its own.", autocompletion=completing.modes_of_named),
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="File to write: .mmd, .svg or .png.")] = None,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout: nodes and edges.")] = False,
) -> None:
    """Show the steps of a mode: Mermaid on standard output, or a picture in a file.

    Examples:
        kasen teams graph research --mode deep
        kasen teams graph slides --out slides.png
    """
    from kasen.runtime.graphs import graph_of

    team = contract.load(name)
    first = next(iter(team.modes)) if mode is None and team.default_mode not in team.modes else mode
    found = graph_of(team, first)
    if json:
        edges = [{"source": one.source, "target": one.target, "conditional": one.conditional} for one in found.edges]
        print(jsonlib.dumps({"nodes": list(found.nodes), "edges": edges}))
    if out is None:
        print("" if json else f"{mermaid(found)}\n", end="")
        return
    writers = {".mmd": _written_mermaid, ".svg": _written_svg, ".png": _written_png}
    if out.suffix.lower() not in writers:
        raise InputError(f"`{out.name}` is none of .mmd, .svg, .png", hint="Give the file one of these endings.")
    drawn = writers[out.suffix.lower()](found)
    try:
        out.write_bytes(drawn)
    except OSError as error:
        raise InputError(f"`{out}` cannot be written: {error.strerror or error}", hint="Name another file.") from error


def mermaid(found: Graph) -> str:
    """The graph as Mermaid source; dashed where the work may also go elsewhere."""
    at = {node: f"n{number}" for number, node in enumerate(found.nodes)}
    lines = ["flowchart TD"]
    for node, id in at.items():
        before, after = ("([", "])") if node in ENDS else ("[", "]")
        lines.append(f'  {id}{before}"{ENDS.get(node, node)}"{after}')
    lines += [f"  {at[one.source]} {'-.->' if one.conditional else '-->'} {at[one.target]}" for one in found.edges]
    return "\n".join(lines)


def svg(found: Graph) -> str:
    """The graph as a picture."""
    from kasen.tools.report.drawing.steps import Step, Way, steps

    at = {node: number for number, node in enumerate(found.nodes)}
    boxes = [Step(ENDS.get(node, node), node in ENDS) for node in found.nodes]
    return steps(boxes, [Way(at[one.source], at[one.target], one.conditional) for one in found.edges])


def _written_mermaid(found: Graph) -> bytes:
    return mermaid(found).encode() + b"\n"


def _written_svg(found: Graph) -> bytes:
    return svg(found).replace("currentColor", "#1d2522").encode()


def _written_png(found: Graph) -> bytes:
    from kasen.cli.signals import run_async

    shot: bytes = run_async(_shot(svg(found)))
    return shot


async def _shot(drawn: str) -> bytes:
    """Raises ConfigurationError where Chromium or its package is missing."""
    from kasen.tools.chromium import chromium

    async with chromium(scale=2) as context:
        page = await context.new_page()
        await page.set_content(_PAGE.format(svg=drawn))
        return await page.locator("svg").screenshot()
