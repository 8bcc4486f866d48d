"""The editor without a model: what is not said exactly is not done."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides import wording
from kasen.teams.slides.schemas.deck import Ref
from kasen.teams.slides.schemas.edit import EditorOutput
from kasen.teams.slides.schemas.findings import Figure
from kasen.teams.slides.schemas.outputs import SlideSaid


def spelled_out(
    *,
    wish: str,
    title: str,
    slides: Sequence[SlideSaid],
    kinds: Sequence[str],
    refs: Sequence[Ref],
    figures: Sequence[Figure],
    problems: Sequence[str],
    lang: str,
    reply_lang: str,
) -> EditorOutput:
    """Changes nothing, and says which forms need no model."""
    del wish, title, slides, kinds, refs, figures, problems, lang
    return EditorOutput(reply=wording.said("needs_a_model", "ja" if reply_lang == "ja" else "en"))
