"""`--batch FILE`: many requests of a team from the command line, with an index of what came of each."""

from __future__ import annotations

import json
import os
import shlex
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kasen.cli.drive import Output, interrupts
from kasen.cli.lines import mode, money
from kasen.errors import BudgetSpent, InputError, KasenError, Paused, Stopped
from kasen.prompts.outside import printable
from kasen.runtime.batch import CAPS, NO_BUDGET, WAITING, Batch, Entry, question_of, thread_of
from kasen.runtime.batch_file import read_batch
from kasen.runtime.drive import BUDGET_STOPPED
from kasen.runtime.export import export, slug

if TYPE_CHECKING:
    from kasen.runtime.events import Event
    from kasen.runtime.rows import Options
    from kasen.runtime.runner import Runner
    from kasen.settings import Settings
    from kasen.team import Team

INDEX = "batch"
"""Name of the index: `batch.md` and `batch.json` in the folder of the results."""
MARK = "kasen_batch"
"""First key of `batch.json`; a folder whose index lacks it belongs to the user."""


@dataclass(frozen=True, kw_only=True)
class Requests:
    """What is to be run: the file, the flags that hold for all of it, the mode, and how many at once."""

    file: Path
    flags: dict[str, Any]
    mode: str | None
    jobs: int


async def run_batch(
    runner: Runner, settings: Settings, team: Team, wanted: Requests, options: Options, to: Output
) -> None:
    """Run a batch and write its index; what is done is skipped, what was interrupted is carried on.

    Raises:
        InputError: the file names its bad lines, or the folder holds an index that is not ours.
        Stopped: Ctrl-C; the same command carries on.
        BudgetSpent, Paused, KasenError: some requests are not done; the index says which and why.
    """
    asked = read_batch(wanted.file, team, wanted.flags)
    caps = {name: getattr(settings, f"budget_{name}") for name in CAPS}
    each = options.model_copy(update={name: getattr(team.limits, name) for name in CAPS if caps[name] is not None})
    entries = [Entry(one, thread_of(wanted.file, team, one, each)) for one in asked]
    batch = Batch(runner, team, entries, each, mode=wanted.mode, jobs=wanted.jobs, caps=caps)
    report = Report(runner, team, batch, to, to.out or settings.reports / slug(wanted.file.stem), wanted.file)
    report.check()
    batch.on_event, batch.on_end = report.on_event, report.on_end
    with interrupts(batch.stop, batch.kill, f"kasen {shlex.join(sys.argv[1:])}"):
        await batch()
    path = report.write()
    if not to.json:
        print(printable(str(path)))
    _raise_what_is_left(batch, path)


