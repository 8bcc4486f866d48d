from __future__ import annotations

from typing import Any

from kasen.teams.slides.checking.citations import notes_of
from teams.slides.building.hand_made import REFS, SLIDES, deck
from teams.slides.checking.mutating import ARRANGED, DECK, held, kinds, mutated, problems, sound


def test_notes_that_are_gone_or_say_something_else_are_found() -> None:
    def gone(made: Any) -> None:
        made.slides[1].notes_slide.notes_text_frame.text = ""

    def other(made: Any) -> None:
        made.slides[1].notes_slide.notes_text_frame.text = "P1 P2 別の話"

    for change in (gone, other):
        assert kinds(mutated(change)) == {(2, "notes")}


def test_a_source_that_the_notes_do_not_name_is_found() -> None:
    def change(made: Any) -> None:
        made.slides[1].notes_slide.notes_text_frame.text = "ここでは\n二点を話す。\nP1"

    found = mutated(change)
    assert [(problem.slide, problem.kind) for problem in found] == [(2, "notes")]
    assert "P2" in found[0].text


def test_a_source_that_is_not_listed_or_is_no_link_is_found() -> None:
    def unlisted(made: Any) -> None:
        held(made, 10, "points").text_frame.paragraphs[0].runs[0].text = "[7] "

    def unlinked(made: Any) -> None:
        for run in held(made, 10, "points").text_frame.paragraphs[2].runs:
            run.hyperlink.address = None

    assert (0, "sources") in kinds(mutated(unlisted))
    assert kinds(mutated(unlinked)) == {(0, "sources")}


def test_a_deck_that_cites_without_a_slide_of_sources_is_found() -> None:
    without = deck(*SLIDES[:-1])
    found = problems(sound(), deck=without, arrangements=ARRANGED[:-1])
    assert (0, "sources") in kinds(found)


def test_a_citation_of_nothing_is_found() -> None:
    fewer = DECK.model_copy(update={"refs": tuple(ref for ref in REFS if ref.id != "D1")})
    found = problems(sound(), deck=fewer)
    assert {(4, "sources"), (5, "sources")} <= kinds(found)


def test_a_slide_without_notes_has_none_to_read() -> None:
    from teams.slides.building.hand_made import one

    assert notes_of(one(SLIDES[0].model_copy(update={"notes": ""}))) == ""
    assert notes_of(one(SLIDES[0])) == "始めます。"
