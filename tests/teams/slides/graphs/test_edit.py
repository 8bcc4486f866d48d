"""Edits of a deck that a run made: one slide changes, every other part stays byte for byte."""

from __future__ import annotations

import hashlib
import io
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from pptx import Presentation

from kasen.errors import InputError
from kasen.models.provider import ModelRequest
from kasen.team import Earlier
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.graphs.edit import build
from kasen.teams.slides.schemas.request import Request
from kasen.teams.slides.schemas.result import Result
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice
from kasen.testing.scripted import ScriptedModel
from teams.slides.bench import CSV, GOOD, PASSAGES, Cast, Done, Reply, made


@dataclass
class Edited:
    result: Result
    deps: FakeDeps
    cast: Cast

    def deck(self, version: int = 0) -> bytes:
        return self.deps.artifacts.versions["deck.pptx"][version - 1][0]

    @property
    def titles(self) -> list[str]:
        return [slide.shapes.title.text for slide in Presentation(io.BytesIO(self.deck())).slides]


async def edited(
    before: Done | Edited, wish: str, roles: Mapping[str, Reply | Sequence[Reply]] | None = None, **request: Any
) -> Edited:
    earlier = Earlier(
        run_id="run_before",
        request={},
        result=before.result.model_dump(mode="json"),
        artifacts=before.deps.artifacts,
    )
    cast = Cast(roles or {})
    model = None if roles is None else ScriptedModel(cast, id="scripted:editor")
    deps = fake_deps(model=model, lang=before.result.lang, office=FakeOffice(), earlier=earlier)
    await deps.evidence.add([])
    deps.evidence.__dict__.update(before.deps.evidence.__dict__)
    asked = Request(wish=wish, **request)
    state = await build().compile().ainvoke({"request": asked}, {"recursion_limit": 50}, context=deps)
    return Edited(state["result"], deps, cast)


def parts(data: bytes) -> dict[str, str]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        return {name: hashlib.sha256(file.read(name)).hexdigest() for name in file.namelist()}


def slide_parts(data: bytes) -> list[str]:
    package = Package.opened(data)
    return [hashlib.sha256(package.parts[name]).hexdigest() for name in package.slides()]


@pytest.fixture
async def deck(tmp_path: Path) -> Done:
    return await made(tmp_path, GOOD, csv=CSV, documents=PASSAGES)


async def test_an_edited_slide_changes_and_no_other_part_does(deck: Done) -> None:
    after = await edited(deck, "slide 3: title: Shade is what makes it")
    assert after.titles[2] == "Shade is what makes it"
    old, new = parts(after.deck(1)), parts(after.deck(2))
    differ = {name for name in old if new.get(name) != old[name]}
    assert len(old) > 40
    assert differ == {"ppt/slides/slide3.xml"}
    assert set(new) == set(old)
    assert after.result.versions[-1].changed == ("s-03",)
    assert after.cast.asked == []
    assert "Shade makes the tea" in after.deps.artifacts.text("diff.md")
    assert "6 of 7" in after.deps.artifacts.text("diff.md")


async def test_an_edit_of_an_edit_keeps_all_versions_and_each_can_be_had_back(deck: Done) -> None:
    once = await edited(deck, "slide 3: title: One")
    twice = await edited(once, "slide 4: title: Two")
    assert [one.number for one in twice.result.versions] == [1, 2, 3]
    assert twice.titles[2:4] == ["One", "Two"]
    back = await edited(twice, "restore version 1", restore=1)
    assert slide_parts(back.deck()) == slide_parts(deck.deps.artifacts.versions["deck.pptx"][0][0])
    assert [one.number for one in back.result.versions] == [1, 2, 3, 4]
    assert back.result.deck is not None
    assert back.result.deck.slides[2].title == "Shade makes the tea"


async def test_a_version_that_never_was_cannot_be_had_back(deck: Done) -> None:
    with pytest.raises(InputError, match="no version 9"):
        await edited(deck, "restore", restore=9)


async def test_slides_are_deleted_and_moved_and_the_others_stay(deck: Done) -> None:
    after = await edited(deck, "delete slide 4")
    assert after.titles == [title for title in deck.titles if title != "Buyers pay more"]
    before = slide_parts(after.deck(1))
    assert slide_parts(after.deck(2)) == [*before[:3], *before[4:]]
    moved = await edited(deck, "move slide 2 to 5")
    assert slide_parts(moved.deck(2)) == [before[0], *before[2:5], before[1], *before[5:]]


async def test_a_chart_gets_another_form_with_the_same_data(deck: Done) -> None:
    after = await edited(deck, "slide 2: as a bar chart")
    [chart] = [shape.chart for shape in Presentation(io.BytesIO(after.deck())).slides[1].shapes if shape.has_chart]
    assert "BAR" in str(chart.chart_type)
    old, new = parts(after.deck(1)), parts(after.deck(2))
    assert all(new[name] == old[name] for name in old if name.startswith("ppt/slides/slide") and "slide2." not in name)


