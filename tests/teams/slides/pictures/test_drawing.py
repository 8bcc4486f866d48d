from __future__ import annotations

import base64
import io
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image as images

from kasen.models.images import NoImage
from kasen.models.role import Picture
from kasen.team import Earlier
from kasen.teams.slides.pictures.drawing import Easel, drawn, redrawn
from kasen.teams.slides.pictures.references import Ground
from kasen.teams.slides.schemas.findings import Drawn
from kasen.teams.slides.schemas.picturing import PictureWish
from kasen.testing.deps import FakeDeps, fake_deps
from kasen.testing.draw import MODEL, FakeDraw
from kasen.testing.ledger import MemoryLedger
from kasen.testing.providers import FAULTS, Fake, Reply, png, serving
from teams.slides.pictures.scenes import LOOK, MODELS, painter, wish

LAYOUT = Picture(png(32, 18), "image/png")
SIGNATURE = bytes(range(256)) + b"\xff\xfe\xfd"
TEMPLATE = Ground(seeds="run_1", strategy="template", layouts={6: "_layout_6.png"}, shown={"_layout_6.png": LAYOUT})
CHAT = Ground(seeds="run_1", strategy="chat")


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


async def made(deps: FakeDeps, wishes: Sequence[PictureWish], ground: Ground = TEMPLATE, **more: Any) -> list[Drawn]:
    for name, picture in ground.shown.items():
        await deps.artifacts.write(name, picture.data, picture.media_type)
    return await drawn(Easel(deps=deps, ground=ground, look=LOOK, lang=more.get("lang", "ja")), wishes)


def with_fake(fake: Fake, **more: Any) -> FakeDeps:
    deps = fake_deps(lang="ja")
    return replace(deps, draw=painter(fake, deps.artifacts, **more))


def inline(part: dict[str, Any]) -> bytes:
    blob = part.get("inlineData") or part["inline_data"]
    return base64.urlsafe_b64decode(blob["data"])


# --- by the template's layouts --------------------------------------------------------------------------------------


async def test_with_layouts_all_pictures_are_drawn_at_once_each_with_its_reference() -> None:
    draw = FakeDraw()
    deps = fake_deps(draw=draw)
    found = await made(deps, [wish(3), wish(5, layout=None), wish(7, aspect="16:9")])
    assert [one.slide_id for one in found] == ["s-03", "s-05", "s-07"]
    assert [list(request.references) for request in draw.asked] == [[LAYOUT], [], [LAYOUT]]
    assert [request.seed for request in draw.asked] == [TEMPLATE.seed(f"s-0{n}") for n in (3, 5, 7)]
    assert [request.aspect_ratio for request in draw.asked] == ["4:3", "4:3", "16:9"]
    assert all(not request.sitting.turns for request in draw.asked)
    assert draw.roles == ["illustrator"] * 3
    assert [one.references for one in found] == [("_layout_6.png",), (), ("_layout_6.png",)]
    assert deps.events.of("progress")[-1].done == 3


async def test_the_prompt_is_the_seeds_form_and_then_what_the_design_asks_for() -> None:
    draw = FakeDraw()
    await made(fake_deps(draw=draw), [wish(3, style="Gouache."), wish(4, whole=True, data=True)])
    beside, whole = (request.prompt for request in draw.asked)
    assert beside.startswith("# Slide3: Content\n## 茶畑 3\n\nVisual style: A terraced tea field")
    for words in (
        "Gouache.",
        "background #FFFFFF",
        "accents #1F5FD0, #B9500B",
        "Aspect ratio: 4:3",
        "no words, letters",
    ):
        assert words in beside
    assert "no chart" not in beside
    for words in ("in Japanese", "typeface Meiryo", "whole slide", "no chart, axis", "empty layout of this deck"):
        assert words in whole


async def test_a_picture_is_kept_with_all_that_makes_it_changeable() -> None:
    deps = fake_deps(draw=FakeDraw())
    [one] = await made(deps, [wish(3, alt="朝の茶畑")])
    assert one.use is not None
    assert (one.use.artifact, one.use.version, one.use.alt) == ("picture-s-03.png", 1, "朝の茶畑")
    data = await deps.artifacts.read(one.use.artifact)
    assert images.open(io.BytesIO(data)).size == (one.use.width, one.use.height) == (64, 48)
    assert one.signature is not None
    assert (one.signature.seed, one.signature.base_prompt) == (TEMPLATE.seed("s-03"), one.prompt)
    assert (one.signature.model_version, one.by, one.why) == ("painter-1", MODEL, "")
    assert one.signature.api_thought_signature
    assert one.sitting == "_sitting_s-03.json"
    assert MODEL in deps.artifacts.text(one.sitting)


