"""Forks workers and commands from a process that has imported everything: each would take seconds to.

Lines of JSON come in: `{"what": "worker" | "kasen", "args", "env", "folder"}` is answered with a process id,
`{"wait": pid}` with its exit code, negative for a signal.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
import traceback
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[3]))

PR_SET_PDEATHSIG = 1
WARM = (
    "kasen.cli.app",
    "kasen.cli.drive",
    "kasen.cli.logs",
    "kasen.cli.serve",
    "kasen.cli.worker",
    "kasen.runtime.drive",
    "kasen.runtime.engines.temporal.worker",
    "kasen.runtime.local",
    "kasen.server.serving",
    "kasen.teams.echo.graphs.echo",
    "psycopg",
    "runtime.engines.temporal.worker_child",
    "temporalio.client",
    "temporalio.worker",
)


def main() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    for name in WARM:
        __import__(name)
    sys.stdout.write("0\n")
    sys.stdout.flush()
    for line in sys.stdin:
        order = json.loads(line)
        answer = waited(order["wait"]) if "wait" in order else forked(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


def waited(pid: int) -> int:
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


def forked(order: dict[str, Any]) -> int:
    pid = os.fork()
    if pid:
        return pid
    code = 1
    try:
        code = child(**order)
    except BaseException as error:  # noqa: BLE001 - the end of the child
        code = error.code if isinstance(error, SystemExit) and isinstance(error.code, int) else 1
        if not isinstance(error, SystemExit):
            traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)
    return code


def child(what: str, args: list[str], env: dict[str, str], folder: str) -> int:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    os.environ.clear()  # noqa: TID251 - of the child
    os.environ.update(env)  # noqa: TID251 - of the child
    place = Path(folder)
    os.chdir(place / "work")
    for number, name in ((1, "stdout"), (2, "stderr")):
        file = os.open(place / name, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.dup2(file, number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    if what == "worker":
        import asyncio

        from runtime.engines.temporal.worker_child import main as work

        asyncio.run(work(float(args[0])))
        return 0
    from kasen.cli.app import app

    app(args, prog_name="kasen")
    return 0


if __name__ == "__main__":
    main()
