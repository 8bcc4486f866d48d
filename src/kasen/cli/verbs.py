"""`kasen TEAM VERB …`: other words for what the team's own command can do."""

from __future__ import annotations

from typing import Any

from typer.core import TyperCommand

from kasen.errors import UsageError
from kasen.team import Team, load_object


def with_verbs(team: Team) -> type[TyperCommand]:
    """The class of a team's command; where its first word is a verb of the team, it is spelled out before parsing."""

    class Spelled(TyperCommand):
        """A command whose verbs are spelled out."""

        def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
            return super().parse_args(ctx, args if ctx.resilient_parsing else spelled_out(team, args))

    return Spelled


def spelled_out(team: Team, args: list[str]) -> list[str]:
    """The arguments with a verb in front replaced by what it stands for. Raises UsageError for a verb without words."""
    verb = team.verbs.get(args[0]) if args else None
    if verb is None:
        return args
    if "--help" in args:
        return ["--help"]
    if len(args) < 2:
        raise UsageError(f"`{args[0]}` says what to do, but not to what", hint=f"kasen {team.name} {verb.form}")
    given: list[str] = load_object(verb.spells)(args[1:])
    return given


def verbs_help(team: Team) -> str:
    """One paragraph per verb."""
    return "\n\n".join(f"kasen {team.name} {verb.form}: {verb.summary}" for verb in team.verbs.values())
