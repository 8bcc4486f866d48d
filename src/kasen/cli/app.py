"""The command `kasen`: a table of commands, each imported only when it is called."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from itertools import takewhile
from typing import Annotated, Any

import typer
from typer.core import TyperCommand, TyperGroup

from kasen import team as teams
from kasen.cli.errors import exit_code
from kasen.cli.flags import without_values
from kasen.errors import Stopped, UsageError

COMMANDS: Mapping[str, tuple[str, str]] = {
    "kb": ("kasen.cli.kb:app", "Knowledge bases: add, list, search, report on and remove your documents."),
    "runs": ("kasen.cli.runs:app", "Runs: list, show, continue, answer, cancel, replay, export, compare, delete."),
    "code": (
        "kasen.cli.code.app:app",
        "Claude Code and Codex build, review and repair software: run, status, attach, approve …",
    ),
    "teams": ("kasen.cli.teams:app", "List the teams and what each is for; show the steps of a mode."),
    "serve": ("kasen.cli.serve:app", "Serve the teams over HTTP; make and end the tokens of those who may call."),
    "worker": ("kasen.cli.worker:worker", "Drive runs that servers and others hand over by Temporal."),
    "mcp": ("kasen.cli.mcp:mcp", "Offer the teams to an MCP client, over standard input and output."),
    "models": ("kasen.cli.pull:app", "Show which model or rule answers each role, and why."),
    "doctor": ("kasen.cli.doctor:doctor", "Check this machine: what is missing, what that costs, how to mend it."),
    "init": ("kasen.cli.init:init", "Write a commented kasen.toml, to be changed."),
    "trust": ("kasen.cli.trust:trust", "Look at what the files of a folder would set, and allow it."),
    "notify": ("kasen.cli.notify:app", "Try out the address and the program that are told of runs."),
    "demo": ("kasen.cli.demo:demo", "Run the teams on the documents that come with Kasen."),
}
"""Name → (`module:object`, help). The object is a typer app, a command or a plain function."""

TEAMS = "Teams"
PANELS: Mapping[str, str] = {
    **dict.fromkeys(("kb", "runs", "teams"), "Documents and runs"),
    **dict.fromkeys(("models", "doctor", "init", "trust", "notify"), "This machine"),
    **dict.fromkeys(("serve", "worker", "mcp"), "For others"),
}
"""Under which heading of the help a command stands; teams, and what shows them, stand first."""

GROUPS = ("runs", "kb")
"""Those with commands of their own that people type without the group."""

QUESTION, SHOWN = 3, 60
"""Words from which a line without a command is taken for a question, and characters of it that are said again."""

_ALIVE = frozenset("$`\\!")
"""What a shell takes for more than itself between double quotes."""
TEAM_COMMAND = "kasen.cli.run:command_for"
"""`command_for(team)` builds the command of a team from the schema of its request."""


class Later(TyperCommand):
    """Stands in for a command until it is called: it knows the name and the help, not the code."""

    def __init__(
        self, name: str, reference: str, help: str, *, team: str = "", hidden: bool = False, panel: str | None = None
    ) -> None:
        super().__init__(name, help=help, hidden=hidden, rich_help_panel=panel)
        self.reference = reference
        self.team = team

    def real(self) -> Any:
        """Import the command and build it under this name."""
        loaded = teams.load_object(self.reference)
        if self.team:
            loaded = loaded(self.team)
        if not isinstance(loaded, typer.Typer) and not callable(getattr(loaded, "make_context", None)):
            function, loaded = loaded, typer.Typer()
            loaded.command(self.name, help=function.__doc__ or self.help)(function)
        if not isinstance(loaded, typer.Typer):
            return loaded
        outer = typer.Typer(add_completion=False)
        outer.callback()(lambda: None)
        single = len(loaded.registered_commands) == 1 and not loaded.registered_callback
        own = loaded.registered_callback.callback.__doc__ if loaded.registered_callback else ""
        outer.add_typer(loaded, name=None if single else self.name, help=own or self.help)
        commands = typer.main.get_group(outer).commands
        return next(iter(commands.values()))

    def make_context(self, info_name: str | None, args: list[str], parent: Any = None, **extra: Any) -> Any:
        """The context of the real command."""
        return without_values(self.real()).make_context(info_name, args, parent=parent, **extra)


def _later(name: str) -> Later:
    if name in COMMANDS:
        return Later(name, *COMMANDS[name], panel=PANELS.get(name, TEAMS))
    team = teams.load(name)
    return Later(name, TEAM_COMMAND, team.summary, team=name, hidden=team.internal, panel=TEAMS)


class Kasen(TyperGroup):
    """The group of all commands. Errors end here, also when it is driven by a test runner."""

    def get_help(self, ctx: Any) -> str:
        """The help, with flags as they are in that of every command."""
        without_values(self)
        return super().get_help(ctx)

    def list_commands(self, ctx: Any) -> list[str]:
        """Teams first, then the table. Nothing is said of broken ones where a shell completes a line."""
        found = teams.loadable(warns=not (ctx and ctx.resilient_parsing))
        for name in (*(team.name for team in found), *COMMANDS):
            self.commands.setdefault(name, _later(name))
        return list(self.commands)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The stand-in of a command, or None. Other commands are not looked at."""
        if cmd_name in COMMANDS or cmd_name in teams.names():
            return self.commands.get(cmd_name) or _later(cmd_name)
        self.list_commands(ctx)
        return None

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command that is meant. Raises UsageError for one of a group's (`kasen continue`), and says which."""
        named = args[0] if args else ""
        means = not named or named.startswith("-") or ctx.resilient_parsing or self.get_command(ctx, named)
        group = "" if means else _group_of(named)
        if group:
            raise UsageError(f"no such command '{named}'", hint=f"Did you mean `kasen {group} {named}`?")
        if not means and (asked := _asked(args, self.list_commands(ctx))):
            raise UsageError(f"no such command '{named}'", hint=f"To ask something: kasen research {asked}")
        return super().resolve_command(ctx, args)

    def main(self, args: Sequence[str] | None = None, prog_name: str | None = None, *rest: Any, **extra: Any) -> Any:
        """Parse and run, then exit with the code of what happened (see `kasen.cli.errors`)."""
        given, debug = _debug(sys.argv[1:] if args is None else args)
        extra["standalone_mode"] = False
        inner = super().main

        def run() -> Any:
            """Typer makes exits of its own, without a word, of Ctrl-C and of a closed pipe."""
            try:
                code = inner(given, prog_name or "kasen", *rest, **extra)
            except SystemExit as left:
                if isinstance(left.__context__, BrokenPipeError):
                    raise left.__context__ from None
                raise
            if code == Stopped.exit_code:
                raise KeyboardInterrupt
            return code

        sys.exit(exit_code(run, debug=debug))


