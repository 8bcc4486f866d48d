from __future__ import annotations

import re
from typing import Any, get_args

import pytest

from kasen.teams.slides.checking import telling
from kasen.teams.slides.checking.telling import Teller, named
from kasen.teams.slides.schemas.arrangement import Content

VALUES: dict[str, Any] = {
    "percent": 150, "other": "B", "found": 2, "wanted": 3, "least": 4.5, "words": "tea", "signs": "x", "fonts": "Noto",
}  # fmt: skip


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_sentence_is_one_sentence_in_its_language(lang: Any) -> None:
    for name in telling._SAID:
        teller = Teller(3, lang)
        teller.tell("other", name, where="points", ratio=1.23456, **VALUES)
        (told,) = teller.told
        assert (told.slide, told.where, told.ratio) == (3, "points", 1.235)
        assert "{" not in told.text
        assert bool(re.search("[ぁ-ん]", told.text)) is (lang == "ja")
        assert not told.text[0].islower()
        assert told.text.count("。" if lang == "ja" else ". ") <= 1


def test_everything_that_stands_in_a_frame_has_a_name_and_other_shapes_keep_theirs() -> None:
    for content in get_args(Content):
        assert named(content, "en").startswith("the ")
        assert not re.search("[a-z]", named(content, "ja"))
    assert (named("Star 4", "en"), named("Star 4", "ja")) == ("`Star 4`", "「Star 4」")
