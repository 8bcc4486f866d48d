"""What workers bring back: passages to cite, figures that were computed, pictures that were drawn."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.deck import Chart, PictureUse, Ref, Table
from kasen.teams.slides.schemas.outputs import ThoughtSignature
from kasen.teams.slides.schemas.part import Part

MOST_TOLD = 40
"""Categories or rows of a figure that a writer sees."""


class Evidence(Part):
    """A passage that may be cited on slides."""

    ref: Ref
    """Its id is `P1`, `P2`, …"""
    text: str
    """The words, as much of them as is shown to writers."""
    finding: str = ""
    """What the researcher concluded from it, where it comes from research."""
    step: str = ""


class Figure(Part):
    """What code computed of the user's tables."""

    id: str
    """`F1`, `F2`, …"""
    kind: Literal["chart", "table", "number"]
    title: str
    shows: str = ""
    """What it says, in words whose numbers were computed."""
    headline: str = ""
    """The same in a few words, as a slide may be titled; empty for nothing."""
    chart: Chart | None = None
    table: Table | None = None
    value: float | None = None
    unit: str = ""
    numbers: tuple[float, ...] = ()
    """Every number that may be said on its account: values, totals, shares, changes."""
    ref: Ref
    """Rows that it rests on; its id is `D1`, `D2`, …"""
    code: str = ""
    """Artifact that holds the code."""
    by: str

    @property
    def told(self) -> str:
        """Its title, what it shows and every value of it, line by line, as those who write about it see them."""
        lines = [self.title, self.shows]
        if self.kind == "number" and self.value is not None:
            lines.append(f"= {_written(self.value)} {self.unit}".rstrip())
        if self.chart is not None:
            chart = self.chart
            lines.append(" | ".join([f"({self.unit})" if self.unit else "", *(one.name for one in chart.series)]))
            for at, category in enumerate(chart.categories[:MOST_TOLD]):
                lines.append(" | ".join([category, *(_written(one.values[at]) for one in chart.series)]))
        if self.table is not None:
            lines += [" | ".join(row) for row in (self.table.columns, *self.table.rows[:MOST_TOLD])]
        return "\n".join(line for line in lines if line)


def _written(value: float | None) -> str:
    """With separators and without digits that nobody would say."""
    if value is None:
        return "-"
    return f"{value:,.0f}" if float(value).is_integer() or abs(value) >= 10_000 else f"{value:,.4g}"


class ColumnProfile(Part):
    """One column of a table."""

    name: str
    type: Literal["number", "date", "text", "bool", "empty"]
    unit: str = ""
    """`円`, `%`, `kg`: from the heading or the cells."""
    distinct: int = 0
    missing: int = 0
    low: str = ""
    high: str = ""
    examples: tuple[str, ...] = ()


class TableProfile(Part):
    """One table: a CSV file, a sheet, a list of JSON objects. Its rows stay in the file."""

    file: str
    """Name that code in the sandbox opens it by."""
    path: str
    sheet: str = ""
    sha256: str
    rows: int
    header_row: int = 1
    columns: tuple[ColumnProfile, ...]
    title: str = ""
    """What the lines above it say; empty for nothing."""
    shown: tuple[str, ...] = ()
    """Its first rows, one line each, as a model sees them."""
    notes: tuple[str, ...] = ()
    """What was odd: formulas without a value, cells cut, rows left out."""


class Drawn(Part):
    """A picture and how to change it."""

    slide_id: str
    use: PictureUse | None = None
    """None where it could not be drawn."""
    why: str = ""
    prompt: str = ""
    """The compiled prompt, with what came from the design."""
    signature: ThoughtSignature | None = None
    sitting: str = ""
    """Artifact that holds the `Sitting` as JSON."""
    references: tuple[str, ...] = ()
    """Artifacts of the pictures that were shown with the prompt."""
    by: str = ""
