"""`kasen worker`: drives runs that servers, commands and programs hand over by Temporal."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from kasen.errors import ConfigurationError
from kasen.prompts.outside import printable


def worker(
    ctx: typer.Context,
    health: Annotated[
        int | None,
        typer.Option("--health", metavar="PORT", min=1, max=65535, help="Answer over HTTP whether it takes runs."),
    ] = None,
) -> None:
    """Drive runs that servers and others hand over by Temporal; Ctrl-C or SIGTERM ends it when each has ended its step.

    It needs the settings `engine = "temporal"`, `database` and `temporal_address`.

    Examples:
    kasen worker --health 8318
    """
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async

    settings = begin(ctx.obj or {})
    if settings.engine != "temporal":
        raise ConfigurationError(
            "a worker drives the runs of the engine `temporal`, and the engine is `embedded`",
            hint="Set KASEN_ENGINE=temporal, KASEN_DATABASE and KASEN_TEMPORAL_ADDRESS.",
        )

    async def work() -> None:
        from kasen.runtime.engines.temporal.client import require
        from kasen.runtime.local import open_host

        require(settings)
        from kasen.runtime.engines.temporal.worker import work as run

        async with open_host(settings) as (store, host):
            await run(store, host, settings, say=_say, tell=_tell, health=health)

    run_async(work())


def _say(line: str) -> None:
    print(printable(line), flush=True)


def _tell(line: str) -> None:
    print(f"kasen: {printable(line)}", file=sys.stderr, flush=True)
