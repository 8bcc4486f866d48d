"""`kasen runs`: list, show, continue, answer, cancel, replay, export, diff, prune, delete."""

from __future__ import annotations

import sys
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli.drive import FORMATS, Output, formats_of, run_async, say_failed, see_through
from kasen.cli.pause import ask_person, can_ask, left_open, read_answer, typed_line
from kasen.cli.run_listing import print_list, print_run, with_store
from kasen.cli.run_training import export_training
from kasen.cli.watch import watcher
from kasen.errors import InputError, KasenError, RunBusy, UnknownName, UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.runtime.rows import Options, RunRow
    from kasen.runtime.runner import Runner
    from kasen.runtime.store import Store
    from kasen.settings import Settings

app = typer.Typer(no_args_is_help=True)
Run = Annotated[str, typer.Argument(help="Id of the run, or its beginning.")]
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do it without asking.")]
Out = Annotated[Path | None, typer.Option(help="Folder for the results; else a folder of ./reports.", file_okay=False)]
Format = Annotated[str, typer.Option(help=f"Comma-separated: {', '.join(FORMATS)}.")]


def _with_runner(ctx: typer.Context, work: Callable[[Runner, Settings], Awaitable[Any]], **flags: Any) -> Any:
    from kasen.cli.logs import begin
    from kasen.runtime.local import open_runner

    settings = begin(ctx.obj, **flags)

    async def opened() -> Any:
        async with open_runner(settings) as runner:
            return await work(runner, settings)

    return run_async(opened())


@app.command("list")
def list_runs(ctx: typer.Context, limit: Annotated[int, typer.Option(min=1)] = 30, json: Json = False) -> None:
    """The latest runs, newest first."""

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
    """What a run did, event by event."""
    if not follow:

        async def look(store: Store) -> None:
            await print_run(store, await store.run(run), json=json)

        with_store(ctx, look)
        return

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.store.run(run)
        with watcher(json=json) as view:
            async for event in runner.events(row.id):
                view.show(event)

    _with_runner(ctx, work)


@app.command("continue")
def continue_run(  # noqa: PLR0913 - one parameter per option
    ctx: typer.Context,
    run: Run,
    budget_usd: Annotated[float | None, typer.Option(min=0, help="New cap in US dollars.")] = None,
    budget_calls: Annotated[int | None, typer.Option(min=0, help="New cap on model calls.")] = None,
    budget_tokens: Annotated[int | None, typer.Option(min=1, help="New cap on tokens.")] = None,
    budget_seconds: Annotated[float | None, typer.Option(min=0, help="New cap on seconds at work.")] = None,
    steps: Annotated[int | None, typer.Option(min=1, help="New cap on steps of the graph.")] = None,
    preset: Annotated[str | None, typer.Option(help="Other models from here on.")] = None,
    model: Annotated[
        list[str] | None, typer.Option(metavar="[ROLE=]MODEL", help="Other models for some roles from here on.")
    ] = None,
    yes: Yes = False,
    out: Out = None,
    format: Format = "md,html",
    json: Json = False,
) -> None:
    """Carry on a run that paused, failed, was stopped, or whose process died. What it finished is not done again."""
    caps = {"usd": budget_usd, "calls": budget_calls, "tokens": budget_tokens, "seconds": budget_seconds}
    kept = str(out.absolute()) if out else None
    given = {key: value for key, value in {**caps, "steps": steps, "out": kept}.items() if value is not None}

    async def work(runner: Runner, settings: Settings) -> None:
        row = await runner.store.run(run)
        other = _other_models(row, settings, preset, model or [])
        options = row.options.model_copy(update={**given, **other, "yes": yes or row.options.yes})
        await runner.continue_(row.id, options=options)
        to = Output(json=json, out=out, formats=formats_of(format))
        await see_through(runner, settings, row.id, to, after=row.last_seq)

    _with_runner(ctx, work)


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
    approval: Annotated[str, typer.Argument(help="Name of the pause; none needed when there is one.")] = "",
    file: Annotated[Path | None, typer.Option(help="The answer as YAML or JSON.")] = None,
    default: Annotated[bool, typer.Option("--default", help="Answer with the default.")] = False,
) -> None:
    """Answer a pause; whoever drives the run goes on, else `kasen runs continue` does."""

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
        elif not can_ask() or not await ask_person(runner, waiting[0], settings.editor):
            raise left_open(waiting[0])
        print(f"answered; go on with `kasen runs continue {row.id}`", file=sys.stderr)

    _with_runner(ctx, work)


@app.command()
def cancel(ctx: typer.Context, run: Run) -> None:
    """End a run for good, whichever process drives it."""

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.cancel(run)
        print(f"{row.id} is {row.status}", file=sys.stderr)

    _with_runner(ctx, work)


