"""The short table of open models that are worth running on one's own machine: the data is `recommended.toml`."""

from __future__ import annotations

import importlib.resources
import tomllib
from fnmatch import fnmatch
from functools import cache
from typing import Literal

from pydantic import BaseModel, ConfigDict


class Recommended(BaseModel):
    """One table of `recommended.toml`. Sizes are for choosing; what is fetched is checked against the hub's own."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    repo: str
    """`owner/name` on the hub."""
    file: str
    """Pattern that exactly one file of the repository matches."""
    parameters: str
    gigabytes: float
    """Size of the file, 10⁹ bytes."""
    memory_gigabytes: float
    """Memory that a machine should have to spare."""
    license: str
    japanese: Literal["made for", "good", "fair"]
    summary: str

    def matches(self, filename: str) -> bool:
        """Whether a file of that name is this model."""
        return fnmatch(filename.lower(), self.file.lower())


@cache
def recommended() -> dict[str, Recommended]:
    """Every recommended model by name, the one for most machines first."""
    text = (importlib.resources.files("kasen") / "models" / "local" / "recommended.toml").read_text(encoding="utf-8")
    return {name: Recommended.model_validate(table) for name, table in tomllib.loads(text).items()}
