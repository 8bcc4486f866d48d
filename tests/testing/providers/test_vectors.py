from __future__ import annotations

import math

from kasen.testing.providers.vectors import vector


def dot(one: list[float], other: list[float]) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_texts_that_share_characters_are_nearer() -> None:
    tea, taste, oil = (vector(text, 256) for text in ("宇治茶の歴史", "宇治茶の味", "motor oil"))
    assert dot(tea, taste) > 0.4 > dot(tea, oil)


def test_vectors_have_length_one_even_of_nothing() -> None:
    for text in ("", "茶", "a" * 10_000, "\ud800"):
        assert math.isclose(math.sqrt(dot(vector(text, 16), vector(text, 16))), 1)


def test_the_same_text_has_the_same_vector() -> None:
    assert vector("宇治", 3) == vector("宇治", 3)
    assert vector("宇治", 3) != vector("静岡", 3)
