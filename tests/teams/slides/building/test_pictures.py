from __future__ import annotations

from io import BytesIO
from typing import Any

import pptx
import pytest
from PIL import Image

from kasen.teams.slides.building.build import build
from kasen.teams.slides.building.pictures import placed, readable
from kasen.teams.slides.schemas.arrangement import Arrangement, Frame
from kasen.teams.slides.schemas.part import Box
from teams.slides.building.hand_made import SLIDES, USE, WIDTH, arranged, deck, design, picture, shape, template

PICTURED, WHOLE = SLIDES[5], SLIDES[8]


def shown(slide: Any, data: bytes, content: str = "picture", logo: str = "") -> Any:
    held = deck(slide, logo=logo)
    made = build(template(), design(), held, [arranged(slide)], pictures={USE.artifact: data})
    return pptx.Presentation(BytesIO(made)).slides[0]


@pytest.mark.parametrize("size", [(400, 300), (640, 400), (1200, 300), (300, 900), (1, 1)])
def test_a_picture_is_never_distorted(size: tuple[int, int]) -> None:
    held = shape(shown(PICTURED, picture(*size)), "picture")
    across = size[0] * (1 - held.crop_left - held.crop_right)
    down = size[1] * (1 - held.crop_top - held.crop_bottom)
    assert across / down == pytest.approx(held.width / held.height, rel=0.01)


def test_what_nearly_fits_is_cut_and_what_does_not_is_fitted_in() -> None:
    box = Box(x=0, y=0, w=400, h=300)
    assert placed(box, (500, 300), 0.34) == ((10000, 0, 10000, 0), box)
    crop, inside = placed(box, (1600, 300), 0.34)
    assert crop == (0, 0, 0, 0)
    assert (inside.w, inside.h) == (400, 75)
    assert inside.y == (300 - 75) // 2


def test_a_picture_stands_in_its_placeholder_with_alternative_text() -> None:
    held = shape(shown(PICTURED, picture()), "picture")
    assert held.is_placeholder
    assert held._element.find(".//{*}cNvPr").get("descr") == "茶畑"


@pytest.mark.parametrize("data", [b"", b"no picture", picture()[:400], b"<svg/>"])
def test_a_picture_that_cannot_be_read_leaves_a_box_that_says_so(data: bytes) -> None:
    held = shape(shown(PICTURED, data), "picture")
    assert held.text_frame.text == "画像はありません：茶畑"


def test_other_forms_become_png_and_lying_ones_are_set_upright() -> None:
    assert readable(picture(form="JPEG")) == (picture(form="JPEG"), (640, 400))
    web = readable(picture(form="WEBP"))
    assert web is not None
    assert web[0].startswith(b"\x89PNG")
    image, stream = Image.new("RGB", (40, 20)), BytesIO()
    exif = image.getexif()
    exif[0x0112] = 6
    image.save(stream, "JPEG", exif=exif)
    turned = readable(stream.getvalue())
    assert turned is not None
    assert turned[1] == (20, 40)


def test_a_picture_of_the_whole_slide_keeps_the_title_under_it() -> None:
    bare = Arrangement(slide=WHOLE, layout=5, frames=(Frame(content="image", box=Box(x=0, y=0, w=WIDTH, h=6_000_000)),))
    made = build(template(), design(), deck(WHOLE), [bare], pictures={USE.artifact: picture(1600, 1050)})
    slide = pptx.Presentation(BytesIO(made)).slides[0]
    assert slide.shapes.title.text_frame.text == "全面の絵"
    assert [held.name for held in slide.shapes] == ["kasen:title", "kasen:image.back", "kasen:image"]
    assert "絵の中の言葉" in shape(slide, "image")._element.find(".//{*}cNvPr").get("descr")


def test_a_logo_is_shown_whole_and_the_same_bytes_are_kept_once() -> None:
    title = SLIDES[0]
    logo = Frame(content="logo", box=Box(x=0, y=0, w=1_000_000, h=1_000_000))
    arrangement = arranged(title).model_copy(update={"frames": (*arranged(title).frames, logo)})
    made = build(
        template(), design(), deck(title, title, logo="logo.png"), [arrangement, arrangement],
        pictures={"logo.png": picture(300, 100)},
    )  # fmt: skip
    held = shape(pptx.Presentation(BytesIO(made)).slides[0], "logo")
    assert (held.width, held.height) == (1_000_000, 333_333)
    import zipfile

    with zipfile.ZipFile(BytesIO(made)) as package:
        assert len([name for name in package.namelist() if name.startswith("ppt/media/")]) == 1
