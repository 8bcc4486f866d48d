"""`kasen code run`: begin a run, here or in the background."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from kasen.cli import completing
from kasen.cli.code.detach import Remembered, again, in_background, say_detached
from kasen.cli.code.which import TEAM

if TYPE_CHECKING:
    from kasen.settings import Settings

Detach = Annotated[bool, typer.Option("--detach", "-d", help="In the background: it outlives this terminal.")]
Begun = Annotated[int | None, typer.Option("--begun", hidden=True)]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder for the report; else a folder of ./reports.", file_okay=False),
]
FORMATS = ("md", "html", "pdf", "docx", "json")
Format = Annotated[
    str,
    typer.Option(
        metavar="FORMATS", help=f"Comma-separated: {', '.join(FORMATS)}.", autocompletion=completing.listed(FORMATS)
    ),
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Answer every question with its default.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object per event on stdout.")]
Usd = Annotated[float | None, typer.Option(metavar="N", help="Most US dollars that the agents may spend.", min=0)]
Tokens = Annotated[int | None, typer.Option(metavar="N", help="Most tokens.", min=1)]
Seconds = Annotated[float | None, typer.Option(metavar="N", help="Most seconds at work.", min=0)]
Calls = Annotated[int | None, typer.Option(metavar="N", help="Most turns of agents.", min=0)]
app = typer.Typer()
ASKS = "Say what is to be built, or name the file that says it."


@app.command("run", cls=Remembered)
def run(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    requirement: Annotated[str, typer.Option("--requirement", "-r", metavar='FILE|"…"', help=ASKS)],
    workflow: Annotated[
        Path | None,
        typer.Argument(
            metavar="WORKFLOW",
            help="A workflow.yaml in a folder that you trust; else that of the repository.",
            dir_okay=True,
        ),
    ] = None,
    repo: Annotated[Path, typer.Option(metavar="DIR", help="Folder of the git repository.", file_okay=False)] = Path(),
    preset: Annotated[
        Literal["five-phase", "pair"] | None,
        typer.Option(help="One of Kasen's own workflows; else five-phase, where the repository has none."),
    ] = None,
    detach: Detach = False,
    lang: Annotated[Literal["auto", "ja", "en"], typer.Option(help="Language that the agents answer in.")] = "auto",
    budget_usd: Usd = None,
    budget_tokens: Tokens = None,
    budget_seconds: Seconds = None,
    budget_calls: Calls = None,
    steps: Annotated[int | None, typer.Option(metavar="N", help="Most steps of the graph.", min=1)] = None,
    out: Out = None,
    format: Format = "md,html",
    yes: Yes = False,
    json: Json = False,
    begun: Begun = None,
) -> None:
    """Build what a requirement says on a branch of its own: your branch and work tree change only by `approve`.

    Examples:
        kasen code run -r "The login form must refuse empty passwords."
        kasen code run -r requirement.md --repo ~/projects/shop --preset pair
        kasen code run -r requirement.md --budget-usd 10 --detach
    """
    from kasen.cli.drive import Output, formats_of
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async

    caps = {"usd": budget_usd, "tokens": budget_tokens, "seconds": budget_seconds, "calls": budget_calls}
    settings = begin(ctx.obj, **{f"budget_{name}": cap for name, cap in caps.items()})
    to = Output(json=json, quiet=settings.log_level == "ERROR", out=out, formats=formats_of(format))
    if detach and begun is None:
        say_detached(*in_background(ctx, settings, again(ctx)))
        return
    spoken = settings.lang if lang == "auto" and settings.lang else lang
    asked = {"requirement": requirement, "repo": repo, "workflow": workflow, "preset": preset, "lang": spoken}
    more: dict[str, Any] = {**({"steps": steps} if steps else {}), **({"out": str(out.absolute())} if out else {})}
    run_async(_begin(settings, asked, to, {"yes": yes, **more}, begun))


async def _begin(settings: Settings, asked: dict[str, Any], to: Any, more: dict[str, Any], begun: int | None) -> None:
    from kasen.cli.code.going import drive
    from kasen.runtime.local import open_runner, options_of
    from kasen.team import load
    from kasen.teams.code.asked import requirement_of, workflow_in

    team = load(TEAM)
    request = {
        "requirement": requirement_of(asked["requirement"]),
        "repo": asked["repo"].resolve(),
        "workflow": await workflow_in(asked["repo"], asked["workflow"], asked["preset"]),
        "lang": asked["lang"],
        **({"preset": asked["preset"]} if asked["preset"] else {}),
    }
    async with open_runner(settings) as runner:
        options = options_of(settings, team, **more)
        run_id = await runner.start(TEAM, request, options=options)
        await drive(runner, settings, run_id, to, begun=begun)
