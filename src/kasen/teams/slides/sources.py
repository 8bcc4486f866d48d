"""What each thing on each slide rests on, as JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from kasen.teams.slides.schemas.deck import Deck, Slide
from kasen.teams.slides.schemas.findings import Figure


def sources_json(deck: Deck, figures: Sequence[Figure]) -> bytes:
    """`{"references", "slides": [{"slide", "id", "title", "rests_on": [{"text", "references"}]}], "figures"}`."""
    body = {
        "references": [ref.model_dump(mode="json", exclude_defaults=True) for ref in deck.refs],
        "slides": [_slide(n, slide) for n, slide in enumerate(deck.slides, start=1)],
        "figures": [
            {"id": one.id, "title": one.title, "by": one.by, "reference": one.ref.model_dump(mode="json")}
            for one in figures
        ],
    }
    return json.dumps(body, ensure_ascii=False, indent=2).encode()


def _slide(number: int, slide: Slide) -> dict[str, Any]:
    rests = [{"text": point.text, "references": list(point.refs), "by": point.by} for point in slide.all_points]
    for part in (slide.chart, slide.table):
        if part is not None:
            rests.append({"text": part.title or slide.title, "references": list(part.refs), "by": slide.by})
    return {"slide": number, "id": slide.id, "title": slide.title, "rests_on": rests}
