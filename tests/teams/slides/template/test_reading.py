from __future__ import annotations

import io
from typing import Any

import pytest
from pptx import Presentation
from pptx.oxml.ns import qn

from kasen.errors import InputError
from kasen.teams.slides.schemas.design import DesignContext, Layout, Slot
from kasen.teams.slides.template import reading
from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.reading import aspect, read
from teams.slides import odd_templates
from teams.slides.template import hostile

INCH = 914_400


def design(data: bytes, *, lang: str = "en") -> DesignContext:
    return read(data, name="corp.pptx", lang=lang)  # type: ignore[arg-type]


def layout(of: DesignContext, name: str) -> Layout:
    return next(each for each in of.layouts if each.name == name)


def slot(of: Layout, *kinds: Any) -> Slot:
    found = of.slot(*kinds)
    assert found is not None
    return found


# --- 4:3, changed by hand -------------------------------------------------------------------------------------------


def test_a_four_by_three_template_is_read_with_all_that_it_inherits() -> None:
    made = design(odd_templates.four_by_three())
    assert (made.aspect, made.masters, made.slides, len(made.layouts)) == ("4:3", 1, 2, 11)
    content = layout(made, "Title and Content")
    title, body = slot(content, "title"), slot(content, "object")
    assert (title.box.x, title.box.w) == (round(1.35 * INCH), round(8.1 * INCH)), "from the master"
    assert (title.sizes, title.bold, title.caps, title.align, title.anchor) == ((44.0,), True, True, "center", "middle")
    assert title.color == "254061", "accent1, darkened by half"
    assert body.sizes == (32.0, 28.0, 24.0, 20.0, 20.0)
    assert (body.bullets, body.indents[:3], body.anchor) == (True, (342_900, 742_950, 1_143_000), "top")
    assert body.space_before == pytest.approx(0.2 * 32 * 1.2)
    heading = layout(made, "Comparison").slots[1]
    assert (heading.kind, heading.bold, heading.bullets, heading.sizes[0]) == ("body", True, False, 24.0)


def test_gradients_pictures_and_maps_of_a_layout_tell_what_lies_behind() -> None:
    made = design(odd_templates.four_by_three())
    assert layout(made, "Title and Content").background == "F0F0F0", "the mean of the gradient"
    assert layout(made, "Title Slide").background == "305070", "the mean of the picture"
    section = layout(made, "Section Header")
    assert section.background == "000000", "bg1 by the layout's own map"
    assert slot(section, "title").color == "FFFFFF", "tx1 by the same map"
    assert slot(layout(made, "Title Slide"), "title").color == "FFFFFF", "bg1 by the map of the master"
    assert slot(section, "body").color == "FFFFFF"
    assert made.theme.colors["bg1"] == "FFFFFF"


def test_free_space_leaves_out_title_footers_and_the_band() -> None:
    made = design(odd_templates.four_by_three())
    for name in ("Title Only", "Blank"):
        free = layout(made, name).free
        assert free.x >= 0.8 * INCH, "the band of the master"
        assert free.bottom <= 6.95 * INCH, "the footers"
        assert free.right <= made.width
    title = slot(layout(made, "Title Only"), "title")
    assert layout(made, "Title Only").free.y >= title.box.bottom
    assert layout(made, "Blank").free.y < title.box.bottom, "it has no title"


def test_the_roles_of_office_are_known() -> None:
    made = design(odd_templates.four_by_three())
    assert [each.role for each in made.layouts] == [
        "title", "content", "section", "two_content", "comparison", "title_only", "blank", "other", "picture", "other",
        "other",
    ]  # fmt: skip
    assert [each.usable for each in made.layouts] == [True] * 9 + [False] * 2
    assert made.lacking == ()


# --- A4, Japanese, two masters --------------------------------------------------------------------------------------


def test_two_masters_on_a4_are_read_in_the_order_of_the_file() -> None:
    made = design(odd_templates.two_masters(), lang="ja")
    assert (made.aspect, made.masters, len(made.layouts)) == ("13:9", 2, 22)
    assert [each.index for each in made.layouts] == list(range(22))
    show = Presentation(io.BytesIO(odd_templates.two_masters()))
    names = [each.name for master in show.slide_masters for each in master.slide_layouts]
    assert [each.name for each in made.layouts] == names
    assert [each.master for each in made.layouts] == [0] * 11 + [1] * 11
    assert {each.background for each in made.layouts[:11]} == {"FFFFFF"}
    assert {each.background for each in made.layouts[11:]} == {"000000"}
    assert slot(made.layouts[11], "title").color == "FFFFFF", "tx1 by the map of the second master"


