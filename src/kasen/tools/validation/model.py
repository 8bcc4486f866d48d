"""What checking a file says."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, ConfigDict


class Problem(BaseModel):
    """One thing that is wrong with a file."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    line: int = 0
    """Counted from 1; 0 for the whole file."""
    rule: str
    """Short name: `unclosed-fence`, `yaml-parse-error`."""
    text: str
    """One sentence."""
    blocking: bool = True
    """False for a warning: the file renders."""


class Validation(BaseModel):
    """Whether a file is sound, and who says so."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    by: Literal["quarto", "offline"]
    ran: tuple[str, ...] = ()
    """What was run, with versions: `own checks`, `panache 3.17.1`, `pandoc 3.9`."""
    missing: tuple[str, ...] = ()
    """What could not be run, and how to get it: sentences."""
    problems: tuple[Problem, ...] = ()

    @property
    def ok(self) -> bool:
        """True when nothing blocks."""
        return not any(problem.blocking for problem in self.problems)
