"""`kasen models`: which model or rule answers each role, and why."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from typing import Annotated, Any

import typer

from kasen import team as contract
from kasen.prompts.outside import printable


@dataclass(frozen=True)
class Row:
    """One role and the chain that answers it; the last of a chain is always the rule."""

    team: str
    role: str
    tier: str
    chain: list[str]
    why: str


def models(
    ctx: typer.Context,
    preset: Annotated[str | None, typer.Option("--preset", metavar="NAME", help="As if this preset were set.")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Show which model or rule answers each role, and why."""
    from kasen.cli.logs import begin
    from kasen.models.presets import choose, presets

    settings = begin(ctx.obj, preset=preset)
    choice = choose(settings.preset, source="--preset" if preset else "the settings" if settings.preset else "")
    rows = [row for name in contract.names() for row in _rows(contract.load(name), choice.preset)]
    known = {name: {"summary": found.summary, "coming": found.coming} for name, found in presets().items()}
    if as_json:
        content = {"preset": choice.preset, "why": choice.why, "roles": [asdict(row) for row in rows], "presets": known}
        print(json.dumps(content, ensure_ascii=False, indent=2))
        return
    print(printable(f"preset {choice.preset}: {choice.why}\n"))
    _print_table([(row.team, row.role, row.tier, " → ".join(row.chain), row.why) for row in rows])
    print("\npresets")
    _print_table(
        [(f"  {name}", found["summary"], "(coming)" if found["coming"] else "") for name, found in known.items()]
    )


def _rows(team: contract.Team, preset: str) -> list[Row]:
    from kasen.models.presets import resolve
    from kasen.models.role import RULE

    if team.internal:
        return []
    rows = []
    for role in map(contract.load_object, team.roles):
        chain = resolve(preset, role.name, role.tier, team.name)
        why = f"preset `{preset}`, then the rule when it fails" if chain else f"preset `{preset}` names no model"
        rows.append(Row(team.name, role.name, role.tier, [*chain, RULE], why))
    return rows


def _print_table(lines: list[tuple[Any, ...]]) -> None:
    widths = [max(len(str(line[column])) for line in lines) for column in range(len(lines[0]))] if lines else []
    for line in lines:
        print(printable("  ".join(f"{cell!s:<{width}}" for cell, width in zip(line, widths, strict=True)).rstrip()))