async def test_a_picture_that_fails_leaves_the_others_alone_and_says_why() -> None:
    draw = FakeDraw(fails={"# Slide5:": "safety"})
    bad = (await made(fake_deps(draw=draw), [wish(3), wish(5), wish(7)]))[1]
    assert (bad.use, bad.signature, bad.sitting) == (None, None, "")
    assert bad.why == "画像モデルのフィルターに断られた"
    assert bad.prompt.startswith("# Slide5:")


async def test_without_anybody_who_draws_each_slide_is_told_so() -> None:
    found = await made(fake_deps(), [wish(3), wish(5)], lang="en")
    assert [(one.use, one.why) for one in found] == [(None, "no model makes pictures here")] * 2


# --- one sitting, on the recording fake -----------------------------------------------------------------------------


async def test_in_a_sitting_each_picture_goes_on_from_the_one_before_byte_for_byte(fake: Fake) -> None:
    for number in (1, 2, 3):
        picture = png(64, 48, (number * 60, 94, 74))
        fake.answer(
            Reply(images=(png(4, 4), picture), signature=SIGNATURE), provider="google", contains=f"# Slide{number}:"
        )
    found = await made(with_fake(fake), [wish(1), wish(2), wish(3)], CHAT)
    assert all(one.use for one in found)
    first, second, third = (call.body for call in fake.calls)
    assert [body["generationConfig"]["seed"] for body in (first, second, third)] == [
        CHAT.seed(f"s-0{n}") for n in (1, 2, 3)
    ]
    assert [content["role"] for content in second["contents"]] == ["user", "model", "user"]
    assert second["contents"][0] == first["contents"][0], "the wish before, as it was sent"
    model = second["contents"][1]["parts"][-1]
    assert inline(model) == png(64, 48, (60, 94, 74)), "the picture before"
    assert base64.urlsafe_b64decode(model.get("thoughtSignature") or model["thought_signature"]) == SIGNATURE
    assert third["contents"][:2] == second["contents"][:2]
    assert [content["role"] for content in third["contents"]] == ["user", "model"] * 2 + ["user"]
    assert (fake.signatures_ok, fake.signatures_wrong) == (3, 0)
    assert "next picture of the same deck" in second["contents"][2]["parts"][0]["text"]
    assert "next picture" not in first["contents"][0]["parts"][0]["text"]


@pytest.mark.parametrize(("ground", "at_once"), [(TEMPLATE, 4), (CHAT, 1)], ids=["template", "chat"])
async def test_by_layouts_pictures_are_drawn_together_in_a_sitting_one_after_the_other(
    fake: Fake, ground: Ground, at_once: int
) -> None:
    fake.behaviour = replace(fake.behaviour, latency_s=0.05)
    found = await made(with_fake(fake), [wish(number) for number in (1, 2, 3, 4)], ground)
    assert all(one.use for one in found)
    assert fake.max_at_once["google"] == at_once


async def test_a_picture_that_is_refused_is_left_out_of_the_sitting(fake: Fake) -> None:
    fake.answer(Reply(finish="IMAGE_SAFETY"), provider="google", contains="# Slide2:")
    found = await made(with_fake(fake), [wish(1), wish(2), wish(3)], CHAT)
    assert [bool(one.use) for one in found] == [True, False, True]
    assert len(fake.calls) == 3
    assert "# Slide2:" not in str(fake.calls[2].body["contents"][:2])


async def test_where_the_model_of_a_sitting_fails_another_begins_one(fake: Fake) -> None:
    def fail_later(call: Any) -> Reply:
        fake.fault(FAULTS["500"], provider="google", model="nano-banana", times=None)
        return Reply(images=(png(64, 48),))

    fake.answer(fail_later, provider="google")
    found = await made(with_fake(fake), [wish(1), wish(2), wish(3)], CHAT)
    assert [one.by for one in found] == [MODELS[0], MODELS[1], MODELS[1]]
    assert len(fake.calls[-1].body["contents"]) == 3, "and goes on in it"


