"""`kasen code continue`: go on with a run that paused, failed, was stopped or whose process died."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import typer

from kasen.cli.code.detach import Remembered, again, in_background, say_detached
from kasen.cli.code.run import Begun, Calls, Detach, Format, Json, Out, Seconds, Tokens, Usd, Yes
from kasen.cli.code.said import said
from kasen.cli.code.which import Run, code_run
from kasen.errors import UsageError
from kasen.team import DONE

if TYPE_CHECKING:
    from kasen.cli.drive import Output
    from kasen.settings import Settings

app = typer.Typer()


@app.command("continue", cls=Remembered)
def continue_(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    run: Run = "",
    detach: Detach = False,
    budget_usd: Usd = None,
    budget_tokens: Tokens = None,
    budget_seconds: Seconds = None,
    budget_calls: Calls = None,
    out: Out = None,
    format: Format = "md,html",
    yes: Yes = False,
    json: Json = False,
    begun: Begun = None,
) -> None:
    """Go on where a run stands. What is done is not done again; agents go on in their sessions.

    Examples:
        kasen code continue
        kasen code continue 01M8 --budget-usd 20 --detach
    """
    from kasen.cli.drive import Output, formats_of
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async

    settings = begin(ctx.obj)
    caps = {"usd": budget_usd, "tokens": budget_tokens, "seconds": budget_seconds, "calls": budget_calls}
    given = {name: cap for name, cap in caps.items() if cap is not None} | ({"yes": True} if yes else {})
    to = Output(json=json, quiet=settings.log_level == "ERROR", out=out, formats=formats_of(format))
    if detach and begun is None:
        say_detached(*in_background(ctx, settings, again(ctx)))
        return
    run_async(go_on(settings, run, to, given, begun))


async def go_on(
    settings: Settings, run: str, to: Output, given: Mapping[str, object], begun: int | None = None
) -> None:
    """Take the run up and see it through."""
    from kasen.cli.code.going import drive
    from kasen.runtime.local import open_runner

    async with open_runner(settings) as runner:
        row = await code_run(runner.store, run)
        if row.status == DONE:
            raise UsageError(said(settings.lang or row.lang, "nothing_to_do", run=row.id))
        await runner.continue_(row.id, options=row.options.model_copy(update=given))
        await drive(runner, settings, row.id, to, after=row.last_seq, begun=begun)
