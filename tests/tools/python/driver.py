"""A process that runs code in the sandbox on request, as whoever started it: JSON lines in, JSON lines out."""

from __future__ import annotations

import asyncio
import base64
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from kasen.tools.python.cgroup import ROOT, open_group
from kasen.tools.python.model import PythonLimits, PythonResult
from kasen.tools.python.sandbox import Sandbox, available

AT_ONCE = 5


def main() -> None:
    guard = open_group(ROOT, memory=16 << 30, processes=4000)
    if guard is not None:  # a bomb that got through is not to take the machine along
        guard.add(os.getpid())
    with tempfile.TemporaryDirectory() as folder:
        secret = Path(folder) / "secret.txt"
        secret.write_text("what is only this user's", encoding="utf-8")
        hello = {"uid": os.getuid(), "pid": os.getpid(), "secret": str(secret), "unavailable": available()}
        sys.stdout.write(json.dumps(hello) + "\n")
        sys.stdout.flush()
        for line in sys.stdin:
            sys.stdout.write(answer(json.loads(line)) + "\n")
            sys.stdout.flush()


def answer(asked: dict[str, Any]) -> str:
    if "outside" in asked:
        command = [sys.executable, "-I", "-c", asked["outside"]]
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=30)
        return json.dumps(done.stdout + done.stderr)
    return json.dumps([result.model_dump(mode="json") for result in asyncio.run(all_of(asked["jobs"]))])


async def all_of(jobs: list[dict[str, Any]]) -> list[PythonResult]:
    room = asyncio.Semaphore(AT_ONCE)

    async def one(job: dict[str, Any]) -> PythonResult:
        async with room:
            return await run(job)

    return await asyncio.gather(*map(one, jobs))


async def run(job: dict[str, Any]) -> PythonResult:
    data: dict[str, Path | bytes] = {name: base64.b64decode(text) for name, text in job["data"].items()}
    data |= {name: Path(path) for name, path in job["paths"].items()}
    sandbox = Sandbox(filtered=job["filtered"], **({} if job["groups"] else {"cgroups": Path("/nowhere")}))
    return await sandbox(job["code"], data=data, limits=PythonLimits.model_validate(job["limits"]))


if __name__ == "__main__":
    main()
