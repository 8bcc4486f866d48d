"""One program in a process of its own, with an empty environment and a home that is thrown away."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from benchmarks.peers.corpus import QUESTION
from benchmarks.peers.programs import Program
from benchmarks.peers.server import Web

CAP_S = 240.0
"""Seconds after which a program is given up; it is said when that happens."""


@dataclass
class Started:
    """A program that is running, or has ended."""

    process: asyncio.subprocess.Process
    out: Path
    began: float = field(default_factory=time.perf_counter)

    async def ended(self, cap_s: float = CAP_S) -> dict[str, Any]:
        """What it gave, with the seconds of its whole command."""
        try:
            await asyncio.wait_for(self.process.wait(), cap_s)
        except TimeoutError:
            self.kill()
            await self.process.wait()
            return {"report": "", "error": f"not done after {cap_s:.0f} s", "seconds": cap_s, "command_s": cap_s}
        took = round(time.perf_counter() - self.began, 3)
        if not self.out.exists():
            return {"report": "", "error": f"ended with {self.process.returncode}", "seconds": took, "command_s": took}
        told: dict[str, Any] = json.loads(self.out.read_text(encoding="utf-8"))
        return told | {"command_s": took}

    def kill(self) -> None:
        """kill −9, of it and of what it started."""
        with suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)


async def start(program: Program, web: Web, home: Path, peers: Path | None, **more: Any) -> Started:
    """Start it."""
    out = home / "told.json"
    out.unlink(missing_ok=True)
    request = program.request(QUESTION, home, web.url, out=str(out), **more)
    with (home / "output.log").open("ab") as log:
        process = await asyncio.create_subprocess_exec(
            program.python(peers),
            "-m",
            f"benchmarks.peers.{program.driver}",
            json.dumps(request),
            env=program.environment(home, web.url),
            cwd=home,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            process_group=0,
        )
    return Started(process, out)
