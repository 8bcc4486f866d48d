"""From `provider:model` to a model; a provider's module is imported when its first model is opened."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from kasen.errors import ConfigurationError, UnknownName
from kasen.models.provider import ChatModel, ModelContext

PROVIDERS = {
    "google": "kasen.models.google.model:GoogleModel",
    "openai": "kasen.models.openai.model:OpenAIModel",
    "anthropic": "kasen.models.anthropic.model:AnthropicModel",
    "ollama": "kasen.models.ollama.model:OllamaModel",
    "compatible": "kasen.models.openai.compatible:CompatibleModel",
    "local": "kasen.models.local.model:LocalModel",
    "manual": "kasen.models.manual:ManualModel",
    "scripted": "kasen.testing.scripted:open_scripted",
}
"""Provider to `"module:Name"` of what makes a ChatModel of `(model, context)`. A provider is one line and one file."""
ALIASES = {"gemini": "google"}
DEFAULT_MODELS = {"local": "default"}
"""Provider to the model that its name alone stands for."""
EXTRAS = {
    "google": "google",
    "openai": "openai",
    "anthropic": "anthropic",
    "ollama": "ollama",
    "compatible": "openai",
    "local": "local",
}
"""Provider to the extra that installs its client library."""


class ModelName(NamedTuple):
    """A model string in its two parts; the second may hold colons itself (`ollama:llama3:8b`)."""

    provider: str
    model: str


def split(name: str, table: Mapping[str, str] = PROVIDERS) -> ModelName:
    """The parts of `provider:model`, at the first colon; `local:` alone means `local:default`.

    Raises UnknownName for another form or provider.
    """
    provider, colon, model = name.partition(":")
    provider = ALIASES.get(provider, provider)
    model = model or (DEFAULT_MODELS.get(provider, "") if colon else "")
    known = ", ".join(sorted(table))
    if not colon or not model:
        raise UnknownName(f"`{name}` does not name a model", hint=f"Write provider:model; providers are: {known}.")
    if provider not in table:
        raise UnknownName(f"there is no provider `{provider}` (in `{name}`); there is: {known}")
    return ModelName(provider, model)


def opened(table: Mapping[str, str], name: str, context: object) -> Any:
    """What `table` makes of `provider:model` and the context; its module, and so its SDK, is imported now.

    Raises UnknownName, and ConfigurationError that says how to install a client library that is not there.
    """
    provider, model = split(name, table)
    module, _, attribute = table[provider].partition(":")
    try:
        make = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        package = f'"kasen[{EXTRAS[provider]}]"' if provider in EXTRAS else provider
        raise ConfigurationError(
            f"`{name}` needs the package `{error.name}`, which is not installed",
            hint=f"Run: pip install {package}",
        ) from error
    return make(model, context)


class Models:
    """Opens models, each once: `Models(context)(name)`. Make one per process, for rate limits are shared in it."""

    def __init__(self, context: ModelContext) -> None:
        self._context = context
        self._opened: dict[str, ChatModel] = {}

    def __call__(self, name: str) -> ChatModel:
        """The model of that name. Raises UnknownName, and ConfigurationError when it lacks a key, extra or folder."""
        if name not in self._opened:
            self._opened[name] = opened(PROVIDERS, name, self._context)
        return self._opened[name]
