from __future__ import annotations

import hashlib
from typing import Any

from kasen.errors import Refused
from kasen.teams.slides.arranging import Arranger
from kasen.teams.slides.building.build import build
from kasen.teams.slides.editing.grafting import Stock
from kasen.teams.slides.editing.remaking import ROUNDS, Remade, remade
from kasen.teams.slides.schemas.deck import Deck, Point, Slide
from kasen.teams.slides.schemas.edit import Change
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice

DATA = bundled("light")
STOCK = Stock(read(DATA, name="light", bundled=True, lang="en"), DATA, {})
BODY = Slide(id="s-02", kind="bullets", title="Body", points=(Point(text="One"), Point(text="Two")), notes="Say it.")
DECK = Deck(title="Tea", lang="en", slides=(Slide(id="s-01", kind="title", title="Tea", notes="Tea"), BODY))
OLD = build(DATA, STOCK.design, DECK, Arranger(DECK, STOCK.design).arranged({}), pictures={})
CHANGE = Change(position=2, before=BODY, after=(BODY.model_copy(update={"title": "Other"}),))


async def done(office: Any) -> tuple[Remade, FakeDeps]:
    deps = fake_deps(office=office)
    return await remade(deps, OLD, DECK, [CHANGE], STOCK), deps


async def test_a_change_that_fits_is_made_and_looked_at_once() -> None:
    office = FakeOffice()
    found, _ = await done(office)
    assert sorted(office.asked) == ["measure", "render"]
    assert (found.problems, list(found.grafted.fresh)) == ([], [2])
    assert found.rendering is not None


async def test_what_stays_too_high_is_fitted_tighter_a_few_times_and_the_change_is_never_lost() -> None:
    first, _ = await done(FakeOffice())
    frames = first.grafted.fresh[2].frames
    place = next(n for n, frame in enumerate(frames) if frame.content == "points")
    box = frames[place].box
    office = FakeOffice({(2, n): (box.x, box.y, box.w, box.h * 2) for n in range(len(frames))})
    found, _ = await done(office)
    assert 2 <= office.asked.count("render") <= ROUNDS + 1
    assert found.problems
    assert found.grafted.deck.slides[1].title == "Other"


async def test_a_render_that_fails_is_told_and_costs_the_look_only() -> None:
    found, deps = await done(FakeOffice(error=Refused("it crashed")))
    assert found.rendering is None
    assert ["it crashed" in event.text for event in deps.events.of("warning")] == [True]
    assert hashlib.sha256(found.grafted.pptx).digest() != hashlib.sha256(OLD).digest()
