from __future__ import annotations

import io
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PIL import Image as images

from kasen.errors import ConfigurationError, InputError, Refused, UnknownName
from kasen.models.access import Access
from kasen.models.drawing import Images, Wish, media_type_of, picture_price, tokens_of_size
from kasen.models.images import Image, ImageRequest, NoImage, WhyNot
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.role import Usage
from kasen.testing.providers import Fake, Reply, png, serving

NAME = "google:gemini-3.1-flash-image"


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def encoded(kind: str, **more: Any) -> bytes:
    out = io.BytesIO()
    images.effect_noise((64, 48), 90).save(out, kind, **more)
    return out.getvalue()


def asked(prompt: str = "茶畑") -> ModelRequest:
    return ModelRequest(role="illustrator", prompt=prompt, schema={}, schema_name="Image", tier="image")


async def answered(fake: Fake, wish: Wish) -> Completion:
    open_model = wish.opener(Images(ModelContext(access=fake.access())))
    return await open_model(NAME).complete(asked())


async def test_a_wish_is_made_by_an_image_model_under_the_limits_of_chat_models(fake: Fake) -> None:
    picture = png()
    fake.answer(Reply(text="茶畑です。", images=(picture,)), provider="google")
    wish = Wish(request=ImageRequest(prompt="replaced by what the chain asks", seed=7))
    completion = await answered(fake, wish)
    outcome = wish.parse(completion).outcome
    assert isinstance(outcome, Image)
    assert (outcome.data, completion.usage, completion.usd) == (picture, outcome.usage, outcome.usd)
    assert fake.calls[0].body["contents"][0]["parts"][0]["text"] == "茶畑"
    assert fake.calls[0].body["generationConfig"]["seed"] == 7


@pytest.mark.parametrize(("kind", "media_type"), [("PNG", "image/png"), ("JPEG", "image/jpeg"), ("WEBP", "image/webp")])
async def test_a_picture_has_the_media_type_that_it_really_has(fake: Fake, kind: str, media_type: str) -> None:
    fake.answer(Reply(images=(encoded(kind),)), provider="google")
    wish = Wish(request=ImageRequest(prompt="x"))
    outcome = wish.parse(await answered(fake, wish)).outcome
    assert isinstance(outcome, Image)
    assert outcome.media_type == media_type


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'/>",
        b"\x89PNG\r\n\x1a\n",
        encoded("PNG")[:-40],
        encoded("JPEG")[:300],
        encoded("GIF"),
        encoded("TIFF"),
        b"%PDF-1.7",
    ],
)
async def test_what_is_no_picture_is_not_believed_but_paid_for(fake: Fake, data: bytes) -> None:
    fake.answer(Reply(images=(data,)), provider="google")
    wish = Wish(request=ImageRequest(prompt="x"))
    completion = await answered(fake, wish)
    assert completion.usage.total > 0
    with pytest.raises(Refused, match="no picture that can be used"):
        wish.parse(completion)


def test_a_picture_of_too_many_pixels_is_not_unpacked() -> None:
    with pytest.raises(InputError, match="9000 × 9000 pixels"):
        media_type_of(png(9000, 9000))
    with pytest.raises(InputError, match="it has 33 MB"):
        media_type_of(png() + bytes(33 << 20))


@pytest.mark.parametrize(("end", "goes_on"), [("IMAGE_SAFETY", False), ("PROHIBITED_CONTENT", False), ("STOP", True)])
async def test_what_is_refused_for_its_subject_is_not_taken_to_the_next_model(
    fake: Fake, end: str, goes_on: bool
) -> None:
    fake.answer(Reply(text="No.", finish=end), provider="google")
    wish = Wish(request=ImageRequest(prompt="x"))
    completion = await answered(fake, wish)
    if goes_on:
        with pytest.raises(Refused, match="made no picture"):
            wish.parse(completion)
    else:
        assert isinstance(wish.parse(completion).outcome, NoImage)
    reasons: dict[str, WhyNot] = {"IMAGE_SAFETY": "safety", "PROHIBITED_CONTENT": "prohibited", "STOP": "no_image"}
    assert wish.refusal is not None
    assert wish.refusal.reason == reasons[end]


def test_image_models_are_opened_once_and_by_name() -> None:
    opened = Images(ModelContext(access=Access(google_api_key="test-key")))
    assert opened(NAME) is opened(NAME)
    with pytest.raises(UnknownName, match="there is: google"):
        opened("openai:gpt-image")
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY"):
        Images(ModelContext())(NAME)


def test_a_picture_is_expected_at_the_rate_of_pictures() -> None:
    usage = Usage(input_tokens=300, output_tokens=tokens_of_size("2K"))
    dear, plain = picture_price(NAME, usage), picture_price("ollama:x", usage)
    assert dear is not None
    assert dear > 0.05
    assert plain == 0.0
    assert picture_price("google:nobody-knows-it", usage) is None
    assert tokens_of_size("4K") > tokens_of_size("")
