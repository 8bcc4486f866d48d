"""`kasen runs`: list, show, continue, answer, cancel, replay, export, diff, delete, prune."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli import completing
from kasen.cli.drive import (
    FORMATS,
    Output,
    formats_of,
    say_failed,
    see_through,
    stopped_says,
    with_runner,
    working_on,
)
from kasen.cli.formats import check_folder, check_formats
from kasen.cli.pause import ask_person, can_ask, left_open, read_answer
from kasen.cli.run_deleting import delete, prune
from kasen.cli.run_listing import print_list, print_run, with_store
from kasen.cli.run_training import export_training
from kasen.cli.watch import Follower, watcher
from kasen.errors import InputError, KasenError, UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import ApprovalRow, Options, RunRow
    from kasen.runtime.runner import Runner
    from kasen.runtime.store import Store
    from kasen.settings import Settings

app = typer.Typer(no_args_is_help=True)
_RUN = "Id of the run, or its beginning."
Run = Annotated[str, typer.Argument(metavar="RUN", help=_RUN, autocompletion=completing.runs)]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Folder for the results; else a folder of ./reports.", file_okay=False),
]
Format = Annotated[
    str,
    typer.Option(
        metavar="FORMATS", help=f"Comma-separated: {', '.join(FORMATS)}.", autocompletion=completing.listed(FORMATS)
    ),
]


@app.command("list")
def list_runs(
    ctx: typer.Context,
    limit: Annotated[int, typer.Option(metavar="N", min=1, help="Most runs.")] = 30,
    json: Json = False,
) -> None:
    """List the latest runs, newest first.

    Examples:
        kasen runs list
        kasen runs list --limit 100 --json
    """

    async def work(store: Store) -> None:
        if not await print_list(store, limit, json=json) and not json:
            print('no runs yet; begin with `kasen research "your question" --docs your/folder`', file=sys.stderr)

    with_store(ctx, work)


@app.command()
def show(
    ctx: typer.Context,
    run: Run,
    follow: Annotated[bool, typer.Option("--follow", "-f", help="Stay until the attempt ends.")] = False,
    json: Json = False,
) -> None:
    """Show what a run did, event by event, and what it cost.

    Examples:
        kasen runs show 01M8
        kasen runs show 01M8 --follow
    """
    if not follow:

        async def look(store: Store) -> None:
            await print_run(store, await store.run(run), json=json)

        with_store(ctx, look)
        return

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.store.run(run)
        with watcher(json=json, on_screen=Follower) as view:
            async for event in runner.events(row.id):
                view.show(event)

    with_runner(ctx, work)


@app.command("continue")
def continue_run(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    run: Run,
    budget_usd: Annotated[float | None, typer.Option(metavar="N", min=0, help="New cap in US dollars.")] = None,
    budget_calls: Annotated[int | None, typer.Option(metavar="N", min=0, help="New cap on model calls.")] = None,
    budget_tokens: Annotated[int | None, typer.Option(metavar="N", min=1, help="New cap on tokens.")] = None,
    budget_seconds: Annotated[
        float | None, typer.Option(metavar="N", min=0, help="New cap on seconds at work.")
    ] = None,
    steps: Annotated[int | None, typer.Option(metavar="N", min=1, help="New cap on steps of the graph.")] = None,
    preset: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Other models from here on.", autocompletion=completing.presets),
    ] = None,
    model: Annotated[
        list[str] | None, typer.Option(metavar="[ROLE=]MODEL", help="Other models for some roles from here on.")
    ] = None,
    yes: Yes = False,
    out: Out = None,
    format: Format = "md,html",
    json: Json = False,
) -> None:
    """Carry on a run that paused, failed, was stopped, or whose process died. What it finished is not done again.

    Examples:
        kasen runs continue 01M8
        kasen runs continue 01M8 --budget-usd 1
        kasen runs continue 01M8 --preset local
    """
    caps = {"usd": budget_usd, "calls": budget_calls, "tokens": budget_tokens, "seconds": budget_seconds}
    kept = str(out.absolute()) if out else None
    given = {key: value for key, value in {**caps, "steps": steps, "out": kept}.items() if value is not None}

    async def work(runner: Runner, settings: Settings) -> None:
        row = await runner.store.run(run)
        to = Output(json=json, out=out, formats=formats_of(format))
        check_folder(out)
        await check_formats(row.team, to.formats)
        other = _other_models(row, settings, preset, model or [])
        options = row.options.model_copy(update={**given, **other, "yes": yes or row.options.yes})
        await runner.continue_(row.id, options=options)
        await see_through(runner, settings, row.id, to, after=row.last_seq)

    with_runner(ctx, work)


def _other_models(row: RunRow, settings: Settings, preset: str | None, flags: list[str]) -> dict[str, Any]:
    """Options that other models make; what the run has set for single roles stays, unless it is set anew."""
    from kasen.models.access import access_of
    from kasen.runtime.answering import chosen
    from kasen.team import load

    if not preset and not flags:
        return {}
    wanted = settings.model_copy(update={"preset": preset or row.options.preset, "models": row.options.models})
    source = "--preset" if preset else ""
    picked = chosen(wanted, access_of(settings), team=load(row.team), flags=flags, source=source)
    return {"preset": picked.preset, "models": picked.models}


@app.command()
def answer(
    ctx: typer.Context,
    run: Run,
    approval: Annotated[
        str,
        typer.Argument(
            metavar="PAUSE",
            help="Name of the pause; none needed when there is one.",
            show_default=False,
            autocompletion=completing.approvals,
        ),
    ] = "",
    file: Annotated[Path | None, typer.Option(metavar="FILE", help="The answer as YAML or JSON.")] = None,
    default: Annotated[bool, typer.Option("--default", help="Answer with the default.")] = False,
    json: Json = False,
) -> None:
    """Answer a pause; whoever drives the run goes on, else `kasen runs continue` does.

    Examples:
        kasen runs answer 01M8
        kasen runs answer 01M8 plan --file plan.yaml
        kasen runs answer 01M8 plan --default
    """

    async def work(runner: Runner, settings: Settings) -> None:
        from kasen.runtime.approvals import approvals

        row = await runner.store.run(run)
        pauses = await approvals(runner.store, row.id)
        waiting = [pause for pause in pauses if not pause.answered and approval in ("", pause.name)]
        if not waiting and not approval:
            raise UsageError(f"run {row.id} waits for nothing")
        if default or file:
            pause = waiting[0] if waiting else None
            value = read_answer(file) if file else pause.asked.default if pause else None
            await runner.answer(row.id, pause.name if pause else approval, value)
        elif not waiting:
            await runner.answer(row.id, approval, None)
        elif not can_ask() or not await _asked(runner, waiting[0], settings.editor):
            raise left_open(waiting[0])
        print(f"answered; go on with `kasen runs continue {row.id}`", file=sys.stderr)
        if json:
            print(jsonlib.dumps({"run": row.id, "approval": waiting[0].name if waiting else approval}))

    with_runner(ctx, work)


async def _asked(runner: Runner, pause: ApprovalRow, editor: str) -> bool:
    with stopped_says(f"Nothing was answered; do it later with `kasen runs answer {pause.run_id}`."):
        return await ask_person(runner, pause, editor)


@app.command()
def cancel(ctx: typer.Context, run: Run, json: Json = False) -> None:
    """End a run for good, whichever process drives it.

    Examples:
        kasen runs cancel 01M8
    """

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.cancel(run)
        print(f"{row.id} is {row.status}", file=sys.stderr)
        if json:
            print(jsonlib.dumps({"run": row.id, "status": row.status}))

    with_runner(ctx, work)


@app.command()
def replay(ctx: typer.Context, run: Run, out: Out = None, format: Format = "md,html", json: Json = False) -> None:
    """Repeat a run with the answers, searches and pages it got then: nobody is asked, nothing is sent or paid.

    Examples:
        kasen runs replay 01M8 --format pdf
    """

    async def work(runner: Runner, settings: Settings) -> None:
        row = await runner.store.run(run)
        to = Output(json=json, out=out, formats=formats_of(format))
        check_folder(out)
        await check_formats(row.team, to.formats)
        options: Options = row.options.model_copy(
            update={"replay_of": row.id, "thread": "", "usd": None, "tokens": None, "calls": None, "out": ""}
        )
        again = await runner.start(row.team, row.request, mode=row.mode, options=options)
        await see_through(runner, settings, again, to)

    with_runner(ctx, work)


@app.command()
def export(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    run: Annotated[
        str, typer.Argument(metavar="RUN", help=_RUN, show_default=False, autocompletion=completing.runs)
    ] = "",
    out: Annotated[
        Path | None,
        typer.Option(metavar="PATH", help="Folder for the results; else a folder of ./reports. Of --training a file."),
    ] = None,
    format: Format = "md,html,json",
    training: Annotated[
        bool,
        typer.Option(
            "--training", help="The answers of models, taken and rejected, as JSON lines; of all runs or RUN."
        ),
    ] = False,
    team: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="With --training: only runs of this team.",
            autocompletion=completing.team_names,
        ),
    ] = "",
    include_local: Annotated[
        bool, typer.Option("--include-local", help="With --training: also runs that were to send nothing anywhere.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="With --training: write over the file that is there.")] = False,
    json: Annotated[bool, typer.Option("--json", help="JSON on stdout; with --training it is anyway.")] = False,
) -> None:
    """Write the results and the evidence of a run to a folder again, or what models answered as data to learn from.

    Examples:
        kasen runs export 01M8 --format pdf,docx --out ~/Desktop
        kasen runs export --training --out answers.jsonl
    """
    if training:
        export_training(ctx, run, out, team, local=include_local, force=force)
        return
    if team or include_local or force:
        raise UsageError("`--team`, `--include-local` and `--force` are for `--training`")
    if not run:
        raise UsageError("which run is to be exported?", hint="`kasen runs list` shows them.")

    async def work(runner: Runner, settings: Settings) -> None:
        from kasen.runtime.export import export as export_run

        row = await runner.store.run(run)
        failed: list[KasenError] = []
        with working_on(formats_of(format), quiet=settings.log_level == "ERROR"):
            paths = await export_run(runner.store, row, out, settings.reports, formats_of(format), failed=failed)
        if not paths and not failed:
            raise InputError(f"run {row.id} is {row.status} and has made nothing yet")
        files = [str(path) for path in paths]
        if json:
            files = [jsonlib.dumps({"run": row.id, "files": files}, ensure_ascii=False)]
        print("".join(f"{line}\n" for line in files), end="")
        say_failed(failed)

    with_runner(ctx, work)


@app.command("diff")
def compare(
    ctx: typer.Context,
    first: Annotated[
        str,
        typer.Argument(metavar="A", help="Id of the earlier run, or its beginning.", autocompletion=completing.runs),
    ],
    second: Annotated[
        str,
        typer.Argument(metavar="B", help="Id of the later run, or its beginning.", autocompletion=completing.runs),
    ],
    json: Json = False,
) -> None:
    """Show what changed between two runs: claims, sources, coverage, cost and time.

    Examples:
        kasen runs diff 01M7 01M8
    """

    async def work(runner: Runner, settings: Settings) -> None:
        from kasen.cli.diff import diff_lines
        from kasen.runtime.diff import diff

        found = await diff(runner.store, first, second)
        if json:
            print(found.model_dump_json(indent=2))
            return
        spoken = settings.lang or found.second.lang
        for text in diff_lines(found, "ja" if spoken == "ja" else "en"):
            print(printable(text))

    with_runner(ctx, work)


app.command()(delete)
app.command()(prune)
