"""The native twin of a deck of drawn slides, through edits of that deck."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import Any

from pptx import Presentation

from kasen.team import Earlier
from kasen.teams.slides.editing.twin import NATIVE, twin_of
from kasen.teams.slides.graphs.edit import build
from kasen.teams.slides.nodes.publisher import slide_hashes
from kasen.teams.slides.schemas.request import Request
from kasen.testing.deps import fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.office import FakeOffice
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import CSV, GOOD, PASSAGES, Cast, Done, made, outlines, plans, writes

OUTLINE = (
    ("title", "Tea"),
    ("bullets", "Shade"),
    ("chart", "Exports"),
    ("two_columns", "Risks"),
    ("bullets", "Buyers"),
)
LONG = "Shade keeps the light out of the garden before picking, and so the leaf keeps what it has. " * 3


def long_at(number: int) -> Any:
    """A storywriter whose slide of that number needs several native slides."""

    def write(request: Any) -> Any:
        said = writes(request)
        for one in said["slides"]:
            if one["number"] == number:
                one["points"] = [{"text": f"We say it: {LONG}"} for _ in range(8)]
        return said

    return write


_MADE: list[Done] = []


async def usual(folder: Path) -> Done:
    """A deck that several tests go on from; none of them changes it."""
    if not _MADE:
        _MADE.append(await deck(folder, storywriter=long_at(2)))
    return _MADE[0]


async def deck(folder: Path, **roles: Any) -> Done:
    prompt = {"slide_type": "Content", "main_title": "Tea", "visual_style": "A tea field in morning mist."}
    drawn = {"style": "Gouache.", "pictures": [{"number": n, "prompt": prompt, "alt": "Tea."} for n in range(1, 8)]}
    cast = {**GOOD, "planner": plans("data_analyst", "storywriter", "visualizer"), "visualizer": lambda _: drawn}
    cast |= {"storywriter_outline": outlines(*OUTLINE), **roles}
    return await made(folder, cast, csv=CSV, documents=PASSAGES, more={"draw": FakeDraw()}, images="full")


async def edited(
    before: Any, wish: str, *edits: dict[str, Any], office: FakeOffice | None = None, **request: Any
) -> Done:
    """Go on from that deck. Without an office nothing is rendered, which is half of the work of an edit."""
    result = before.result.model_dump(mode="json")
    earlier = Earlier(run_id="run_before", request={}, result=result, artifacts=before.deps.artifacts)
    cast = Cast({"editor": lambda _: {"reply": "Done.", "edits": list(edits)}})
    deps = fake_deps(model=ScriptedModel(cast, id="scripted:e"), office=office, earlier=earlier)
    deps = replace(deps, draw=FakeDraw())
    state = await build().compile().ainvoke({"request": Request(wish=wish, **request)}, context=deps)
    return Done(state["result"], state, deps, cast)


def twin(done: Any, version: int = 0) -> bytes:
    data: bytes = done.deps.artifacts.versions[NATIVE][version - 1][0]
    return data


def titles(pptx: bytes) -> list[str]:
    return [slide.shapes.title.text_frame.text for slide in Presentation(io.BytesIO(pptx)).slides]


def words(pptx: bytes, position: int) -> str:
    shapes = Presentation(io.BytesIO(pptx)).slides[position - 1].shapes
    return "\n".join(shape.text_frame.text for shape in shapes if shape.has_text_frame)


def kinds(done: Any) -> list[str]:
    return [slide.kind for slide in done.result.deck.slides]


async def test_words_that_change_on_a_drawn_slide_change_in_its_native_twin_and_nowhere_else(tmp_path: Path) -> None:
    first = await usual(tmp_path)
    assert set(kinds(first)[:-1]) == {"image"}
    chart = titles(twin(first)).index("Exports") + 1
    number = [slide.title for slide in first.result.deck.slides].index("Exports") + 1  # type: ignore[union-attr]
    after = await edited(first, f"slide {number}: title: Exports of ten years", office=FakeOffice())
    assert [len(after.deps.artifacts.versions[name]) for name in ("deck.pptx", NATIVE)] == [2, 2]
    assert twin(after, 1) == twin(first, 1)
    was, now = slide_hashes(twin(after, 1)), slide_hashes(twin(after, 2))
    assert [n for n, (a, b) in enumerate(zip(was, now, strict=True), start=1) if a != b] == [chart]
    assert titles(twin(after))[chart - 1] == "Exports of ten years"
    slide = Presentation(io.BytesIO(twin(after))).slides[chart - 1]
    assert any(shape.has_chart for shape in slide.shapes), "its chart is still one"
    assert slide.notes_slide.notes_text_frame.text.count("Exports of ten years") == 0, "the notes are what is said"
    assert not after.result.notes
    last = await twin_of(after.deps, 2)
    assert last is not None
    assert [one.title for one in last[1].deck.slides] == titles(twin(after))


async def test_a_twin_that_was_split_is_changed_moved_and_deleted_as_the_one_slide_that_it_is(tmp_path: Path) -> None:
    first = await usual(tmp_path)
    native, whole = titles(twin(first)), [slide.title for slide in first.result.deck.slides]  # type: ignore[union-attr]
    parts = [title for title in native if title.startswith("Shade (")]
    assert len(parts) > 1
    assert whole.count("Shade") == 1, "drawn, it is one"
    renamed = await edited(first, "slide 2: title: Shadow")
    assert titles(twin(renamed)) == [title.replace("Shade", "Shadow") for title in native]
    edits = {"slide": 2, "action": "move", "to": 4}, {"slide": 3, "action": "delete"}
    moved = await edited(renamed, "Shadow later, and no exports", *edits)
    rest = [title for title in native if title not in (*parts, "Exports")]
    shadows = [title.replace("Shade", "Shadow") for title in parts]
    assert titles(twin(moved)) == [*rest[:3], *shadows, *rest[3:]]
    assert [slide.title for slide in moved.result.deck.slides][3] == "Shadow"  # type: ignore[union-attr]
    back = await edited(moved, "restore 1", restore=1)
    assert twin(back) == twin(first)
    assert len(back.deps.artifacts.versions[NATIVE]) == len(back.deps.artifacts.versions["deck.pptx"]) == 4


async def test_columns_of_the_twin_stay_when_the_drawn_slide_gets_another_title(tmp_path: Path) -> None:
    first = await usual(tmp_path)
    number = [slide.title for slide in first.result.deck.slides].index("Risks") + 1  # type: ignore[union-attr]
    place = titles(twin(first)).index("Risks") + 1
    before = words(twin(first), place)
    after = await edited(first, f"slide {number}: title: Dangers")
    assert words(twin(after), place) == before.replace("Risks\n", "Dangers\n", 1)


async def test_another_picture_of_the_same_words_leaves_the_twin_as_it_is(tmp_path: Path) -> None:
    first = await usual(tmp_path)
    after = await edited(first, "night", {"slide": 2, "action": "picture", "change": "make it night"})
    assert after.result.versions[-1].number == 2
    assert len(after.deps.artifacts.versions[NATIVE]) == 1, "the same bytes are the same version"
    assert twin(after) == twin(first)
    then = await edited(after, "slide 2: title: Shadow")
    assert titles(twin(then))[1].startswith("Shadow"), "and are found again for the next edit"


async def test_of_a_deck_whose_twin_was_not_kept_as_data_the_twin_stays_and_that_is_said(tmp_path: Path) -> None:
    first = await usual(tmp_path)
    older = fake_deps()
    held = first.deps.artifacts.versions
    older.artifacts.versions.update({name: held[name] for name in held if name != "_native_1.json"})
    after = await edited(replace(first, deps=older), "slide 2: title: Shadow")
    assert twin(after) == twin(first)
    assert [note for note in after.result.notes if "deck.native.pptx" in note]


async def test_a_deck_of_native_slides_has_no_twin(tmp_path: Path) -> None:
    first = await made(tmp_path, GOOD)
    after = await edited(first, "slide 3: title: One")
    assert not [name for one in (first, after) for name in one.deps.artifacts.versions if "native" in name]
    assert not [note for note in after.result.notes if "native" in note]
