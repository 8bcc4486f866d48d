"""Tables made of text or of files that a test writes, and what code in the sandbox would hand over of them."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from kasen.teams.slides.data.child import tables_of
from kasen.teams.slides.data.handed import Handed
from kasen.teams.slides.data.table import Table

SALES = """region,year,sales (million yen),staff
East,2022,120,10
East,2023,150,11
West,2022,80,6
West,2023,70,6
"""
"""Row 2 is the first: 120 in the East."""


def read(data: str | bytes, name: str = "sales.csv", lang: str = "en") -> list[Table]:
    """The tables of a file of that name and content."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(data.encode() if isinstance(data, str) else data)
        return tables_of(path, lang)


def table(data: str | bytes = SALES, name: str = "sales.csv", lang: str = "en") -> Table:
    """The one table of it."""
    (found,) = read(data, name, lang)
    return found


def kinds(found: Table) -> dict[str, str]:
    """Type of each column, with its unit."""
    return {c.name: f"{c.type} {c.unit}".strip() for c in found.profile.columns}


def chart(categories: Sequence[str], series: dict[str, list[float | None]], rows: Sequence[int], **more: Any) -> Handed:
    """A chart as code hands it over by hand."""
    said: dict[str, Any] = {"id": "F1", "kind": "chart", "chart": "bar", "title": "Sales", **more}
    return Handed(categories=list(categories), series=series, rows=list(rows), **said)
