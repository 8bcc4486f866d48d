from __future__ import annotations

from kasen.models.images import Sitting, Turn
from kasen.team import Earlier
from kasen.teams.slides.pictures.drawing import Easel, drawn, redrawn
from kasen.teams.slides.pictures.keeping import carried, in_deck, keep_sitting, stored
from kasen.teams.slides.pictures.references import Ground
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.providers import png
from teams.slides.pictures.scenes import LOOK, wish

GROUND = Ground(seeds="run_1", strategy="chat")


def after(deps: FakeDeps, **more: object) -> FakeDeps:
    earlier = Earlier(run_id=deps.run_id, request={}, result={}, artifacts=deps.artifacts)
    return fake_deps(earlier=earlier, **more)  # type: ignore[arg-type]


async def test_a_picture_in_the_deck_is_a_version_of_its_own() -> None:
    deps = fake_deps()
    one = await in_deck(deps, "s-03", png(64, 48), "茶畑")
    again = await in_deck(deps, "s-03", png(64, 48), "茶畑")
    other = await in_deck(deps, "s-03", png(64, 48, (0, 0, 0)), "夜の茶畑")
    assert one == again
    assert [(use.artifact, use.version) for use in (one, other)] == [("picture-s-03.png", 1), ("picture-s-03.png", 2)]
    assert (one.width, one.height, one.media_type) == (64, 48, "image/png")


async def test_what_this_run_has_comes_before_what_the_earlier_one_had() -> None:
    first = fake_deps()
    sitting = Sitting(model="google:m", turns=(Turn(content_json="{}"), Turn(content_json="[]")))
    name = await keep_sitting(first, "s-03", sitting)
    second = after(first)
    data = await stored(second, name)
    assert data is not None
    assert Sitting.model_validate_json(data) == sitting
    await keep_sitting(second, "s-03", Sitting())
    assert await stored(second, name) == Sitting().model_dump_json().encode()
    assert await stored(second, "nothing.json") is None
    assert await stored(second, "") is None
    assert await stored(fake_deps(), name) is None


async def test_what_a_change_needs_is_carried_along_to_the_next_run() -> None:
    deps = fake_deps(draw=FakeDraw())
    await deps.artifacts.write("_layout_6.png", png(), "image/png")
    found = await drawn(Easel(deps=deps, ground=GROUND, look=LOOK, lang="ja"), [wish(3), wish(5)])
    found = [one.model_copy(update={"references": ("_layout_6.png",)}) for one in found]
    second = after(deps)
    await carried(second, found)
    assert set(second.artifacts.versions) == {
        *("_layout_6.png", "_sitting_s-03.json", "_sitting_s-05.json", "picture-s-03.png", "picture-s-05.png")
    }
    assert second.artifacts.versions["picture-s-03.png"] == deps.artifacts.versions["picture-s-03.png"]
    third = after(second, draw=FakeDraw())
    assert (await redrawn(third, found[1], "空を青く", lang="ja")).use
    assert "_layout_6.png" in third.artifacts.versions
