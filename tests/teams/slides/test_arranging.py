from __future__ import annotations

from itertools import pairwise

import pytest

from kasen.teams.slides.arranging import MOST_OVER, Arranger, shared
from kasen.teams.slides.building.build import build
from kasen.teams.slides.checking.lint import lint
from kasen.teams.slides.fitting.wording import said
from kasen.teams.slides.schemas.deck import Column, Deck, Point, Ref, Slide, Table
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read

SENTENCE = {
    "en": "Slide {n} says its point {at} in a good many words. ",
    "ja": "{n}枚目の{at}番目の点を長い文で述べる。",
}


def overfull(n: int, lang: Lang, count: int = 30) -> Slide:
    points = tuple(Point(text=SENTENCE[lang].format(n=n, at=at) * 3) for at in range(count))
    if n % 3 == 1:
        half = count // 2
        columns = (Column(heading="A", points=points[:half]), Column(heading="B", points=points[half:]))
        return Slide(id=f"s-{n:02d}", kind="two_columns", title=f"No. {n}", columns=columns, notes="Say it.")
    if n % 3 == 2:
        rows = tuple((f"{n}/{at}", point.text) for at, point in enumerate(points))
        table = Table(id=f"t{n}", columns=("a", "b"), rows=rows, alt="Words")
        return Slide(id=f"s-{n:02d}", kind="table", title=f"No. {n}", table=table, notes="Say it.")
    return Slide(id=f"s-{n:02d}", kind="bullets", title=f"No. {n}", points=points, notes="Say it.")


def deck_of(lang: Lang, *slides: Slide, refs: int = 0) -> Deck:
    cited = tuple(Ref(id=f"P{n}", kind="passage", title=f"Source {n} " * 4) for n in range(refs))
    front = Slide(id="s-00", kind="title", title="Front", notes="Say it.")
    return Deck(title="Front", lang=lang, slides=(front, *slides), refs=cited)


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_deck_that_was_asked_to_be_short_stays_so_and_loses_no_word(lang: Lang) -> None:
    data = bundled("light")
    design = read(data, name="light", bundled=True, lang=lang)
    deck = deck_of(lang, *(overfull(n, lang) for n in range(1, 8)))
    free = Arranger(deck, design)
    held = Arranger(deck, design, wanted=8)
    long, short = free.arranged({}), held.arranged({})
    assert len(long) > len(short) == 8 * MOST_OVER
    assert not free.held
    assert len(held.held) >= 6
    for slide in deck.slides[1:]:
        parts = [one for one in short if one.slide.id == slide.id]
        told = "".join("".join(str(one.slide.model_dump()).split()) for one in parts)
        texts = [*slide.points, *(point for column in slide.columns for point in column.points)]
        cells = [cell for row in slide.table.rows for cell in row] if slide.table else []
        for text in [*(point.text for point in texts), *cells]:
            assert "".join(text.split()) in told, (slide.id, text)
        if slide.id in held.held:
            last = parts[-1].slide
            assert last.marks, "it is said on the slide"
            assert said("full", lang) in last.notes
    assert not [problem for one in short for problem in one.problems]
    found = lint(build(data, design, deck, short, pictures={}), deck=deck, arrangements=short, design=design)
    assert not [one for one in found if one.severity != "minor"]


def test_the_list_of_sources_has_all_its_slides_whatever_was_asked_for() -> None:
    design = read(bundled("light"), name="light", bundled=True, lang="en")
    listing = Slide(id="s-99", kind="sources", title="Sources", notes="Sources")
    cites = Slide(id="s-01", kind="bullets", title="All", notes="Say it.", refs=tuple(f"P{n}" for n in range(90)))
    deck = deck_of("en", cites, listing, refs=90)
    found = Arranger(deck, design, wanted=3).arranged({})
    assert len([one for one in found if one.slide.id == "s-99"]) > 4
    shown = [point for one in found for point in one.slide.points]
    assert {point.refs[0] for point in shown if point.refs} == {f"P{n}" for n in range(90)}


def test_a_deck_of_more_slides_than_it_may_have_is_not_split_at_all() -> None:
    design = read(bundled("light"), name="light", bundled=True, lang="en")
    deck = deck_of("en", *(overfull(n, "en", 12) for n in range(1, 7)))
    assert len(Arranger(deck, design, wanted=3).arranged({})) == 7


def test_a_slide_is_fitted_anew_only_where_something_is_asked_of_it() -> None:
    design = read(bundled("light"), name="light", bundled=True, lang="en")
    arranger = Arranger(deck_of("en", *(overfull(n, "en") for n in range(1, 4))), design)
    first, same = arranger.arranged({}), arranger.arranged({})
    assert [id(one) for one in first] == [id(one) for one in same]
    again = arranger.arranged({"s-03": {"points": 0.5}})
    kept = {id(one) for one in first}
    assert {one.slide.id for one in again if id(one) not in kept} == {"s-03"}


def test_parts_are_shared_in_turns_and_who_needs_most_comes_first() -> None:
    assert shared([1, 4, 2, 4], 11) == [1, 4, 2, 4], "all fit"
    assert shared([1, 4, 2, 4], 7) == [1, 2, 2, 2]
    assert shared([1, 2, 2, 4], 5) == [1, 1, 1, 2]
    assert shared([3, 3], 1) == [1, 1], "each slide is shown"
    assert shared([], 5) == []
    given = [sum(shared([4, 3, 2, 1], most)) for most in range(4, 12)]
    assert given == [4, 5, 6, 7, 8, 9, 10, 10]
    assert all(one <= other for one, other in pairwise(given))