@app.command()
def replay(ctx: typer.Context, run: Run, out: Out = None, format: Format = "md,html", json: Json = False) -> None:
    """Repeat a run with the answers, searches and pages it got then: nobody is asked, nothing is sent or paid."""

    async def work(runner: Runner, settings: Settings) -> None:
        row = await runner.store.run(run)
        options: Options = row.options.model_copy(
            update={"replay_of": row.id, "thread": "", "usd": None, "tokens": None, "calls": None, "out": ""}
        )
        again = await runner.start(row.team, row.request, mode=row.mode, options=options)
        await see_through(runner, settings, again, Output(json=json, out=out, formats=formats_of(format)))

    _with_runner(ctx, work)


@app.command()
def export(
    ctx: typer.Context,
    run: Annotated[str, typer.Argument(help="Id of the run, or its beginning.", show_default=False)] = "",
    out: Annotated[
        Path | None, typer.Option(help="Folder for the results; else a folder of ./reports. Of --training a file.")
    ] = None,
    format: Format = "md,html,json",
    training: Annotated[
        bool,
        typer.Option(
            "--training", help="The answers of models, taken and rejected, as JSON lines; of all runs or RUN."
        ),
    ] = False,
    team: Annotated[str, typer.Option(metavar="NAME", help="With --training: only runs of this team.")] = "",
    include_local: Annotated[
        bool, typer.Option("--include-local", help="With --training: also runs that were to send nothing anywhere.")
    ] = False,
    force: Annotated[bool, typer.Option("--force", help="With --training: write over the file that is there.")] = False,
) -> None:
    """Write the results and the evidence of a run to a folder again, or what models answered as data to learn from."""
    if training:
        export_training(ctx, run, out, team, local=include_local, force=force)
        return
    if team or include_local or force:
        raise UsageError("`--team`, `--include-local` and `--force` are for `--training`")

    async def work(runner: Runner, settings: Settings) -> None:
        from kasen.runtime.export import export as export_run

        row = await runner.store.run(run)
        failed: list[KasenError] = []
        paths = await export_run(runner.store, row, out, settings.reports, formats_of(format), failed=failed)
        if not paths and not failed:
            raise InputError(f"run {row.id} is {row.status} and has made nothing yet")
        for path in paths:
            print(path)
        say_failed(failed)

    _with_runner(ctx, work)


@app.command("diff")
def compare(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument(metavar="A", help="Id of the earlier run, or its beginning.")],
    second: Annotated[str, typer.Argument(metavar="B", help="Id of the later run, or its beginning.")],
    json: Json = False,
) -> None:
    """What changed between two runs: claims, sources, coverage, cost and time."""

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

    _with_runner(ctx, work)


@app.command()
def delete(ctx: typer.Context, run: Run, yes: Yes = False) -> None:
    """Wipe a run: checkpoints, evidence, artifacts, logs. Files you exported stay."""

    async def work(runner: Runner, _: Settings) -> None:
        row = await runner.store.run(run)
        _confirm(yes, f"delete run {row.id} ({printable(row.title)})")
        await runner.delete(row.id)
        print(f"{row.id} is deleted", file=sys.stderr)

    _with_runner(ctx, work)


@app.command()
def prune(
    ctx: typer.Context,
    older_than: Annotated[
        str, typer.Option(help="Delete runs that ended longer ago than `12h`, `30d` or `8w`; a number is days.")
    ] = "",
    days: Annotated[int, typer.Option(min=0, help="The same in days.")] = 30,
    yes: Yes = False,
) -> None:
    """Delete old runs that are over, and give the space back. Those that wait for a person or can be continued stay."""
    age = _age(older_than) if older_than else timedelta(days=days)

    async def work(runner: Runner, _: Settings) -> None:
        before = (datetime.now(UTC) - age).isoformat(timespec="milliseconds")
        old = await runner.store.ended_before(before)
        if old:
            _confirm(yes, f"delete {len(old)} runs that ended more than {older_than or f'{days} days'} ago")
        deleted = sum([await _deleted(runner, row.id) for row in old])
        await runner.store.vacuum()
        print(f"{deleted} {'run' if deleted == 1 else 'runs'} deleted", file=sys.stderr)

    _with_runner(ctx, work)


async def _deleted(runner: Runner, run_id: str) -> bool:
    """Whether it is deleted now: not when somebody went on with it, or deleted it, since it was looked for."""
    try:
        await runner.delete(run_id)
    except RunBusy:
        print(f"{run_id} is in use and stays", file=sys.stderr)
        return False
    except UnknownName:
        return False
    return True


def _age(text: str) -> timedelta:
    units = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
    number, unit = (text[:-1], text[-1]) if text[-1:].lower() in units else (text, "d")
    try:
        return units[unit.lower()] * int(number)
    except (ValueError, OverflowError) as error:
        raise UsageError(f"`--older-than {text}` is no age", hint="Write 12h, 30d or 8w.") from error


def _confirm(yes: bool, what: str) -> None:
    if yes:
        return
    if not can_ask():
        raise UsageError(f"this would {what}", hint="Give --yes to do it.")
    print(f"{what}? [y/N]", end=" ", file=sys.stderr, flush=True)
    if (typed_line() or "").strip().lower() not in ("y", "yes"):
        raise UsageError("nothing was deleted")
