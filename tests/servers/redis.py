"""A plain Redis on loopback, with a folder of its own: `with Redis(folder) as server`."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path
from typing import Self

PROGRAM = shutil.which("redis-server") or shutil.which("valkey-server")
MISSING = "neither redis-server nor valkey-server is installed (`apt-get install redis-server`)"


class Redis:
    """One server; `stop` and `start` again lose nothing that was answered."""

    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"redis://127.0.0.1:{self.port}/0"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers."""
        assert PROGRAM is not None
        options = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self._folder)]
        options += ["--appendonly", "yes", "--appendfsync", "no", "--save", ""]
        self._process = subprocess.Popen([PROGRAM, *options], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 20
        while time.monotonic() < end:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as asked:
                    asked.sendall(b"PING\r\n")
                    if asked.recv(64).startswith(b"+PONG"):
                        return
            except OSError:
                pass
            time.sleep(0.02)  # noqa: TID251 - no event loop waits for a server of tests
        raise RuntimeError("the server did not start")

    def stop(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)
            self._process = None