def _group_of(name: str) -> str:
    """The group that has a command of that name; looked for only once a line means nothing."""
    for group in GROUPS:
        known = teams.load_object(COMMANDS[group][0]).registered_commands
        if any(name == (one.name or one.callback.__name__.replace("_", "-")) for one in known):
            return group
    return ""


def _asked(args: Sequence[str], commands: Sequence[str]) -> str:
    """What somebody asks who left the command out: words that are near none, as a shell takes them.

    Empty where a command was mistyped.
    """
    words = list(takewhile(lambda arg: not arg.startswith("-"), args))
    is_question = len(words) >= QUESTION or " " in words[0] or not words[0].isascii()
    if not is_question or get_close_matches(words[0], commands, n=1):
        return ""
    text = " ".join(" ".join(words).replace('"', "'").split())
    text = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    return shlex.quote(text) if _ALIVE & set(text) else f'"{text}"'


def _debug(args: Sequence[str]) -> tuple[list[str], bool]:
    """`--debug` counts wherever it stands, because it is what people add at the end of a line that failed."""
    end = list(args).index("--") if "--" in args else len(args)
    before = [arg for arg in args[:end] if arg != "--debug"]
    return [*before, *args[end:]], len(before) < end


app = typer.Typer(
    name="kasen",
    cls=Kasen,
    help="Teams of AI agents that plan, work in parallel, check one another and send work back until it passes.",
    epilog='Begin with: kasen demo, or kasen research "your question" --docs your/folder\n\n'
    "Exit codes: 0 done, 1 did not pass, 2 usage, 3 configuration, 4 input, 5 budget, 6 provider, 70 internal, "
    "75 waits for a person, 130 stopped, 141 the reader of the output went away.",
    invoke_without_command=True,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"kasen {version('kasen')}")
        raise typer.Exit


@app.callback()
def options(
    ctx: typer.Context,
    verbose: Annotated[
        int,
        typer.Option(
            "--verbose", "-v", count=True, show_default=False, help="Say more on stderr; twice for everything."
        ),
    ] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say only errors on stderr.")] = False,
    log_level: Annotated[
        str | None, typer.Option("--log-level", metavar="LEVEL", help="DEBUG, INFO, WARNING or ERROR.")
    ] = None,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Options of every command. `ctx.obj` holds those that are settings: `load_settings(**ctx.obj, …)`."""
    level = log_level or ("ERROR" if quiet else ("INFO", "DEBUG")[min(verbose, 2) - 1] if verbose else None)
    ctx.obj = {"log_level": level} if level else {}
    if ctx.invoked_subcommand is None:
        print(ctx.get_help(), end="")


def main() -> None:
    """The entry point of the command line."""
    app(prog_name="kasen")
