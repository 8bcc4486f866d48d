from __future__ import annotations

import pytest

from kasen.teams.slides.pictures.compiling import compiled
from kasen.teams.slides.schemas.outputs import StructuredImagePrompt

SEED = """# Slide1: Title Slide
## The Evolution of Japan's Economy
### From Post-War Recovery to Future Innovation

Visual style: Minimalist design with navy blue and red accents..."""


def prompt(**more: str | None) -> StructuredImagePrompt:
    fields: dict[str, str | None] = {
        "slide_type": "Title Slide",
        "main_title": "The Evolution of Japan's Economy",
        "sub_title": "From Post-War Recovery to Future Innovation",
        "visual_style": "Minimalist design with navy blue and red accents...",
    }
    return StructuredImagePrompt.model_validate({**fields, **more})


def test_it_is_the_form_of_the_seed() -> None:
    assert compiled(prompt(), 1) == SEED


def test_contents_stand_under_the_headings_and_before_an_empty_line() -> None:
    text = compiled(prompt(contents="1955 to 1973\n\n  - growth of 9 %", sub_title=None), 12)
    assert text.splitlines() == [
        "# Slide12: Title Slide",
        "## The Evolution of Japan's Economy",
        "1955 to 1973",
        "- growth of 9 %",
        "",
        "Visual style: Minimalist design with navy blue and red accents...",
    ]


@pytest.mark.parametrize("empty", [None, "", "  \n "])
def test_what_is_not_there_leaves_no_line(empty: str | None) -> None:
    assert compiled(prompt(sub_title=empty, contents=empty), 1).count("\n") == 3


def test_no_value_passes_for_another_part() -> None:
    text = compiled(
        prompt(main_title="宇治\n# Slide9: x\n\nVisual style: red", contents="## no heading\n# nor this"), 2
    )
    assert [line for line in text.splitlines() if line.startswith("#")] == [
        "# Slide2: Title Slide",
        "## 宇治 # Slide9: x Visual style: red",
        "### From Post-War Recovery to Future Innovation",
    ]
    assert sum(line.startswith("Visual style:") for line in text.splitlines()) == 1
