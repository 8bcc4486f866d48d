"""What phases of Kasen's own workflows are called; those of others stand as their files have them."""

from __future__ import annotations

from collections.abc import Mapping

_JA: Mapping[str, str] = {
    "research": "調査",
    "requirements": "要件定義",
    "planning": "計画",
    "implementation": "実装",
    "final_review": "最終レビュー",
    "review": "レビュー",
}


def phase_name(id: str, lang: str) -> str:
    """A phase as people read it: `final review`, 最終レビュー."""
    plain = id.replace("_", " ")
    return _JA.get(id, plain) if lang == "ja" else plain
