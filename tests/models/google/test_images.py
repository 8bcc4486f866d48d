from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest
from google.genai import types

from kasen.errors import AccountClosed, InputError, KasenError, Refused, Retryable
from kasen.models.google.images import GoogleImages, final_picture
from kasen.models.google.prices import google_price
from kasen.models.images import Image, ImageRequest, NoImage, Sitting
from kasen.models.provider import ModelContext
from kasen.models.role import Picture, Usage
from kasen.testing.providers import FAULTS, Fake, Fault, Reply, png, serving
from kasen.testing.providers.signatures import sign
from models.credentials import Token

NAME = "gemini-3-pro-image-preview"
DRAFT, FINAL = png(colour=(200, 200, 200)), png(colour=(1, 94, 74))
SIGNATURE = bytes(range(256)) + b"\xff\xfe\xfd"


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def images(fake: Fake, name: str = NAME, **access: Any) -> GoogleImages:
    return GoogleImages(name, ModelContext(access=fake.access(**access)), credentials=Token)


async def made(fake: Fake, request: ImageRequest) -> Image:
    image = await images(fake).make(request)
    assert isinstance(image, Image)
    return image


async def refused(fake: Fake, reply: Reply) -> NoImage:
    fake.answer(reply, provider="google")
    outcome = await images(fake).make(ImageRequest(prompt="茶畑"))
    assert isinstance(outcome, NoImage)
    return outcome


async def test_the_last_picture_wins_and_drafts_are_skipped(fake: Fake) -> None:
    told = Usage(input_tokens=12, output_tokens=1300, reasoning_tokens=180)
    fake.answer(Reply(text="茶畑です。", images=(DRAFT, FINAL), signature=SIGNATURE, usage=told), provider="google")
    image = await made(fake, ImageRequest(prompt="霧の茶畑", seed=42))
    assert (image.data, image.media_type) == (FINAL, "image/png")
    assert base64.b64decode(image.signature) == SIGNATURE
    assert (image.text, image.model, image.model_version) == ("茶畑です。", f"google:{NAME}", NAME)
    assert image.usage == told
    assert image.usd == google_price(NAME, told, image_tokens=1120)


def part(data: bytes, kind: str = "image/png", **more: Any) -> types.Part:
    return types.Part(inline_data=types.Blob(data=data, mime_type=kind), **more)


def test_thoughts_and_files_that_are_no_pictures_are_passed_over() -> None:
    first, final = part(DRAFT), part(FINAL)
    after = [part(DRAFT, thought=True), part(b"%PDF", "application/pdf"), part(b""), types.Part(text="絵")]
    assert final_picture(types.Content(parts=[first, final, *after])) == final
    assert final_picture(types.Content(parts=after)) is None
    assert final_picture(types.Content()) is None


async def test_seed_references_shape_and_size_are_sent(fake: Fake) -> None:
    references = (Picture(DRAFT), Picture(b"\xff\xd8jpeg", "image/jpeg"))
    request = ImageRequest(prompt="表紙", seed=42, references=references, aspect_ratio="16:9", size="2K")
    await made(fake, request)
    body = fake.calls[0].body
    assert fake.calls[0].path == f"/v1beta/models/{NAME}:generateContent"
    assert body["generationConfig"] == {
        "seed": 42,
        "responseModalities": ["IMAGE"],
        "imageConfig": {"aspectRatio": "16:9", "imageSize": "2K"},
    }
    text, *shown = body["contents"][0]["parts"]
    assert text == {"text": "表紙"}
    assert [base64.urlsafe_b64decode(part["inlineData"]["data"]) for part in shown] == [DRAFT, b"\xff\xd8jpeg"]


async def test_without_wishes_about_shape_none_is_sent(fake: Fake) -> None:
    await made(fake, ImageRequest(prompt="表紙"))
    assert fake.calls[0].body["generationConfig"] == {"responseModalities": ["IMAGE"]}


async def test_a_picture_is_changed_with_the_models_own_turns_sent_back_byte_for_byte(fake: Fake) -> None:
    fake.answer(Reply(images=(DRAFT, FINAL), signature=SIGNATURE), provider="google")
    first = await made(fake, ImageRequest(prompt="霧の茶畑", seed=7, references=(Picture(DRAFT),)))
    kept = json.dumps(json.loads(first.sitting.model_dump_json()), ensure_ascii=False)
    second = await made(fake, ImageRequest(prompt="空を青く", seed=7, sitting=Sitting.model_validate_json(kept)))
    third = await made(fake, ImageRequest(prompt="鳥を一羽", seed=7, sitting=second.sitting))
    assert (fake.signatures_ok, fake.signatures_wrong) == (1 + 2, 0)
    contents = fake.calls[2].body["contents"]
    assert [content["role"] for content in contents] == ["user", "model"] * 2 + ["user"]
    assert [len(third.sitting.turns), third.sitting.model] == [6, f"google:{NAME}"]
    sent = [part for part in contents[1]["parts"] if "thoughtSignature" in part or "thought_signature" in part]
    assert base64.urlsafe_b64decode(sent[0].get("thoughtSignature") or sent[0]["thought_signature"]) == SIGNATURE
    assert first.content_json == first.sitting.turns[1].content_json == third.sitting.turns[1].content_json


