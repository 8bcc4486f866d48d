"""Who runs code in the sandbox: root of the machine, and an ordinary user."""

from __future__ import annotations

import base64
import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from kasen.tools.python.model import PythonLimits, PythonResult

DRIVER = Path(__file__).with_name("driver.py")
ROOT = Path(__file__).resolve().parents[3]
ORDINARY = 12345
TOKEN = "sk-test-what-stands-in-the-environment"


class NotHere(Exception):
    """Nobody of that kind can be had on this machine; the message says why."""


class Person:
    """Runs code in the sandbox in a process of their own."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        said = self._line()
        self.uid, self.pid, self.secret = int(said["uid"]), int(said["pid"]), Path(said["secret"])
        assert "interpreter" not in said["unavailable"], said["unavailable"]
        if said["unavailable"]:
            raise NotHere(said["unavailable"])

    def run(self, code: str, **how: Any) -> PythonResult:
        """One execution; see `job`."""
        return self.run_all([job(code, **how)])[0]

    def run_all(self, jobs: Sequence[Mapping[str, Any]]) -> list[PythonResult]:
        """Executions, several at once."""
        return [PythonResult.model_validate(found) for found in self._asked({"jobs": list(jobs)})]

    def outside(self, code: str) -> str:
        """What it prints when that user runs it in no sandbox."""
        printed: str = self._asked({"outside": code})
        return printed

    def _asked(self, asked: dict[str, Any]) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        return self._line()

    def _line(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            assert self._process.stderr is not None
            said = self._process.stderr.read().strip()
            assert "Traceback" not in said, said
            raise NotHere(said[-400:])
        return json.loads(line)


def job(
    code: str,
    *,
    data: Mapping[str, bytes] | None = None,
    paths: Mapping[str, Path] | None = None,
    limits: PythonLimits | None = None,
    filtered: bool = True,
    groups: bool = True,
) -> dict[str, Any]:
    """An execution, as the driver takes it: `filtered` and `groups` are the second wall and the kernel's caps."""
    return {
        "code": code,
        "data": {name: base64.b64encode(content).decode() for name, content in (data or {}).items()},
        "paths": {name: str(path) for name, path in (paths or {}).items()},
        "limits": (limits or PythonLimits()).model_dump(),
        "filtered": filtered,
        "groups": groups,
    }


@contextmanager
def person(who: str) -> Iterator[Person]:
    """`root`, or an ordinary `user`. Raises NotHere."""
    command = [sys.executable, str(DRIVER)]
    if who == "root" and os.geteuid() != 0:
        raise NotHere("these tests are not run by root")
    if who == "user" and os.geteuid() == 0:
        command = as_user(command)
    environment = {"PATH": os.defpath + ":/usr/local/bin:/usr/sbin", "LANG": "C.UTF-8", "OPENAI_API_KEY": TOKEN}
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, env=environment, cwd="/"
    ) as process:
        try:
            yield Person(process)
        finally:
            if process.stdin is not None:
                process.stdin.close()
            process.wait(30)


def as_user(command: list[str]) -> list[str]:
    """The command as an ordinary user, who sees the interpreter also where it lies in a folder of root's own."""
    if not (shutil.which("unshare") and shutil.which("setpriv")):
        raise NotHere("an ordinary user needs unshare and setpriv here (util-linux)")
    needed = [Path(sys.base_prefix), Path(sys.prefix), ROOT]
    steps = ["set -e", "hold=$(mktemp -d)", "mount -t tmpfs none $hold"]
    closed = {folder for path in needed for folder in path.parents if not folder.stat().st_mode & 0o001}
    tops = {top for top in closed if not any(other in top.parents for other in closed)}
    hidden = [(n, path) for n, path in enumerate(needed) if tops & set(path.parents)]
    steps += [f"mkdir $hold/{n}; mount --bind {shlex.quote(str(path))} $hold/{n}" for n, path in hidden]
    steps += [f"mount -t tmpfs -o mode=755 none {shlex.quote(str(top))}" for top in sorted(tops)]
    steps += [
        f"mkdir -p {shlex.quote(str(path))}; mount --move $hold/{n} {shlex.quote(str(path))}" for n, path in hidden
    ]
    steps += ["umount $hold; rmdir $hold", f'exec setpriv --reuid {ORDINARY} --regid {ORDINARY} --clear-groups "$@"']
    return ["unshare", "--mount", "--propagation", "private", "sh", "-c", "\n".join(steps), "sh", *command]
