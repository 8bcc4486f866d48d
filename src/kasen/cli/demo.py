"""`kasen demo`: every team that works, on the documents that come with Kasen, and one page that shows the results."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli.signals import run_async
from kasen.cli.watch import watcher
from kasen.errors import ConfigurationError

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings


@dataclass(frozen=True)
class Show:
    """One run of the demonstration. `inputs` are paths below the examples, one or many, put into the request."""

    team: str
    request: dict[str, Any]
    inputs: dict[str, list[str] | str] = field(default_factory=dict)
    mode: str | None = None
    text: str = ""
    """A file below the examples whose words are the question."""


_LAMPS = {
    "question": "Which lamp should light a stairwell?",
    "items": ["incandescent lamp", "fluorescent lamp", "LED lamp"],
    "criteria": ["heat (less is better)", "life (longer is better)", "cost (less is better)", "mercury"],
}
_DECK = {"wish": "Tea exports 2020-2024, for the board", "slides": 9}
SHOWS = (
    Show("research", {"question": "なぜ宇治は日本茶の中心になったのか"}, {"docs": ["corpus"]}),
    Show("research", {"question": "Why did Uji become the centre of Japanese tea?"}, {"docs": ["corpus"]}),
    Show("research", {}, {"docs": ["corpus"]}, mode="fact-check", text="claims.ja.txt"),
    Show("research", _LAMPS, {"docs": ["lamps"]}, mode="compare"),
    Show("research", {"question": "アラル海はなぜ縮小したのか"}, {"docs": ["aral"]}, mode="causal"),
    Show("resume", {"accept": "none"}, {"resume": "resume/engineer.ja.qmd", "job": "resume/posting.ja.txt"}),
    Show("slides", _DECK, {"docs": ["corpus"], "data": ["slides/tea_exports.csv"]}),
)

NAMES = {
    ".html": "Report",
    ".md": "Markdown",
    ".jsonl": "Evidence",
    "deck.pptx": "Slides",
    "deck.html": "Pictures, sources, checks",
    "deck.pdf": "PDF",
    "review.html": "Review",
    "review.md": "Markdown",
    "revised.qmd": "Revised file",
    "changes.diff": "Changes",
}
"""What a file is called on the page, by its name, else by its suffix."""
TITLE = 48
"""Characters of a title that are told on the terminal."""


def demo(
    ctx: typer.Context,
    out: Annotated[Path, typer.Option(metavar="DIR", help="Folder for the results.", file_okay=False)] = Path(
        "kasen-demo"
    ),
) -> None:
    """Run the teams on the documents that come with Kasen, and make one page that shows the results.

    It needs no key and no network: without a model the teams answer by rules.

    Examples:
    kasen demo
    kasen demo --out /tmp/demo
    """
    from kasen.cli.formats import check_folder
    from kasen.cli.logs import begin
    from kasen.runtime.local import open_runner

    settings = begin(ctx.obj, search="none")
    check_folder(out)
    examples = examples_folder()
    for line in _who_answers(settings):
        _say(line)

    async def work() -> list[tuple[Show, RunRow, list[Path], float]]:
        async with open_runner(settings) as runner:
            done = [await _show(runner, settings, show, examples, out / str(n)) for n, show in enumerate(SHOWS, 1)]
            return done + await _code(runner, settings, examples, out / str(len(SHOWS) + 1))

    done = run_async(work(), how="`kasen demo` begins it again; `kasen runs list` shows what was done.")
    page = out / "index.html"
    page.write_text(_page(out, done), encoding="utf-8")
    _say(f"\nOpen  {page}     every result, with its sources")
    _say('Next  kasen research "your question" --docs your/folder')
    print(page.resolve())


def _who_answers(settings: Settings) -> Iterator[str]:
    """Rules or models, and with models what each run may cost."""
    from kasen.cli.estimate import one_line
    from kasen.models.access import access_of
    from kasen.models.presets import NONE
    from kasen.runtime.answering import chosen
    from kasen.runtime.estimate import estimate
    from kasen.team import load

    access = access_of(settings)
    picked = chosen(settings, access)
    if picked.preset == NONE:
        yield "No model key found: the teams answer by rules. Add a key any time (kasen models).\n"
        return
    yield f"preset {picked.preset}: {picked.why}"
    for team, mode in dict.fromkeys((show.team, _mode(show)) for show in SHOWS):
        expected = one_line(estimate(load(team), mode, picked.preset, picked.models, access))
        yield f"{team} {mode}, each run: {expected or 'by rules'}"
    yield ""


def _mode(show: Show) -> str:
    """The mode that a show will be worked in."""
    from kasen.runtime.request import parse_request
    from kasen.team import AUTO, load

    team = load(show.team)
    named = team.mode(show.mode or None)
    return named if named != AUTO else team.mode_for(named, parse_request(team, show.request))[0]


async def _show(
    runner: Runner, settings: Settings, show: Show, examples: Path, out: Path
) -> tuple[Show, RunRow, list[Path], float]:
    from kasen.runtime.export import export
    from kasen.runtime.local import options_of
    from kasen.team import load

    began = time.monotonic()
    given: dict[str, Any] = {key: _below(examples, names) for key, names in show.inputs.items()}
    if show.text:
        given["question"] = (examples / show.text).read_text(encoding="utf-8")
    options = options_of(settings, load(show.team), yes=True)
    run_id = await runner.start(show.team, {**show.request, **given}, mode=show.mode, options=options)
    with watcher(json=False, quiet=not sys.stderr.isatty()) as view:
        async for event in runner.events(run_id):
            view.show(event)
    row = await runner.wait(run_id)
    paths = await export(runner.store, row, out, settings.reports, ["md", "html"])
    seconds = time.monotonic() - began
    name = f"{show.team} {show.mode}" if show.mode else show.team
    title = row.title if len(row.title) <= TITLE else f"{row.title[: TITLE - 1]}…"
    _say(f"{name:<20} {title}     {row.status} → {out}   {seconds:.1f} s")
    return show, row, paths, seconds


async def _code(
    runner: Runner, settings: Settings, examples: Path, out: Path
) -> list[tuple[Show, RunRow, list[Path], float]]:
    """Agents at work, where this machine has what they need; else one line that says what lacks."""
    from kasen.cli import demo_code

    if why := demo_code.lacking():
        _say(f"{'code':<20} {why}")
        return []
    with demo_code.repository(examples / "code") as request:
        async with demo_code.Film(runner.store).taken() as film:
            show, row, paths, seconds = await _show(runner, settings, Show("code", request), examples, out)
        return [(show, row, [*paths, film.page(row, out)], seconds)]


def _below(examples: Path, names: list[str] | str) -> list[str] | str:
    return str(examples / names) if isinstance(names, str) else [str(examples / name) for name in names]


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
    from jinja2 import Environment

    from kasen.cli.demo_cards import seen

    source = Path(__file__).with_name("demo.html.j2").read_text(encoding="utf-8")
    cards = [(show, row, paths, seconds, seen(row, paths)) for show, row, paths, seconds in done]
    return (
        Environment(autoescape=True, trim_blocks=True).from_string(source).render(cards=cards, out=out, linked=_linked)
    )


def _linked(paths: list[Path]) -> list[tuple[Path, str]]:
    """The files that a card leads to, and what they are called; of a review or deck those that one opens first."""
    if any(path.name == "outcome.json" for path in paths):  # of the team `code`: that one is for programs
        paths = [path for path in paths if path.name != "outcome.json"]
        return [(path, "Board" if path.name == "board.html" else NAMES.get(path.suffix, path.name)) for path in paths]
    by_name = {path.name: path for path in paths}
    named = [(by_name[name], said) for name, said in NAMES.items() if name in by_name]
    return named or [(path, NAMES.get(path.suffix, path.name)) for path in paths]


def _say(text: str) -> None:
    print(f"  {text}", file=sys.stderr)
