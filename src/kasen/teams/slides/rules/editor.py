"""The editor without a model: what is not said exactly is not done."""

from __future__ import annotations

from kasen.teams.slides import wording
from kasen.teams.slides.schemas.edit import EditorOutput


def spelled_out(*, reply_lang: str, **_of_the_deck: object) -> EditorOutput:
    """Changes nothing, and says which forms need no model."""
    return EditorOutput(reply=wording.said("needs_a_model", "ja" if reply_lang == "ja" else "en"))
