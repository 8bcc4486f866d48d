from __future__ import annotations

from pathlib import Path

from kasen.team import Earlier
from kasen.teams.slides.graphs.edit import build
from kasen.teams.slides.schemas.request import Request
from kasen.testing.deps import fake_deps
from kasen.testing.office import FakeOffice
from teams.slides.bench import CSV, GOOD, PASSAGES, Done, made, outlines


async def edited(before: Done, wish: str, **request: int) -> Done:
    result = before.result.model_dump(mode="json")
    earlier = Earlier(run_id="run_before", request={}, result=result, artifacts=before.deps.artifacts)
    deps = fake_deps(earlier=earlier, office=FakeOffice())
    state = await build().compile().ainvoke({"request": Request(wish=wish, **request)}, context=deps)
    return Done(state["result"], state, deps, before.cast)


async def test_an_agenda_that_still_lists_the_old_title_is_told_and_not_changed(tmp_path: Path) -> None:
    outline = outlines(
        ("title", "Tea"), ("agenda", "Agenda"), *(("bullets", one) for one in ("Shade", "Buyers", "Risks"))
    )
    deck = await made(tmp_path, {**GOOD, "storywriter_outline": outline}, documents=PASSAGES)
    agenda = next(n for n, slide in enumerate(deck.result.deck.slides, start=1) if slide.kind == "agenda")  # type: ignore[union-attr]
    number = deck.titles.index("Shade") + 1
    after = await edited(deck, f"slide {number}: title: Shadow")
    assert any(f"Slide {agenda} lists titles" in note for note in after.result.notes)
    assert after.result.versions[-1].changed == (deck.result.deck.slides[number - 1].id,)  # type: ignore[union-attr]


async def test_taking_back_what_stands_changes_nothing(tmp_path: Path) -> None:
    deck = await made(tmp_path, GOOD, csv=CSV)
    same = await edited(deck, "restore 1", restore=1)
    assert same.result.outcome == "answered"
    assert "version 1 as it stands" in same.result.reply
    assert len(same.result.versions) == 1


async def test_what_a_version_that_is_taken_back_changes_is_told_against_the_last_one(tmp_path: Path) -> None:
    deck = await made(tmp_path, GOOD, csv=CSV)
    once = await edited(deck, "slide 3: title: One")
    assert once.result.reply == "Version 2: slide 3 changed."
    back = await edited(once, "restore 1", restore=1)
    assert back.result.reply == "Version 1 is back, as version 3: slide 3 changed."
    assert "- One" in back.text("diff.md")
    assert [one.number for one in back.result.versions] == [1, 2, 3]


async def test_an_edit_says_which_slides_moved_or_went_by_their_numbers(tmp_path: Path) -> None:
    deck = await made(tmp_path, GOOD, csv=CSV)
    moved = await edited(deck, "move slide 4 to 2")
    assert moved.result.reply == "Version 2: slide 4 moved to 2."
    gone = await edited(moved, "delete slide 3")
    assert gone.result.reply == "Version 3: slide 3 deleted."
    assert [one.told for one in gone.result.versions] == ["", "slide 4 moved to 2", "slide 3 deleted"]


async def test_an_edit_is_called_after_its_deck_and_version_and_one_that_changes_nothing_is_nothing(
    tmp_path: Path,
) -> None:
    deck = await made(tmp_path, GOOD, csv=CSV)
    once = await edited(deck, "slide 3: title: One")
    assert (once.result.called, once.result.unchanged) == ("Tea abroad v2", False)
    none = await edited(once, "slide 99: title: One")
    assert none.result.unchanged
    again = await edited(none, "slide 3: title: Two")
    assert (again.result.called, again.result.unchanged) == ("Tea abroad v3", False)
