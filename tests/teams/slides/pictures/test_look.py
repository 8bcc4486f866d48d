from __future__ import annotations

import pytest

from kasen.teams.slides.pictures.look import layout_of, look, nearest
from kasen.teams.slides.schemas.design import Theme
from teams.slides.pictures.scenes import design


def test_a_design_is_told_by_colours_typefaces_and_shape() -> None:
    seen = look(design(), ["C00000"], "ja")
    assert (seen.background, seen.text) == ("#FFFFFF", "#1B2430")
    assert seen.accents == ("#C00000", "#1F5FD0", "#B9500B"), "a person's own colours go first"
    assert seen.fonts == ("Meiryo", "Arial")
    assert seen.aspect == "16:9"
    assert look(design(), [], "en").fonts == ("Arial",)


def test_a_theme_without_anything_still_has_paper_and_ink() -> None:
    seen = look(design(theme=Theme()), [], "en")
    assert (seen.background, seen.text, seen.accents, seen.fonts) == ("#FFFFFF", "#000000", (), ())


@pytest.mark.parametrize(
    ("size", "aspect"),
    [((12_192_000, 6_858_000), "16:9"), ((9_144_000, 6_858_000), "4:3"), ((1, 1), "1:1"), ((100, 3), "21:9")],
)
def test_the_nearest_shape_that_models_make_is_taken(size: tuple[int, int], aspect: str) -> None:
    assert nearest(*size) == aspect
    assert nearest(10, 0) == "1:1"


def test_the_layout_of_a_kind_is_the_best_that_there_is() -> None:
    found = layout_of(design(), "picture")
    assert found is not None
    assert found.index == 6
    plain = layout_of(design(layouts=design().layouts[:2]), "picture")
    assert plain is not None
    assert plain.index == 2
    unusable = tuple(one.model_copy(update={"usable": False}) for one in design().layouts)
    assert layout_of(design(layouts=unusable), "picture") is None
