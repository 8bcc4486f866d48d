"""What kills cost: many runs of one scenario, each hurt in its own way, held against one that nobody disturbed."""

from __future__ import annotations

import asyncio
import re
import shutil
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from sqlalchemy import func, select

from kasen.runtime.artifacts import KeptArtifacts
from kasen.runtime.store import Store
from kasen.runtime.tables import ARTIFACTS
from kasen.testing.crash import Crashes, Disturbed, Kill, Scenario, disturbed
from kasen.testing.traces import Trace, judged

_BY_NATURE = (
    (re.compile(rb"[\d,]+ (model )?calls?[^<\n]{0,200}? [\d.,]+ s\b"), b"what it took"),
    (re.compile(rb" [\d.,]+ s</p>"), b" what it took</p>"),
    (re.compile(rb"\|[^\n]*\|(?: [\d,]+ \|){2,} (?:\$[\d.,]+|\*unknown\*) \|"), b"| what it took |"),  # most first
    (re.compile(rb"\xc2\xb7 (?:\$[\d.,]+|price unknown)"), b"what it took"),
    (
        re.compile(rb"<tr>(?:(?!</tr>).)*<td[^>]*>(?:\$[\d.,]+|<em>unknown</em>)</td>(?:(?!</tr>).)*</tr>", re.DOTALL),
        b"<tr>what it took</tr>",
    ),
    (re.compile(rb'"(calls|input_tokens|output_tokens|usd|seconds)": (?:[\d.]+|null)'), b'"what it took"'),
    (re.compile(rb"/(CreationDate|ModDate) \(D:\d+Z?\)"), b"/Date"),
)
"""What differs between two undisturbed runs, or says truly what a run took: a call that was under way when its process
was killed has been made twice. The id of the run goes as well."""


@dataclass(kw_only=True)
class Cell:
    """The sum over the runs of one scenario."""

    kills: int = 0
    lost: int = 0
    """Runs that could not be continued to their end."""
    repeated: int = 0
    """Nodes that had finished and ran again, and asks of roles beyond those of the undisturbed run."""
    repaid: int = 0
    """Calls that had been paid and were made again."""
    forks: int = 0
    """Checkpoints with two children, and attempts whose events are mixed."""
    others: int = 0
    """Events that were lost or changed, calls that were not counted."""
    different: int = 0
    """Runs whose status or files are not those of the undisturbed run."""
    takeovers: list[float] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    """Everything that was wrong, in words."""

    def figures(self) -> dict[str, Any]:
        """As one object: counts, whether all files were the same, seconds of takeovers."""
        counts = {name: getattr(self, name) for name in ("kills", "lost", "repeated", "repaid", "forks", "others")}
        times = {f"takeover_p{p}_s": _percentile(self.takeovers, p) for p in (50, 95)}
        return {**counts, "same_artifact": not self.different, **times}

    @property
    def is_whole(self) -> bool:
        """Whether nothing at all was wrong."""
        return not self.said and not self.different


@dataclass(frozen=True, kw_only=True)
class Undisturbed:
    """The run that the others are held against."""

    trace: Trace
    files: dict[str, bytes]
    seconds: float
    commits: int
    steps: int

    @property
    def asked(self) -> Counter[tuple[str, str]]:
        """How often each role was asked, by node."""
        return _asked(self.trace)


def undisturbed(crashes: Crashes, place: Path, scenario: Scenario, *, timed: bool = True) -> Undisturbed:
    """See the scenario through once to know its work; `timed`: then again for its time, as the first is slow.

    Raises RuntimeError when it fails.
    """
    first = crashes.see_through(place / "whole", scenario)
    second = crashes.see_through(place / "timed", scenario) if timed else first
    trace = crashes.trace(place / "whole")
    if trace is None or first.error or trace.status != "done":
        raise RuntimeError(f"the undisturbed run did not end well: {first.error or (trace and trace.status)}")
    return Undisturbed(
        trace=trace,
        files=files_of(crashes, place / "whole", trace.run_id),
        seconds=min(first.seconds, second.seconds),
        commits=first.commits,
        steps=first.steps,
    )


