from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from kasen.models.images import Image, ImageRequest, NoImage
from kasen.teams.slides.editing.changing import Workbench
from kasen.teams.slides.editing.speaking import said_of
from kasen.teams.slides.schemas.deck import Chart, Deck, PictureUse, Point, Ref, Series, Slide
from kasen.teams.slides.schemas.edit import EditorOutput
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.outputs import ThoughtSignature
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from kasen.testing.deps import fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.providers.png import png

CHART = Chart(id="C1", kind="column", categories=("a",), series=(Series(name="s", values=(1.0,)),))
SLIDES = (Slide(id="s-01", kind="title", title="Tea"), Slide(id="s-02", kind="chart", title="Year", chart=CHART))
DESIGN = read(bundled("light"), name="light", bundled=True, lang="en")


async def changed(*edits: dict[str, Any]) -> tuple[list[Any], Workbench]:
    deck = Deck(title="Tea", lang="en", slides=SLIDES)
    bench = Workbench(fake_deps(), "wish", DESIGN, deck, (), ())
    said = EditorOutput.model_validate({"reply": "", "edits": list(edits)})
    return (await bench.changes(said, by="m", exact=True))[0], bench


async def test_a_chart_keeps_its_data_in_another_form() -> None:
    [change], _ = await changed({"slide": 2, "action": "chart", "chart": "pie"})
    assert change.after[0].chart == CHART.model_copy(update={"kind": "pie"})


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        ({"slide": 9, "action": "delete"}, "no slide 9"),
        ({"slide": 1, "action": "chart", "chart": "pie"}, "no chart"),
        ({"slide": 2, "action": "chart", "chart": "scatter"}, "cannot be drawn"),
        ({"slide": 1, "action": "picture", "change": "x"}, "no picture"),
    ],
)
async def test_what_cannot_be_done_is_left_alone_and_told(edit: dict[str, Any], why: str) -> None:
    changes, bench = await changed(edit)
    assert changes == []
    assert why in bench.notes[0]


async def test_a_deck_never_loses_all_its_slides() -> None:
    changes, bench = await changed({"slide": 1, "action": "delete"}, {"slide": 2, "action": "delete"})
    assert changes == []
    assert bench.notes


POINTS = (Point(text="Exports rose.", refs=("P1",), by="a:model"), Point(text="Quoted.", refs=("P1",), by="rule"))
BULLETS = Slide(
    id="s-02", kind="bullets", title="Old", message="Tea goes abroad.", points=POINTS, refs=("P1",),
    marks=("No chart: the analysis of the data failed.",), notes="Say it.", by="a:model",
)  # fmt: skip
TOLD = Deck(
    title="Tea", lang="en", slides=(SLIDES[0], BULLETS), refs=(Ref(id="P1", kind="passage", quote="Exports rose."),)
)


async def edited(*edits: dict[str, Any], by: str = "rule") -> list[Any]:
    bench = Workbench(fake_deps(), "wish", DESIGN, TOLD, (), ())
    said = EditorOutput.model_validate({"reply": "", "edits": list(edits)})
    return (await bench.changes(said, by=by, exact=True))[0]


async def test_another_title_leaves_sources_marks_and_who_wrote_what() -> None:
    said = said_of(2, BULLETS).model_copy(update={"title": "New"})
    [change] = await edited({"slide": 2, "action": "rewrite", "said": said.model_dump()})
    [after] = change.after
    assert after.title == "New"
    assert (after.refs, after.points, after.marks, after.message) == (("P1",), POINTS, BULLETS.marks, BULLETS.message)


async def test_new_words_are_by_who_wrote_them_and_what_was_missing_is_not_any_more() -> None:
    said = said_of(2, BULLETS)
    points = [said.points[0], said.points[1].model_copy(update={"text": "Written anew."})]
    new = said.model_copy(update={"points": points})
    [change] = await edited({"slide": 2, "action": "rewrite", "said": new.model_dump()}, by="b:model")
    assert [(one.text, one.by) for one in change.after[0].points] == [
        ("Exports rose.", "a:model"), ("Written anew.", "b:model"),
    ]  # fmt: skip
    assert change.after[0].marks == ()


