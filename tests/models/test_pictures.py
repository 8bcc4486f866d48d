from __future__ import annotations

import io
import logging
import struct
import zlib
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image, ImageDraw

from kasen.errors import InputError
from kasen.models.pictures import LARGEST_BYTES, LONG_EDGE, MOST_TILES, TILE, fit, tokens_of
from kasen.models.role import Picture


def made(size: tuple[int, int], mode: str = "RGB", kind: str = "PNG", colour: Any = 200, **options: Any) -> Picture:
    data = io.BytesIO()
    Image.new(mode, size, colour if mode != "RGB" else (colour,) * 3).save(data, kind, **options)
    return Picture(data.getvalue(), f"image/{kind.lower()}")


def numbered(width: int, height: int, step: int = 250) -> Picture:
    """A page whose every `step` pixels in reading order have a grey of their own."""
    page = Image.new("L", (width, height), 255)
    draw = ImageDraw.Draw(page)
    for n, at in enumerate(range(0, max(width, height), step)):
        box = (0, at, width, at + step) if height >= width else (at, 0, at + step, height)
        draw.rectangle(box, fill=n % 250)
    data = io.BytesIO()
    page.save(data, "PNG")
    return Picture(data.getvalue())


def opened(picture: Picture) -> Image.Image:
    return Image.open(io.BytesIO(picture.data))


@pytest.mark.parametrize("kind", ["PNG", "JPEG"])
@pytest.mark.parametrize("size", [(1, 1), (800, 600), (LONG_EDGE, 10), (LONG_EDGE, LONG_EDGE)])
def test_a_plain_picture_goes_as_it_is(size: tuple[int, int], kind: str) -> None:
    picture = made(size, kind=kind)
    assert fit(picture) == [picture]


@pytest.mark.parametrize(
    "picture",
    [
        made((40, 30), "CMYK", "JPEG", colour=(0, 0, 0, 0)),
        made((40, 30), "RGBA", colour=(255, 0, 0, 0)),
        made((40, 30), "LA", colour=(10, 0)),
        made((40, 30), "P", colour=3, transparency=3),
        made((40, 30), "I;16", colour=65535),
        made((40, 30), "RGB", "GIF"),
        made((40, 30), "RGB", "WEBP"),
        made((40, 30), "RGB", "BMP"),
        made((40, 30), "RGB", "TIFF"),
        Picture(made((40, 30)).data, "image/jpeg"),
        Picture(made((40, 30)).data, "application/octet-stream"),
    ],
    ids=lambda picture: f"{picture.media_type} {len(picture.data)}",
)
def test_another_picture_becomes_plain(picture: Picture) -> None:
    (shown,) = fit(picture)
    image = opened(shown)
    assert shown.media_type == f"image/{(image.format or '').lower()}"
    assert image.format in {"PNG", "JPEG"}
    assert image.mode in {"L", "RGB"}
    assert image.size == (40, 30)
    assert fit(shown) == [shown]


@pytest.mark.parametrize(
    ("picture", "light"),
    [(made((4, 3), "RGBA", colour=(0, 0, 0, 0)), 255), (made((4, 3), "I;16", colour=32768), 128)],
    ids=["on white", "sixteen bits"],
)
def test_what_is_transparent_is_on_white_and_sixteen_bits_keep_their_light(picture: Picture, light: int) -> None:
    (shown,) = fit(picture)
    assert opened(shown).convert("L").getextrema() == (light, light)


def test_a_photograph_is_turned_as_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6
    (shown,) = fit(made((40, 30), kind="JPEG", exif=exif))
    assert opened(shown).size == (30, 40)
    assert shown.media_type == "image/jpeg"
    assert opened(shown).getexif().get(0x0112, 1) == 1


def test_of_an_animation_the_first_frame_is_shown() -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ("red", "blue")]
    for kind in ("GIF", "PNG", "WEBP"):
        data = io.BytesIO()
        frames[0].save(data, kind, save_all=True, append_images=frames[1:])
        (shown,) = fit(Picture(data.getvalue(), f"image/{kind.lower()}"))
        red, _, blue = opened(shown).convert("RGB").getpixel((10, 10))  # type: ignore[misc]
        assert red > 200 > 50 > blue
        assert not getattr(opened(shown), "is_animated", False)


