from __future__ import annotations

import io
import shutil
import zipfile
from typing import Any

import pytest
from pptx import Presentation

from kasen.teams.slides.template.bundled import bundled
from kasen.teams.slides.template.cleaning import cleaned
from kasen.teams.slides.template.package import Unusable
from kasen.teams.slides.template.reading import read
from teams.slides import odd_templates
from teams.slides.template import hostile


def everything(data: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return "".join(archive.read(each).decode("utf-8", "replace") for each in archive.infolist())


def test_slides_notes_and_all_about_them_are_gone_and_counted() -> None:
    data = odd_templates.four_by_three()
    assert any(name.startswith(("ppt/slides/", "ppt/notesSlides/")) for name in hostile.parts(data))
    made = cleaned(data)
    assert made.taken == {"slides": 2}
    names = hostile.parts(made.data)
    assert not [name for name in names if "lides/slide" in name or "notesSlides" in name or name.startswith("docProps")]
    assert "sldIdLst" not in everything(made.data)
    assert "Left behind" not in everything(made.data)
    assert read(made.data, name="x", lang="en").slides == 0
    assert any(name.startswith("ppt/media/") for name in names), "the picture behind its title slide stays"


def test_a_deck_can_be_built_on_what_comes_out() -> None:
    made = cleaned(odd_templates.four_by_three())
    show: Any = Presentation(io.BytesIO(made.data))
    for layout in show.slide_layouts:
        show.slides.add_slide(layout)
    show.slides[0].notes_slide.notes_text_frame.text = "said"
    again = io.BytesIO()
    show.save(again)
    assert len(Presentation(io.BytesIO(again.getvalue())).slides) == 11


def test_macros_are_taken_out_and_told() -> None:
    made = cleaned(hostile.macros())
    assert made.taken == {"macros": 1}
    assert "vba" not in everything(made.data).lower()
    assert "macroEnabled" not in everything(made.data)
    assert len(Presentation(io.BytesIO(made.data)).slide_layouts) == 10


def test_a_template_file_becomes_a_presentation() -> None:
    made = cleaned(
        hostile.no_presentation("application/vnd.openxmlformats-officedocument.presentationml.template.main+xml")
    )
    assert "presentation.main+xml" in everything(made.data)
    assert len(Presentation(io.BytesIO(made.data)).slide_layouts) == 10


def test_nothing_leads_to_another_file_or_machine() -> None:
    made = cleaned(hostile.linked_everywhere())
    assert made.taken == {"links": 3}
    text = everything(made.data)
    assert not [
        word for word in ("127.0.0.1", "passwd", "External", "oleObj", "graphicFrame", "p:pic>") if word in text
    ]
    assert len(read(made.data, name="x", lang="en").usable()) == 10


def test_links_that_start_something_are_gone_and_harmless_ones_stay() -> None:
    made = cleaned(hostile.actions())
    assert made.taken == {"links": 1, "programs": 3}
    text = everything(made.data)
    assert "program?" not in text
    assert "macro?" not in text
    assert "hlinkfile" not in text
    assert "file:" not in text
    assert "hlinkshowjump?jump=nextslide" in text
    assert "https://example.com/" in text


def test_a_layout_that_says_it_is_a_picture_is_cleaned_all_the_same() -> None:
    made = cleaned(hostile.mislabelled())
    assert "127.0.0.1" not in everything(made.data)
    assert len(read(made.data, name="x", lang="en").layouts) == 10


def test_a_layout_under_the_name_of_a_picture_is_left_out() -> None:
    data = hostile.changed(
        {
            hostile.MASTER_RELS: lambda text: text.replace("slideLayout3.xml", "slideLayout3.png"),
            hostile.LAYOUT_RELS: hostile.related("rId92", "image", "../slideLayouts/slideLayout3.png"),
        },
        {"ppt/slideLayouts/slideLayout3.png": hostile.parts(bundled("light"))[hostile.LAYOUT]},
    )
    made = cleaned(data)
    assert "ppt/slideLayouts/slideLayout3.png" not in hostile.parts(made.data)
    assert len(read(made.data, name="x", lang="en").layouts) == 9


def test_entries_that_lead_out_of_the_file_are_left_out() -> None:
    made = cleaned(hostile.escaping())
    assert made.taken == {"outside": 3}
    assert not [name for name in hostile.parts(made.data) if ".." in name or "evil" in name or "passwd" in name]
    assert "passwd" not in everything(made.data)


REFUSED = [
    (b"", "is empty"),
    (b"%PDF-1.7 not at all", "is no PowerPoint file"),
    (b"PK\x03\x04", "truncated"),
    (hostile.truncated, "truncated"),
    (hostile.damaged, "damaged"),
    (hostile.old_ppt, "old format"),
    (lambda: hostile.old_ppt(encrypted=True), "password"),
    (hostile.bomb, "ZIP bomb"),
    (hostile.many_parts, "too many parts"),
    (hostile.laughs, "entities"),
    (hostile.outside_entity, "entities"),
    (hostile.entity_utf16, "entities"),
    (hostile.no_presentation, "no presentation"),
    (hostile.strict, "Strict Open XML"),
    (lambda: hostile.changed({hostile.LAYOUT: lambda text: text[:200]}), "XML that is damaged"),
    (lambda: hostile.packed({"mimetype": b"application/vnd.oasis.opendocument.presentation"}), "OpenDocument"),
    (lambda: hostile.packed({"a.txt": b"x"}), "no PowerPoint file"),
]


@pytest.mark.parametrize(("build", "said"), REFUSED, ids=[said + str(n) for n, (_, said) in enumerate(REFUSED)])
def test_what_cannot_be_used_is_refused_in_one_sentence(build: object, said: str) -> None:
    data = build() if callable(build) else build
    assert isinstance(data, bytes)
    with pytest.raises(Unusable) as caught:
        cleaned(data)
    assert said in caught.value.reason
    assert "\n" not in caught.value.reason


def test_what_comes_out_stays_the_same_when_it_is_opened_again() -> None:
    once = cleaned(odd_templates.two_masters())
    twice = cleaned(once.data)
    assert twice.taken == {}
    assert hostile.parts(twice.data) == hostile.parts(once.data)


@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not here to write it")
def test_a_template_of_libreoffice_gets_ids_and_styles() -> None:
    before = read(odd_templates.impress(), name="x", lang="en")
    assert not any(layout.role == "two_content" for layout in before.layouts), "its placeholders have no ids"
    made = cleaned(odd_templates.impress())
    design = read(made.data, name="x", lang="en")
    assert design.aspect == "16:9"
    content = next(layout for layout in design.layouts if layout.role == "content")
    title, text = content.slot("title"), content.slot("object")
    assert title is not None
    assert text is not None
    assert (title.sizes, title.bold, title.color) == ((36.0,), True, "7A1F3D")
    assert (text.sizes[0], text.bullets, text.color) == (24.0, True, "222222")
    assert content.background == "FBF6EE"
    two = next(layout for layout in design.layouts if layout.role == "two_content")
    assert len({slot.idx for slot in two.slots}) == len(two.slots) == 3
    cover = next(layout for layout in design.layouts if layout.role == "title")
    subtitle = cover.slot("subtitle")
    assert subtitle is not None
    assert not subtitle.bullets
    assert content.free.bottom <= 5_454_000, "the bar below is left out"
    assert "picture" in design.lacking
