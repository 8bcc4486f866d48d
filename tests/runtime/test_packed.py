from __future__ import annotations

import pytest

from kasen.runtime.packed import LEAST, packed, unpacked


@pytest.mark.parametrize("text", ["", "short", "z:looks packed", "宇治" * 500, "x" * LEAST, "half \ud800 a pair" * 50])
def test_what_is_packed_comes_back(text: str) -> None:
    assert unpacked(packed(text)) == text
    assert packed(text).isascii() or len(text) < LEAST


def test_a_prompt_becomes_less_than_half() -> None:
    passage = "\n".join(
        f'<passage id="p{n}">Uji is known for its tea, number {n * 7919}.</passage>' for n in range(200)
    )
    assert len(packed(passage)) < len(passage) / 2
    assert len(packed("宇治は茶の町で、煎茶と玉露が作られている。" * 50)) < 500