def test_too_many_bytes_are_made_fewer() -> None:
    noise = Image.merge("RGB", [Image.effect_noise((1500, 1500), 120) for _ in "RGB"])
    data = io.BytesIO()
    noise.save(data, "PNG", compress_level=1)
    assert len(data.getvalue()) > LARGEST_BYTES
    (shown,) = fit(Picture(data.getvalue()))
    assert len(shown.data) <= LARGEST_BYTES
    assert (shown.media_type, opened(shown).size) == ("image/jpeg", (1500, 1500))


def test_what_is_a_little_too_large_is_shrunk() -> None:
    (shown,) = fit(made((2400, 1200)))
    assert opened(shown).size == (LONG_EDGE, 784)


@pytest.mark.parametrize(("width", "height"), [(1280, 4000), (4000, 900), (900, 2700), (3200, 3000)])
def test_a_long_page_is_shown_as_a_whole_and_then_in_tiles_that_leave_nothing_out(width: int, height: int) -> None:
    overview, *tiles = fit(numbered(width, height))
    assert max(opened(overview).size) == LONG_EDGE
    assert 2 <= len(tiles) <= MOST_TILES
    seen: list[list[int]] = []
    for tile in tiles:
        image = opened(tile)
        assert image.width <= TILE[0]
        assert image.height <= TILE[1]
        seen.append(sorted(set(image.convert("L").tobytes())))
    steps = range(-(-max(width, height) // 250))
    assert sorted({grey for greys in seen for grey in greys}) == [n % 250 for n in steps]
    if width <= TILE[0]:
        assert all(max(before) >= min(after) for before, after in pairwise(seen)), "neighbours overlap"
        assert [min(greys) for greys in seen] == sorted(min(greys) for greys in seen), "in reading order"


def test_tiles_are_read_row_by_row() -> None:
    _, *tiles = fit(numbered(3200, 3000))
    firsts = [min(opened(tile).convert("L").tobytes()) for tile in tiles]
    assert len(tiles) == 9
    assert firsts == sorted(firsts[:3]) * 3


def test_tiles_of_a_page_keep_its_own_size() -> None:
    _, first, *_ = fit(numbered(1280, 4000))
    assert opened(first).width == 1280


def test_tiles_are_not_without_end_and_what_is_left_out_is_said(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        shown = fit(numbered(1280, 30016))
    assert len(shown) == MOST_TILES, "an overview 67 pixels wide shows nothing"
    assert "shown the first 12" in caplog.text
    assert opened(shown[0]).width == 768


def test_a_page_with_a_few_tiles_too_many_is_shrunk_and_shown_whole(caplog: pytest.LogCaptureFixture) -> None:
    shown = fit(numbered(1280, 18000))
    assert len(shown) == MOST_TILES
    assert 768 <= opened(shown[0]).width < 1280
    assert caplog.text == ""


def png_of_size(width: int, height: int) -> bytes:
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(100))), (b"IEND", b"")]
    parts = [struct.pack(">I", len(d)) + n + d + struct.pack(">I", zlib.crc32(n + d)) for n, d in chunks]
    return b"\x89PNG\r\n\x1a\n" + b"".join(parts)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"not a picture",
        "絵ではない".encode(),
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        made((400, 400), kind="BMP").data[:2000],
        made((400, 400), "RGBA", colour=(1, 2, 3, 4)).data[:120],
        png_of_size(100, 100_000),
        png_of_size(60_000, 60_000),
        png_of_size(10_000, 10_000),
        png_of_size(0, 10),
    ],
    ids=["none", "text", "japanese", "svg", "cut bmp", "cut png", "empty page", "bomb", "half a bomb", "no width"],
)
def test_what_cannot_be_shown_is_a_sentence(data: bytes) -> None:
    with pytest.raises(InputError, match="the picture"):
        fit(Picture(data))


@pytest.mark.parametrize("size", [(10_000, 10_000), (60_000, 60_000), (1, 80_000_000), (80_000_000, 1)])
def test_a_bomb_is_not_even_opened(size: tuple[int, int]) -> None:
    with pytest.raises(InputError, match="too large to be opened"):
        tokens_of(Picture(png_of_size(*size)))


@pytest.mark.parametrize(
    ("size", "least", "most"), [((1, 1), 255, 300), ((1280, 1500), 2560, 4000), ((1568, 1568), 3279, 4300)]
)
def test_tokens_are_those_of_the_provider_that_counts_most(size: tuple[int, int], least: int, most: int) -> None:
    assert least <= tokens_of(made(size)) <= most


def test_tokens_of_what_is_no_picture_are_a_sentence_too() -> None:
    with pytest.raises(InputError):
        tokens_of(Picture(b"nothing"))
