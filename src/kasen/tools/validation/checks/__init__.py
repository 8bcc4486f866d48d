"""Checks of our own: what linters of Markdown do not look for, and what must be found where they are missing."""

from __future__ import annotations

from kasen.tools.validation.checks import cells, characters, front_matter, links, markup, slips, tables, whole
from kasen.tools.validation.model import Problem
from kasen.tools.validation.scan import Source, scan

__all__ = ["own_problems"]

_OF_QUARTO = frozenset({"unbalanced-shortcode", "unknown-format", "wrong-number", "wrong-type"})


def own_problems(text: str, *, folder: str = "", name: str = "resume.qmd") -> list[Problem]:
    """All that our checks find, by line. `folder` is where the file lies; without it no local file is looked for."""
    source: Source = scan(text)
    found = [
        *whole.problems(source),
        *characters.problems(source),
        *front_matter.problems(source, folder=folder),
        *markup.problems(source),
        *slips.problems(source),
        *tables.problems(source),
        *cells.problems(source),
        *links.problems(source, folder=folder, name=name),
    ]
    if not name.lower().endswith(".qmd"):
        found = [_mild(one) for one in found]
    return sorted(found, key=lambda one: one.line)


def _mild(problem: Problem) -> Problem:
    """What only Quarto minds is a warning in a file that other programs read too."""
    return problem.model_copy(update={"blocking": False}) if problem.rule in _OF_QUARTO else problem
