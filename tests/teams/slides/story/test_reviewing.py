from __future__ import annotations

from typing import Any

import pytest

from kasen.teams.slides.schemas.arrangement import Capacity
from kasen.teams.slides.schemas.brief import About, SlideBrief
from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.outputs import OutlineOutput, SlideSaid
from kasen.teams.slides.story.composing import Shelf
from kasen.teams.slides.story.pool import numbered
from kasen.teams.slides.story.reviewing import Review
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import FakeDeps, fake_deps
from teams.slides.bench import PASSAGES, hits

DESIGN = read(bundled("light"), name="light", bundled=True, lang="en")
POOL = numbered(hits(), [], "en")
SAID = SlideSaid(number=2, title="T", notes="n")


async def handed() -> FakeDeps:
    deps = fake_deps()
    await deps.evidence.add(hits())
    return deps


def review(lang: Any = "en", wish: str = "Plant 40 trees") -> Review:
    shelf = Shelf(outline=OutlineOutput(title="Tea", slides=[]), pool=POOL, figures=[], lang=lang)
    return Review(DESIGN, shelf, wish, About(wish=wish))


def brief(**changed: Any) -> SlideBrief:
    room = Capacity(title=40, points=6, line=70, lines=10)
    fields = {"number": 2, "kind": "bullets", "title": "Shade", "message": "", "capacity": room}
    return SlideBrief.model_validate({**fields, "passages": ("P1", "P2", "P3"), **changed})


def slide(*points: tuple[str, tuple[str, ...]], **changed: Any) -> Slide:
    made = tuple(Point(text=text, refs=refs, by="m") for text, refs in points)
    return Slide.model_validate(
        {"id": "s-02", "kind": "bullets", "title": "Shade", "points": made, "by": "m", **changed}
    )


GOOD = ("Tea gardens are covered for about 20 days before picking.", ("P1",))


async def test_what_its_source_says_has_no_findings() -> None:
    assert await review().findings(await handed(), slide(GOOD), brief(), SAID) == []


@pytest.mark.parametrize(
    ("points", "changed", "kind"),
    [
        ([("Covered for 35 days.", ("P1",))], {}, "number"),
        ([GOOD], {"title": "Shade for 35 days"}, "number"),
        ([("Tea gardens are not covered before picking.", ("P1",))], {}, "claim"),
        ([], {}, "empty"),
        ([GOOD, ("TBD", ())], {}, "placeholder"),
        ([("緑茶の輸出は伸びており、被覆の期間がその理由であると考えられている。", ())], {}, "language"),
        ([("Word " * 60, ())] * 12, {}, "length"),
    ],
)
async def test_each_defect_is_found(points: list[Any], changed: dict[str, Any], kind: str) -> None:
    found = await review().findings(await handed(), slide(*points, **changed), brief(), SAID)
    assert kind in {one.kind for one in found}
    assert {one.number for one in found} == {2}


async def test_a_slide_that_nobody_wrote_is_told() -> None:
    [found] = await review().findings(await handed(), slide(), brief(), None)
    assert (found.kind, found.severity) == ("empty", "critical")


async def test_numbers_of_the_wish_may_be_said() -> None:
    assert await review().findings(await handed(), slide(("We plant 40 trees.", ())), brief(), SAID) == []


async def test_what_does_not_hold_is_taken_out_and_told_and_the_rest_stays() -> None:
    held, deps = review(), await handed()
    points = [GOOD, ("Covered for 35 days.", ("P1",)), ("Gardens are not covered before picking.", ("P1",))]
    spoken = "Remember the 35 days. It is good tea."
    [settled] = await held.settled(deps, [slide(*points, message="All 77 of us.", notes=spoken)], [brief()])
    assert [point.text for point in settled.points] == [GOOD[0]]
    assert (settled.message, settled.notes) == ("", "It is good tea.")
    assert len([line for line in held.dropped if "35" in line or "not covered" in line]) >= 2


async def test_a_citation_that_has_nothing_to_do_with_it_goes_and_the_words_stay() -> None:
    held = review()
    [settled] = await held.settled(await handed(), [slide(("We shall ask our partners.", ("P3",)))], [brief()])
    assert [(point.text, point.refs) for point in settled.points] == [("We shall ask our partners.", ())]


async def test_every_claim_goes_to_the_ledger() -> None:
    deps = await handed()
    await review().settled(deps, [slide(GOOD)], [brief()])
    [claim] = deps.evidence.claims
    assert (claim.text, claim.support) == (GOOD[0], "supported")
    assert PASSAGES["Shading"].startswith(GOOD[0])
