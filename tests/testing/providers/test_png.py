from __future__ import annotations

import io

from PIL import Image

from kasen.testing.providers.png import png


def test_a_picture_can_be_read_and_has_its_colour() -> None:
    with Image.open(io.BytesIO(png(5, 3, (1, 2, 3)))) as image:
        image.load()
        assert (image.format, image.size, image.mode) == ("PNG", (5, 3), "RGB")
        assert image.getcolors() == [(15, (1, 2, 3))]


def test_pictures_of_other_colours_differ() -> None:
    assert png(colour=(0, 0, 0)) != png(colour=(0, 0, 1))
    assert len(png(400, 300)) < 2_000