async def test_a_budget_that_is_spent_is_not_tried_twice() -> None:
    spent = NoImage(reason="other", note="budget", model=MODEL)

    class Spent(FakeDraw):
        async def __call__(self, request: Any, /, *, role: str) -> Any:
            outcome = await super().__call__(request, role=role)
            return outcome if len(self.asked) == 1 else spent

    draw = Spent()
    found = await made(fake_deps(draw=draw), [wish(1), wish(2)], CHAT)
    assert (len(draw.asked), found[1].why) == (2, "予算に達した")


# --- Deep Edit ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("ground", [TEMPLATE, CHAT], ids=["template", "chat"])
async def test_a_change_after_a_new_process_sends_seed_reference_and_stored_turns_byte_for_byte(
    fake: Fake, ground: Ground
) -> None:
    fake.answer(Reply(images=(png(4, 4), png(64, 48)), signature=SIGNATURE), provider="google")
    deps = with_fake(fake)
    [one] = await made(deps, [wish(3)], ground)
    stored = Drawn.model_validate_json(one.model_dump_json())
    later = fake_deps(lang="ja", earlier=Earlier(run_id="run_1", request={}, result={}, artifacts=deps.artifacts))
    later = replace(later, draw=painter(fake, later.artifacts))
    fake.answer(Reply(images=(png(64, 48, (9, 9, 200)),), signature=b"second"), provider="google")
    again = await redrawn(later, stored, "空を青く", lang="ja", alt="青い空の茶畑")
    first, second = (call.body for call in fake.calls)
    assert second["generationConfig"]["seed"] == ground.seed("s-03") == first["generationConfig"]["seed"]
    assert second["contents"][0] == first["contents"][0]
    model = second["contents"][1]["parts"][-1]
    assert base64.urlsafe_b64decode(model.get("thoughtSignature") or model["thought_signature"]) == SIGNATURE
    assert inline(model) == png(64, 48)
    text, *shown = second["contents"][2]["parts"]
    assert text["text"].startswith("Change the last picture: 空を青く")
    expected = LAYOUT.data if ground.shown else await deps.artifacts.read("picture-s-03.png")
    assert [inline(part) for part in shown] == [expected]
    assert (fake.signatures_ok, fake.signatures_wrong) == (1, 0)
    assert again.use is not None
    assert (again.use.alt, again.slide_id, again.why) == ("青い空の茶畑", "s-03", "")
    assert again.signature is not None
    assert again.signature.base_prompt == one.prompt
    assert base64.b64decode(again.signature.api_thought_signature) == b"second"
    third = await redrawn(later, again, "鳥を一羽", lang="ja")
    assert third.use is not None
    assert third.use.version == 2, "the earlier one stays"
    assert [content["role"] for content in fake.calls[2].body["contents"]] == ["user", "model"] * 2 + ["user"]


async def test_where_the_model_is_not_there_any_more_the_picture_is_shown_with_its_first_prompt(fake: Fake) -> None:
    deps = with_fake(fake)
    [one] = await made(deps, [wish(3)], CHAT)
    later = replace(deps, draw=painter(fake, deps.artifacts, models=MODELS[1:], ledger=MemoryLedger()))
    again = await redrawn(later, one, "空を青く", lang="ja")
    assert again.by == MODELS[1]
    body = fake.calls[1].body
    [content] = body["contents"]
    assert "# Slide3: Content" in content["parts"][0]["text"]
    assert "空を青く" in content["parts"][0]["text"]
    assert inline(content["parts"][1]) == await deps.artifacts.read("picture-s-03.png", 1)
    assert body["generationConfig"]["seed"] == CHAT.seed("s-03")


@pytest.mark.parametrize("reason", ["safety", "other"])
async def test_a_change_that_fails_leaves_the_picture_as_it_is(reason: Any) -> None:
    deps = fake_deps(draw=FakeDraw())
    [one] = await made(deps, [wish(3)])
    failing = replace(deps, draw=FakeDraw(fails={"Change the last": reason, "one change": reason}))
    again = await redrawn(failing, one, "空を青く", lang="ja")
    assert again.use == one.use
    assert again.sitting == one.sitting
    assert again.why
    assert (await redrawn(replace(deps, draw=None), one, "x", lang="en")).why == "no model makes pictures here"
    never = Drawn(slide_id="s-01", why="x")
    assert await redrawn(deps, never, "x", lang="en") == never
