"""The minutes as Markdown."""

from __future__ import annotations

from collections.abc import Sequence

from kasen_minutes.schemas import Noted

WORDS = {
    "en": ("Minutes", "Decisions", "Tasks", "None.", "Left out: the notes do not say it", "line {}"),
    "ja": ("議事録", "決定", "担当", "なし。", "載せなかったもの（メモにない）", "{} 行目"),
}


def page(title: str, noted: Sequence[Noted], left_out: Sequence[str], lang: str) -> str:
    """A heading for each kind; below each point the words that it rests on, as they stand in the notes."""
    name, decisions, tasks, none, out, line = WORDS[lang]
    parts = [f"# {name}: {title}"]
    for heading, kind in ((decisions, "decision"), (tasks, "task")):
        points = [point for point in noted if point.kind == kind]
        parts += [f"## {heading}", "\n".join(_point(point, line) for point in points) or none]
    if left_out:
        parts += [f"## {out}", "\n".join(f"- {text}" for text in left_out)]
    return "\n\n".join(parts) + "\n"


def _point(point: Noted, line: str) -> str:
    facts = ", ".join(filter(None, (point.who, point.due)))
    return f"- {point.text}{f' ({facts})' if facts else ''}\n  > {point.quote} ({line.format(point.line)})"
