from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.state import Done
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.ledger import MemoryLedger
from kasen.testing.office import FakeOffice
from kasen.testing.providers import FAULTS, Fake, Reply, png, serving
from kasen.testing.scripted import ScriptedModel
from teams.slides.pictures.scenes import bullets, chart, done, painter, said, slide, task

DECK = [slide(1, "title"), slide(2), bullets(3), slide(4)]


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def status(found: Done) -> tuple[str, str, int]:
    [step] = found["finished"]
    return step.status, step.result_summary, step.attempts


async def test_pictures_are_drawn_for_slides_that_want_one() -> None:
    draw, office = FakeDraw(), FakeOffice()
    model = ScriptedModel([said(2, 4, alt="霧の茶畑。")])
    deps = fake_deps(model=model, draw=draw, office=office, lang="ja")
    found = await done(deps, task(DECK))
    assert [one.slide_id for one in found["drawn"]] == ["s-02", "s-04"]
    assert all(one.use is not None and one.use.alt == "霧の茶畑。" for one in found["drawn"])
    assert status(found) == ("completed", "2 点の画像", 1)
    assert found["finished"][0].artifact_ids == ("picture-s-02.png", "picture-s-04.png")
    assert [len(request.references) for request in draw.asked] == [1, 1], "the template's layout is shown"
    assert office.asked == ["render"]
    assert [(one.id, one.type, one.producer) for one in found["envelopes"]] == [
        ("picture-s-02.png", "pictures", "visualizer"),
        ("picture-s-04.png", "pictures", "visualizer"),
    ]
    assert "_sitting_s-02.json" in found["envelopes"][0].depends_on
    assert deps.notes == ["2 点の画像"]


async def test_without_an_office_they_are_drawn_in_one_sitting() -> None:
    draw = FakeDraw()
    await done(fake_deps(draw=draw, lang="ja"), task(DECK))
    assert [len(request.sitting.turns) for request in draw.asked] == [0, 2]
    assert [list(request.references) for request in draw.asked] == [[], []]


async def test_every_slide_is_drawn_whole_with_its_own_words() -> None:
    draw = FakeDraw()
    model = ScriptedModel([said(1, 2, 3, 4, 5)])
    deps = fake_deps(model=model, draw=draw, office=FakeOffice(), lang="ja")
    found = await done(deps, task([*DECK, chart(5), slide(6, "sources")], images="full"))
    assert len(found["drawn"]) == 5
    third = next(request for request in draw.asked if "# Slide3:" in request.prompt)
    assert "霧は朝に出る\n覆いは春に掛ける" in third.prompt
    assert third.aspect_ratio == "16:9"
    fifth = next(one for one in found["drawn"] if one.slide_id == "s-05")
    assert "no chart" in fifth.prompt
    assert fifth.use is not None
    assert "輸出" in fifth.use.alt


@pytest.mark.parametrize("images", ["none", "auto"])
async def test_where_no_slide_wants_one_nobody_is_asked(images: str) -> None:
    draw, model = FakeDraw(), ScriptedModel([])
    deps = fake_deps(model=model, draw=draw, office=FakeOffice())
    deck = DECK if images == "none" else [bullets(1)]
    found = await done(deps, task(deck, images=images, lang="en"))
    assert status(found) == ("completed", "no slide needs a picture", 1)
    assert (found["drawn"], draw.asked, model.requests) == ([], [], [])


async def test_without_anybody_who_draws_no_prompt_is_asked_for() -> None:
    model = ScriptedModel([])
    found = await done(fake_deps(model=model, office=FakeOffice(), lang="ja"), task(DECK))
    assert [(one.use, one.why) for one in found["drawn"]] == [(None, "画像を作るモデルがない")] * 2
    assert status(found) == ("failed", "画像 2 点のうち 0 点（画像を作るモデルがない）", 1)
    assert model.requests == []


