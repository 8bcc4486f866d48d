"""What the slides team gives."""

from __future__ import annotations

from typing import Literal

from kasen.teams.slides.schemas.arrangement import Problem
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.schemas.envelope import Envelope, Plan
from kasen.teams.slides.schemas.findings import Drawn, Figure
from kasen.teams.slides.schemas.part import Lang, Part

Outcome = Literal["deck", "marked", "answered"]
"""`marked`: a deck on which something is missing, and says so; `answered`: the coordinator only talked."""


class SlidePicture(Part):
    """One slide as it is rendered, and what identifies it in the file."""

    slide_id: str
    artifact: str
    """PNG; empty where nothing renders on this machine."""
    sha256: str
    """Of the slide's part in the .pptx."""


class Version(Part):
    """One state of the deck; number n is version n of the artifact `deck.pptx`."""

    number: int
    made: str
    what: str
    """The wish, one line."""
    changed: tuple[str, ...] = ()
    """Ids of slides whose parts differ from those of the version before."""
    told: str = ""
    """What became of which slides, by their numbers, in the language of the run."""
    run_id: str = ""


class Cost(Part):
    """What one model has cost in one role; the fields are those of `kasen.team.RoleCost`."""

    role: str
    by: str
    calls: int
    input_tokens: int
    output_tokens: int
    usd: float | None
    answered: bool = True


class Result(Part):
    """A deck, and what is to be known of it."""

    outcome: Outcome
    reply: str = ""
    """What the run ends with: what was made or changed; without a deck what the coordinator said."""
    lang: Lang
    deck: Deck | None = None
    unchanged: bool = False
    """True where the run made nothing: nothing of it is to be copied anywhere."""
    called: str = ""
    """What its files are called where they are copied to; empty for the words of the wish."""
    foreign: bool = False
    """True for a deck that no run made: its words are changed where they stand."""
    plan: Plan | None = None
    figures: tuple[Figure, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    template: str = ""
    renders: tuple[SlidePicture, ...] = ()
    rendered_by: str = ""
    """`LibreOffice 7.4.7`; empty where nothing rendered it."""
    problems: tuple[Problem, ...] = ()
    """What the checks still find."""
    repaired: tuple[str, ...] = ()
    """What was mended on the way, one line each."""
    notes: tuple[str, ...] = ()
    """What the user should know, in their language."""
    artifacts: tuple[Envelope, ...] = ()
    versions: tuple[Version, ...] = ()
    costs: tuple[Cost, ...] = ()
    seconds: float = 0.0
