"""`kasen models pull`: fetch an open model, so that Kasen answers with it on this machine."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli import completing
from kasen.cli.models import models
from kasen.errors import UsageError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.models.local.pull import OnProgress, Pulled

app = typer.Typer(invoke_without_command=True)
_STEPS = 10
"""Lines about a download that nobody watches in a terminal."""


@app.callback()
@wraps(models)
def show(ctx: typer.Context, *args: object, **options: object) -> None:
    """The list of roles, where no command follows."""
    if ctx.invoked_subcommand is None:
        models(ctx, *args, **options)  # type: ignore[arg-type]


@app.command("pull")
def pull(
    ctx: typer.Context,
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="A model of --list, or OWNER/REPOSITORY/FILE.gguf.",
            show_default=False,
            autocompletion=completing.recommended,
        ),
    ] = "",
    is_list: Annotated[bool, typer.Option("--list", help="Show the recommended models, fetch nothing.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="With --list: JSON on stdout.")] = False,
) -> None:
    """Fetch an open model as a GGUF file; an interrupted download goes on where it stopped.

    Examples:
        kasen models pull --list
        kasen models pull qwen3-4b
    """
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async
    from kasen.models.access import access_of
    from kasen.models.connection import connection_of
    from kasen.models.local.hub import Hub
    from kasen.models.local.pull import Pull

    settings = begin(ctx.obj)
    access = access_of(settings)
    folder = access.models_folder or Path("models")
    if is_list:
        print(_as_json(folder) if as_json else "\n".join(map(printable, _table(folder))))
        return
    if not name:
        raise UsageError("which model is to be fetched?", hint="`kasen models pull --list` shows some that are good.")

    async def work() -> Pulled:
        with _shown(name) as on_progress:
            hub = Hub(url=access.hub_url, token=access.hub_token, connection=connection_of(access))
            return await Pull(hub=hub, folder=folder, on_progress=on_progress)(name)

    done = run_async(_until_stopped(work()), how="The same command goes on where it stopped.")
    told = "is there already, complete" if done.was_there else "is here and is what the hub has"
    _say(f"`{done.path.name}` {told}. Use it with --preset local, or --model local:{done.path.stem}.")
    print(printable(str(done.path)))


async def _until_stopped(work: Coroutine[Any, Any, Pulled]) -> Pulled:
    """The same, and Ctrl-C ends it within moments: a client that waits with a limit may lose one cancellation."""
    import asyncio

    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    finally:
        while not task.done():
            task.cancel()
            await asyncio.wait({task}, timeout=1.0)
        if not task.cancelled():
            task.exception()  # it was told already, or came too late to matter


def _as_json(folder: Path) -> str:
    from kasen.models.local.files import model_files
    from kasen.models.local.recommended import recommended

    there = [path.name for path in model_files(folder)]
    models = [
        {"name": name, **model.model_dump(mode="json"), "here": any(model.matches(one) for one in there)}
        for name, model in recommended().items()
    ]
    return json.dumps(models, ensure_ascii=False, indent=2)


def _table(folder: Path) -> Iterator[str]:
    from kasen.cli.columns import columns
    from kasen.models.local.files import model_files
    from kasen.models.local.recommended import recommended

    there = [path.name for path in model_files(folder)]
    lines = [("name", "size", "memory", "parameters", "Japanese", "licence", "")]
    for name, model in recommended().items():
        mark = "here" if any(model.matches(one) for one in there) else ""
        sizes = (f"{model.gigabytes:.1f} GB", f"{model.memory_gigabytes:.1f} GB")
        lines.append((name, *sizes, model.parameters, model.japanese, model.license, mark))
    yield from columns(lines, right=(1, 2))
    yield ""
    for name, model in recommended().items():
        yield f"{name}: {model.summary}"


@contextmanager
def _shown(name: str) -> Iterator[OnProgress]:
    """A bar on a terminal, else a line for each tenth."""
    if not sys.stderr.isatty():
        yield _lines(name)
        return
    from rich.console import Console
    from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn, TimeRemainingColumn, TransferSpeedColumn

    shown = (TextColumn("{task.description}"), BarColumn(), DownloadColumn(), TransferSpeedColumn())
    with Progress(*shown, TimeRemainingColumn(), console=Console(stderr=True)) as progress:
        task = progress.add_task(printable(name), total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)


def _lines(name: str) -> Callable[[int, int], None]:
    told = -1

    def on_progress(done: int, total: int) -> None:
        nonlocal told
        step = _STEPS * done // max(total, 1)
        if step != told:
            told = step
            _say(f"{name}: {100 * done // max(total, 1)}% of {total / 1e9:.2f} GB")

    return on_progress


def _say(text: str) -> None:
    print(printable(text), file=sys.stderr, flush=True)
