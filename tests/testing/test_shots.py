from __future__ import annotations

import io

import pytest
from PIL import Image

from kasen.errors import Refused
from kasen.testing.deps import fake_deps
from kasen.testing.shots import SIZES, FakeShoot, fake_shot, grey_png


async def test_a_node_is_handed_pictures_that_are_pictures_and_what_was_asked_is_kept() -> None:
    shoot = FakeShoot({"https://b.example/": Refused("answered 404"), "https://c.example/": fake_shot("c", tiles=3)})
    deps = fake_deps(shoot=shoot)
    assert deps.shoot is not None
    shot = await deps.shoot("https://a.example/")
    assert shot.source == "https://a.example/"
    assert [view.kind for view in shot.views] == ["overview", "tile", "mobile"]
    for view in shot.views:
        image = Image.open(io.BytesIO(view.data))
        image.load()
        assert image.size == (view.width, view.height) == SIZES[view.kind]
    assert len((await deps.shoot("https://c.example/")).views) == 5
    with pytest.raises(Refused, match="404"):
        await deps.shoot("https://b.example/")
    assert shoot.asked == ["https://a.example/", "https://c.example/", "https://b.example/"]
    assert fake_deps().shoot is None


def test_the_shade_is_that_of_the_pixels() -> None:
    image = Image.open(io.BytesIO(grey_png(3, 2, 0x10)))
    assert image.getextrema() == (0x10, 0x10)