async def test_a_signature_that_is_no_text_survives(fake: Fake) -> None:
    fake.answer(Reply(images=(FINAL,)), provider="google")
    first = await made(fake, ImageRequest(prompt="一"))
    assert base64.b64decode(first.signature) == sign(FINAL)
    await made(fake, ImageRequest(prompt="二", sitting=first.sitting))
    assert fake.signatures_ok == 1


async def test_a_sitting_belongs_to_its_model(fake: Fake) -> None:
    first = await made(fake, ImageRequest(prompt="一"))
    with pytest.raises(InputError, match=NAME):
        await images(fake, "gemini-3.1-flash-image").make(ImageRequest(prompt="二", sitting=first.sitting))


@pytest.mark.parametrize(
    ("end", "reason"),
    [
        ("IMAGE_SAFETY", "safety"),
        ("SAFETY", "safety"),
        ("PROHIBITED_CONTENT", "prohibited"),
        ("IMAGE_PROHIBITED_CONTENT", "prohibited"),
        ("IMAGE_RECITATION", "recitation"),
        ("NO_IMAGE", "no_image"),
        ("MAX_TOKENS", "length"),
        ("IMAGE_OTHER", "other"),
        ("SOMETHING_NEW", "other"),
    ],
)
async def test_each_end_without_a_picture_is_an_outcome_that_costs(fake: Fake, end: str, reason: str) -> None:
    outcome = await refused(fake, Reply(finish=end))
    assert (outcome.reason, outcome.note) == (reason, end)
    assert outcome.usage.input_tokens > 0
    assert outcome.usd is not None


async def test_vertex_says_more_about_an_end(fake: Fake) -> None:
    fake.answer(Reply(finish="IMAGE_SAFETY", refusal="描けません。"), provider="google")
    outcome = await images(fake, vertex_project_id="my-project").make(ImageRequest(prompt="茶畑"))
    assert isinstance(outcome, NoImage)
    assert outcome.note == "IMAGE_SAFETY: 描けません。"


async def test_words_instead_of_a_picture_are_kept(fake: Fake) -> None:
    outcome = await refused(fake, Reply(text="どの茶畑ですか。"))
    assert (outcome.reason, outcome.note, outcome.text) == ("no_image", "STOP", "どの茶畑ですか。")


async def test_a_blocked_prompt_is_an_outcome(fake: Fake) -> None:
    outcome = await refused(fake, Reply(blocked=True))
    assert (outcome.reason, outcome.note) == ("blocked", "PROHIBITED_CONTENT")


async def test_an_empty_answer_is_an_outcome(fake: Fake) -> None:
    fake.fault(FAULTS["empty"], provider="google")
    outcome = await images(fake).make(ImageRequest(prompt="茶畑"))
    assert isinstance(outcome, NoImage)
    assert outcome.reason in ("no_image", "empty")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("400", Refused),
        ("429_retry_after", Retryable),
        ("quota_spent", AccountClosed),
        ("503", Retryable),
        ("dropped_midstream", Retryable),
        ("truncated_body", Retryable),
        ("html", Retryable),
    ],
)
async def test_failures_are_those_of_chat_models(fake: Fake, fault: str, kind: type[KasenError]) -> None:
    fake.fault(FAULTS[fault], provider="google", times=None)
    with pytest.raises(KasenError) as caught:
        await images(fake).make(ImageRequest(prompt="茶畑"))
    assert type(caught.value) is kind
    assert len(fake.calls) == 1


async def test_cancelling_closes_the_connection() -> None:
    begun = asyncio.Event()

    async def sleep(seconds: float) -> None:
        if seconds:
            begun.set()
        await asyncio.sleep(seconds)

    async with serving(sleep=sleep) as fake:
        fake.fault(Fault(kind="slow_first_byte"), provider="google")
        task = asyncio.create_task(images(fake).make(ImageRequest(prompt="茶畑")))
        await asyncio.wait_for(begun.wait(), 5)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        await asyncio.wait_for(fake.settled(), 5)
        assert fake.cancelled == 1


async def test_a_picture_of_some_megabytes_arrives_whole(fake: Fake) -> None:
    big = FINAL + bytes(range(256)) * (3 * 4096)
    fake.answer(Reply(images=(big,)), provider="google")
    first = await made(fake, ImageRequest(prompt="大きな絵"))
    assert first.data == big
    await made(fake, ImageRequest(prompt="もっと", sitting=first.sitting))
    assert fake.signatures_ok == 1


async def test_vertex_makes_pictures_with_credentials(fake: Fake) -> None:
    outcome = await images(fake, vertex_project_id="my-project").make(ImageRequest(prompt="茶畑"))
    assert isinstance(outcome, Image)
    assert fake.calls[0].key == "test-token"
    assert "/projects/my-project/locations/asia-northeast1/" in fake.calls[0].path
