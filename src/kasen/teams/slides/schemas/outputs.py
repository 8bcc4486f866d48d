"""What roles reply, under the names of seed 002. What they say is checked by code before anything of it stands."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from kasen.teams.slides.schemas.deck import ChartKind, DiagramKind, SlideKind
from kasen.teams.slides.schemas.part import first

StepRole = Literal["researcher", "data_analyst", "storywriter", "visualizer"]


class CoordinatorOutput(BaseModel):
    """The coordinator: talks, asks back, or hands off."""

    reply: str = Field(description="What you say to the person, one to three sentences.")
    goto: Literal["planner", "ask", "end"] = Field(
        description="planner: the wish is clear enough; ask: one thing must be known first; end: no deck is wanted."
    )
    question: str = Field("", description="With `ask`: the one question.")
    options: Annotated[list[str], first(4)] = Field(
        default_factory=list, description="With `ask`: likely answers, each a few words."
    )
    title: str = Field("", description="A working title of the deck.")
    audience: str = Field("", description="Who will see it, where the person said so.")
    slides: int = Field(0, description="How many slides the person asked for; 0 where they did not say.")


class PlanStep(BaseModel):
    """One step, as the planner proposes it."""

    id: str = Field(description="S1, S2, …")
    role: StepRole
    title: str = Field(description="A few words.")
    instruction: str = Field(description="What the worker is to do, in two or three sentences.")
    inputs: Annotated[list[str], first(20)] = Field(
        default_factory=list, description="Names of the files or topics that it works on."
    )
    depends_on: Annotated[list[str], first(8)] = Field(
        default_factory=list, description="Ids of the steps whose results it needs."
    )


class PlannerOutput(BaseModel):
    """The plan."""

    title: str = Field(description="Title of the deck.")
    goal: str = Field(description="What the audience should know, believe or decide afterwards; one sentence.")
    slides: int = Field(description="How many slides, all counted.")
    steps: Annotated[list[PlanStep], first(12)]


class OutlineSlide(BaseModel):
    """One slide of the outline."""

    kind: SlideKind
    title: str = Field(description="The title as it will stand on the slide.")
    message: str = Field(description="The one thing that the slide says, a full sentence.")
    covers: str = Field("", description="What it takes up: topics, figures by id, questions.")
    figure: str = Field("", description="Id of the figure (F1, …) or column that it shows; empty for none.")


class OutlineOutput(BaseModel):
    """The storywriter's outline."""

    thinking: str = Field("", description="How the story runs, two or three sentences.")
    title: str
    subtitle: str = ""
    opening: str = Field("", description="What the speaker says over the title slide, two or three sentences.")
    slides: Annotated[list[OutlineSlide], first(80)]


class PointSaid(BaseModel):
    """One bullet."""

    text: str
    level: int = Field(0, description="0, or 1 for a detail of the point above.")
    sources: Annotated[list[str], first(8)] = Field(
        default_factory=list, description="Ids that were shown (P…, R…, F…) and on which this rests."
    )


class DiagramItemSaid(BaseModel):
    """One box of a diagram."""

    label: str
    text: str = ""


class SlideSaid(BaseModel):
    """What stands on one slide."""

    number: int = Field(description="Number of the slide in the outline.")
    title: str
    message: str = ""
    points: Annotated[list[PointSaid], first(16)] = Field(default_factory=list)
    left_heading: str = Field("", description="Only for two_columns.")
    left: Annotated[list[PointSaid], first(10)] = Field(default_factory=list)
    right_heading: str = Field("", description="Only for two_columns.")
    right: Annotated[list[PointSaid], first(10)] = Field(default_factory=list)
    figure: str = Field("", description="Id of the figure shown (F1, …); empty for none.")
    columns: Annotated[list[str], first(10)] = Field(
        default_factory=list, description="Only for a table of words: its column headings."
    )
    rows: Annotated[list[list[str]], first(30)] = Field(default_factory=list, description="Only for a table of words.")
    diagram: DiagramKind | None = None
    items: Annotated[list[DiagramItemSaid], first(8)] = Field(
        default_factory=list, description="Only for a diagram: its boxes, in order."
    )
    sources: Annotated[list[str], first(8)] = Field(
        default_factory=list, description="Ids on which message, boxes or rows rest; points have their own."
    )
    notes: str = Field(description="What the speaker says, three to six sentences.")


class StorywriterOutput(BaseModel):
    """Slides, written from the outline."""

    slides: Annotated[list[SlideSaid], first(80)]


class CritiqueItem(BaseModel):
    """One defect that the storywriter finds in its own slides."""

    number: int = Field(description="Number of the slide.")
    severity: Literal["critical", "major", "minor"]
    problem: str
    suggestion: str = ""


class StoryCritique(BaseModel):
    """What is wrong with the slides as they stand."""

    findings: Annotated[list[CritiqueItem], first(40)] = Field(default_factory=list)
    verdict: Literal["pass", "fail"]


class ResearchTask(BaseModel):
    """One question for the research team."""

    id: str = Field(description="R1, R2, …")
    question: str
    why: str = Field("", description="Which slide or decision it serves.")


class ResearchTaskList(BaseModel):
    """The questions of the researcher."""

    tasks: Annotated[list[ResearchTask], first(6)]


class FigureSaid(BaseModel):
    """One figure that the code hands over, described before it is computed."""

    id: str = Field(description="F1, F2, …: the id that the code gives it.")
    title: str
    kind: Literal["chart", "table", "number"]
    chart: ChartKind | None = None
    shows: str = Field(description="What it says, one sentence; no number that the code has not computed.")


class DataAnalystOutput(BaseModel):
    """The analysis: code that computes, and what its figures are for."""

    thinking: str = Field("", description="What the columns are and what is worth showing.")
    code: str = Field(description="Python that reads the tables and hands over the figures; see the rules.")
    figures: Annotated[list[FigureSaid], first(12)]


class StructuredImagePrompt(BaseModel):
    """The prompt for a picture of a slide (seed 002); `teams.slides.pictures` compiles it to Markdown."""

    slide_type: str = Field(description="`Title Slide`, `Content`, `Section`, `Data`, …")
    main_title: str
    sub_title: str | None = None
    contents: str | None = Field(None, description="Text that is drawn on the slide.")
    visual_style: str = Field(description="In English: composition, palette, mood, lighting.")


class ImageWish(BaseModel):
    """One picture for one slide."""

    number: int = Field(description="Number of the slide.")
    prompt: StructuredImagePrompt
    alt: str = Field(description="What the picture shows, for people who do not see it; one sentence.")
    aspect: Literal["16:9", "4:3", "1:1", "3:4", "9:16"] = "4:3"


class VisualizerOutput(BaseModel):
    """The visualizer's prompts."""

    style: str = Field("", description="What all pictures have in common, in English.")
    pictures: Annotated[list[ImageWish], first(80)]


class ThoughtSignature(BaseModel):
    """What makes a picture changeable later (seed 002, Deep Edit)."""

    seed: int
    base_prompt: str
    model_version: str
    api_thought_signature: str
    """The provider's opaque token, base64; empty for models that give none."""
