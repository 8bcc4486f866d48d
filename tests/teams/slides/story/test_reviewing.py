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


async def test_a_name_that_stands_nowhere_leaves_the_notes_and_is_marked_on_a_point() -> None:
    deps, made = await handed(), slide(GOOD, ("Sarah Mitchell leads the work.", ()), notes="Ask Dr. Keller. We go on.")
    found = [one for one in await review().findings(deps, made, brief(), SAID) if one.kind == "source"]
    assert "Sarah Mitchell" in found[0].text
    judge = review()
    [kept] = await judge.settled(deps, [made], [brief()])
    assert [point.text for point in kept.points] == [GOOD[0], "Sarah Mitchell leads the work."]
    assert kept.marks == ("Not in the sources, data or wish: Sarah Mitchell",)
    assert kept.notes == "We go on."
    assert len(judge.dropped) == 1
    asked = review(wish="Sarah Mitchell leads it, Dr. Keller helps")
    [known] = await asked.settled(deps, [made], [brief()])
    assert (known.marks, known.notes) == ((), made.notes)


async def test_messages_and_notes_are_held_against_what_the_slide_cites() -> None:
    turned = "The cover does not keep the light out."
    made = slide(GOOD, message=turned, notes=f"We shade. {turned}")
    judge = review()
    found = await judge.findings(await handed(), made, brief(), SAID)
    assert [one.kind for one in found] == ["claim"]
    [kept] = await judge.settled(await handed(), [made], [brief()])
    assert (kept.message, kept.notes) == ("", "We shade.")
    free = slide(message=turned, notes=turned)
    [kept] = await review().settled(await handed(), [free], [brief()])
    assert kept.message == turned, "what cites nothing is held against nothing"
