"""Runs of which nobody may be lost while workers die: `python benchmarks/storm.py [--runs N] [--every S] [--json]`.

Runs of `echo`, whose model takes a second for each answer, are begun over HTTP at a real server, which is killed when
half of them are begun; the rest begin at another one. Two workers with eight places each drive them over a real
Temporal server and PostgreSQL, with a heartbeat of two seconds; every five seconds the older one is killed and a new
one begins. When all have ended, each is looked at: it is done, no event is there twice, no node has finished twice, no
older attempt wrote late.

`done`: runs of which all that holds; the benchmark ends with an error where one is not. `attempts_lost`: by a kill;
`attempts_busy`: without one. `asked_again`: calls that were in flight when their worker died. `takeover`: seconds from
a kill until another worker has begun; with all places taken a run waits for one besides.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any

sys.path.pop(0)  # this folder, which has a `runtime.py`
sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from kasen.runtime.database import open_database
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.testing.crash_child import host_with
from runtime.engines.temporal.conftest import Installation, Nursery
from runtime.engines.temporal.storming import stormed
from servers.postgresql import PostgreSQL
from servers.temporal import Temporal


async def measured(installation: Installation, options: argparse.Namespace) -> dict[str, Any]:
    """The storm, followed by this process."""
    async with Store(installation.folder / "home", database=installation.database) as store:
        runner = Runner(store, host_with(None, store.home), installation.dispatch)
        found = await stormed(installation, runner, runs=options.runs, every_s=options.every)
        await runner.close()
    return found.figures()


def measure(place: Path, options: argparse.Namespace) -> dict[str, Any]:
    """With servers of its own, in that folder."""
    for name in ("postgresql", "temporal"):
        (place / name).mkdir()
    place.chmod(0o755)  # PostgreSQL runs as somebody else where this is run by root
    nursery = Nursery()
    nursery.warm()
    try:
        with PostgreSQL(place / "postgresql", keeps=True) as server, Temporal(place / "temporal") as temporal:
            address = server.address(server.create())
            open_database(place / "migrated", address).dispose()
            installation = Installation(place, address, temporal, nursery)
            try:
                return asyncio.run(measured(installation, options))
            finally:
                installation.close()
    finally:
        nursery.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--every", type=float, default=5.0, help="seconds between two kills of workers")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    place = Path(tempfile.mkdtemp(prefix="kasen-storm-"))
    found = measure(place, options)
    shutil.rmtree(place, ignore_errors=True)
    print(json.dumps(found, indent=None if options.json else 2))


if __name__ == "__main__":
    main()
