from __future__ import annotations

import io
from dataclasses import replace

import pytest
from PIL import Image as images
from pptx import Presentation

from kasen.errors import ConfigurationError, Refused, Retryable
from kasen.teams.slides.pictures.references import DECISION, Ground, ground_of, layout_deck
from kasen.teams.slides.state import TEMPLATE
from kasen.teams.slides.template.bundled import bundled
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.office import FakeOffice
from kasen.tools.office.libreoffice import LibreOffice, program


async def deps_with(office: FakeOffice | None, *, template: bytes = b"", **more: object) -> FakeDeps:
    deps = fake_deps(office=office, **more)  # type: ignore[arg-type]
    await deps.artifacts.write(TEMPLATE, template or bundled("light"), "application/octet-stream")
    return deps


async def test_layouts_are_rendered_once_in_a_run_and_shown_to_their_slides() -> None:
    office = FakeOffice()
    deps = await deps_with(office)
    ground = await ground_of(deps, [6, None, 2, 6])
    assert (ground.strategy, dict(ground.layouts)) == ("template", {2: "_layout_2.png", 6: "_layout_6.png"})
    [(name, picture)] = ground.references(6).items()
    assert (name, await deps.artifacts.read(name)) == ("_layout_6.png", picture.data)
    assert ground.references(2) != ground.references(6)
    assert ground.references(None) == ground.references(4) == {}
    assert await ground_of(deps, [2, 6]) == ground
    assert office.asked == ["render"]
    more = await ground_of(deps, [2, 4])
    assert set(more.layouts) == {2, 4}
    assert office.asked == ["render"] * 2, "only what was missing"


@pytest.mark.parametrize("error", [Refused("no"), Retryable("late"), ConfigurationError("none")])
async def test_without_pictures_of_layouts_it_is_one_sitting(error: Exception) -> None:
    for office in (None, FakeOffice(error=error)):  # type: ignore[arg-type]
        deps = await deps_with(office)
        ground = await ground_of(deps, [2])
        assert (ground.strategy, dict(ground.layouts), ground.references(2)) == ("chat", {}, {})
        later = replace(deps, office=FakeOffice())
        assert (await ground_of(later, [2])).strategy == "chat", "it stays as it was decided"


@pytest.mark.parametrize("template", [b"PK no deck", b"\x00" * 200])
async def test_a_template_that_cannot_be_taken_to_pieces_is_no_error(template: bytes) -> None:
    office = FakeOffice()
    assert (await ground_of(await deps_with(office, template=template), [2])).strategy == "chat"
    assert (await ground_of(await deps_with(office), [99])).strategy == "chat"
    assert (await ground_of(fake_deps(office=office), [2])).strategy == "chat"
    assert office.asked == []


async def test_a_repetition_draws_as_the_run_did() -> None:
    run = await deps_with(FakeOffice())
    first = await ground_of(run, [6])
    office = FakeOffice()
    repeated = replace(await deps_with(office), run_id="run_other", repeats=run.artifacts)
    assert await ground_of(repeated, [6]) == first
    assert office.asked == []
    assert set((await ground_of(repeated, [2, 6])).layouts) == {6}, "what the run had not, its repetition has not"
    assert office.asked == []
    third = replace(await deps_with(office), run_id="run_third", repeats=repeated.artifacts)
    assert await ground_of(third, [6]) == first
    chat = await deps_with(None)
    await ground_of(chat, [6])
    assert (
        await ground_of(replace(repeated, artifacts=fake_deps().artifacts, repeats=chat.artifacts), [6])
    ).layouts == {}


def test_seeds_stay_within_a_run_and_differ_between_slides_and_runs() -> None:
    one, other = Ground(seeds="run_1", strategy="chat"), Ground(seeds="run_2", strategy="chat")
    seeds = {one.seed(f"s-{n:02d}") for n in range(1, 61)} | {other.seed("s-01")}
    assert len(seeds) == 61
    assert one.seed("s-01") == Ground(seeds="run_1", strategy="template").seed("s-01")
    assert all(0 <= seed < 2**31 for seed in seeds)


async def test_the_seeds_of_a_run_are_decided_once() -> None:
    deps = await deps_with(None)
    assert (await ground_of(deps, [])).seeds == "run_test"
    assert b"run_test" in await deps.artifacts.read(DECISION)


def test_a_deck_of_layouts_has_a_bare_slide_of_each() -> None:
    deck = Presentation(io.BytesIO(layout_deck(bundled("business"), [6, 0, 6])))
    names = [slide.slide_layout.name for slide in deck.slides]
    assert names == ["タイトル付きの図", "タイトル スライド", "タイトル付きの図"]
    assert all(len(slide.shapes) == 0 for slide in deck.slides)


def test_slides_that_the_template_holds_are_not_among_them() -> None:
    filled = layout_deck(bundled("light"), [0, 1, 2])
    assert len(Presentation(io.BytesIO(layout_deck(filled, [5]))).slides) == 1


@pytest.mark.skipif(not program(), reason="LibreOffice is not installed")
async def test_libreoffice_shows_what_the_layouts_look_like() -> None:
    rendering = await LibreOffice().render(layout_deck(bundled("light"), [9, 2]), width=320)
    closing, content = (images.open(io.BytesIO(data)).convert("RGB") for data in rendering.pictures)
    assert closing.size == content.size == (320, 180)
    assert closing.getpixel((160, 90)) != content.getpixel((160, 90)), "the closing layout has a ground of its own"
