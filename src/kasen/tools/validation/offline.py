"""Checking without Quarto: our own checks, panache and pandoc, side by side."""

from __future__ import annotations

import asyncio

from kasen.tools.validation import panache, pandoc
from kasen.tools.validation.checks import own_problems
from kasen.tools.validation.model import Problem, Validation

LONGEST = 2_000_000
"""Characters of a file that are checked; a résumé has a thousandth of it."""


async def validate_offline(text: str, *, name: str = "resume.qmd", folder: str = "") -> Validation:
    """Check a file. A program that is missing, fails or takes too long is told under `missing`; the others run."""
    if len(text) > LONGEST:
        problem = Problem(rule="too-long", text=f"The file has more than {LONGEST:,} characters and was not checked.")
        return Validation(by="offline", ran=(), problems=(problem,))
    own, linted, parsed = await asyncio.gather(
        asyncio.to_thread(own_problems, text, folder=folder, name=name),
        panache.lint(text, name=name),
        pandoc.read(text),
    )
    others = (linted, parsed)
    return Validation(
        by="offline",
        ran=("own checks", *(ran for _, ran, _ in others if ran)),
        missing=tuple(missing for _, _, missing in others if missing),
        problems=merged(own, *(found for found, _, _ in others)),
    )


def merged(*sources: list[Problem]) -> tuple[Problem, ...]:
    """Problems of all by line. What an earlier source says of a rule in a line is not said again; blocking stays."""
    kept: dict[tuple[str, int], Problem] = {}
    for one in (problem for problems in sources for problem in problems):
        key = (_SAME.get(one.rule, one.rule), one.line)
        first = kept.get(key)
        if first is None:
            kept[key] = one
        elif one.blocking and not first.blocking:
            kept[key] = first.model_copy(update={"blocking": True})
    return tuple(sorted(kept.values(), key=lambda problem: problem.line))


_SAME = {
    "duplicate-reference-labels": "duplicate-id",
    "malformed-fenced-div-close": "stray-fenced-div-markers",
    "quarto-schema-type-mismatch": "wrong-type",
    "wrong-number": "wrong-type",
}
"""Rules of others under the names of ours that say the same."""
