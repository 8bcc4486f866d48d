"""What is done with each program: a plain run, runs in which something fails, and runs that are killed."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from benchmarks.peers.log import Entry, again, figures
from benchmarks.peers.process import CAP_S, start
from benchmarks.peers.programs import Program
from benchmarks.peers.reports import judged, quotes
from benchmarks.peers.server import Fault, Pace, Web, serving

BRANCH = "shade"
"""The part of the question whose work fails."""
FAULTS = {
    "search": Fault("search", BRANCH),
    "search hangs": Fault("search", BRANCH, hangs=True),
    "page": Fault("page", BRANCH, slug="straw"),
    "page hangs": Fault("page", BRANCH, slug="straw", hangs=True),
    "model": Fault("model", BRANCH),
    "writer": Fault("model", roles=("Draft", "report")),
}
KILLED_AFTER = (0.25, 0.5, 0.75)
"""Shares of the calls of an undisturbed run after which it is killed."""
AMID = 0.4
"""Share of a model's latency that passes between the last of these answers and the kill: the next call is under way."""
FAULT_CAP_S = 900.0
"""gpt-researcher asks a model that fails up to 30 times, with up to 8 s between."""


@dataclass(frozen=True)
class Trials:
    """Everything that one comparison needs. `peers` is the folder of the peers' environments."""

    pace: Pace
    peers: Path | None = None

    async def plain(self, program: Program, *, careless: bool = False) -> dict[str, Any]:
        """One undisturbed run: counts, seconds, and what of its report holds."""
        async with self._web(program, careless=careless) as (web, home):
            told = await (await start(program, web, home, self.peers)).ended()
            own = quotes(told["result"], web.corpus) if told.get("result") else {}
            return {
                **figures(web.log),
                **judged(told["report"], web.corpus),
                **own,
                "run_s": round(told["seconds"], 2),
                "command_s": round(told["command_s"], 2),
                "cpu_s": round(told.get("cpu_s", 0.0), 2),
                "error": told["error"],
                "outside": told.get("outside", []),
            }

    async def faulty(self, program: Program, fault: Fault) -> dict[str, Any]:
        """A run in which something fails for ever: is there a report, and on how much?"""
        async with self._web(program, fault) as (web, home):
            told = await (await start(program, web, home, self.peers)).ended(FAULT_CAP_S)
            seen = judged(told["report"], web.corpus)
            counts = figures(web.log)
            return {
                "hit": web.fired > 0,
                "report": seen["sources"] > 0,
                "parts": seen["parts"],
                "sources": seen["sources"],
                "calls": counts["calls"],
                "run_s": round(told["seconds"], 2),
                "error": told["error"],
            }

    async def killed(self, program: Program, calls: int) -> dict[str, Any]:
        """kill −9 after each share of `calls`, and the same command again: what is done a second time, in all?"""
        runs = [await self._killed(program, max(1, round(share * calls))) for share in KILLED_AFTER]
        total = {key: sum(run[key] for run in runs) for key in runs[0] if key not in ("error", "sources")}
        return {
            "kills": len(runs),
            **total,
            "sources": min(run["sources"] for run in runs),
            "undisturbed": calls * len(runs),
            "error": "; ".join(run["error"] for run in runs if run["error"]),
        }

    async def _killed(self, program: Program, calls: int) -> dict[str, Any]:
        async with self._web(program) as (web, home):
            enough = asyncio.Event()
            answered = 0

            def count(entry: Entry) -> None:
                nonlocal answered
                answered += entry.kind == "model"
                if answered >= calls:
                    enough.set()

            web.on_answer = count
            first = await start(program, web, home, self.peers)
            await asyncio.wait_for(enough.wait(), CAP_S)
            await asyncio.sleep(AMID * self.pace.model)
            first.kill()
            before = [replace(one) for one in web.log]
            await first.process.wait()
            told = await (await start(program, web, home, self.peers, again=True)).ended()
            after = web.log[len(before) :]
            seen = judged(told["report"], web.corpus)
            return {
                "reports": int(seen["sources"] > 0),
                "sources": seen["sources"],
                "answered_before": figures(before)["calls"],
                "cut_off": sum(one.kind == "model" and not one.ended for one in before),
                "calls_after": figures(after)["calls"],
                "calls_again": again(before, after, "model"),
                "searches_again": again(before, after, "search"),
                "pages_again": again(before, after, "page"),
                "error": told["error"],
            }

    @asynccontextmanager
    async def _web(
        self, program: Program, fault: Fault | None = None, *, careless: bool = False
    ) -> AsyncIterator[tuple[Web, Path]]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
            async with serving(program.script(careless=careless), self.pace, fault) as web:
                yield web, Path(home)
