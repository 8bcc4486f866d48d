"""What is run, within which limits, and how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field

Why = Literal["", "error", "time", "memory", "processes", "disk", "output", "killed"]
"""Why it did not end well: it raised; it used up its time, memory, processes, disk, or words; something killed it."""


class PythonLimits(BaseModel):
    """Caps that hold for the sum of all processes of one execution."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    seconds: float = 30.0
    cpu_seconds: float = 30.0
    memory_mb: int = 1024
    processes: int = 32
    disk_mb: int = 64
    """What may be written, in all."""
    output_kb: int = 1024
    """Of stdout, and of stderr."""


class PythonResult(BaseModel):
    """How an execution ended."""

    model_config = ConfigDict(frozen=True, extra="forbid", ser_json_bytes="base64", val_json_bytes="base64")

    why: Why = ""
    said: str = ""
    """One sentence in English on `why`; empty when it ended well."""
    stdout: str = ""
    stderr: str = ""
    """Its end, where it is long."""
    files: dict[str, bytes] = Field(default_factory=dict)
    """What it wrote into `out/`, by name; bounded by `disk_mb`."""
    seconds: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether it ran to its end."""
        return not self.why


class RunPython(Protocol):
    """Runs code in the sandbox."""

    async def __call__(
        self, code: str, /, *, data: Mapping[str, Path | bytes] | None = None, limits: PythonLimits | None = None
    ) -> PythonResult:
        """Run it with `data` readable, by these names, in its working folder, which holds an empty `out/` to write to.

        Only the standard library and the packages of this environment can be imported. Raises ConfigurationError where
        there is no sandbox: nothing is ever run without one.
        """
        ...
