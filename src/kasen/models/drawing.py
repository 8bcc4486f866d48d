"""A wish for a picture on its way through image models: under the limits of chat models, what comes back looked at."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from pydantic import BaseModel, ConfigDict, InstanceOf

from kasen.errors import InputError, Refused
from kasen.models.images import IMAGE_MODELS, Image, ImageModel, ImageRequest, NoImage, WhyNot
from kasen.models.pictures import BROKEN
from kasen.models.prices import price
from kasen.models.provider import Completion, ModelContext, ModelRequest, OpenModel
from kasen.models.registry import opened, split
from kasen.models.role import Usage

SETTLED: frozenset[WhyNot] = frozenset({"safety", "prohibited", "recitation", "blocked"})
"""What a model refuses for what it would show is not taken to the next one; any other lack of a picture is."""
TOKENS = {"4K": 2000}
"""Tokens of output that a picture of that size takes (ai.google.dev/gemini-api/docs/pricing); others: `USUAL`."""
USUAL = 1300
FORMATS = {"PNG": "image/png", "JPEG": "image/jpeg", "WEBP": "image/webp"}
"""Formats in which pictures are believed, as Pillow names them."""
MOST_BYTES = 32 << 20
MOST_PIXELS = 50_000_000


class Made(BaseModel):
    """What a wish came to."""

    model_config = ConfigDict(frozen=True)

    outcome: InstanceOf[Image] | InstanceOf[NoImage]


@dataclass(kw_only=True)
class Wish:
    """One wish, asked of one image model after the other, as a chain of chat models is."""

    request: ImageRequest
    refusal: NoImage | None = field(default=None, init=False)
    """The last answer without a picture, when one was given."""
    _outcome: Image | NoImage | None = field(default=None, init=False)
    _flaw: str = field(default="", init=False)

    def opener(self, open_image: Callable[[str], ImageModel]) -> OpenModel:
        """Opens image models as chat models that know only this wish."""
        return lambda name: _Painter(open_image(name), self)

    def parse(self, _: Completion) -> Made:
        """What the call that ended last came to. Raises Refused for what another model may do better."""
        assert self._outcome is not None, "a call has ended"
        if isinstance(self._outcome, NoImage):
            self.refusal = self._outcome
            if self._outcome.reason not in SETTLED:
                raise Refused(f"{self._outcome.model} made no picture: {self._outcome.note}")
        elif self._flaw:
            raise Refused(f"{self._outcome.model} gave no picture that can be used: {self._flaw}")
        return Made(outcome=self._outcome)

    async def take(self, outcome: Image | NoImage) -> None:
        """What a model answered; a picture is opened, under the media type that it really has."""
        self._outcome, self._flaw = outcome, ""
        if isinstance(outcome, NoImage):
            return
        try:
            kind = await asyncio.to_thread(media_type_of, outcome.data)
        except InputError as error:
            self._flaw = str(error)
        else:
            self._outcome = replace(outcome, media_type=kind)


class _Painter:
    """Implements `ChatModel` for one wish at one ImageModel. It says nothing until the picture is there."""

    by_hand = False
    patience = 1.0
    silent = True

    def __init__(self, model: ImageModel, wish: Wish) -> None:
        self.id = model.id
        self.account = model.account
        self._model = model
        self._wish = wish

    async def complete(self, request: ModelRequest) -> Completion:
        """Make the picture and hand it to the wish; the completion only says what it took."""
        asked = replace(self._wish.request, prompt=request.prompt, timeout=request.timeout, pulse=request.pulse)
        outcome = await self._model.make(asked)
        request.on_usage(outcome.usage)
        await self._wish.take(outcome)
        note = outcome.note if isinstance(outcome, NoImage) else ""
        return Completion(model=self.id, text=outcome.text, usage=outcome.usage, usd=outcome.usd, note=note)


class Images:
    """Opens image models, each once: `Images(context)(name)`. One per process, as `Models`."""

    def __init__(self, context: ModelContext) -> None:
        self._context = context
        self._opened: dict[str, ImageModel] = {}

    def __call__(self, name: str) -> ImageModel:
        """The image model of that name. Raises UnknownName, and ConfigurationError when it lacks a key or an extra."""
        if name not in self._opened:
            self._opened[name] = opened(IMAGE_MODELS, name, self._context)
        return self._opened[name]


def media_type_of(data: bytes) -> str:
    """The media type that a picture really has; it is decoded whole, so call it in a thread.

    Raises InputError for what is no PNG, JPEG or WebP, is broken, or is larger than a picture can be.
    """
    from PIL import Image as images

    if len(data) > MOST_BYTES:
        raise InputError(f"it has {len(data) >> 20} MB")
    try:
        with images.open(io.BytesIO(data), formats=tuple(FORMATS)) as image:
            width, height = image.size
            if width * height > MOST_PIXELS:
                raise InputError(f"it has {width} × {height} pixels")
            image.load()
            return FORMATS[image.format or ""]
    except (images.DecompressionBombError, *BROKEN) as error:
        raise InputError("it is no picture, or a broken one") from error


def tokens_of_size(size: str) -> int:
    """Tokens of output that a picture of that size is expected to take."""
    return TOKENS.get(size, USUAL)


def picture_price(name: str, usage: Usage) -> float | None:
    """US dollars when all of the output is a picture; None when the price table does not know the model."""
    provider, model = split(name)
    if provider != "google":
        return price(name, usage)
    from kasen.models.google.prices import google_price

    return google_price(model, usage, image_tokens=usage.output_tokens)
