"""From `provider:model` to a model; a provider's module is imported when its first model is opened."""

from __future__ import annotations

import importlib
from typing import NamedTuple, cast

from kasen.errors import UnknownName
from kasen.models.provider import ChatModel, ModelContext

PROVIDERS = {
    "manual": "kasen.models.manual:ManualModel",
    "scripted": "kasen.testing.scripted:open_scripted",
}
"""Provider to `"module:Name"` of what makes a ChatModel of `(model, context)`. A provider is one line and one file."""


class ModelName(NamedTuple):
    """A model string in its two parts; the second may hold colons itself (`ollama:llama3:8b`)."""

    provider: str
    model: str


def split(name: str) -> ModelName:
    """The parts of `provider:model`. Raises UnknownName for another form and for a provider that does not exist."""
    provider, colon, model = name.partition(":")
    known = ", ".join(sorted(PROVIDERS))
    if not colon or not model:
        raise UnknownName(f"`{name}` does not name a model", hint=f"Write provider:model; providers are: {known}.")
    if provider not in PROVIDERS:
        raise UnknownName(f"there is no provider `{provider}` (in `{name}`); there is: {known}")
    return ModelName(provider, model)


class Models:
    """Opens models, each once: `Models(context)(name)`. Make one per process, for rate limits are shared in it."""

    def __init__(self, context: ModelContext) -> None:
        self._context = context
        self._opened: dict[str, ChatModel] = {}

    def __call__(self, name: str) -> ChatModel:
        """The model of that name. Raises UnknownName, and ConfigurationError when it lacks a key, extra or folder."""
        if name not in self._opened:
            provider, model = split(name)
            module, _, attribute = PROVIDERS[provider].partition(":")
            make = getattr(importlib.import_module(module), attribute)
            self._opened[name] = cast("ChatModel", make(model, self._context))
        return self._opened[name]
