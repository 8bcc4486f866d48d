from __future__ import annotations

from io import BytesIO
from typing import Any

import pptx

from kasen.teams.slides.building.fonts import FALLBACK, fonts_of, own_ea
from kasen.teams.slides.building.xml import node
from kasen.teams.slides.schemas.design import Theme
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import read
from teams.slides.building.hand_made import design, template


def test_a_theme_that_names_an_east_asian_font_is_followed_by_name() -> None:
    data = bundled("business")
    master = pptx.Presentation(BytesIO(data)).slide_masters[0]
    headings, texts = fonts_of(master, read(data, name="business", lang="ja"))
    assert (headings.latin, texts.latin) == ("+mj-lt", "+mn-lt")
    assert {headings.ea, texts.ea} in ({"+mj-ea", "+mn-ea"}, {"Meiryo"})


def test_a_theme_that_names_none_gets_the_font_that_it_names_for_japanese() -> None:
    master = pptx.Presentation(BytesIO(template())).slide_masters[0]
    assert fonts_of(master, design())[1].ea == "ＭＳ Ｐゴシック"
    bare = design().model_copy(update={"theme": Theme()})
    assert fonts_of(master, bare)[0].ea == FALLBACK


def test_a_placeholder_that_names_a_font_of_its_own_keeps_it() -> None:
    layout = pptx.Presentation(BytesIO(template())).slide_layouts[1]
    assert own_ea(layout, 1, 0) == ""
    placeholder: Any = layout.placeholders[1]
    body = placeholder.text_frame._txBody
    levels = body.find("{*}lstStyle")
    styles = node("a:defRPr", None, node("a:ea", {"typeface": "游明朝"}))
    levels.append(node("a:lvl1pPr", None, styles))
    assert own_ea(layout, 1, 0) == "游明朝"
    assert own_ea(layout, 1, 1) == ""
    assert own_ea(layout, 99, 0) == ""
