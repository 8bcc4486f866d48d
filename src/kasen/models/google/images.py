"""Pictures by Gemini's image models, through google-genai."""

from __future__ import annotations

import base64

from google.genai import types

from kasen.errors import InputError
from kasen.models.google.client import GoogleDoor, LoadCredentials, application_default, usage_of, word
from kasen.models.google.prices import google_price
from kasen.models.images import Image, ImageRequest, NoImage, Sitting, Turn, WhyNot
from kasen.models.provider import ModelContext

ENDS: dict[str, WhyNot] = {
    "IMAGE_SAFETY": "safety",
    "SAFETY": "safety",
    "SPII": "safety",
    "BLOCKLIST": "prohibited",
    "PROHIBITED_CONTENT": "prohibited",
    "IMAGE_PROHIBITED_CONTENT": "prohibited",
    "RECITATION": "recitation",
    "IMAGE_RECITATION": "recitation",
    "NO_IMAGE": "no_image",
    "STOP": "no_image",
    "MAX_TOKENS": "length",
    "": "empty",
}
"""What an end without a picture means; every other end is `other`."""


class GoogleImages:
    """`google:MODEL` for pictures. The model's turns go back verbatim, so its thought signatures are really sent."""

    def __init__(
        self, model: str, context: ModelContext, *, credentials: LoadCredentials = application_default
    ) -> None:
        self._door = GoogleDoor(model, context.access, credentials=credentials)
        self.id = self._door.name
        self.account = self._door.account

    async def make(self, request: ImageRequest) -> Image | NoImage:
        """One picture. Raises InputError for a sitting of another model, for signatures are its own."""
        if request.sitting.model not in ("", self.id):
            raise InputError(f"the sitting was held with `{request.sitting.model}`, not with `{self.id}`")
        wish = _wish(request)
        said = [types.Content.model_validate_json(turn.content_json) for turn in request.sitting.turns]
        answer = await self._door.ask([*said, wish], _config(request), pulse=request.pulse, timeout=request.timeout)
        candidate = answer.candidates[0] if answer.candidates else None
        content = candidate.content if candidate else None
        picture = final_picture(content)
        if content is None or picture is None:
            return self._none(answer, candidate)
        sitting = Sitting(model=self.id, turns=(*request.sitting.turns, _turn(wish), _turn(content)))
        return self._image(answer, content, picture, sitting)

    def _image(
        self, answer: types.GenerateContentResponse, content: types.Content, picture: types.Part, sitting: Sitting
    ) -> Image:
        blob = picture.inline_data or types.Blob()
        usage = usage_of(answer.usage_metadata)
        return Image(
            data=blob.data or b"",
            media_type=blob.mime_type or "image/png",
            model=self.id,
            model_version=answer.model_version or "",
            content_json=sitting.turns[-1].content_json,
            signature=base64.b64encode(_signature(content, picture)).decode("ascii"),
            sitting=sitting,
            text=_words(content),
            usage=usage,
            usd=google_price(self._door.model, usage, image_tokens=_image_tokens(answer.usage_metadata)),
        )

    def _none(self, answer: types.GenerateContentResponse, candidate: types.Candidate | None) -> NoImage:
        blocked = word(answer.prompt_feedback.block_reason) if answer.prompt_feedback else ""
        end = word(candidate.finish_reason) if candidate else ""
        told = answer.prompt_feedback.block_reason_message if answer.prompt_feedback and blocked else None
        told = told or (candidate.finish_message if candidate else None)
        usage = usage_of(answer.usage_metadata)
        note = blocked or end or "no candidates"
        return NoImage(
            reason="blocked" if blocked else ENDS.get(end, "other"),
            note=f"{note}: {told}" if told else note,
            model=self.id,
            model_version=answer.model_version or "",
            text=_words(candidate.content) if candidate and candidate.content else "",
            usage=usage,
            usd=google_price(self._door.model, usage),
        )


def _wish(request: ImageRequest) -> types.Content:
    shown = [types.Part.from_bytes(data=picture.data, mime_type=picture.media_type) for picture in request.references]
    return types.Content(role="user", parts=[types.Part(text=request.prompt), *shown])


def _config(request: ImageRequest) -> types.GenerateContentConfig:
    shape = types.ImageConfig(aspect_ratio=request.aspect_ratio or None, image_size=request.size or None)
    return types.GenerateContentConfig(
        response_modalities=["IMAGE"],
        seed=request.seed,
        image_config=shape if request.aspect_ratio or request.size else None,
        automatic_function_calling=types.AutomaticFunctionCallingConfig(disable=True),
    )


def _turn(content: types.Content) -> Turn:
    return Turn(content_json=content.model_dump_json(exclude_none=True))


def final_picture(content: types.Content | None) -> types.Part | None:
    """The last part that is a picture and not one of the model's thoughts: drafts come first. None when none is."""
    for part in reversed((content.parts if content else None) or ()):
        blob = part.inline_data
        if blob and blob.data and not part.thought and (blob.mime_type or "image/").startswith("image/"):
            return part
    return None


def _words(content: types.Content) -> str:
    return "\n".join(part.text for part in content.parts or () if part.text and not part.thought)


def _signature(content: types.Content, picture: types.Part) -> bytes:
    """The signature on the picture itself, else the last one of the turn."""
    if picture.thought_signature:
        return picture.thought_signature
    return next((part.thought_signature for part in reversed(content.parts or ()) if part.thought_signature), b"")


def _image_tokens(said: types.GenerateContentResponseUsageMetadata | None) -> int:
    """Tokens of the picture; all that are no thoughts where the service does not tell them apart."""
    if said is None:
        return 0
    told = [one for one in said.candidates_tokens_details or () if word(one.modality) == "IMAGE"]
    return sum(one.token_count or 0 for one in told) if told else said.candidates_token_count or 0
