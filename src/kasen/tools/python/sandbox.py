"""The sandbox: bubblewrap's namespaces, a filter of system calls, and limits that hold for the sum of all processes."""

from __future__ import annotations

import asyncio
import os
import platform
import shutil
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Thread

from kasen.errors import ConfigurationError, InputError
from kasen.tools.python import filter as system_calls
from kasen.tools.python import refusal
from kasen.tools.python.cgroup import ROOT
from kasen.tools.python.collecting import plain_name
from kasen.tools.python.execution import Execution
from kasen.tools.python.jail import NotStarted
from kasen.tools.python.model import PythonLimits, PythonResult
from kasen.tools.python.mounts import OUT

MOST_CODE = 1_000_000
"""Characters of code."""
_LONGEST_NAME = 200
"""Bytes of a data file's name."""


def available() -> str:
    """Empty where a sandbox works on this machine, else the sentence that says why not and what mends it."""
    bwrap = shutil.which("bwrap") or ""
    if bwrap in _works:
        return ""
    problem = _problem(bwrap)
    if not problem:
        _works.add(bwrap)
    return problem


_works: set[str] = set()
"""The bubblewraps that made a sandbox in this process. What fails is tried again: a busy machine fails in passing."""


def _problem(bwrap: str) -> str:
    """Why a program does not run in it; empty when it did."""
    if sys.platform != "linux":
        return f"the sandbox needs Linux, this is {sys.platform}"
    if not bwrap:
        return refusal.MISSING
    if not system_calls.program():
        return f"the sandbox knows no system calls of this machine ({platform.machine()})"
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        return "the sandbox needs a kernel that tells children of processes (CONFIG_PROC_CHILDREN)"
    never, end = os.pipe()
    try:
        result = _execution(bwrap, "", {}, PythonLimits(), stop=never).run()
    except NotStarted as error:
        return refusal.reason(str(error))
    finally:
        os.close(never)
        os.close(end)
    return "" if result.ok else f"the interpreter does not run in the sandbox: {result.said}"


def _execution(
    bwrap: str,
    code: str,
    data: Mapping[str, Path | bytes],
    limits: PythonLimits,
    *,
    stop: int,
    filtered: bool = True,
    cgroups: Path = ROOT,
) -> Execution:
    return Execution(
        bwrap=bwrap,
        code=_code(code),
        data=data,
        limits=limits,
        filter=system_calls.program() if filtered else b"",
        cgroups=cgroups,
        stop=stop,
    )


class Sandbox:
    """Implements `RunPython` with bubblewrap; any number of executions at once.

    `filtered=False` leaves the filter of system calls away and an empty `cgroups` the kernel's groups: each wall is to
    hold without the others.
    """

    def __init__(self, *, filtered: bool = True, cgroups: Path = ROOT) -> None:
        self._filtered = filtered
        self._cgroups = cgroups

    async def __call__(
        self, code: str, /, *, data: Mapping[str, Path | bytes] | None = None, limits: PythonLimits | None = None
    ) -> PythonResult:
        """Run it; see `RunPython`. When this is cancelled, it returns when all processes are dead.

        Raises ConfigurationError without a sandbox, InputError for code or data that cannot be given to it.
        """
        _check(data or {})
        _code(code)
        if problem := await asyncio.to_thread(available):
            raise ConfigurationError(problem)
        stop, tell = os.pipe()
        execution = _execution(
            shutil.which("bwrap") or "",
            code,
            data or {},
            limits or PythonLimits(),
            stop=stop,
            filtered=self._filtered,
            cgroups=self._cgroups,
        )
        try:
            return await _in_a_thread(execution, tell)
        except NotStarted as error:
            if refusal.of_data(str(error)):
                raise InputError(f"a data file cannot be given to the sandbox: {error}") from error
            raise ConfigurationError(refusal.reason(str(error))) from error
        finally:
            os.close(stop)
            os.close(tell)


async def _in_a_thread(execution: Execution, tell: int) -> PythonResult:
    """Its result. A thread of its own: those of the loop are few, and a limit must hold while the loop is busy."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[PythonResult] = loop.create_future()

    def run() -> None:
        try:
            result = execution.run()
        except BaseException as error:  # noqa: BLE001 - handed over to whoever waits
            _hand_over(loop, done.set_exception, error)
        else:
            _hand_over(loop, done.set_result, result)

    Thread(target=run, name="kasen-python", daemon=True).start()
    try:
        await asyncio.wait([done])
    except asyncio.CancelledError:
        os.write(tell, b"x")
        while not done.done():
            with suppress(asyncio.CancelledError):  # asked again: it still has to be dead first
                await asyncio.wait([done])
        done.exception()
        raise
    return done.result()


def _hand_over(loop: asyncio.AbstractEventLoop, give: Callable[..., None], value: object) -> None:
    with suppress(RuntimeError):  # the loop is closed: nobody waits any more
        loop.call_soon_threadsafe(give, value)


def _code(code: str) -> bytes:
    if len(code) > MOST_CODE:
        raise InputError(f"the code has {len(code):,} characters; at most {MOST_CODE:,} are run")
    try:
        return code.encode("utf-8")
    except UnicodeEncodeError as error:
        raise InputError("the code holds half a surrogate pair, which no file can hold") from error


def _check(data: Mapping[str, Path | bytes]) -> None:
    for name in data:
        if not plain_name(name) or name == OUT or len(name.encode()) > _LONGEST_NAME:
            raise InputError(f"{name[:80]!r} cannot be the name of a data file in the sandbox")
