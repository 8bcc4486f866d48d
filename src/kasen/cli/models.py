"""`kasen models`: which model or rule answers each role, why, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen import team as contract
from kasen.cli import completing
from kasen.cli.columns import columns, wrapped
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.answering import Chosen
    from kasen.runtime.who_answers import Asked, RoleRow

RULE = "rule"
HOW_TO = (
    "To have models answer, set GOOGLE_API_KEY, OPENAI_API_KEY or ANTHROPIC_API_KEY, start Ollama, or fetch an open "
    "model with `kasen models pull`."
)
_TEAM, _PRESET = "Only the roles of this team.", "As if this preset were set."
Team = Annotated[str, typer.Option("--team", metavar="NAME", help=_TEAM, autocompletion=completing.team_names)]
Preset = Annotated[
    str | None, typer.Option("--preset", metavar="NAME", help=_PRESET, autocompletion=completing.presets)
]
Model = Annotated[
    list[str] | None,
    typer.Option("--model", metavar="[ROLE=]MODEL", help="As if a run were given this; see a team's --help."),
]


def models(
    ctx: typer.Context,
    preset: Preset = None,
    model: Model = None,
    team: Team = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show which model or rule answers each role, why, and what it costs.

    Examples:
        kasen models
        kasen models --preset gemini --team research
        kasen models --model planner=openai:gpt-6.1-sol --json
    """
    from kasen.cli.logs import begin
    from kasen.models.access import access_of
    from kasen.models.prices import table
    from kasen.runtime.answering import chosen
    from kasen.runtime.who_answers import asking, known_presets, role_rows

    settings = begin(ctx.obj, preset=preset)
    access = access_of(settings)
    shown = contract.load(team) if team else None
    offered = asking()
    flags = model or []
    picked = chosen(settings, access, team=shown or offered[0], flags=flags, source="--preset" if preset else "")
    rows = [row for one in ([shown] if shown else offered) for row in role_rows(one, picked, access)]
    known = known_presets(access)
    if as_json:
        dates = {"version": table().version, "newest": table().newest.isoformat()}
        content = {"preset": picked.preset, "why": picked.why, "roles": [asdict(row) for row in rows]}
        print(json.dumps({**content, "presets": known, "prices": dates}, ensure_ascii=False, indent=2))
        return
    prices = ("", f"US dollars per million tokens, by {table()}", "")
    for line in (*_head(picked), *_table(rows), *prices, *_preset_lines(known, picked.preset)):
        print(printable(line))


def _head(picked: Chosen) -> Iterator[str]:
    from kasen.models.presets import NONE

    yield from wrapped(f"preset {picked.preset}: {picked.why}")
    if picked.preset == NONE and not picked.why.startswith("chosen"):
        yield from wrapped(HOW_TO)
    yield ""


def _table(rows: Sequence[RoleRow]) -> Iterator[str]:
    """A line per role and what chose its model, then the chains behind them, then why one cannot be asked."""
    for team, of_team in groupby(rows, key=lambda row: row.team):
        lines: list[tuple[str, ...]] = [(team, "tier", "asks first", "in", "out")]
        for row in of_team:
            first = row.first
            name = first.model if first else RULE
            lines.append(
                (f"  {row.role}", row.why.removeprefix("tier "), name, *(_dollars(first, usd) for usd in _usd(first)))
            )
        yield from columns(lines, right=(3, 4))
    chains = list(dict.fromkeys(tuple(one.model for one in row.models) for row in rows if row.models))
    lacks = {one.model: one.lacks for row in rows for one in row.models if one.lacks}
    if not chains:
        return
    yield ""
    yield "When a model fails, the next of its chain is asked, after the last the rule:"
    for chain in chains:
        marked = [f"{name} ✗" if name in lacks else name for name in chain]
        yield from wrapped(" → ".join(marked), first="  ", more="    ", at=" → ")
    for why in dict.fromkeys(f"{model.partition(':')[0]}: {lacking}" for model, lacking in lacks.items()):
        yield f"  ✗ {why}"


def _usd(first: Asked | None) -> tuple[float | None, float | None]:
    return (first.usd_in, first.usd_out) if first else (0.0, 0.0)


def _dollars(first: Asked | None, usd: float | None) -> str:
    if first is None:
        return "-"
    return "unknown" if usd is None else "free" if usd == 0 else f"{usd:.2f}"


def _preset_lines(known: dict[str, dict[str, Any]], chosen: str) -> Iterator[str]:
    yield "presets"
    width = max(map(len, known))
    for name, found in known.items():
        sign = "✓" if found["usable"] else "✗"
        mark = " (chosen)" if name == chosen.partition("@")[0] else ""
        lead = f"  {sign} {name:<{width}}  "
        lacks = f" - {found['lacks']}" if found["lacks"] else ""
        yield from wrapped(f"{found['summary']}{mark}{lacks}", first=lead, more=" " * len(lead))