def measured(
    crashes: Crashes,
    place: Path,
    scenario: Scenario,
    whole: Undisturbed,
    kills: Iterable[Sequence[Kill]],
    *,
    most: int = 1_000_000,
    spare: bool = False,
    seen: Callable[[Disturbed], object] = lambda _found: None,
) -> Cell:
    """One run for each of `kills`, in a folder of its own below `place`; what ended well is deleted.

    It ends when `most` processes were killed: one that is to be killed when it has ended already is none. `seen` is
    called with what became of each run.
    """
    cell = Cell()
    for number, each in enumerate(kills):
        if cell.kills >= most:
            break
        home = place / f"{number}-{'-'.join(map(str, each))}"
        found = disturbed(crashes, home, scenario, each, spare=spare)
        seen(found)
        said = counted(cell, found, whole, files_of(crashes, home, found.final.run_id) if found.final else {})
        cell.said += [f"{home.name}: {one}" for one in said]
        if not said:
            shutil.rmtree(home, ignore_errors=True)
    return cell


def counted(cell: Cell, found: Disturbed, whole: Undisturbed, files: dict[str, bytes]) -> list[str]:
    """Add to the cell what became of one run, whose files are given; everything that was wrong, in words."""
    cell.kills += found.kills
    cell.takeovers += found.takeovers
    if found.lost or found.final is None:
        cell.lost += 1
        return [f"lost: {found.lost}"]
    judgement = judged(found.final, found.cuts)
    more = [f"{role} in {node} was asked again" for node, role in _asked(found.final) - whole.asked]
    more += [f"{node} finished once more" for node in (_finished(found.final) - _finished(whole.trace)).elements()]
    most = len(whole.trace.paid)  # one that begins again without a checkpoint asks under other ids
    paid = [f"{len(found.final.paid)} calls are paid, not {most}"] * max(0, len(found.final.paid) - most)
    differ = sorted(name for name in {*files, *whole.files} if files.get(name) != whole.files.get(name))
    status = [] if found.final.status == whole.trace.status else [f"it ended {found.final.status}"]
    cell.repeated += len(judgement.repeated) + len(more)
    cell.repaid += len(judgement.repaid) + len(paid)
    cell.forks += len(judgement.forks)
    cell.others += len(judgement.others)
    cell.different += bool(differ or status)
    return [*judgement.all(), *more, *paid, *status, *(f"{name} is another" for name in differ)]


def files_of(crashes: Crashes, home: Path, run_id: str) -> dict[str, bytes]:
    """The latest version of each artifact of a run, without what is another in every run by nature."""
    found = asyncio.run(_read(home, crashes.database_of(home), run_id))
    return {name: comparable(data, run_id.encode()) for name, data in found.items()}


async def _read(home: Path, database: str, run_id: str) -> dict[str, bytes]:
    query = select(ARTIFACTS.c.name, func.max(ARTIFACTS.c.version)).where(ARTIFACTS.c.run_id == run_id)
    async with Store(home, database=database) as store:
        rows = await store.read(lambda c: c.execute(query.group_by(ARTIFACTS.c.name)).all())
        return {name: await KeptArtifacts(store, run_id).read(name, version) for name, version in rows}


def comparable(data: bytes, run_id: bytes) -> bytes:
    """A file without what is another in every run by nature: its id, times, what it says that it took."""
    data = data.replace(run_id, b"RUN")
    for pattern, instead in _BY_NATURE:
        data = pattern.sub(instead, data)
    return data


def _asked(trace: Trace) -> Counter[tuple[str, str]]:
    return Counter((event["node"], event["role"]) for event in trace.events if event["type"] == "model_call")


def _finished(trace: Trace) -> Counter[str]:
    """How often each node ended: one that begins again without a checkpoint does it as another task."""
    return Counter(event["node"] for event in trace.events if event["type"] == "node_finished")


def _percentile(values: list[float], p: int) -> float | None:
    if len(values) < 2:
        return round(values[0], 3) if values else None
    return round(statistics.quantiles(values, n=100, method="inclusive")[p - 1], 3)
