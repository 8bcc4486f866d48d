"""What one look at this machine found, as data and for people."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Check:
    """One thing looked at. A failed check that is `required` makes the command end with exit code 3."""

    name: str
    ok: bool
    found: str
    costs: str = ""
    """What the user cannot do without it."""
    fix: str = ""
    """The command, or the step, that mends it."""
    required: bool = False


def check_lines(checks: list[Check]) -> Iterator[str]:
    """The checks for people; what is missing with what that costs and how to mend it."""
    width = max(len(check.name) for check in checks)
    for check in checks:
        sign = "✓" if check.ok else "✗" if check.required else "–"
        yield f"{sign} {check.name:<{width}}  {check.found}"
        if check.costs and not check.ok:
            yield f"  {'':<{width}}  without it: no {check.costs}"
        if check.fix and not check.ok:
            yield f"  {'':<{width}}  {check.fix}"


def install(packages: str) -> str:
    """How packages of the system are installed here."""
    if shutil.which("apt-get"):
        return f"sudo apt-get install {packages}"
    return f"Install {packages.split()[0]} with the package manager of this system."
