from __future__ import annotations

import pytest

from kasen.teams.resume.document.styles import hidden_classes, hides, is_light


@pytest.mark.parametrize(
    "style",
    ["display:none", "display : NONE;", "visibility:hidden", "font-size:0", "font-size:0.1px;",
     "font-size: 1px;", "opacity:0;", "left:-9999px", "text-indent:-999em",
     "color:white", "color:#FFF", "color:#fefefe", "color: rgb(255, 255, 255)", "color:rgba(0,0,0,0)",
     "color:transparent", "color:#ffffff00", 'color="white"',
     "color:white;background:#fff"],
)  # fmt: skip
def test_styles_that_hide(style: str) -> None:
    assert hides(style)


@pytest.mark.parametrize(
    "style",
    ["color:#333", "color:white;background:#222", "color:white;background-color:navy", "font-size:10px;",
     "font-size:0.9em;", "opacity:0.8;", "background-color:white",
     "display:block", "color:rgb(200,0,0)", "left:-5px", ""],
)  # fmt: skip
def test_styles_that_show(style: str) -> None:
    assert not hides(style)


def test_light_colours() -> None:
    assert is_light("hsl(0, 0%, 99%)")
    assert not is_light("#12345")
    assert not is_light("rgb(a,b,c)")


def test_classes_of_a_style_sheet_count_where_they_hide_on_the_screen() -> None:
    sheet = ".ghost{display:none} span.pale , .x{color:#fff} .ok{color:#111} @media print{.noprint{display:none}}"
    assert {"ghost", "pale", "x", "hidden"} <= hidden_classes(sheet)
    assert not {"ok", "noprint"} & hidden_classes(sheet)
