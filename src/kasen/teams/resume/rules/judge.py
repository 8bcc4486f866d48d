"""What the judge answers without a model: a tie, which the original wins."""

from __future__ import annotations

from kasen.teams.resume.schemas.preference import Preference


def prefer(**_: object) -> Preference:
    """A tie: code does not judge which text is better."""
    return Preference(why="", better="tie")
