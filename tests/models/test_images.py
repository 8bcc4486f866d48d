from __future__ import annotations

import pytest

from kasen.errors import ConfigurationError, UnknownName
from kasen.models.access import Access
from kasen.models.images import IMAGE_MODELS, Sitting, Turn
from kasen.models.provider import ModelContext
from kasen.models.registry import opened


def test_a_sitting_survives_being_stored_as_json() -> None:
    sitting = Sitting(model="google:m", turns=(Turn(content_json='{"parts": [{"text": "歌仙 \\u0000"}]}'),))
    assert Sitting.model_validate_json(sitting.model_dump_json()) == sitting


def test_models_for_pictures_are_opened_by_name() -> None:
    context = ModelContext(access=Access(google_api_key="test-key"))
    assert opened(IMAGE_MODELS, "google:gemini-3.1-flash-image", context).id == "google:gemini-3.1-flash-image"
    with pytest.raises(ConfigurationError, match="GOOGLE_API_KEY"):
        opened(IMAGE_MODELS, "google:gemini-3.1-flash-image", ModelContext())


def test_a_provider_that_makes_no_pictures_is_named() -> None:
    with pytest.raises(UnknownName, match="there is: google"):
        opened(IMAGE_MODELS, "ollama:llama3:8b", ModelContext())
