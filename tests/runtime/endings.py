"""A process that opens a store, perhaps drives a run, and ends in some failure: `endings.py CASE HOME`."""

from __future__ import annotations

import asyncio
import importlib
import json
import os
import resource
import signal
import sys
import time
from pathlib import Path

from kasen.errors import KasenError
from kasen.runtime.store import Store


async def main(case: str, home: Path) -> None:
    if case == "full-at-start":
        limit_files(20_000)
    async with Store(home) as store:
        if case == "ctrl-c":
            await asyncio.sleep(3)
        elif case == "full-later":
            limit_files(max(path.stat().st_size for path in home.glob("kasen.db*")) + 30_000)
            await drive(store, "echo", {"text": "long " * 4000})
        elif case == "node-raises":
            await drive(store, "flaky", {"text": "a b"})


async def drive(store: Store, team: str, request: dict[str, str]) -> None:
    scenes = importlib.import_module("runtime.scenes")
    from kasen.runtime.runner import Runner

    scenes.new_stage().fail = 1
    runner = Runner(store, scenes.host_of(None, store.home))
    await runner.wait(await runner.start(team, request))


def limit_files(size: int) -> None:
    """From now on a file that would grow beyond `size` is refused, as on a full disk."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, size))


def say(error: str, message: str) -> None:
    sys.stdout.write(json.dumps({"error": error, "message": message, "at": time.monotonic()}) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    if sys.argv[1] == "ctrl-c":
        signal.signal(signal.SIGALRM, lambda *_: os.kill(os.getpid(), signal.SIGINT))
        signal.setitimer(signal.ITIMER_REAL, float(sys.argv[3]))
    try:
        asyncio.run(main(sys.argv[1], Path(sys.argv[2])))
    except KeyboardInterrupt:
        say("KeyboardInterrupt", "")
        sys.exit(130)
    except KasenError as error:
        say(type(error).__name__, str(error))
        sys.exit(error.exit_code)
    say("", "nothing failed")