def test_japanese_names_of_layouts_and_fonts_are_understood() -> None:
    made = design(odd_templates.two_masters(), lang="ja")
    roles = {each.name: each.role for each in made.layouts[:11]}
    assert roles["表紙"] == "title"
    assert roles["章扉"] == "section"
    assert roles["2段組"] == "two_content"
    assert roles["写真"] == "picture"
    assert roles["白紙"] == "blank"
    assert (made.theme.ea_major, made.theme.ea_minor) == ("游ゴシック", "游明朝"), "the theme's fonts for Japanese"
    assert made.theme.latin_minor == "Century"
    assert {use.name for use in made.fonts if use.script == "ea"} == {"游ゴシック", "游明朝", "HGP創英角ゴシックUB"}


def test_odd_layouts_are_not_usable_and_say_why() -> None:
    made = design(odd_templates.two_masters(), lang="ja")
    why = {each.name: each.why for each in made.layouts[11:] if not each.usable}
    assert why == {
        "本文": "タイトルの枠がスライドの外にあります",
        "タイトルのみ": "タイトルが縦書きです",
        "写真だけ": "タイトルも本文の枠もありません",
        "説明付き": "本文の枠がスライドの外にあるか、大きさがありません",
        "縦書き本文": "本文が縦書きだけです",
        "縦書き": "タイトルが縦書きです",
    }
    for each in made.usable():
        for one in each.slots:
            assert one.box.w > 0
            assert one.box.h > 0
            assert one.box.right <= made.width * 1.15


# --- our own --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["light", "dark", "business"])
def test_a_bundled_template_lacks_nothing_and_warns_of_nothing(name: str) -> None:
    made = read(bundled(name), name=name, bundled=True, lang="en")
    assert (made.aspect, made.lacking, made.warnings, made.bundled) == ("16:9", (), (), True)
    assert all(each.usable for each in made.layouts)
    assert made.theme.ea_minor
    assert len(made.sha256) == 64


def test_a_layout_whose_text_is_lost_in_its_background_is_told() -> None:
    show = Presentation()
    odd_templates.set_background(show.slide_layouts[5], odd_templates.solid("0A0A0A"))
    made = design(odd_templates.saved(show))
    assert "Text can hardly be told from what lies behind it on: Title Only." in made.warnings
    assert not any("hardly" in warning for warning in design(odd_templates.four_by_three()).warnings)


# --- what is broken -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("data", [b"", b"PK\x03\x04", b"%PDF-1.7", odd_templates.four_by_three()[:4_000]])
def test_what_is_no_presentation_is_refused(data: bytes) -> None:
    with pytest.raises(InputError, match="no presentation that can be read"):
        design(data)


def test_a_word_file_is_refused() -> None:
    with pytest.raises(InputError, match="no presentation that can be read"):
        design(hostile.no_presentation())


@pytest.mark.parametrize("part", [hostile.MAIN_RELS, hostile.MASTER_RELS])
def test_parts_that_lead_nowhere_are_refused(part: str) -> None:
    data = hostile.changed({part: lambda text: text.replace('Id="rId', 'Id="other')})
    with pytest.raises(InputError, match="no presentation that can be read"):
        design(data)


@pytest.mark.parametrize("width", ["914399", "99999999", "-1", "wide", ""])
def test_slides_of_an_impossible_size_are_refused(width: str) -> None:
    show = Presentation()
    show.element.sldSz.set("cx", width)
    with pytest.raises(InputError, match="impossible size"):
        design(odd_templates.saved(show))


def test_numbers_beyond_all_bounds_do_no_harm() -> None:
    show = Presentation()
    for each in show.slide_layouts[1].element.iter(qn("a:off")):
        each.set("x", "9" * 40)
    master = show.slide_masters[0]
    for run in master.element.iter(qn("a:defRPr")):
        run.set("sz", "-1" if run.get("b") else "99999999")
    made = design(odd_templates.saved(show))
    assert all(0 < size <= 400 for each in made.layouts for one in each.slots for size in one.sizes)


def test_a_template_without_layouts_is_read_and_has_none() -> None:
    show = Presentation()
    for each in list(show.slide_layouts):
        show.slide_layouts.remove(each)
    made = design(odd_templates.saved(show))
    assert made.layouts == ()
    assert "content" in made.lacking


def test_only_the_first_layouts_of_very_many_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MOST_LAYOUTS", 4)
    made = design(odd_templates.two_masters())
    assert len(made.layouts) == 4
    assert any("first 4 of its 22" in warning for warning in made.warnings)


@pytest.mark.parametrize(
    ("width", "height", "said"),
    [
        (12_192_000, 6_858_000, "16:9"),
        (9_144_000, 5_143_500, "16:9"),
        (9_144_000, 6_858_000, "4:3"),
        (9_144_000, 5_715_000, "16:10"),
        (9_906_000, 6_858_000, "13:9"),
        (6_858_000, 9_906_000, "9:13"),
        (10_692_000, 7_560_000, "17:12"),
        (914_400, 51_206_400, "1:56"),
    ],
)
def test_the_aspect_is_two_whole_numbers(width: int, height: int, said: str) -> None:
    assert aspect(width, height) == said