async def test_several_changes_of_one_slide_are_all_made() -> None:
    title = said_of(2, BULLETS).model_copy(update={"title": "New"})
    notes = title.model_copy(update={"notes": "Say more."})
    [change] = await edited(
        {"slide": 2, "action": "rewrite", "said": title.model_dump()},
        {"slide": 2, "action": "notes", "said": notes.model_dump()},
        {"slide": 2, "action": "move", "to": 1},
    )
    assert (change.before, change.moved_to) == (BULLETS, 1)
    assert (change.after[0].title, change.after[0].notes) == ("New", "Say more.")


async def test_a_slide_that_is_deleted_is_changed_no_further() -> None:
    title = said_of(2, BULLETS).model_copy(update={"title": "New"})
    [change] = await edited(
        {"slide": 2, "action": "delete"}, {"slide": 2, "action": "rewrite", "said": title.model_dump()}
    )
    assert change.after == ()


def pictured(number: int, artifact: str) -> tuple[Slide, Drawn]:
    """A slide with a picture, and what is known of how it was drawn."""
    use = PictureUse(artifact=artifact, version=1, alt="Tea.", width=64, height=36, media_type="image/png")
    slide = Slide(id=f"s-0{number}", kind="bullets", title=f"Tea {number}", picture=use)
    signature = ThoughtSignature(seed=1, base_prompt=f"tea {number}", model_version="m", api_thought_signature="")
    return slide, Drawn(slide_id=slide.id, use=use, signature=signature, prompt=f"tea {number}")


class Together(FakeDraw):
    """A painter who begins no picture before `wanted` of them were asked for, and notes the most at once."""

    def __init__(self, wanted: int) -> None:
        super().__init__()
        self.wanted, self.at_once, self.most = asyncio.Event(), 0, 0
        self.count = wanted

    async def __call__(self, request: ImageRequest, /, *, role: str) -> Image | NoImage:
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        if self.at_once == self.count:
            self.wanted.set()
        await asyncio.wait_for(self.wanted.wait(), 10)
        done = await super().__call__(request, role=role)
        self.at_once -= 1
        return done


async def redrawn(draw: Together, artifacts: list[str], *edits: dict[str, Any]) -> tuple[list[Any], Workbench]:
    made = [pictured(number, artifact) for number, artifact in enumerate(artifacts, start=1)]
    deps = replace(fake_deps(), draw=draw)
    for name in dict.fromkeys(artifacts):
        await deps.artifacts.write(name, png(64, 36), "image/png")
    deck = Deck(title="Tea", lang="en", slides=tuple(slide for slide, _ in made))
    bench = Workbench(deps, "wish", DESIGN, deck, (), [drawn for _, drawn in made])
    said = EditorOutput.model_validate({"reply": "", "edits": [{"action": "picture", **one} for one in edits]})
    return (await bench.changes(said, by="m"))[0], bench


async def test_pictures_of_several_slides_are_drawn_at_once_and_told_in_order() -> None:
    draw = Together(3)
    edits = [{"slide": n, "change": f"make it night {n}"} for n in (3, 1, 2)]
    changes, bench = await redrawn(draw, ["a.png", "b.png", "c.png"], {"slide": 9, "change": "x"}, *edits)
    assert draw.most == 3
    assert [change.position for change in changes] == [1, 2, 3]
    assert [one.slide_id for one in bench.fresh] == ["s-03", "s-01", "s-02"]
    assert len(bench.notes) == 1
    again, _ = await bench.changes(
        EditorOutput.model_validate({"reply": "", "edits": [{"action": "picture", **one} for one in edits]}), by="m"
    )
    assert [one.after for one in again] == [one.after for one in changes]
    assert len(draw.asked) == 3, "said again, nothing is drawn again"


async def test_changes_of_one_picture_are_drawn_one_after_the_other() -> None:
    draw = Together(1)
    edits = [{"slide": 1, "change": "make it night"}, {"slide": 1, "change": "add a moon"}, {"slide": 2, "change": "x"}]
    changes, _ = await redrawn(draw, ["picture-s-02.png"] * 2, *edits)
    assert (draw.most, len(draw.asked)) == (1, 3)
    assert [change.position for change in changes] == [1, 2]
