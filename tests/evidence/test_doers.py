"""Who does what in English sentences, and what is said of those whom a sentence sets apart."""

from __future__ import annotations

import pytest

from kasen.evidence.doers import deeds, done_by_another
from kasen.evidence.reading import Reading


@pytest.mark.parametrize(
    ("text", "doers"),
    [
        ("Ana Ruiz wrote the score and Piet Maas directed.", ["Ana Ruiz", "Piet Maas"]),
        ("Ana Ruiz and Piet Maas wrote it.", ["Ana Ruiz and Piet Maas"]),
        ("Ana Ruiz, Piet Maas and Li Wei wrote it.", ["Ana Ruiz Piet Maas and Li Wei"]),
        ("The stone was cut by Hollis Brothers of Penrith.", ["Hollis Brothers of Penrith"]),
        ("The architect Maud Ferrars designed it, and later built it.", ["Maud Ferrars", "Maud Ferrars"]),
        ("The stone was cut in Penrith.", [""]),
        ("", [""]),
    ],
)
def test_each_clause_has_the_one_who_does_it(text: str, doers: list[str]) -> None:
    assert [one.name for one in deeds(text)] == doers


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (
            "Ida Brennan raised the bank of the lake.",
            "Ida Brennan drew the plans; the bank was raised by Tully and Sons.",
        ),
        ("The bank was raised by Ida Brennan.", "Ida Brennan drew the plans; the bank was raised by Tully and Sons."),
        ("Piet Maas paints the sets.", "Ana Ruiz paints the sets while Piet Maas sings."),
        ("The old mill grinds wheat.", "In contrast to the old mill, the new one grinds wheat."),
    ],
)
def test_a_deed_of_another_is_told(claim: str, said: str) -> None:
    assert done_by_another(Reading(claim), [one.reading for one in Reading(said).sentences]) is not None


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        ("Tully and Sons raised the bank.", "Ida Brennan drew the plans; the bank was raised by Tully and Sons."),
        ("Ana Ruiz wrote the score.", "Ana Ruiz, a painter from Lima, and Piet Maas wrote the score."),
        ("Ferrars cut the stone.", "The stone was cut by Maud Ferrars, and Hollis paid for it."),
        (
            "Piet Maas wrote the score.",
            "Ana Ruiz wrote the words. He sang. Piet Maas composed and wrote the score.",
        ),
        ("Ana Ruiz gave the score to Piet Maas.", "Piet Maas sang, and Ana Ruiz gave him the score."),
        ("Ana Ruiz finished it in May.", "Ana Ruiz wrote a book, Red Sky (“Novel”), and finished it in May."),
        ("The new mill grinds wheat.", "In contrast to the old mill, the new one grinds wheat."),
        ("The new mill, unlike the old mill, grinds wheat.", "Unlike the old mill, the new mill grinds wheat."),
    ],
)
def test_a_deed_of_the_same_one_is_left_alone(claim: str, said: str) -> None:
    assert done_by_another(Reading(claim), [one.reading for one in Reading(said).sentences]) is None
