"""What writers are told."""

from __future__ import annotations

import pytest

from kasen.teams.slides.fitting.capacity import capacity
from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.deck import KINDS, Point, Slide, SlideKind
from kasen.teams.slides.schemas.part import Lang
from kasen.teams.slides.template.bundled import NAMES
from teams.slides.fitting.decks import ODD, deck, design


@pytest.mark.parametrize("name", [*NAMES, *ODD])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_has_a_capacity(name: str, kind: SlideKind) -> None:
    for lang in ("ja", "en"):
        found = capacity(design(name), kind, lang)
        if kind in {"bullets", "agenda", "sources", "two_columns", "chart"}:
            assert found.points >= 3
            assert found.line >= 5
            assert found.lines >= found.points
        if kind == "table":
            assert found.rows >= 3
            assert found.columns >= 3
        assert found.title >= (0 if kind == "image" else 10)


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("name", NAMES)
def test_points_of_that_many_characters_do_fit_at_the_usual_size(name: str, lang: Lang) -> None:
    made = design(name)
    told = capacity(made, "bullets", lang)
    sample = "国内の売上は前年より増えている" if lang == "ja" else "Domestic revenue has grown since last year "
    text = (sample * 20)[: int(told.line * 0.95)].strip()
    slide = Slide(id="s-01", kind="bullets", title="t", points=(Point(text=text),) * told.points)
    frames = fitted(slide, deck(slide, lang), made)[0].frames
    slot = made.layouts[2].slot("object")
    assert slot is not None
    assert frames[-1].sizes == tuple(max(size, 12.0) for size in slot.sizes)


def test_english_lines_hold_about_twice_the_characters() -> None:
    ja, en = capacity(design("light"), "bullets", "ja"), capacity(design("light"), "bullets", "en")
    assert 1.6 * ja.line < en.line < 2.6 * ja.line
