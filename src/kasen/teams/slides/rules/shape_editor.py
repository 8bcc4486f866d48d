"""The shape editor without a model: what is not said exactly is not done."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides import wording
from kasen.teams.slides.schemas.texts import ShapeEditorOutput, Sheet


def told_forms(
    *, wish: str, sheets: Sequence[Sheet], shown: Sequence[int], problems: Sequence[str], lang: str
) -> ShapeEditorOutput:
    """Changes nothing, and says which forms need no model."""
    del wish, sheets, shown, problems
    return ShapeEditorOutput(reply=wording.said("texts_need_a_model", "ja" if lang == "ja" else "en"))
