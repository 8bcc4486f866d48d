"""What the command of every team takes beside the fields of its request, and the examples in its help."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from kasen.cli import completing
from kasen.cli.drive import FORMATS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from kasen.team import Team

PANELS: Mapping[str, str] = {
    "sources": "Where to look",
    "text": "What is written",
    "look": "How it looks",
    "work": "How it is worked",
}
"""Section of a field, as in `kasen.form`, to the heading of its options; the others stand first."""
_WORK, _MODELS, _LIMITS, _RESULTS, _MANY = PANELS["work"], "Who answers", "Limits", "Results", "Many at once"
EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "research": (
        '"Why did Uji become the centre of tea?" --docs ~/papers',
        '"カフェイン摂取の上限は？" --mode deep --budget-usd 0.50',
        '"$(cat claims.txt)" --mode fact-check --kb papers',
        '"And in winter?" --continue 01M8',
    ),
    "resume": (
        "resume.qmd --job posting.txt",
        'resume.docx --role "data engineer" --review-only',
        "resume.qmd --accept ask --write",
    ),
    "slides": (
        '"Tea exports, for the board" --data exports.csv',
        '"Tea exports, for the board" --docs ~/papers --template ours.pptx',
        'edit 01M8 "slide 3: shorter title"',
        '"slide 3: shorter title" --deck deck.pptx --mode edit',
    ),
}
"""Team to what may follow its name."""
DEFAULTS: dict[str, Any] = {"format": "md,html", "interrupt_before": "", "jobs": 2} | dict.fromkeys(
    ("reuse_answers", "fresh", "local_only", "estimate", "yes", "json", "print"), False
)


def about(team: Team) -> str:
    """The help of its command: what it is for, and examples."""
    lines = [f"    kasen {team.name} {rest}" for rest in EXAMPLES.get(team.name, ())]
    return "\n".join([team.summary, *(["", "Examples:", *lines] if lines else [])])


def common(team: Team) -> dict[str, tuple[Any, Any]]:
    """Name of a parameter to its type and what it is."""
    return {**_work(team), **_models(), **_limits(), **_results(), **_many()}


def _flag(name: str, help: str, panel: str, *short: str) -> tuple[Any, Any]:
    return bool, typer.Option(f"--{name}", *short, help=help, rich_help_panel=panel)


def _work(team: Team) -> dict[str, tuple[Any, Any]]:
    modes = f"How to work: {', '.join(team.known_modes)}."
    follow = "Go on from that run: a follow-up with its documents, mode and sources."
    nodes = "Nodes before which to ask you first, with commas."
    away = "Send nothing anywhere: no web, no traces, only models of this machine."
    return {
        "mode": (
            str | None,
            typer.Option(metavar="MODE", help=modes, rich_help_panel=_WORK, autocompletion=completing.modes(team)),
        ),
        "continues": (
            str | None,
            typer.Option(
                "--continue", metavar="RUN", help=follow, rich_help_panel=_WORK, autocompletion=completing.runs
            ),
        ),
        "interrupt_before": (str, typer.Option(metavar="NODES", help=nodes, rich_help_panel=_WORK)),
        "fresh": _flag("fresh", "Search and read the web anew, whatever earlier runs found.", _WORK),
        "local_only": _flag("local-only", away, _WORK),
        "yes": _flag("yes", "Answer every pause with its default.", _WORK, "-y"),
    }


def _models() -> dict[str, tuple[Any, Any]]:
    model = "provider:model[,…] for every role, or ROLE=… or TIER=… for some; can be given several times."
    return {
        "preset": (
            str | None,
            typer.Option(
                metavar="NAME",
                help="Which models answer; see `kasen models`.",
                rich_help_panel=_MODELS,
                autocompletion=completing.presets,
            ),
        ),
        "model": (list[str] | None, typer.Option(metavar="[ROLE=]MODEL", help=model, rich_help_panel=_MODELS)),
        "reuse_answers": _flag("reuse-answers", "Take answers that earlier runs paid for.", _MODELS),
    }


def _limits() -> dict[str, tuple[Any, Any]]:
    def most(kind: Any, help: str, least: int) -> tuple[Any, Any]:
        return kind, typer.Option(metavar="N", help=help, min=least, rich_help_panel=_LIMITS)

    return {
        "estimate": _flag("estimate", "Say what the run may cost, and do not run.", _LIMITS),
        "budget_usd": most(float | None, "Most US dollars this run may spend.", 0),
        "budget_tokens": most(int | None, "Most tokens this run may use.", 1),
        "budget_seconds": most(float | None, "Most seconds at work.", 0),
        "budget_calls": most(int | None, "Most model calls.", 0),
        "steps": most(int | None, "Most steps of the graph.", 1),
    }


def _results() -> dict[str, tuple[Any, Any]]:
    where = "Folder for the results; else a folder of ./reports."
    return {
        "out": (
            Path | None,
            typer.Option(metavar="DIR", help=where, file_okay=False, rich_help_panel=_RESULTS),
        ),
        "format": (
            str,
            typer.Option(
                metavar="FORMATS",
                help=f"Comma-separated: {', '.join(FORMATS)}.",
                rich_help_panel=_RESULTS,
                autocompletion=completing.listed(FORMATS),
            ),
        ),
        "json": _flag("json", "One JSON object per event on stdout.", _RESULTS),
        "print": _flag("print", "Print the report itself instead of its path.", _RESULTS),
    }


def _many() -> dict[str, tuple[Any, Any]]:
    batch = "One request per line, or JSON lines, or a YAML list: run under one budget."
    return {
        "batch": (Path | None, typer.Option(metavar="FILE", help=batch, rich_help_panel=_MANY)),
        "jobs": (int, typer.Option(metavar="N", help="Runs of a batch at once.", min=1, rich_help_panel=_MANY)),
    }