class Report:
    """Tells of a batch as it goes, brings out results, and keeps the index."""

    def __init__(self, runner: Runner, team: Team, batch: Batch, to: Output, folder: Path, file: Path) -> None:
        self._runner = runner
        self._team = team
        self._batch = batch
        self._to = to
        self._folder = folder
        self._file = file
        self._paths: dict[str, Path] = {}

    def check(self) -> None:
        """Raises InputError for a folder with an index that is the user's own."""
        for name in (f"{INDEX}.md", f"{INDEX}.json"):
            if (self._folder / name).exists() and not self._is_ours():
                raise InputError(
                    f"`{self._folder / name}` is there already and is not overwritten", hint="Give another --out."
                )

    def _is_ours(self) -> bool:
        try:
            return MARK in json.loads((self._folder / f"{INDEX}.json").read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return False

    def on_event(self, entry: Entry, event: Event) -> None:
        """One JSON line per event, or a line for people where something is to be seen."""
        if self._to.json:
            print(event.model_dump_json(), flush=True)
        elif not self._to.quiet and (text := _line(event)):
            self._say(entry, text)

    async def on_end(self, entry: Entry) -> None:
        """Bring out the result and write the index anew."""
        row = entry.row
        if row is not None and row.result is not None:
            failed: list[KasenError] = []
            try:
                paths = await export(self._runner.store, row, None, self._folder, self._to.formats, failed=failed)
            except InputError as error:
                entry.error = error
            else:
                self._paths[row.id] = paths[0].parent if paths else self._folder
                entry.error = next(iter(failed), entry.error)
        if not self._to.quiet and not self._to.json:
            self._say(entry, _ended(entry))
        self.write()

    def _say(self, entry: Entry, text: str) -> None:
        number, of = self._batch.entries.index(entry) + 1, len(self._batch.entries)
        print(printable(f"[{number}/{of}] {text}"), file=sys.stderr, flush=True)

    def write(self) -> Path:
        """Both forms of the index, each replaced whole. Raises InputError."""
        lines = [self._entry(entry) for entry in self._batch.entries]
        spent = self._batch.spent()._asdict()
        whole = {MARK: 1, "team": self._team.name, "file": str(self._file), "spent": spent, "requests": lines}
        path = self._folder / f"{INDEX}.md"
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            _replace(self._folder / f"{INDEX}.json", json.dumps(whole, ensure_ascii=False, indent=2) + "\n")
            _replace(path, markdown(self._file.name, lines, spent))
        except OSError as error:
            raise InputError(f"`{error.filename or path}` cannot be written: {error.strerror or error}") from error
        return path

    def _entry(self, entry: Entry) -> dict[str, Any]:
        path = self._paths.get(entry.row.id) if entry.row else None
        return {
            "line": entry.asked.line,
            "question": question_of(self._team, entry),
            "status": entry.status,
            "run": entry.row.id if entry.row else "",
            "mode": entry.row.mode if entry.row else "",
            **entry.spent._asdict(),
            "path": os.path.relpath(path, self._folder) if path else "",
            "error": str(entry.error or ""),
        }


def markdown(name: str, lines: list[dict[str, Any]], spent: dict[str, Any]) -> str:
    """The index for people: a line per request, with a link to what came of it."""
    done = sum(line["status"] == "done" for line in lines)
    head = f"# {_cell(name)}\n\n{done} / {len(lines)} · {money(spent['usd'])} · {spent['calls']} calls\n"
    rows = [
        f"| {line['line']} | {_question(line)} | {line['status']} | {money(line['usd'])} | {line['seconds']:.1f} s "
        f"| `{line['run']}` | {_cell(line['error'])} |"
        for line in lines
    ]
    return "\n".join(
        [head, "| line | request | status | cost | time | run | |", "|---|---|---|---|---|---|---|", *rows, ""]
    )


def _question(line: dict[str, Any]) -> str:
    text = _cell(line["question"])
    return f"[{text}](<{line['path']}>)" if line["path"] else text


def _cell(text: str) -> str:
    """Text that stays within its cell and is nothing but text."""
    short = text if len(text) <= 120 else text[:119] + "…"
    return "".join(f"\\{c}" if c in "\\|[]`*_<>#!" else c for c in printable(" ".join(short.split())))


def _line(event: Event) -> str:
    if event.type == "run_started":
        return f"run {event.run_id} · {mode(event)}" + (f" · attempt {event.attempt}" if event.attempt > 1 else "")
    return f"! {event.text}" if event.type == "warning" else ""


def _ended(entry: Entry) -> str:
    if entry.was_done:
        return "done before"
    cost = f" · {money(entry.spent.usd)}" if entry.spent.calls else ""
    what = f": {entry.error}" if entry.error else ""
    return f"{entry.status}{what}{cost}"


def _replace(path: Path, text: str) -> None:
    new = path.with_name(f".{path.name}.new")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _raise_what_is_left(batch: Batch, index: Path) -> None:
    """The error that tells of requests that are not done; its exit code is that of the gravest."""
    left = [entry for entry in batch.entries if entry.status != "done" or entry.error]
    if not left:
        return
    said = f"{len(left)} of {len(batch.entries)} requests are not done; see `{index}`"
    states = {entry.status for entry in left}
    again = "The same command carries on; what is done is skipped."
    if states & {"interrupted", WAITING}:
        raise Stopped(said, hint=again)
    failed = [entry.error for entry in left if entry.error is not None]
    if failed:
        named = KasenError(said, hint=again)
        named.exit_code = failed[0].exit_code
        raise named
    if states & {NO_BUDGET, BUDGET_STOPPED}:
        raise BudgetSpent(f"the budget of the batch is spent: {said}", hint=f"{again} Give it a higher --budget-….")
    if "paused" in states:
        runs = next(entry.row for entry in left if entry.status == "paused")
        raise Paused(said, hint=f"Answer with `kasen runs answer {runs.id if runs else ''}`, then run it again.")
    raise Stopped(said)
