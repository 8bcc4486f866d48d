"""One analysis: code that a model writes runs in the sandbox, its figures are held against the rows, twice repaired."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from kasen.team import Deps
from kasen.teams.slides.data.accepting import Accepted, accepted, is_unsure
from kasen.teams.slides.data.draft import finished
from kasen.teams.slides.data.handed import Handed, handed_over
from kasen.teams.slides.data.table import Table
from kasen.teams.slides.data.tables import LAUNCHER, mounted
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import DataAnalystOutput, FigureSaid
from kasen.teams.slides.schemas.part import Lang
from kasen.tools.python.model import PythonLimits, PythonResult, RunPython

MOST_REPAIRS = 2
"""After the first try (seed 002: a worker checks its own output)."""
MOST_FIGURES = 12
LIMITS = PythonLimits(seconds=30.0, cpu_seconds=30.0, memory_mb=1536, processes=16, disk_mb=32, output_kb=16384)
_FENCE = re.compile(r"^\s*```[\w-]*[ \t]*\n(.*?)\n?\s*```\s*$", re.DOTALL)
_TAIL = 1_500
"""Characters of an error that are shown to whoever wrote the code."""

Propose = Callable[[str, Sequence[str]], Awaitable[tuple[DataAnalystOutput, str]]]
"""Asks for code, given the code before and what is wrong with it; returns the answer and who gave it, or `rule`."""


@dataclass
class Analysis:
    """What came of it."""

    figures: list[Figure] = field(default_factory=list)
    artifact: str = ""
    """Name of the code among the artifacts; empty where none ran."""
    version: int = 0
    """Of the code whose figures these are."""
    problems: list[str] = field(default_factory=list)
    """Why the last code, or a part of its figures, was not taken; in English."""
    tries: int = 0


@dataclass(frozen=True, kw_only=True)
class Analyst:
    """Runs the code of one step. `first`: number of its first figure; `artifact`: name of its code."""

    deps: Deps
    python: RunPython
    tables: Sequence[Table]
    lang: Lang
    first: int
    artifact: str

    async def analysed(self, propose: Propose) -> Analysis:
        """Ask, run, check; ask again with what is wrong, as long as nothing stands; keep the best."""
        best, code, problems = Analysis(), "", list[str]()
        for attempt in range(MOST_REPAIRS + 1):
            answer, by = await propose(code, problems)
            code = _bare(answer.code)
            if not code:
                problems = problems or ["there is no code"]
                best.problems = best.problems or problems
                break
            found = await self._tried(code, answer.figures, by)
            found.tries = attempt + 1
            problems = found.problems
            if len(found.figures) >= len(best.figures):
                best = found
            best.tries = found.tries
            # What stands is enough after one more try: a deck does not wait for the last chart.
            if not problems or (best.figures and attempt >= 1):
                break
        return best

    async def _tried(self, code: str, said: Sequence[FigureSaid], by: str) -> Analysis:
        version = await self.deps.artifacts.write(self.artifact, code.encode("utf-8", "replace"), "text/x-python")
        result = await self._run(code)
        if not result.ok:
            return Analysis(artifact=self.artifact, version=version, problems=[_failure(result)])
        handed, wrong = await asyncio.to_thread(handed_over, result.stdout)
        if not handed and not wrong:
            wrong = ["it ran and handed over no figure; call figure(), table_figure() or number()"]
        handed = [_described(figure, said) for figure in handed]
        shaken = await self._shaken(code, handed)
        taken = await asyncio.to_thread(accepted, handed, self.tables, lang=self.lang, shaken=shaken)
        return Analysis(
            figures=self._numbered(taken, by),
            artifact=self.artifact,
            version=version,
            problems=[*wrong, *taken.refused],
        )

    async def _shaken(self, code: str, handed: Sequence[Handed]) -> Mapping[str, Handed] | None:
        """What it hands over on other data, where some value does not say how it was computed."""
        if not any(is_unsure(figure) for figure in handed):
            return None
        result = await self._run(code, shaken=True)
        if not result.ok:
            return None
        again, _ = await asyncio.to_thread(handed_over, result.stdout)
        return {figure.id: figure for figure in again}

    async def _run(self, code: str, *, shaken: bool = False) -> PythonResult:
        data = await asyncio.to_thread(mounted, self.tables, code, shaken=shaken)
        return await self.python(LAUNCHER, data=data, limits=LIMITS)

    def _numbered(self, taken: Accepted, by: str) -> list[Figure]:
        return [
            finished(draft, number, lang=self.lang, by=by, code=self.artifact)
            for number, draft in enumerate(taken.drafts[:MOST_FIGURES], start=self.first)
        ]


def _bare(code: str) -> str:
    """The code without the fence that models put around it."""
    match = _FENCE.match(code)
    return (match[1] if match else code).strip()


def _described(figure: Handed, said: Sequence[FigureSaid]) -> Handed:
    """Title and sentence that stand beside the code, where the code gave none."""
    beside = next((one for one in said if one.id.strip() == figure.id), None)
    if beside is None:
        return figure
    return figure.model_copy(update={"title": figure.title or beside.title, "shows": figure.shows or beside.shows})


def _failure(result: PythonResult) -> str:
    """What the code is told of its end: its own lines of the traceback, or the limit that it passed."""
    trace = result.stderr.strip()
    start = trace.rfind('File "analysis.py"')
    own = trace[start:] if start >= 0 else trace
    return f"{result.said}\n{own[-_TAIL:]}".strip()
