"""Whether a revised text says more, less or something else than the original: claim by claim, closed on doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from kasen.teams.resume.schemas.change import Doubt

Kind = Literal[
    "number",  # a figure that is not there, or another
    "unit",  # the figure with another unit or scale
    "moved",  # true, and said of something else
    "date",
    "name",  # organisation, person, product, place
    "title",
    "degree",
    "skill",
    "authorship",  # helped → led, in a team → alone, planned → done
    "scale",  # one team → the whole company
    "hedge",  # about, up to, aimed at → exactly, achieved
    "denial",
    "lost",  # a fact of the original is gone
    "added",  # a statement that nothing in the original bears
]


@dataclass(frozen=True)
class Checked:
    """The verdict on an edit: it stands when there is no doubt."""

    doubts: tuple[Doubt, ...] = ()

    @property
    def ok(self) -> bool:
        """True when the edit says what the original says."""
        return not self.doubts


def check(before: str, after: str, *, context: str = "", confirmed: Sequence[str] = ()) -> Checked:
    """Hold the words after an edit against the words before it, both of one line or of many.

    `context` is the whole résumé: an insertion (`before` empty) may only say what one claim there says; a replacement
    is held against `before` alone, and the headings that it stands under. `confirmed` are sentences of the owner that
    count as said.
    """
    from kasen.teams.resume.ledger.inserting import inserted
    from kasen.teams.resume.ledger.replacing import replaced

    if before.strip():
        return Checked(tuple(replaced(before, after, context, confirmed)))
    return Checked(tuple(inserted(after, context, confirmed)))
