from __future__ import annotations

import shutil

import pytest

from kasen.teams.slides.schemas.design import FontUse
from kasen.teams.slides.template.fonts import missing, named_fonts, theme_font, uses
from teams.slides.odd_templates import xml

needs_fontconfig = pytest.mark.skipif(shutil.which("fc-match") is None, reason="fontconfig is not here")


def theme(ea: str = "", more: str = '<a:font script="Jpan" typeface="游ゴシック"/>') -> object:
    fonts = f'<a:majorFont><a:latin typeface=" Arial "/><a:ea typeface="{ea}"/>{more}</a:majorFont>'
    return xml(f"<a:theme><a:themeElements><a:fontScheme>{fonts}</a:fontScheme></a:themeElements></a:theme>")


def test_where_the_theme_names_no_east_asian_font_its_japanese_one_counts() -> None:
    assert theme_font(theme(), "major", "ea") == "游ゴシック"
    assert theme_font(theme(ea="Meiryo"), "major", "ea") == "Meiryo"
    assert theme_font(theme(more=""), "major", "ea") == ""
    assert theme_font(theme(), "major", "latin") == "Arial"
    assert theme_font(theme(), "minor", "latin") == ""
    assert theme_font(None, "minor", "ea") == ""


def test_fonts_that_a_sheet_names_itself_are_found_once_and_references_are_not() -> None:
    run = '<a:defRPr><a:latin typeface="{}"/><a:ea typeface="{}"/></a:defRPr>'
    pairs = (("Gill Sans", "HGS明朝E"), ("+mn-lt", "+mn-ea"), ("Gill Sans", ""))
    sheet = xml(f"<p:cSld>{''.join(run.format(*pair) for pair in pairs)}</p:cSld>")
    assert named_fonts([sheet]) == [("Gill Sans", "latin"), ("HGS明朝E", "ea")]


@needs_fontconfig
def test_what_is_not_here_is_told_with_what_is_shown() -> None:
    found = uses([("No Such Font 7", "latin"), ("No Such Font 7", "latin"), ("存在しない書体", "ea")])
    assert [use.found for use in found] == [False, False]
    assert all(use.substitute for use in found)


@needs_fontconfig
def test_a_twin_of_the_same_widths_is_not_missed() -> None:
    gone = [FontUse(name=name, script="latin", found=False) for name in ("Arial", "No Such Font 7")]
    assert "No Such Font 7" in [use.name for use in missing(gone)]
    if uses([("Liberation Sans", "latin")])[0].found:
        assert "Arial" not in [use.name for use in missing(gone)]


def test_a_name_with_control_characters_is_made_plain() -> None:
    sheet = xml('<p:cSld><a:latin typeface="Bad&#9;Name&#10;x"/></p:cSld>')
    assert named_fonts([sheet]) == [("BadNamex", "latin")]
