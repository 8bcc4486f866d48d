from __future__ import annotations

from typing import Any

import pytest

from kasen.errors import Refused
from kasen.teams.slides.making import ROUNDS, Workshop, made
from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import fake_deps
from kasen.testing.office import FakeOffice

DATA = bundled("light")
SHOP = Workshop(read(DATA, name="light", bundled=True, lang="en"), DATA, {})
SLIDES = (
    Slide(id="s-01", kind="title", title="Tea"),
    Slide(id="s-02", kind="bullets", title="Body", points=(Point(text="One"), Point(text="Two")), notes="Say it."),
)
DECK = Deck(title="Tea", lang="en", slides=SLIDES)


async def done(office: Any, deck: Deck = DECK) -> Any:
    return await made(fake_deps(office=office), deck, SHOP)


async def test_a_deck_that_fits_is_built_and_looked_at_once() -> None:
    office = FakeOffice()
    found = await done(office)
    assert sorted(office.asked) == ["measure", "render"]
    assert found.rendering is not None
    assert [one.slide.id for one in found.arrangements] == ["s-01", "s-02"]
    assert found.repaired == []


async def test_what_is_measured_too_high_is_fitted_tighter_a_few_times_and_the_deck_is_never_lost() -> None:
    first = await done(FakeOffice())
    frames = first.arrangements[1].frames
    place = next(n for n, frame in enumerate(frames) if frame.content == "points")
    box = frames[place].box
    office = FakeOffice({(2, n): (box.x, box.y, box.w, box.h * 2) for n in range(len(frames))})
    found = await done(office)
    assert 2 <= office.asked.count("render") <= ROUNDS + 1
    assert found.pptx
    assert any("slide 2" in line for line in found.repaired)
    assert any(problem.kind in ("overflow", "outside", "collision") for problem in found.problems)


async def test_a_slide_that_had_to_be_split_is_told() -> None:
    points = tuple(Point(text=f"Point {n} with a good many words in it, to take its room. " * 3) for n in range(24))
    deck = DECK.model_copy(update={"slides": (SLIDES[0], SLIDES[1].model_copy(update={"points": points}))})
    found = await done(FakeOffice(), deck)
    assert len(found.arrangements) > 2
    assert any("Body" in line and "split" in line for line in found.repaired)


async def test_without_an_office_the_file_is_made_and_it_is_said() -> None:
    found = await done(None)
    assert found.rendering is None
    assert any("LibreOffice" in note for note in found.notes)


@pytest.mark.parametrize("error", [Refused("it crashed"), Refused("it took too long.")])
async def test_an_office_that_fails_costs_the_look_and_not_the_file(error: Refused) -> None:
    found = await done(FakeOffice(error=error))
    assert found.pptx
    assert str(error).rstrip(".") in found.notes[0]
