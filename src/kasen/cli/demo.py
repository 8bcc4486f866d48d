"""`kasen demo`: every team that works, on the documents that come with Kasen, and one page that shows the results."""

from __future__ import annotations

import html
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli.drive import run_async
from kasen.cli.watch import watcher
from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


@dataclass(frozen=True)
class Show:
    """One run of the demonstration. `inputs` are paths below the examples that are put into the request."""

    team: str
    request: dict[str, Any]
    inputs: dict[str, list[str]] = field(default_factory=dict)


SHOWS = (
    Show("research", {"question": "なぜ宇治は日本茶の中心になったのか"}, {"docs": ["corpus"]}),
    Show("research", {"question": "Why did Uji become the centre of Japanese tea?"}, {"docs": ["corpus"]}),
)


def demo(
    ctx: typer.Context,
    out: Annotated[Path, typer.Option(help="Folder for the results.", file_okay=False)] = Path("kasen-demo"),
) -> None:
    """Run the teams on the documents that come with Kasen."""
    from kasen.models.presets import NONE, choose
    from kasen.runtime.local import open_runner
    from kasen.settings import load_settings

    settings = load_settings(**(ctx.obj or {}))
    examples = examples_folder()
    if choose(settings.preset).preset == NONE:
        _say("No model key found: the teams answer by rules. Add a key any time (kasen models).\n")

    async def work() -> list[tuple[Show, RunRow, list[Path], float]]:
        async with open_runner(settings) as runner:
            return [await _show(runner, settings, show, examples, out / str(n)) for n, show in enumerate(SHOWS, 1)]

    done = run_async(work())
    page = out / "index.html"
    page.write_text(_page(out, done), encoding="utf-8")
    _say(f"\nOpen  {page}     every result, with its sources")
    _say('Next  kasen research "your question" --docs your/folder')
    print(page.resolve())


async def _show(
    runner: Runner, settings: Settings, show: Show, examples: Path, out: Path
) -> tuple[Show, RunRow, list[Path], float]:
    from kasen.cli.run import options_of
    from kasen.runtime.export import export
    from kasen.team import load

    began = time.monotonic()
    given = {key: [str(examples / name) for name in names] for key, names in show.inputs.items()}
    options = options_of(settings, load(show.team), yes=True)
    run_id = await runner.start(show.team, {**show.request, **given}, options=options)
    with watcher(json=False, quiet=not sys.stderr.isatty()) as view:
        async for event in runner.events(run_id):
            view.show(event)
    row = await runner.wait(run_id)
    paths = await export(runner.store, row, out, settings.reports, ["md", "html"])
    seconds = time.monotonic() - began
    _say(f"{show.team:<9} {row.title}     {row.status} → {out}   {seconds:.1f} s")
    return show, row, paths, seconds


def examples_folder() -> Path:
    """The examples: inside the package when it was installed, else beside the sources.

    Raises:
        ConfigurationError: they are in neither place.
    """
    package = Path(__file__).parents[1]
    for folder in (package / "examples", package.parents[1] / "examples"):
        if (folder / "corpus").is_dir():
            return folder
    raise ConfigurationError("the examples are not installed", hint="Install Kasen again, or run from its sources.")


def _page(out: Path, done: list[tuple[Show, RunRow, list[Path], float]]) -> str:
    rows = []
    for show, row, paths, seconds in done:
        links = " · ".join(
            f'<a href="{html.escape(path.relative_to(out).as_posix())}">{html.escape(path.name)}</a>' for path in paths
        )
        rows.append(
            f'<section lang="{row.lang}"><p class="team">{html.escape(show.team)} · {seconds:.1f} s</p>'
            f"<h2>{html.escape(row.title)}</h2><p>{links}</p></section>"
        )
    return _PAGE.replace("<!-- rows -->", "\n".join(rows))


def _say(text: str) -> None:
    print(f"  {text}", file=sys.stderr)


_PAGE = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Kasen: demonstration</title><style>
:root { color-scheme: light dark; --ink: #1f2421; --soft: #6b736e; --line: #e3e6e4; --accent: #2f6b4f; --paper: #fff }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebe9; --soft: #9aa39e; --line: #333a36; --accent: #7fc7a2; --paper: #171a18 } }
body { font: 17px/1.8 system-ui, "Noto Sans JP", "Noto Sans CJK JP", sans-serif; color: var(--ink); background: var(--paper);
  max-width: 44rem; margin: 4rem auto; padding: 0 1.5rem }
h1 { font-size: 1.6rem; font-weight: 600 } h2 { font-size: 1.2rem; font-weight: 600; margin: .2rem 0 }
section { border-top: 1px solid var(--line); padding: 1.4rem 0 } p { margin: .2rem 0 } .team { color: var(--soft); font-size: .9rem }
a { color: var(--accent) }
</style></head><body><h1>Kasen</h1><p>What the teams made of the documents that come with Kasen.</p>
<!-- rows -->
</body></html>
"""
