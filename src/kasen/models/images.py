"""Pictures made by a model: the port, and the sitting that lets a picture be changed afterwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, Protocol

from pydantic import BaseModel, ConfigDict

from kasen.models.provider import ignore
from kasen.models.role import Picture, Usage

IMAGE_MODELS = {"google": "kasen.models.google.images:GoogleImages"}
"""Provider to `"module:Name"` of what makes an ImageModel of `(model, context)`."""
PAINTER = "illustrator"
"""Name under which pictures are made, where presets, settings and `--model` name a role."""
WhyNot = Literal["safety", "prohibited", "recitation", "blocked", "length", "no_image", "empty", "other"]
"""Why there is no picture: the filter for pictures or words; forbidden outright; too like a known work; the prompt was
refused unread; cut off at a limit of tokens; the model made none; it answered nothing; anything else."""


class Turn(BaseModel):
    """One side's part of a sitting, in the provider's own form, to be sent again byte for byte."""

    model_config = ConfigDict(frozen=True)

    content_json: str


class Sitting(BaseModel):
    """What was said so far, oldest first; plain JSON, to be stored by the caller. It belongs to one model."""

    model_config = ConfigDict(frozen=True)

    model: str = ""
    turns: tuple[Turn, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ImageRequest:
    """One wish for a picture."""

    prompt: str
    seed: int | None = None
    """The same prompt and seed give nearly the same picture (signed 32 bits)."""
    references: Sequence[Picture] = ()
    """Pictures to go by: a template, a logo, an earlier slide."""
    sitting: Sitting = field(default_factory=Sitting)
    """Of an earlier Image: the prompt then says what to change in it, and the model has its own thoughts back."""
    aspect_ratio: str = ""
    """`16:9`, `4:3`, `1:1` …; empty: the model's choice."""
    size: str = ""
    """`1K`, `2K`, `4K`, for models that have them; empty: the model's own."""
    timeout: float | None = None
    """Backstop in seconds for each wait on the network; the caller holds the deadline."""
    pulse: Callable[[], object] = ignore
    """Called for everything that arrives."""


@dataclass(frozen=True, kw_only=True)
class Image:
    """A picture."""

    data: bytes
    media_type: str
    model: str
    """The `provider:model` that was asked."""
    model_version: str
    """What the provider says answered."""
    content_json: str
    """The model's turn as it came."""
    signature: str
    """The provider's opaque thought signature in base64; empty for models that give none."""
    sitting: Sitting
    """The sitting with this turn: hand it in again to change the picture."""
    text: str = ""
    """What the model said beside the picture."""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None
    """Price with the tokens of the picture at their own rate; None when the price table does not know the model."""


@dataclass(frozen=True, kw_only=True)
class NoImage:
    """An answer without a picture: an outcome, not an error. It is paid for all the same."""

    reason: WhyNot
    note: str
    """The provider's own words."""
    model: str
    model_version: str = ""
    text: str = ""
    """What the model said instead."""
    usage: Usage = field(default_factory=Usage)
    usd: float | None = None


class ImageModel(Protocol):
    """One model that makes pictures."""

    id: str
    """`provider:model`."""
    account: str
    """Whose limits a call counts against, as for chat models."""

    async def make(self, request: ImageRequest) -> Image | NoImage:
        """One picture, without retrying. Raises Retryable, Refused or ConfigurationError, as chat models do."""
        ...


class Draw(Protocol):
    """Makes pictures for a run: the models of tier `image` in order, each wish once, paid for once."""

    models: Sequence[str]
    """The `provider:model` names that are tried, in order; at least one."""

    async def __call__(self, request: ImageRequest, /, *, role: str) -> Image | NoImage:
        """One picture, or why there is none. Failures of models, spent budgets included, never come out as errors."""
        ...
