"""Pictures of a deck changed by a wish (Deep Edit), on a provider that records what it is sent."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from kasen.team import Earlier
from kasen.teams.slides.graphs.edit import build
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.schemas.result import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.ledger import MemoryLedger
from kasen.testing.office import FakeOffice
from kasen.testing.providers import Fake, Reply, png, serving
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import CSV, GOOD, Cast, Done, made, outlines, plans
from teams.slides.editing.by_hand import hashes
from teams.slides.pictures.scenes import painter

SIGNATURE = bytes(range(200)) + b"\xff\xfe"
STYLE = "A terraced tea field in morning mist, soft light from the left, muted greens."


@dataclass
class Edited:
    result: Result
    deps: FakeDeps
    cast: Cast


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def pictures(*numbers: int) -> Any:
    prompt = {"slide_type": "Content", "main_title": "Tea", "visual_style": STYLE}
    said = [{"number": n, "prompt": prompt, "alt": "A tea field.", "aspect": "4:3"} for n in numbers]
    return lambda _: {"style": "Gouache.", "pictures": said}


async def deck(folder: Path, draw: Any, *numbers: int, **request: Any) -> Done:
    outline = outlines(("title", "Tea"), ("bullets", "Shade"), ("picture", "Fields"), ("bullets", "Buyers"))
    planner = plans("data_analyst", "storywriter", "visualizer")
    roles = {**GOOD, "planner": planner, "storywriter_outline": outline, "visualizer": pictures(*numbers)}
    return await made(folder, roles, csv=CSV, more={"draw": draw}, **request)


async def edited(before: Any, draw: Any, wish: str, *edits: dict[str, Any], **request: Any) -> Edited:
    result = before.result.model_dump(mode="json")
    earlier = Earlier(run_id="run_before", request={}, result=result, artifacts=before.deps.artifacts)
    cast = Cast({"editor": lambda _: {"reply": "Done.", "edits": list(edits)}})
    deps = fake_deps(model=ScriptedModel(cast, id="scripted:e"), office=FakeOffice(), earlier=earlier)
    deps = replace(deps, draw=draw if isinstance(draw, FakeDraw) else painter(draw, deps.artifacts))
    state = await build().compile().ainvoke({"request": Request(wish=wish, **request)}, context=deps)
    return Edited(state["result"], deps, cast)


def file(one: Any, version: int = 0) -> bytes:
    data: bytes = one.deps.artifacts.versions["deck.pptx"][version - 1][0]
    return data


def with_picture(result: Result) -> int:
    assert result.deck is not None
    return next(n for n, one in enumerate(result.deck.slides, start=1) if one.picture is not None)


def signature(part: dict[str, Any]) -> bytes:
    return base64.urlsafe_b64decode(part.get("thoughtSignature") or part["thought_signature"])


async def test_a_picture_is_changed_by_who_drew_it_and_only_its_slide_changes(fake: Fake, tmp_path: Path) -> None:
    fake.answer(Reply(images=(png(64, 48, (60, 94, 74)),), signature=SIGNATURE), provider="google")
    before = fake_deps()
    draw = painter(fake, before.artifacts, ledger=MemoryLedger())
    first = await deck(tmp_path, draw, 3)
    number = with_picture(first.result)
    fake.answer(Reply(images=(png(64, 48, (9, 9, 90)),), signature=b"second"), provider="google")
    change = {"slide": number, "action": "picture", "change": "make it night"}
    once = await edited(first, fake, f"slide {number}: the picture at night", change)
    base, deep = fake.calls[-2].body, fake.calls[-1].body
    [known] = [one for one in first.result.drawn if one.use is not None]
    assert known.signature is not None
    assert deep["generationConfig"]["seed"] == known.signature.seed == base["generationConfig"]["seed"]
    assert deep["contents"][0] == base["contents"][0], "the first prompt, as it was sent"
    assert known.signature.base_prompt in deep["contents"][0]["parts"][0]["text"]
    assert signature(deep["contents"][1]["parts"][-1]) == SIGNATURE
    text, *shown = deep["contents"][2]["parts"]
    assert "make it night" in text["text"]
    assert shown
    assert all("inlineData" in part or "inline_data" in part for part in shown), "the reference is sent again"
    old, new = hashes(file(once, 1)), hashes(file(once, 2))
    differ = {name for name in {*old, *new} if old.get(name) != new.get(name)}
    slide = f"slide{number}.xml"
    others = [one for one in differ if not (one.endswith((slide, f"{slide}.rels")) or one.startswith("ppt/media/"))]
    assert others == []
    assert once.result.reply == f"Version 2: slide {number} changed. Done."
    twice = await edited(once, fake, "once more", {**change, "change": "add a moon"})
    assert twice.result.outcome != "answered"
    assert [one.number for one in twice.result.versions] == [1, 2, 3]
    assert "add a moon" in fake.calls[-1].body["contents"][-1]["parts"][0]["text"]
    assert [one["role"] for one in fake.calls[-1].body["contents"]] == ["user", "model"] * 2 + ["user"]


async def test_a_picture_of_an_older_version_is_what_is_changed_after_that_was_taken_back(tmp_path: Path) -> None:
    draw = FakeDraw()
    first = await deck(tmp_path, draw, 3)
    number = with_picture(first.result)
    change = {"slide": number, "action": "picture", "change": "make it night"}
    once = await edited(first, draw, "night", change)
    back = await edited(once, draw, "restore 1", restore=1)
    again = await edited(back, draw, "more", {**change, "change": "add a moon"})
    assert again.result.versions[-1].number == 4
    asked = draw.asked[-1]
    assert asked.sitting.turns == ()
    assert [one.data for one in asked.references] == [await first.deps.artifacts.read(f"picture-s-0{number}.png", 1)]


async def test_words_of_a_slide_that_is_a_picture_change_in_the_picture(tmp_path: Path) -> None:
    draw = FakeDraw()
    first = await deck(tmp_path, draw, *range(1, 8), images="full")
    assert first.result.deck is not None
    number = next(n for n, one in enumerate(first.result.deck.slides, start=1) if one.kind == "image")
    drawn = len(draw.asked)
    after = await edited(first, draw, f"slide {number}: title: Tea for everybody")
    assert len(draw.asked) == drawn + 1
    assert "Tea for everybody" in draw.asked[-1].prompt
    assert after.result.deck is not None
    slide = after.result.deck.slides[number - 1]
    assert (slide.title, slide.kind) == ("Tea for everybody", "image")
    assert slide.picture is not None
    assert "Tea for everybody" in slide.picture.alt
    assert file(after, 1) != file(after, 2)


async def test_where_nobody_draws_a_picture_stays_and_that_is_said(tmp_path: Path) -> None:
    first = await deck(tmp_path, FakeDraw(), 3)
    number = with_picture(first.result)
    refuses = FakeDraw(fails={"": "safety"})
    change = {"slide": number, "action": "picture", "change": "darker"}
    after = await edited(first, refuses, "darker", change)
    assert after.result.outcome == "answered"
    assert any("filter" in note for note in after.result.notes)
    assert len(after.deps.artifacts.versions["deck.pptx"]) == 1
