from __future__ import annotations

import random

from kasen.knowledge.dedupe import NEAR, fingerprint, likeness


def near(one: str, other: str) -> bool:
    a, b = fingerprint(one), fingerprint(other)
    return bool(set(a.keys) & set(b.keys)) and likeness(a.signature, b.signature) >= NEAR


def long(seed: int = 0, length: int = 600) -> str:
    rng = random.Random(seed)
    return "".join(rng.choices("静岡茶産地生産量全国約割占県台地の是はをにが", k=length))


def test_case_space_and_punctuation_do_not_make_a_difference() -> None:
    assert fingerprint("Green tea, 日本茶。").exact == fingerprint("green  TEA 日本茶").exact
    assert fingerprint("green tea").exact != fingerprint("green teas").exact


def test_a_few_letters_of_a_long_text_make_a_near_duplicate() -> None:
    text = long()
    assert near(text, text[:300] + "茶" + text[301:])
    assert near(text, text + "以上です")


def test_another_number_or_a_negation_is_never_a_duplicate() -> None:
    text = long()
    assert near(f"{text}2020年", f"{text}2020年、")
    assert not near(f"{text}2020年", f"{text}2021年")
    assert not near(f"{text}である", f"{text}ではない")
    assert not near(f"{text} it is safe", f"{text} it is not safe")


def test_different_texts_are_not_alike() -> None:
    assert not near(long(1), long(2))
    text = long()
    assert not near(text, text[:480])


def test_short_texts_are_only_ever_exact_duplicates() -> None:
    assert fingerprint("静岡県は茶産地である").keys == ()
    assert likeness(b"", b"") == 0


def test_near_duplicates_are_found_nearly_always() -> None:
    found = 0
    for seed in range(200):
        text = long(seed, 800)
        place = random.Random(seed).randrange(700)
        found += near(text, text[:place] + "茶茶" + text[place + 2 :])
    assert found >= 190
