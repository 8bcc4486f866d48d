from __future__ import annotations

import re
from pathlib import Path

import pytest

from kasen.teams.slides import wording

USED = sorted(
    {
        name
        for path in Path(wording.__file__).parent.rglob("*.py")
        for name in re.findall(r'wording\.said\(\s*"(\w+)"', path.read_text(encoding="utf-8"))
    }
)


@pytest.mark.parametrize("name", USED)
def test_every_sentence_that_is_said_stands_in_both_languages(name: str) -> None:
    english, japanese = wording._SAID[name]
    assert english
    assert japanese != english
    assert set(re.findall(r"{(\w+)}", english)) == set(re.findall(r"{(\w+)}", japanese))


def test_values_are_put_in() -> None:
    assert len(USED) > 10
    assert wording.said("no_picture", "en", why="refused") == "No picture: refused"
    assert wording.said("no_picture", "ja", why="拒否") == "画像なし：拒否"
