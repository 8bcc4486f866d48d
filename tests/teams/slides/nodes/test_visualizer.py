from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest

from kasen.models.provider import ModelRequest
from kasen.teams.slides.schemas.deck import Point, Slide
from kasen.teams.slides.schemas.outputs import OutlineOutput, OutlineSlide
from kasen.teams.slides.state import Done
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.draw import FakeDraw
from kasen.testing.ledger import MemoryLedger
from kasen.testing.office import FakeOffice
from kasen.testing.providers import FAULTS, Fake, Reply, png, serving
from kasen.testing.scripted import ScriptedModel
from teams.slides.pictures.scenes import STYLE, bullets, chart, done, painter, said, slide, task

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


OUTLINE = OutlineOutput(
    title="宇治茶",
    slides=[
        OutlineSlide(kind="title", title="宇治茶", message=""),
        OutlineSlide(kind="bullets", title="霧の茶畑", message="霧が若い葉を守る。", covers="朝霧"),
        OutlineSlide(kind="bullets", title="市場の動き", message="買い手は粉茶を求める。"),
    ],
)


def whole(slides: Sequence[Slide] = (), **more: Any) -> Any:
    """The task where slides are drawn whole; without slides the step that says how they look."""
    drawing = task()["step"].model_copy(update={"id": "S5"})
    looks = drawing.model_copy(update={"id": "S4", "mode": "looks"})
    plan = task()["plan"].model_copy(update={"steps": (looks, drawing)})
    given = task(slides, images="full", outline=OUTLINE, plan=plan, step=drawing if slides else looks)
    return {**given, **more}


async def test_how_whole_slides_look_is_said_of_the_outline_while_nothing_is_drawn() -> None:
    draw, office, model = FakeDraw(), FakeOffice(), ScriptedModel([said(1, 2, 3)])
    found = await done(fake_deps(model=model, draw=draw, office=office, lang="ja"), whole())
    assert [(one.slide_id, one.kind, one.title) for one in found["sketches"]] == [
        ("s-01", "title", "宇治茶"),
        ("s-02", "bullets", "霧の茶畑"),
        ("s-03", "bullets", "市場の動き"),
    ]
    assert "They are being written while you work" in model.requests[0].prompt
    assert status(found) == ("completed", "3 枚の見え方", 1)
    assert (draw.asked, "drawn" in found) == ([], False)
    assert office.asked == ["render"], "layouts are pictured meanwhile"


WRITTEN = [
    slide(1, "title", title="宇治茶", message=""),
    slide(2, "bullets", title="霧が茶畑を守る", message="若い葉は霧に守られる。", points=(Point(text="霧は朝に出る"),)),
    slide(3, "bullets", title="市場の動き", message="買い手は粉茶を求める。", points=(Point(text="値が上がる"),)),
]


async def test_whole_slides_are_drawn_with_their_final_words_and_nobody_is_asked_again() -> None:
    draw, office, model = FakeDraw(), FakeOffice(), ScriptedModel([said(1, 2, 3)])
    deps = fake_deps(model=model, draw=draw, office=office, lang="ja")
    looks = await done(deps, whole())
    found = await done(deps, whole(WRITTEN, sketches=looks["sketches"]))
    assert len(model.requests) == 1
    second = next(request for request in draw.asked if "# Slide2:" in request.prompt)
    assert "## 霧が茶畑を守る\n### 若い葉は霧に守られる。\n霧は朝に出る" in second.prompt
    assert "霧の茶畑" not in second.prompt
    assert STYLE in second.prompt
    assert "Gouache, soft edges, low sun." in second.prompt
    assert [len(request.references) for request in draw.asked] == [1, 1, 1]
    assert office.asked == ["render"], "once"
    assert status(found)[0] == "completed"


async def test_only_a_slide_that_became_another_one_is_asked_for_again() -> None:
    other = "Sacks of powdered tea on a quay, cranes behind, evening light, small figures in the lower third."
    model = ScriptedModel([said(1, 2, 3), said(3, style=other)])
    deps = fake_deps(model=model, draw=(draw := FakeDraw()), office=FakeOffice(), lang="ja")
    looks = await done(deps, whole())
    late = slide(3, "bullets", title="遅霜への備え", message="扇風機が要る。", points=(Point(text="防霜"),))
    await done(deps, whole([*WRITTEN[:2], late], sketches=looks["sketches"]))
    again = model.requests[1].prompt
    assert ("Slide 3 [bullets]" in again, "Slide 2 [bullets]" in again) == (True, False)
    assert "being written while you work" not in again
    third = next(request for request in draw.asked if "# Slide3:" in request.prompt)
    assert other in third.prompt
    assert "Gouache, soft edges, low sun." in third.prompt, "in the style of the others"


async def test_without_a_step_before_whole_slides_are_drawn_all_the_same() -> None:
    draw, model = FakeDraw(), ScriptedModel([said(1, 2, 3)])
    found = await done(fake_deps(model=model, draw=draw, office=FakeOffice(), lang="ja"), whole(WRITTEN))
    assert (len(found["drawn"]), len(model.requests)) == (3, 1)


@pytest.mark.parametrize("draws", [True, False])
async def test_nobody_is_asked_how_slides_look_that_will_not_be_drawn(draws: bool) -> None:
    given, model = whole(), ScriptedModel([])
    left_out = given["plan"].steps[1].model_copy(update={"status": "skipped"})
    plan = given["plan"].model_copy(update={"steps": (given["plan"].steps[0], left_out)}) if draws else given["plan"]
    deps = fake_deps(model=model, draw=FakeDraw() if draws else None, office=FakeOffice(), lang="en")
    found = await done(deps, {**given, "plan": plan})
    assert (status(found)[0], model.requests, "sketches" in found) == ("skipped", [], False)


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
