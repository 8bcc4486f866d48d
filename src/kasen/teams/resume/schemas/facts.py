"""Facts of a résumé, and what became of them."""

from __future__ import annotations

from typing import Literal

from kasen.teams.resume.schemas.part import Part

FactKind = Literal["number", "date", "name", "title", "degree", "skill", "authorship", "other"]


class Fact(Part):
    """One fact that a text states."""

    kind: FactKind
    text: str
    """As written."""
    line: int
    claim: str = ""
    """The statement that it belongs to."""
    status: Literal["kept", "changed", "lost", "confirmed"] = "kept"


class ToConfirm(Part):
    """What the owner would have to confirm before an edit or a finding can be answered."""

    question: str
    line: int = 0
    about: str = ""
    """Words of the résumé."""
    finding: str = ""
    proposed: str = ""
    """The words that were refused, where some were."""
