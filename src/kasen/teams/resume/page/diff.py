"""What an edited file differs in, as a patch."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator

_NO_END = "\\ No newline at end of file"


def unified(before: str, after: str, name: str) -> str:
    """A unified diff that `git apply` and `patch` take; empty for equal texts.

    Lines end at U+000A alone: a carriage return is part of its line, a missing last line end is said.
    """
    if before == after:
        return ""
    old, new = before.split("\n"), after.split("\n")
    name = re.sub(r"[\x00-\x1f\x7f\"\\]", "_", name.lstrip("/")) or "resume.md"
    made = difflib.unified_diff(_lines(old), _lines(new), f"a/{name}", f"b/{name}", n=3, lineterm="")
    return "".join(_written(made, " " in name))


def _lines(parts: list[str]) -> list[str]:
    """Lines with their ends; the last has none where the text has none."""
    *whole, last = parts
    return [f"{line}\n" for line in whole] + ([last] if last else [])


def _written(made: Iterator[str], has_space: bool) -> Iterator[str]:
    for number, line in enumerate(made):
        if number < 2:
            # A tab ends a name that holds spaces (GNU diff).
            yield line + ("\t\n" if has_space else "\n")
        elif line.startswith("@@"):
            yield line + "\n"
        else:
            yield line if line.endswith("\n") else f"{line}\n{_NO_END}\n"
