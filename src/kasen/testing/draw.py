"""Pictures without a model."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Mapping, Sequence

from kasen.models.images import Image, ImageRequest, NoImage, Sitting, Turn, WhyNot
from kasen.models.role import Usage
from kasen.testing.providers.png import png

MODEL = "fake:painter"
SIZES = {"1:1": (48, 48), "3:4": (48, 64), "4:3": (64, 48), "9:16": (36, 64), "16:9": (64, 36)}
"""Aspect ratio to width and height of what `FakeDraw` makes."""


class FakeDraw:
    """Implements `Draw`: a picture of one colour that follows from the request; `asked` holds the requests.

    `fails`: words of a prompt (`# Slide3:`) → why there is no picture; `pictures`: words → the bytes that come.
    """

    def __init__(
        self,
        *,
        fails: Mapping[str, WhyNot] | None = None,
        pictures: Mapping[str, bytes] | None = None,
        models: Sequence[str] = (MODEL,),
    ) -> None:
        self.models = models
        self.fails = dict(fails or {})
        self.pictures = dict(pictures or {})
        self.asked: list[ImageRequest] = []
        self.roles: list[str] = []

    async def __call__(self, request: ImageRequest, /, *, role: str) -> Image | NoImage:
        """The picture of that request, or why it was told to make none."""
        self.asked.append(request)
        self.roles.append(role)
        model = self.models[0]
        usage = Usage(input_tokens=len(request.prompt) // 4, output_tokens=1290)
        why = next((why for words, why in self.fails.items() if words in request.prompt), None)
        if why is not None:
            return NoImage(reason=why, note=why.upper(), model=model, usage=usage, usd=0.04)
        data = next((data for words, data in self.pictures.items() if words in request.prompt), None) or _drawn(request)
        turns = (*request.sitting.turns, _turn("user", request.prompt), _turn("model", data))
        return Image(
            data=data,
            media_type="image/jpeg" if data.startswith(b"\xff\xd8") else "image/png",
            model=model,
            model_version="painter-1",
            content_json=turns[-1].content_json,
            signature=_text(hashlib.sha256(data).digest()),
            sitting=Sitting(model=model, turns=turns),
            usage=usage,
            usd=0.04,
        )


def _drawn(request: ImageRequest) -> bytes:
    facts = f"{request.prompt} {request.seed} {len(request.references)} {len(request.sitting.turns)}"
    red, green, blue, *_ = hashlib.sha256(facts.encode()).digest()
    return png(*SIZES.get(request.aspect_ratio, SIZES["4:3"]), (red, green, blue))


def _turn(role: str, said: str | bytes) -> Turn:
    part = {"text": said} if isinstance(said, str) else {"inlineData": {"data": _text(said)}}
    return Turn(content_json=json.dumps({"role": role, "parts": [part]}, ensure_ascii=False))


def _text(data: bytes) -> str:
    return base64.b64encode(data).decode()
