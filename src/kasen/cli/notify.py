"""`kasen notify test`: whether who is to be told of runs can be told."""

from __future__ import annotations

import json as jsonlib
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.errors import ConfigurationError, KasenError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.notices_sending import Way

app = typer.Typer(no_args_is_help=True)


@app.callback()
def notify() -> None:
    """Notices tell an address (`notify_url`), a program (`notify_command`) or both of runs that wait, end or fail."""


@app.command("test")
def try_out(ctx: typer.Context, json: Annotated[bool, typer.Option("--json", help="JSON on stdout.")] = False) -> None:
    """Send a notice of event `test` in every way that is set, and say whether it got through.

    Examples:
        kasen notify test
    """
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async
    from kasen.models.access import access_of
    from kasen.runtime.notices import trial_of, ways_of

    settings = begin(ctx.obj)
    ways = ways_of(settings, access_of(settings))
    if not ways:
        raise ConfigurationError(
            "nobody is told of runs: neither `notify_url` nor `notify_command` is set",
            hint="Set one in kasen.toml, or as KASEN_NOTIFY_URL or KASEN_NOTIFY_COMMAND.",
        )
    failed = run_async(_sent(ways, trial_of(settings), json=json))
    for error in failed[:-1]:
        print(f"kasen: {printable(str(error))}", file=sys.stderr)
    if failed:
        raise failed[-1]


async def _sent(ways: dict[str, Way], body: bytes, *, json: bool) -> list[KasenError]:
    """One after the other; why some were not told."""
    failed: list[KasenError] = []
    for name, way in ways.items():
        error: KasenError | None = None
        try:
            await way.send(body)
        except KasenError as problem:
            error = problem
        if json:
            print(jsonlib.dumps({"setting": name, "told": error is None, "error": str(error or "")}))
        elif error is None:
            print(f"`{name}` was told", file=sys.stderr)
        failed += [error] if error else []
    return failed
