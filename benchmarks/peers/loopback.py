"""Keeps a process on this machine: pages of the little web are at 127.0.0.1, every other name has no address.

Run by the interpreters of all programs that are compared; it needs nothing but the standard library.
"""

from __future__ import annotations

import json
import resource
import socket
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

WEB = ".example"
HERE = ("127.0.0.1", "localhost")


def stay_here() -> list[str]:
    """From now on no name but those of the little web is looked up; returns the list that others are noted in."""
    outside: list[str] = []
    look_up = socket.getaddrinfo

    def only_here(host: Any, *rest: Any, **more: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else host
        if isinstance(name, str) and name.endswith(WEB):
            return look_up("127.0.0.1", *rest, **more)
        if name is not None and name not in HERE:
            outside.append(str(name))
            raise socket.gaierror(socket.EAI_NONAME, f"{name} is not on this machine")
        return look_up(host, *rest, **more)

    setattr(socket, "getaddrinfo", only_here)  # noqa: B010 - mypy holds the name to be final
    return outside


def given() -> dict[str, Any]:
    """What the benchmark asks for: one JSON object as the only argument."""
    asked: dict[str, Any] = json.loads(sys.argv[1])
    return asked


async def told(asked: dict[str, Any], outside: list[str], work: Callable[[], Awaitable[dict[str, Any]]]) -> None:
    """Do the work and write what came of it, with its seconds, to the file that is asked for."""
    began = time.perf_counter()
    try:
        result = await work()
    except Exception as error:  # noqa: BLE001 - what a program dies of is what is measured
        result = {"report": "", "error": f"{type(error).__name__}: {error}"[:500]}
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    took = {"seconds": time.perf_counter() - began, "cpu_s": sum(one.ru_utime + one.ru_stime for one in used)}
    result |= {"outside": sorted(set(outside)), **{name: round(value, 3) for name, value in took.items()}}
    Path(asked["out"]).write_text(json.dumps(result), encoding="utf-8")
