"""What the page of the demonstration shows of each result."""

from __future__ import annotations

import base64
import io
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kasen.runtime.rows import RunRow

FINDINGS = 2
"""Findings of a report that its card shows."""
WIDE = 360
"""Pixels of a slide's picture."""


def seen(row: RunRow, paths: list[Path]) -> dict[str, Any]:
    """What a card shows.

    Of a report first findings, rulings, table and picture; of a review what was measured; of a deck its
    slides, or their titles where nothing on this machine renders them; of agents who did what, and the change.
    """
    if not row.result:
        return {}
    if "history" in row.result:
        return _reviewed(row.result)
    if "outcome" in row.result and "branch" in row.result:
        from kasen.cli.demo_code import coded

        return coded(row.result, paths)
    if "renders" in row.result:
        return _decked(row.result, {path.name: path for path in paths})
    return _reported(row.result) if "document" in row.result else {}


def _reported(result: dict[str, Any]) -> dict[str, Any]:
    from kasen.tools.report.labels import labels
    from kasen.tools.report.model import Report

    report = Report.model_validate(result["document"])
    blocks = [block for point in report.analysis for block in point.blocks]
    words = labels(report.lang)
    return {
        "mode": words.modes.get(report.mode, report.mode),
        "made_by": report.made_by.partition(" · ")[2],
        "findings": [one.text for one in report.key_findings[:FINDINGS]],
        "rulings": [(p.heading, p.ruling.ruling, words.rulings[p.ruling.ruling]) for p in report.analysis if p.ruling],
        "table": next((block.table for block in blocks if block.table), None),
        "unknown": words.unknown,
        "picture": next((block.picture for block in blocks if block.picture), None),
    }


def _reviewed(result: dict[str, Any]) -> dict[str, Any]:
    last, lang = result["history"][-1], result["lang"]
    found = [one for said in result["feedback"] if said["iteration"] == 1 for one in said["findings"]]
    found.sort(key=lambda one: ["critical", "major", "minor"].index(one["severity"]))
    measured, total, count = last["measured"], last["total"], len(found)
    if lang == "ja":
        told = f"{total} 項目中 {measured} 項目を測定・指摘 {count} 件"
    else:
        told = f"{measured} of {total} criteria measured, {count} findings"
    name = "経歴書の評価" if lang == "ja" else "résumé review"
    texts = dict.fromkeys(f"L{one['place']['line']}: {one['text']}" if one["place"] else one["text"] for one in found)
    return {"mode": name, "made_by": told, "findings": list(texts)[: FINDINGS + 1]}


def _decked(result: dict[str, Any], files: dict[str, Path]) -> dict[str, Any]:
    slides = (result["deck"] or {}).get("slides", [])
    charts = sum(slide.get("chart") is not None for slide in slides)
    pictures = [files[one["artifact"]] for one in result["renders"] if one["artifact"] in files]
    titles = [slide["title"] for slide in slides]
    if result["lang"] == "ja":
        name, told = "スライド", f"{len(slides)} 枚・グラフ {charts} 点"
    else:
        name, told = "slides", f"{len(slides)} slides, {charts} chart{'' if charts == 1 else 's'}"
    shown = [(title, _small(path)) for title, path in zip(titles, pictures, strict=False)]
    return {"mode": name, "made_by": told, "slides": shown, "findings": titles}


def _small(path: Path) -> str:
    """The picture as a `data:` address, so that the page needs no other file to be seen."""
    from PIL import Image

    out = io.BytesIO()
    with Image.open(path) as opened:
        picture = opened.convert("RGB")
    picture.thumbnail((WIDE, WIDE))
    picture.quantize(64, dither=Image.Dither.NONE).save(out, "PNG", optimize=True)
    return f"data:image/png;base64,{base64.b64encode(out.getvalue()).decode()}"