async def test_before_slides_are_written_the_outline_is_drawn_for() -> None:
    outline = OutlineOutput(
        title="茶",
        slides=[
            OutlineSlide(kind="title", title="茶", message=""),
            OutlineSlide(kind="picture", title="霧", message="霧が守る。"),
        ],
    )
    found = await done(fake_deps(draw=FakeDraw(), lang="ja"), task(outline=outline))
    assert [one.slide_id for one in found["drawn"]] == ["s-02"]


# --- faults ---------------------------------------------------------------------------------------------------------


def real(fake: Fake, **more: Any) -> FakeDeps:
    deps = fake_deps(lang="ja", office=FakeOffice(), **more)
    return replace(deps, draw=painter(fake, deps.artifacts, ledger=deps.ledger))


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        (Reply(finish="IMAGE_SAFETY"), "画像モデルのフィルターに断られた"),
        (Reply(blocked=True), "指示文が断られた"),
        (Reply(text="どの茶畑ですか。"), "画像モデルが画像を返さなかった"),
        (Reply(images=(b"no picture",)), "画像モデルが失敗した"),
        (Reply(images=(png(8000, 8000),)), "画像モデルが失敗した"),
    ],
)
async def test_a_slide_whose_picture_fails_says_why_and_the_others_stand(fake: Fake, reply: Reply, why: str) -> None:
    fake.answer(reply, provider="google", contains="# Slide2:", times=None)
    found = await done(real(fake), task(DECK))
    bad, good = found["drawn"]
    assert (bad.use, bad.why, bad.slide_id) == (None, why, "s-02")
    assert good.use is not None
    assert status(found)[:2] == ("completed", f"画像 2 点のうち 1 点（{why}）")
    assert [one.id for one in found["envelopes"]] == [good.use.artifact]


@pytest.mark.parametrize("fault", ["500", "empty", "401", "404", "quota_spent", "dropped", "html"])
async def test_when_nothing_can_be_drawn_the_step_has_failed_and_nothing_is_raised(fake: Fake, fault: str) -> None:
    fake.fault(FAULTS[fault], provider="google", times=None)
    found = await done(real(fake), task(DECK))
    assert [one.use for one in found["drawn"]] == [None, None]
    assert status(found)[0] == "failed"
    assert found["envelopes"] == []


async def test_a_limit_is_waited_for(fake: Fake) -> None:
    fake.fault(FAULTS["429"], provider="google")
    found = await done(real(fake), task(DECK))
    assert status(found)[0] == "completed"
    assert all(one.use for one in found["drawn"])


async def test_a_step_that_is_carried_on_pays_for_nothing_twice(fake: Fake) -> None:
    first = real(fake)
    found = await done(first, task(DECK))
    paid = len(fake.calls)
    again = replace(first, draw=painter(fake, first.artifacts, ledger=first.ledger), office=None)
    assert await done(again, task(DECK)) == found
    assert (paid, len(fake.calls)) == (2, 2)


async def test_a_repetition_has_other_ids_and_the_same_pictures(fake: Fake) -> None:
    first = real(fake)
    found = await done(first, task(DECK))
    replay = fake_deps(lang="ja", office=FakeOffice(), ledger=first.ledger, repeats=first.artifacts)
    recalling = painter(fake, replay.artifacts, ledger=first.ledger)
    recalling.kept = lambda run: first.artifacts if run == "run_test" else replay.artifacts
    recalling.run_id, recalling.open_model = "run_2", None
    assert await done(replace(replay, run_id="run_2", draw=recalling), task(DECK)) == found
    assert len(fake.calls) == 2


async def test_prompts_are_asked_for_while_layouts_are_rendered() -> None:
    order: list[str] = []

    class Slow(FakeOffice):
        async def render(self, pptx: bytes, /, *, width: int = 1280) -> Any:
            order.append("render")
            return await super().render(pptx, width=width)

    def answer(request: ModelRequest) -> Any:
        order.append("ask")
        return said(2, 4)

    deps = fake_deps(model=ScriptedModel(answer), draw=FakeDraw(), office=Slow(), ledger=MemoryLedger())
    await done(deps, task(DECK))
    assert sorted(order) == ["ask", "render"]
