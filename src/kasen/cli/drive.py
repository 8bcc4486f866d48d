"""One run from the command line: watch it, answer its pauses, stop it on Ctrl-C, bring out what it made."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.cli.hangup import leave_terminal
from kasen.cli.pause import ask_person, can_ask, how_to_answer, left_open
from kasen.cli.progress import working
from kasen.cli.signals import is_heard, run_async
from kasen.cli.watch import Watcher, watcher
from kasen.errors import BudgetSpent, KasenError, NotPassed, Stopped, UsageError
from kasen.prompts.outside import printable
from kasen.team import DONE, NOT_PASSED, PERSON_STOPPED

if TYPE_CHECKING:
    import typer

    from kasen.runtime.rows import ApprovalRow, Options, RunRow
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings

Ask = Callable[["ApprovalRow"], Awaitable[bool]]
"""Asks a person and sends the answer; False when they leave it for later."""
FORMATS = ("md", "html", "pdf", "docx", "json", "bib")
SLOW = ("pdf", "docx")
"""Formats for which a browser is started."""


@dataclass(frozen=True, kw_only=True)
class Output:
    """Where and how results go. `print` names the format whose file is also printed to stdout."""

    json: bool = False
    quiet: bool = False
    out: Path | None = None
    formats: list[str] = field(default_factory=lambda: ["md", "html"])
    print: bool = False


def with_runner(ctx: typer.Context, work: Callable[[Runner, Settings], Awaitable[Any]], *, how: str = "") -> Any:
    """Do `work` with the runner of the settings; `how` says what to do after it was stopped."""
    from kasen.cli.logs import begin
    from kasen.runtime.local import open_runner

    settings = begin(ctx.obj)

    async def opened() -> Any:
        async with open_runner(settings) as runner:
            return await work(runner, settings)

    return run_async(opened(), how=how)


async def start(
    runner: Runner,
    settings: Settings,
    team: str,
    request: dict[str, Any],
    mode: str | None,
    options: Options,
    to: Output,
) -> RunRow:
    """Start a run and see it through."""
    run_id = await runner.start(team, request, mode=mode, options=options)
    return await see_through(runner, settings, run_id, to)


async def see_through(
    runner: Runner,
    settings: Settings,
    run_id: str,
    to: Output,
    *,
    after: int = 0,
    view: Watcher | None = None,
    how: str = "",
    ask: Ask | None = None,
) -> RunRow:
    """Watch an attempt and those that follow its pauses; export the result.

    `view` shows the events, else what fits where the output goes; `how` is the command that carries on; `ask` asks who
    sits here, else every pause is asked in the same way.

    Raises:
        Paused: nobody sits here to answer; the hint says how to.
        Stopped: Ctrl-C; what is finished is kept.
        BudgetSpent: the result is exported and marked, and the budget is spent.
        NotPassed: the result is exported, and it did not pass.
    """
    view = view or watcher(json=to.json, quiet=to.quiet)
    lang = settings.lang or (await runner.store.run(run_id)).lang
    how = how or f"kasen runs continue {run_id}"
    while True:
        with interrupts(lambda: runner.stop(run_id), lambda: runner.kill(run_id), how, lang), view:
            after = await _watch(runner, run_id, view, after)
            row = await runner.wait(run_id)
        if row.status != "paused":
            break
        with stopped_says(f"Continue with `{how}`."):
            await _answer(runner, settings, row, ask)
        await runner.continue_(run_id)
    try:
        return await _deliver(runner, settings, row, to)
    except asyncio.CancelledError as error:
        raise Stopped("stopped", hint=f"What it made is kept: `kasen runs export {run_id}`.") from error


async def _watch(runner: Runner, run_id: str, view: Watcher, after: int) -> int:
    async for event in runner.events(run_id, after=after):
        view.show(event)
        after = event.seq
    return after


async def _answer(runner: Runner, settings: Settings, row: RunRow, ask: Ask | None) -> None:
    from kasen.runtime.approvals import approvals

    for pause in await approvals(runner.store, row.id):
        if pause.answered:
            continue
        if not can_ask():
            raise left_open(pause, settings.lang or (await runner.store.run(row.id)).lang)
        if not await _asked(runner, pause, settings.editor, ask):
            raise how_to_answer(pause, settings.lang or (await runner.store.run(row.id)).lang)


async def _asked(runner: Runner, pause: ApprovalRow, editor: str, ask: Ask | None) -> bool:
    """Ask who sits here; an answer that came from elsewhere meanwhile counts, and that is said."""
    try:
        return await (ask(pause) if ask else ask_person(runner, pause, editor))
    except UsageError as error:
        print(f"  {printable(str(error))}", file=sys.stderr)
        return True


async def _deliver(runner: Runner, settings: Settings, row: RunRow, to: Output) -> RunRow:
    from kasen.runtime.drive import BUDGET_STOPPED
    from kasen.runtime.export import export

    if row.status == "cancelled":
        raise Stopped(f"run {row.id} was cancelled")
    failed: list[KasenError] = []
    paths: list[Path] = []
    if not _is_unchanged(row):
        with working_on(to.formats, quiet=to.quiet or to.json):
            paths = await export(runner.store, row, _folder(row, to), settings.reports, to.formats, failed=failed)
    if not to.json:
        _say_reply(row, to)
        printed = _printed(paths) if to.print else []
        for path in paths:
            beside = sys.stderr if printed and path not in printed else sys.stdout
            print(printable(path.read_text(encoding="utf-8") if path in printed else str(path)), file=beside)
    if row.status == BUDGET_STOPPED:
        caps = [event.cap async for event in runner.events(row.id, follow=False) if event.type == "budget"]
        raise BudgetSpent(
            "the budget was spent; rules wrote the rest, and the report says where",
            hint=f"Raise it: `kasen runs continue {row.id} --budget-{caps[-1] if caps else 'usd'} N`.",
        )
    if row.status == PERSON_STOPPED:
        raise Stopped(f"run {row.id} was ended by a person" + ("" if row.result else "; nothing could come out yet"))
    if row.status == NOT_PASSED:
        why = " ".join(str((row.result or {}).get("reason", "")).split())
        raise NotPassed(f"run {row.id} did not pass" + (f": {why}" if why else ""))
    if row.status != DONE:
        raise Stopped(f"run {row.id} is {row.status}")
    say_failed(failed)
    return row


def working_on(formats: Sequence[str], *, quiet: bool) -> AbstractContextManager[None]:
    """A line while files are made that take a while."""
    slow = [form for form in formats if form in SLOW]
    return working(f"  making {', '.join(slow)}" if slow else "", quiet=quiet)


def _folder(row: RunRow, to: Output) -> Path | None:
    """Where the results go: what is said now, else what was said when the run began."""
    return to.out or (Path(row.options.out) if row.options.out else None)


def _is_unchanged(row: RunRow) -> bool:
    """Whether a run says itself that it made nothing (`unchanged`): what it goes on from was brought out before."""
    return (row.result or {}).get("unchanged") is True


def _say_reply(row: RunRow, to: Output) -> None:
    """What the team answers in words, where its result has any (`reply`): the lines of a run cut it short."""
    said = (row.result or {}).get("reply")
    if isinstance(said, str) and said.strip() and not to.quiet:
        print(f"  {printable(' '.join(said.split()))}", file=sys.stderr)


def _printed(paths: Sequence[Path]) -> list[Path]:
    """What `--print` prints: the review where there is one, else the report."""
    found = [path for path in paths if path.suffix == ".md"]
    return [path for path in found if path.name == "review.md"] or found


def say_failed(failed: Sequence[KasenError]) -> None:
    """Say why formats could not be made: the last by being raised, the others on stderr."""
    said = list({str(error): error for error in failed}.values())
    for error in said[:-1]:
        print(f"kasen: {printable(f'{error}. {error.hint}')}", file=sys.stderr)
    if said:
        raise said[-1]


@contextmanager
def stopped_says(how: str) -> Iterator[None]:
    """What to do next, for who presses Ctrl-C at a prompt, or beside one."""
    try:
        yield
    except (Stopped, asyncio.CancelledError) as error:
        raise Stopped("stopped", hint=how) from error


_STOPPING = {
    "en": "\n  stopping after this step; Ctrl-C again stops now\n  continue with `{how}`",
    "ja": "\n  この段階が済んだら止まります。もう一度 Ctrl-C を押すと、すぐに止まります\n  続けるには `{how}`",
}


@contextmanager
def interrupts(
    stop: Callable[[], None], kill: Callable[[], Coroutine[Any, Any, None]], how: str, lang: str = "en"
) -> Iterator[None]:
    """First Ctrl-C or SIGTERM: end after this step. Second, or a closed terminal: now. `how` carries on."""
    loop = asyncio.get_running_loop()
    pressed: list[asyncio.Task[None]] = []
    asked = False

    def on_signal() -> None:
        nonlocal asked
        if asked:
            pressed.append(loop.create_task(kill()))
            return
        asked = True
        print(_STOPPING["ja" if lang == "ja" else "en"].format(how=printable(how)), file=sys.stderr)
        stop()

    def on_hangup() -> None:
        leave_terminal()
        pressed.append(loop.create_task(kill()))

    handlers = {signal.SIGINT: on_signal, signal.SIGTERM: on_signal, signal.SIGHUP: on_hangup}
    before = {number: signal.getsignal(number) for number in handlers if is_heard(number)}
    for number in before:
        loop.add_signal_handler(number, handlers[number])
    try:
        yield
    except asyncio.CancelledError as error:
        raise Stopped("stopped at once", hint=f"Continue with `{how}`.") from error
    finally:
        for number, was in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, was)


def formats_of(text: str) -> list[str]:
    """`md,html` as a list. Raises UsageError for a format that does not exist."""
    wanted = [part.strip() for part in text.split(",") if part.strip()]
    unknown = [part for part in wanted if part not in FORMATS]
    if unknown or not wanted:
        raise UsageError(f"`--format {text}` is not known; there is: {', '.join(FORMATS)}")
    return wanted
