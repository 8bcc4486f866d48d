"""`--images full`: each slide a picture of itself, its words in notes and alt text."""

from __future__ import annotations

from collections.abc import Sequence

from kasen.teams.slides.building.citing import cited
from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.findings import Drawn


def with_images(deck: Deck, drawn: Sequence[Drawn]) -> Deck | None:
    """The deck whose slides are pictures wherever one was drawn; None where none was."""
    uses = {one.slide_id: one.use for one in drawn if one.use is not None}
    if not uses:
        return None
    slides = []
    for slide in deck.slides:
        use = uses.get(slide.id)
        if use is None:
            slides.append(slide)
            continue
        alt = words(slide, deck.lang)
        picture = use.model_copy(update={"alt": alt})
        update = {"kind": "image", "picture": picture, "chart": None, "table": None, "diagram": None}
        update["refs"] = cited(slide)
        notes = slide.notes if alt in slide.notes else f"{slide.notes}\n\n{alt}".strip()
        slides.append(slide.model_copy(update={**update, "notes": notes}))
    return deck.model_copy(update={"slides": tuple(slides)})


def words(slide: Slide, lang: str) -> str:
    """Everything that stands on a slide, as one text."""
    items = [f"{one.label} {one.text}".strip() for one in slide.diagram.items] if slide.diagram else []
    alts = [part.alt for part in (slide.chart, slide.table) if part is not None and part.alt]
    parts = [(column.heading, column.points) for column in slide.columns]
    listed = [text for heading, points in [("", slide.points), *parts] for text in (heading, *(p.text for p in points))]
    texts = [slide.title, slide.subtitle, slide.message, *listed, *items, *alts]
    return ("\u3002" if lang == "ja" else ". ").join(text.rstrip("。.") for text in texts if text)
