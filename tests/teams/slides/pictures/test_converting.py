from __future__ import annotations

import io
from typing import Any

import pytest
from PIL import Image as images

from kasen.teams.slides.pictures.converting import MOST_PNG, WIDEST, for_deck
from kasen.testing.providers import png


def encoded(image: images.Image, kind: str, **more: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **more)
    return out.getvalue()


def photo(width: int, height: int) -> images.Image:
    return images.merge("RGB", [images.effect_noise((width, height), 90) for _ in range(3)])


def opened(data: bytes) -> images.Image:
    image = images.open(io.BytesIO(data))
    image.load()
    return image


def test_what_is_drawn_becomes_png_and_what_is_photographed_jpeg() -> None:
    flat, real = for_deck(png(640, 360)), for_deck(encoded(photo(640, 360), "PNG"))
    assert (flat.media_type, flat.suffix, opened(flat.data).format) == ("image/png", "png", "PNG")
    assert (real.media_type, real.suffix, opened(real.data).format) == ("image/jpeg", "jpg", "JPEG")
    assert (flat.width, flat.height) == (real.width, real.height) == (640, 360)


@pytest.mark.parametrize(
    ("size", "expected"), [((3840, 2160), (1920, 1080)), ((1080, 3840), (540, 1920)), ((800, 600), (800, 600))]
)
def test_no_side_is_longer_than_a_screen_shows(size: tuple[int, int], expected: tuple[int, int]) -> None:
    made = for_deck(png(*size))
    assert (made.width, made.height) == opened(made.data).size == expected
    assert max(expected) <= WIDEST


def test_nothing_stays_of_what_was_written_into_it() -> None:
    exif = images.Exif()
    exif[0x010E] = "taken at a secret place"
    exif[0x0112] = 6
    made = for_deck(encoded(photo(60, 40), "JPEG", exif=exif))
    assert b"secret" not in made.data
    assert b"secret" not in for_deck(encoded(photo(60, 40), "JPEG", comment=b"secret")).data
    assert not opened(made.data).getexif()
    assert (made.width, made.height) == (40, 60), "it is turned as it was taken"
    drawn = images.new("RGB", (30, 30), "red")
    drawn.info["comment"] = "secret"
    assert b"secret" not in for_deck(encoded(drawn, "PNG")).data


def test_what_is_see_through_stays_so() -> None:
    made = for_deck(encoded(images.new("RGBA", (40, 40), (255, 0, 0, 80)), "PNG"))
    assert (made.media_type, opened(made.data).mode) == ("image/png", "RGBA")


@pytest.mark.parametrize("mode", ["1", "L", "P", "CMYK", "LA", "I;16"])
def test_every_mode_comes_out(mode: str) -> None:
    image = images.new("L", (20, 10), 128).convert(mode) if mode != "I;16" else images.new("I;16", (20, 10), 40_000)
    kind = "JPEG" if mode == "CMYK" else "PNG"
    made = for_deck(encoded(image, kind))
    assert opened(made.data).mode in ("RGB", "RGBA")


def test_webp_becomes_what_office_shows() -> None:
    assert for_deck(encoded(photo(64, 64), "WEBP", lossless=True)).media_type == "image/jpeg"


def test_it_is_the_same_each_time_and_bounded() -> None:
    data = encoded(photo(1024, 1024), "PNG")
    assert for_deck(data) == for_deck(data)
    assert len(for_deck(data).data) < MOST_PNG < len(data) + 1_000_000
