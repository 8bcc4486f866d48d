"""The texts of a deck that no run made, and what is to become of them."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

from kasen.teams.slides.schemas.part import Part, first

TextKind = Literal["title", "subtitle", "body", "footer", "text", "cell", "notes"]
NOTES = "N"
"""Id of what is spoken, on every slide."""


class Line(Part):
    """One paragraph."""

    text: str
    level: int = 0


class Text(Part):
    """One text of a slide: a placeholder, a box, a cell of a table, the notes."""

    id: str
    """`T1` … in the order of the slide; `N` for the notes."""
    kind: TextKind
    name: str = ""
    """Of its shape; of a cell its row and column."""
    lines: tuple[Line, ...] = ()
    order: int = 0
    """Position of its shape on the slide, from 0, as `tools.office.model.Extent` counts."""
    member: int | None = None
    """In a group: which of its shapes."""

    @property
    def words(self) -> str:
        """Its paragraphs as one text."""
        return "\n".join(line.text for line in self.lines)

    @property
    def marked(self) -> str:
        """Its paragraphs with their levels as hyphens; a break within one as a sign."""
        return "\n".join("-" * line.level + " " * bool(line.level) + line.text for line in self.lines)


class Sheet(Part):
    """The texts of one slide."""

    number: int
    id: str
    """`s-256`: stays with the slide wherever it is moved."""
    part: str
    """Name of its part in the file."""
    texts: tuple[Text, ...] = ()
    holds: tuple[str, ...] = ()
    """What else stands on it and is not changed: `chart`, `picture`, `diagram`, `object`."""

    @property
    def title(self) -> str:
        """What it is called: its title, else its first words."""
        titles = [one.words for one in self.texts if one.kind == "title" and one.words.strip()]
        others = [one.words for one in self.texts if one.kind != "notes" and one.words.strip()]
        return " ".join((titles or others or [""])[0].split())

    @property
    def words(self) -> str:
        """Everything that is written on it and in its notes."""
        return "\n".join(one.words for one in self.texts)

    def text(self, id: str) -> Text | None:
        """The text of that id."""
        return next((one for one in self.texts if one.id == id), None)


def _as_line(said: Any) -> Any:
    return {"text": said} if isinstance(said, str) else said


class LineSaid(BaseModel):
    """One paragraph as it is to be."""

    text: str
    level: int | None = Field(None, description="0 to 8; leave it out to keep the level of the paragraph there.")


class TextSaid(BaseModel):
    """One text as it is to be, whole."""

    slide: int = Field(description="Number of the slide.")
    shape: str = Field(description="Id of the text as shown: `T1`, …, or `N` for the notes.")
    paragraphs: Annotated[
        list[Annotated[LineSaid, BeforeValidator(_as_line)]],
        first(60),
    ] = Field(description="All its paragraphs, also those that stay.")


class MoveSaid(BaseModel):
    """A slide that is to stand elsewhere."""

    slide: int
    to: int = Field(description="The number that it is to have.")


class ShapeEditorOutput(BaseModel):
    """The shape editor: what was understood, and the texts that do it."""

    reply: str = Field(description="What you changed, or why nothing; one or two sentences.")
    texts: Annotated[list[TextSaid], first(200)] = Field(default_factory=list)
    delete: Annotated[list[int], first(60)] = Field(default_factory=list, description="Numbers of slides.")
    move: Annotated[list[MoveSaid], first(20)] = Field(default_factory=list)


class TextChange(Part):
    """One text before and after; sizes are set where it would else not fit."""

    slide: int
    shape: str
    lines: tuple[Line, ...]
    shrink: float = 1.0
    """Share of the sizes that its words have."""


class FileChange(Part):
    """Everything that is to change in a file, by numbers of slides before."""

    texts: tuple[TextChange, ...] = ()
    delete: tuple[int, ...] = ()
    move: tuple[tuple[int, int], ...] = ()

    @property
    def is_empty(self) -> bool:
        """Whether nothing is to change."""
        return not (self.texts or self.delete or self.move)
