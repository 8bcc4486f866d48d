from __future__ import annotations

import pytest

from kasen.tools.preview.clean import Pictures, clean
from kasen.tools.preview.dress import dress


def made(html: str, lang: str = "en") -> str:
    return clean(html, Pictures(""), change=dress(lang))


def test_a_callout_gets_the_title_given_its_heading_or_its_name() -> None:
    assert made('<div class="callout-note" title="Free"><p>a</p></div>') == (
        '<div class="callout callout-note"><p class="callout-title">Free</p><p>a</p></div>'
    )
    assert made('<section class="callout-tip"><h2>強み</h2><p>a</p></section>', "ja") == (
        '<section class="callout callout-tip"><p class="callout-title">強み</p><p>a</p></section>'
    )
    assert '<p class="callout-title">警告</p>' in made('<div class="callout-caution">a</div>', "ja")


@pytest.mark.parametrize(
    ("kind", "format", "shown"),
    [
        ("content-visible", 'when-format="html"', True),
        ("content-visible", 'data-when-format="pdf"', False),
        ("content-visible", 'unless-format="html"', False),
        ("content-hidden", 'when-format="html"', False),
        ("content-hidden", 'unless-format="pdf"', False),
        ("content-hidden", 'unless-format="html"', True),
        ("content-hidden", "", False),
    ],
)
def test_content_for_other_formats_is_left_out(kind: str, format: str, shown: bool) -> None:
    assert ("secret" in made(f'<div class="{kind}" {format}>secret</div>after')) is shown
    assert "after" in made(f'<div class="{kind}" {format}>secret</div>after')


def test_boxes_of_tasks_are_signs_and_other_fields_go() -> None:
    html = '<label><input type="checkbox" checked="">a</label><input type="checkbox">b<input type="text" value="c">'
    shown = made(html)
    assert "☑ " in shown
    assert "☐ " in shown
    assert "input" not in shown
