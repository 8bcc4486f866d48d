"""Jupyter notebooks: Markdown cells, code, and the text that code printed."""

from __future__ import annotations

import json
from typing import Any

from kasen.knowledge.document import Converted, Unreadable
from kasen.knowledge.formats.markdown import read_markdown
from kasen.knowledge.formats.text import decode

_MAX_OUTPUT = 2000


def read_notebook(data: bytes) -> Converted:
    """The notebook as one Markdown text, code fenced; pictures and other rich outputs are left out."""
    try:
        cells = json.loads(decode(data))["cells"]
        parts = [part for cell in cells for part in _cell(cell)]
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise Unreadable("is broken: not a notebook of format 4") from None
    text = "\n\n".join(parts).encode("utf-8", "replace").decode()
    return read_markdown(text, media_type="application/x-ipynb+json")


def _cell(cell: dict[str, Any]) -> list[str]:
    source = _joined(cell["source"]).strip("\n")
    if cell["cell_type"] != "code":
        return [source]
    parts = [f"```\n{source}\n```"] if source.strip() else []
    for output in cell.get("outputs", []):
        text = _joined(output.get("text") or output.get("data", {}).get("text/plain", ""))[:_MAX_OUTPUT].strip("\n")
        if text:
            parts.append(f"```\n{text}\n```")
    return parts


def _joined(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)