def rewrites(number: int, **said: Any) -> Reply:
    fields = {"number": number, "title": "New", "notes": "Spoken."}
    edit = {"slide": number, "action": "rewrite", "said": {**fields, **said}}
    return lambda _: {"reply": "Done.", "edits": [edit]}


async def test_a_model_rewrites_a_slide_in_known_words(deck: Done) -> None:
    points = [{"text": "Buyers abroad ask for powdered tea.", "sources": ["P2"]}]
    after = await edited(deck, "make slide 4 plainer", {"editor": rewrites(4, points=points)})
    assert after.titles[3] == "New"
    assert after.cast.asked == ["editor"]
    assert slide_parts(after.deck(2))[:3] == slide_parts(after.deck(1))[:3]


async def test_numbers_that_an_editor_invents_are_asked_about_and_left_out(deck: Done) -> None:
    lies = rewrites(4, points=[{"text": "Buyers pay 9,999 yen."}, {"text": "They come back."}])
    after = await edited(deck, "make slide 4 stronger", {"editor": lies})
    assert after.cast.asked == ["editor"] * 3
    assert "9,999" in after.cast.prompts("editor")[1]
    assert after.result.deck is not None
    assert "9,999" not in after.result.deck.model_dump_json(include={"slides"})
    assert any("9,999" in note for note in after.result.notes)


async def test_numbers_of_the_wish_and_of_the_slide_itself_may_stand(deck: Done) -> None:
    says = rewrites(3, points=[{"text": "Covered for about 20 days, 30 from next year."}])
    after = await edited(deck, "slide 3: say that it will be 30 days from next year", {"editor": says})
    assert after.result.deck is not None
    assert "30 from next year" in after.result.deck.slides[2].points[0].text


@pytest.mark.parametrize(
    "reply",
    [
        {"reply": "x", "edits": [{"slide": 99, "action": "delete"}]},
        {"reply": "Which slide?", "edits": []},
        {"reply": "x", "edits": [{"slide": n, "action": "delete"} for n in range(1, 8)]},
        {"reply": "x", "edits": [{"slide": 3, "action": "chart", "chart": "pie"}]},
        {"reply": "x", "edits": [{"slide": 3, "action": "picture", "change": "darker"}]},
        {"reply": "x", "edits": [{"slide": 3, "action": "rewrite"}]},
    ],
)
async def test_what_makes_no_sense_changes_nothing_and_says_so(deck: Done, reply: dict[str, Any]) -> None:
    after = await edited(deck, "do something", {"editor": lambda _: reply})
    assert after.result.outcome == "answered"
    assert after.result.reply
    assert len(after.deps.artifacts.versions["deck.pptx"]) == 1


async def test_without_a_model_free_wording_changes_nothing_and_tells_the_forms(deck: Done) -> None:
    after = await edited(deck, "make it nicer")
    assert after.result.outcome == "answered"
    assert "replace" in after.result.reply


@pytest.mark.parametrize(
    ("wish", "said"),
    [
        ("slide 99: title: X", "there is no slide 99; the deck has "),
        ("move slide 2 to 99", "there is no slide 99; the deck has "),
        ("スライド99を短くして", "there is no slide 99; the deck has "),
        ('slide 3: replace "no such words" with "b"', "“no such words” does not stand on slide 3"),
        ("move slide 3 to 3", "slide 3 is so already"),
    ],
)
async def test_an_order_that_changes_nothing_says_why_and_asks_nobody(deck: Done, wish: str, said: str) -> None:
    after = await edited(deck, wish, {"editor": lambda _: {"reply": "x", "edits": []}})
    assert after.result.outcome == "answered"
    assert said in after.result.reply
    assert after.cast.asked == []
    assert len(after.deps.artifacts.versions["deck.pptx"]) == 1


@pytest.mark.parametrize("wish", ["slide 3: as a line chart", "3枚目を折れ線グラフに"])
async def test_a_form_of_chart_for_a_slide_without_one_is_answered_so(deck: Done, wish: str) -> None:
    after = await edited(deck, wish)
    assert after.result.reply == "Nothing was changed: slide 3 has no chart."
    assert len(after.deps.artifacts.versions["deck.pptx"]) == 1


async def test_text_that_needs_more_room_is_split_and_the_parts_follow(deck: Done) -> None:
    long = [{"text": "Shade keeps the light out of the garden before picking. " * 3} for _ in range(14)]

    def rambles(_: ModelRequest) -> Any:
        return rewrites(3, points=long)(_)

    after = await edited(deck, "slide 3: much more", {"editor": rambles})
    assert len(after.titles) > 7
    before, now = slide_parts(after.deck(1)), slide_parts(after.deck(2))
    assert now[:2] == before[:2]
    assert now[-4:] == before[-4:]
