"""Code in the sandbox as a run sees it: run once for the same code, data and limits, and repeated from what it gave.

Executions are kept where searches and pages are (`web_records`), and no other run is given them.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from kasen.runtime.rows import timestamp
from kasen.runtime.web_memory import Memory, Name
from kasen.runtime.web_records import NEVER, Kept
from kasen.tools.python.model import PythonLimits, PythonResult

if TYPE_CHECKING:
    from kasen.tools.python.model import RunPython

MOST_KEPT = 8_000_000
"""Characters of JSON, files in base64: what is larger is made again when its node runs again; that costs only time."""


class _NotKept(Exception):
    """A result that says nothing of the code, or is too large."""

    def __init__(self, result: PythonResult) -> None:
        self.result = result


class RunSandbox:
    """Implements `RunPython` for one run over `memory`; a node that runs again gets what it was given."""

    def __init__(self, python: RunPython, memory: Memory) -> None:
        self._python = python
        self._memory = memory

    async def __call__(
        self, code: str, /, *, data: Mapping[str, Path | bytes] | None = None, limits: PythonLimits | None = None
    ) -> PythonResult:
        """See `RunPython`; raises StoreFailed and Fenced as well."""
        name = Name(await asyncio.to_thread(key_of, code, data or {}, limits or PythonLimits()))

        async def made() -> Kept:
            at = timestamp(self._memory.now())
            result = await self._python(code, data=data, limits=limits)
            body = result.model_dump_json()
            if result.why == "killed" or len(body) > MOST_KEPT:
                raise _NotKept(result)
            return Kept(key=name.key, at=at, body=body, shared=NEVER)

        try:
            kept = await self._memory.get([name], [name], self._memory.lives.pages, made)
        except _NotKept as ended:
            return ended.result
        if kept is None:  # a repetition whose code is another: it asks nobody and sends nothing
            return await self._python(code, data=data, limits=limits)
        return PythonResult.model_validate_json(kept.body)


def key_of(code: str, data: Mapping[str, Path | bytes], limits: PythonLimits) -> str:
    """One key for executions that see the same. Blocks while it reads the files. Raises OSError."""
    seen = sorted((name, _digest(content)) for name, content in data.items())
    return hashlib.sha256(orjson.dumps(("python", code, seen, limits.model_dump()))).hexdigest()


def _digest(content: Path | bytes) -> str:
    if isinstance(content, bytes):
        return hashlib.sha256(content).hexdigest()
    with content.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
