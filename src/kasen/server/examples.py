"""What answers of types that other layers own look like, for the description of the server."""

from __future__ import annotations

from typing import Any

SOURCE: dict[str, Any] = {
    "id": "s-uji",
    "kind": "document",
    "title": "宇治茶の歴史",
    "uri": "uji.md",
    "media_type": "text/markdown",
}
PASSAGE: dict[str, Any] = {
    "id": "p-1",
    "source_id": "s-uji",
    "text": "御茶壺道中は1633年に始まった。",
    "headings": ["歴史"],
}
CLAIM: dict[str, Any] = {
    "id": "c-1",
    "text": "御茶壺道中は1633年に始まった。",
    "passage_ids": ["p-1"],
    "support": "supported",
}
EVIDENCE: dict[str, Any] = {"sources": [SOURCE], "passages": [PASSAGE], "claims": [CLAIM]}
HITS: list[dict[str, Any]] = [{"passage": PASSAGE, "source": SOURCE, "score": 0.82}]
REPORT: dict[str, Any] = {
    "name": "tea",
    "documents": 12,
    "passages": 340,
    "uniqueness": 0.97,
    "languages": {"ja": 9, "en": 3},
    "mean_score": 0.91,
}
"""The chief of its fields."""


def shown(example: Any) -> dict[int | str, dict[str, Any]]:
    """An example for `responses=` of a route that gives JSON."""
    return {200: {"content": {"application/json": {"example": example}}}}
