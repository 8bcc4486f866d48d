from __future__ import annotations

import pytest

from kasen.teams.code.schemas.story import Lang, Story
from teams.code.told import story


@pytest.mark.parametrize("lang", ["en", "ja"])
def test_a_story_survives_its_file(lang: Lang) -> None:
    one = story(lang)
    assert Story.model_validate_json(one.model_dump_json(indent=1)) == one
