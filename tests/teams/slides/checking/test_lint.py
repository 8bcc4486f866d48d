from __future__ import annotations

import re
from typing import Any

import pytest

from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.deck import Deck
from kasen.teams.slides.template.bundled import NAMES, bundled
from kasen.teams.slides.template.reading import read
from teams.slides.building.hand_made import PICTURES, SLIDES, built, deck, design
from teams.slides.checking.mutating import ARRANGED, DECK, held, kinds, mutated, problems, repacked, sound

JAPANESE = re.compile("[\u3040-\u30ff]")


def test_a_sound_deck_has_no_problem() -> None:
    assert problems(sound()) == []
    assert problems(sound(), arrangements=()) == []


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_fitting_and_building_make_of_the_bundled_templates_is_sound(name: str, lang: Any) -> None:
    from kasen.teams.slides.building.build import build

    read_design = read(bundled(name), name=name, bundled=True, lang=lang)
    whole: Deck = deck(lang=lang)
    arrangements = [one for slide in whole.slides for one in fitted(slide, whole, read_design)]
    made = build(bundled(name), read_design, whole, arrangements, pictures=PICTURES)
    assert problems(made, deck=whole, arrangements=arrangements, design=read_design) == []


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04 no zip", sound()[:2000]])
def test_a_file_that_cannot_be_opened_is_one_sentence(data: bytes) -> None:
    found = problems(data)
    assert [(problem.kind, problem.severity) for problem in found] == [("other", "critical")]


def test_a_zip_that_is_no_deck_is_one_sentence() -> None:
    import zipfile
    from io import BytesIO

    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as package:
        package.writestr("a.txt", "x")
    assert problems(stream.getvalue())[-1].kind == "other"


def test_sentences_are_in_the_language_of_the_deck() -> None:
    def change(made: Any) -> None:
        held(made, 2, "points").left = -900_000

    assert all(JAPANESE.search(problem.text) for problem in mutated(change))
    english = deck(lang="en")
    found = problems(sound(), deck=english)
    assert found == []
    found = problems(sound(), deck=english, arrangements=ARRANGED[:-1])
    assert found
    assert not any(JAPANESE.search(problem.text) for problem in found if problem.kind == "pages")


def test_a_slide_too_few_is_found() -> None:
    assert (0, "pages") in kinds(problems(sound(), arrangements=[*ARRANGED, ARRANGED[0]]))


def test_a_deck_that_says_something_else_is_found() -> None:
    slide = SLIDES[1].model_copy(update={"title": "別の題"})
    other = [*ARRANGED]
    other[1] = other[1].model_copy(update={"slide": slide})
    found = problems(sound(), arrangements=other)
    assert [(problem.slide, problem.where, problem.severity) for problem in found] == [(2, "title", "critical")]
    assert "別の題" in found[0].text


def test_a_deck_of_pictures_that_are_not_there_is_told_slide_by_slide() -> None:
    from kasen.teams.slides.building.build import build
    from teams.slides.building.hand_made import template

    made = build(template(), design(), DECK, ARRANGED, pictures={})
    assert kinds(problems(made)) == {(6, "media"), (9, "media")}


def test_a_large_deck_is_checked_slide_by_slide() -> None:
    slides = [SLIDES[1].model_copy(update={"id": f"s-{at:02d}"}) for at in range(1, 30)]
    large = deck(*slides, SLIDES[-1])
    from teams.slides.building.hand_made import arranged

    assert problems(built(large), deck=large, arrangements=[arranged(slide) for slide in large.slides]) == []


@pytest.mark.parametrize(
    ("part", "old", "new"),
    [
        ("ppt/slides/slide1.xml", b"", None),
        ("ppt/presentation.xml", b"", None),
        ("ppt/presentation.xml", b"<p:sldId ", b"<p:sldIx "),
        ("ppt/slides/slide1.xml", b"p:spPr", b"p:spXx"),
        ("[Content_Types].xml", b"presentation.main+xml", b"other+xml"),
        ("ppt/_rels/presentation.xml.rels", b"slides/slide1.xml", b"slides/slide99.xml"),
    ],
)
def test_a_damaged_file_is_told_and_raises_nothing(part: str, old: bytes, new: bytes | None) -> None:
    def change(files: dict[str, bytes]) -> None:
        data = files.pop(part)
        assert old in data
        if new is not None:
            files[part] = data.replace(old, new)

    found = repacked(change)
    assert any(problem.severity == "critical" for problem in found)
