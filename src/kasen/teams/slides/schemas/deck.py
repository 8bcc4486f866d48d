"""The deck as data: what is said on each slide, apart from where and how large."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from kasen.teams.slides.schemas.part import Lang, Part

SlideKind = Literal[
    "title", "agenda", "section", "bullets", "two_columns", "chart", "table", "picture", "diagram", "statement",
    "closing", "sources", "image",
]  # fmt: skip
"""What a slide is. `chart`, `table`, `picture`, `diagram` carry points beside it where there are any; `statement` is
one sentence in large type; `image` is a picture of the whole slide."""
KINDS: tuple[SlideKind, ...] = SlideKind.__args__  # type: ignore[attr-defined]
ChartKind = Literal["column", "bar", "line", "pie", "doughnut", "area", "stacked_column", "stacked_bar", "scatter"]
DiagramKind = Literal["process", "timeline", "cycle", "pyramid", "matrix", "hierarchy"]


class Ref(Part):
    """What something on a slide rests on."""

    id: str
    """`P1` a passage, `D1` rows of a table, `W` the wish itself."""
    kind: Literal["passage", "rows", "wish"]
    title: str = ""
    uri: str = ""
    """Address or path of the source."""
    where: str = ""
    """`p. 3`, `rows 2–14`, in the language of the deck."""
    quote: str = ""
    """Words of the passage, or how the figure was computed."""
    passage_id: str = ""
    file: str = ""
    sheet: str = ""
    rows: tuple[tuple[int, int], ...] = ()
    """Ranges of rows of the file, inclusive, as a spreadsheet counts them (the header is row 1)."""
    columns: tuple[str, ...] = ()
    fetched: str = ""
    """Day, ISO 8601, of a page of the web."""


class Point(Part):
    """One bullet."""

    text: str
    level: int = Field(0, ge=0, le=2)
    refs: tuple[str, ...] = ()
    """Ids of what it rests on; empty: nobody's but the writer's."""
    by: str = ""
    """Who wrote it: a model, or `rule`."""


class Column(Part):
    """One of two columns."""

    heading: str = ""
    points: tuple[Point, ...] = ()


class Series(Part):
    """One series of a chart."""

    name: str
    values: tuple[float | None, ...]


class Chart(Part):
    """A native chart. Each series has as many values as there are categories; for `scatter` categories are numbers."""

    id: str
    kind: ChartKind
    title: str = ""
    categories: tuple[str, ...]
    series: tuple[Series, ...]
    unit: str = ""
    number_format: str = "General"
    """As Excel writes it: `#,##0`, `0.0%`."""
    alt: str = ""
    refs: tuple[str, ...] = ()


class Table(Part):
    """A native table; each row has as many cells as there are columns."""

    id: str
    title: str = ""
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numeric: tuple[bool, ...] = ()
    """Which columns hold numbers and stand right; one per column, or empty."""
    alt: str = ""
    refs: tuple[str, ...] = ()


class PictureUse(Part):
    """A picture on a slide; its bytes are an artifact."""

    artifact: str
    version: int = 1
    alt: str
    width: int
    height: int
    """Pixels."""
    media_type: str = "image/png"


class DiagramItem(Part):
    """One box of a diagram."""

    label: str
    text: str = ""


class Diagram(Part):
    """A diagram of native shapes."""

    kind: DiagramKind
    items: tuple[DiagramItem, ...]
    alt: str = ""


class Slide(Part):
    """One slide."""

    id: str
    """`s-01`; stays with the slide through edits, and is never given to another."""
    kind: SlideKind
    title: str
    subtitle: str = ""
    message: str = ""
    """The one thing that it says, a sentence: on a content slide where the layout has room, else in the notes."""
    points: tuple[Point, ...] = ()
    columns: tuple[Column, ...] = ()
    """Two, for `two_columns`."""
    chart: Chart | None = None
    table: Table | None = None
    picture: PictureUse | None = None
    diagram: Diagram | None = None
    notes: str = ""
    """What is said."""
    refs: tuple[str, ...] = ()
    """Beyond those of its parts."""
    marks: tuple[str, ...] = ()
    """What is missing or failed on it, one sentence each, in the language of the deck; shown on the slide."""
    by: str = ""

    @property
    def all_points(self) -> tuple[Point, ...]:
        """Its points, then those of its columns."""
        return (*self.points, *(point for column in self.columns for point in column.points))

    def points_in(self, content: str) -> tuple[Point, ...]:
        """The points of one frame: `points`, `left` or `right`."""
        if content == "points":
            return self.points
        at = 0 if content == "left" else 1
        return self.columns[at].points if len(self.columns) > at else ()


class Deck(Part):
    """A whole deck."""

    title: str
    subtitle: str = ""
    lang: Lang
    audience: str = ""
    slides: tuple[Slide, ...]
    refs: tuple[Ref, ...] = ()
    made: str = ""
    """Day, ISO 8601."""
    accents: tuple[str, ...] = ()
    """Colours that go before the theme's, six hex digits."""
    logo: str = ""
    """Artifact of a logo; empty for none."""
    skeleton: bool = False
    """True where there was nothing to go by: each slide is marked as an empty frame."""

    def ref(self, id: str) -> Ref | None:
        """The reference of that id."""
        return next((ref for ref in self.refs if ref.id == id), None)
