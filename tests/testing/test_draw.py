from __future__ import annotations

import io

from PIL import Image as images

from kasen.models.drawing import media_type_of
from kasen.models.images import Draw, Image, ImageRequest, NoImage
from kasen.testing.deps import fake_deps
from kasen.testing.draw import MODEL, FakeDraw
from kasen.testing.providers import png


async def made(draw: Draw, prompt: str, **more: object) -> Image:
    outcome = await draw(ImageRequest(prompt=prompt, **more), role="illustrator")  # type: ignore[arg-type]
    assert isinstance(outcome, Image)
    return outcome


async def test_it_makes_real_pictures_that_follow_from_the_request() -> None:
    draw = FakeDraw()
    one = await made(draw, "茶畑", seed=1, aspect_ratio="16:9")
    assert media_type_of(one.data) == one.media_type == "image/png"
    assert images.open(io.BytesIO(one.data)).size == (64, 36)
    assert (await made(draw, "茶畑", seed=1, aspect_ratio="16:9")).data == one.data
    assert (await made(draw, "茶畑", seed=2, aspect_ratio="16:9")).data != one.data
    assert [request.seed for request in draw.asked] == [1, 1, 2]
    assert draw.roles == ["illustrator"] * 3


async def test_a_sitting_goes_on() -> None:
    draw = FakeDraw()
    one = await made(draw, "茶畑")
    two = await made(draw, "空を青く", sitting=one.sitting)
    assert two.sitting.turns[:2] == one.sitting.turns
    assert (len(two.sitting.turns), two.sitting.model) == (4, MODEL)
    assert two.content_json == two.sitting.turns[-1].content_json


async def test_it_fails_and_gives_what_it_is_told_to() -> None:
    bad = png(3, 3)
    draw = FakeDraw(fails={"# Slide2:": "safety"}, pictures={"# Slide3:": bad})
    assert isinstance(await draw(ImageRequest(prompt="# Slide2: x"), role="illustrator"), NoImage)
    assert (await made(draw, "# Slide3: x")).data == bad


async def test_it_is_handed_to_nodes() -> None:
    draw = FakeDraw()
    assert fake_deps(draw=draw).draw is draw
    assert fake_deps().draw is None
