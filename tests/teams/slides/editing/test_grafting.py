from __future__ import annotations

from pathlib import Path

from kasen.teams.slides.editing.grafting import Stock, grafted
from kasen.teams.slides.editing.package import Package
from kasen.teams.slides.schemas.deck import Point
from kasen.teams.slides.schemas.edit import Change
from kasen.teams.slides.state import TEMPLATE
from teams.slides.bench import CSV, GOOD, PASSAGES, made

LONG = "Shade keeps the light out of the garden before picking. " * 3


async def test_parts_of_a_slide_get_ids_that_no_other_slide_has(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV, documents=PASSAGES)
    deck = done.result.deck
    assert deck is not None
    stock = Stock(done.state["design"], await done.deps.artifacts.read(TEMPLATE), {})
    old = done.deps.artifacts.versions["deck.pptx"][0][0]
    before = deck.slides[2]
    after = before.model_copy(update={"points": tuple(Point(text=f"{n} {LONG}") for n in range(14))})
    change = Change(position=3, before=before, after=(after,))
    result = grafted(old, deck, [change], stock, tight={})
    ids = [slide.id for slide in result.deck.slides]
    assert len(ids) == len(set(ids)) > len(deck.slides)
    assert ids[2:4] == [before.id, f"{before.id}.2"]
    assert set(result.of.values()) == {3}
    assert list(result.fresh) == list(result.of)
    assert len(Package.opened(result.pptx).slides()) == len(ids)


async def test_a_list_of_sources_that_is_put_back_keeps_every_source(tmp_path: Path) -> None:
    done = await made(tmp_path, GOOD, csv=CSV, documents=PASSAGES)
    deck = done.result.deck
    assert deck is not None
    stock = Stock(done.state["design"], await done.deps.artifacts.read(TEMPLATE), {})
    old = done.deps.artifacts.versions["deck.pptx"][0][0]
    before = deck.slides[-1]
    assert before.kind == "sources"
    after = before.model_copy(update={"points": tuple(Point(text=f"Source {n}. {LONG}") for n in range(60))})
    change = Change(position=len(deck.slides), before=before, after=(after,))
    result = grafted(old, deck, [change], stock, tight={})
    assert len(result.fresh) > 4
    shown = " ".join(point.text for one in result.fresh.values() for point in one.slide.points)
    assert [n for n in range(60) if f"Source {n}." not in shown] == []
