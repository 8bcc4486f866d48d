"""A slide becomes arrangements: nothing overlaps, nothing runs over, nothing is lost."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from kasen.teams.slides.fitting.fitting import fitted
from kasen.teams.slides.schemas.deck import Slide
from teams.slides.fitting.decks import deck, design, faults, slides

TEMPLATES = ["light", "dark", "business", "four_by_three", "two_masters"]


@pytest.mark.parametrize("template", TEMPLATES)
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
@given(slide=slides(), most=some.integers(1, 5))
def test_any_slide_fits_with_nothing_lost(template: str, slide: Slide, most: int) -> None:
    whole = deck(slide, logo="logo.png")
    made = fitted(slide, whole, design(template), most_parts=most)
    assert 1 <= len(made) <= most
    assert faults(slide, whole, design(template), made) == []
