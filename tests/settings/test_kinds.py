from __future__ import annotations

import pytest

from kasen.errors import KasenError
from kasen.settings import Settings, load_settings
from kasen.settings.kinds import Kinds, kinds_told, read_kinds


@pytest.mark.parametrize(
    ("told", "kinds"),
    [
        ("query: ||passage: ", Kinds("", "query: ", "passage: ")),
        ("Represent: ||", Kinds("", "Represent: ", "")),
        ("task: a | query: ||title: none | text: ", Kinds("", "task: a | query: ", "title: none | text: ")),
        ("input_type=query||passage", Kinds("input_type", "query", "passage")),
        ("Given x=y\nQuery:||", Kinds("", "Given x=y\nQuery:", "")),
    ],
)
def test_both_forms_are_read_and_written_alike(told: str, kinds: Kinds) -> None:
    assert read_kinds(told) == kinds
    assert str(kinds) == kinds_told(told) == told


def test_none_tells_nothing() -> None:
    assert read_kinds("none") == Kinds()
    assert (str(Kinds()), kinds_told("")) == ("", "")
    assert Kinds().texts(["a"], "query") == ["a"]


@pytest.mark.parametrize("told", ["query: ", "||", "a||b||c", "input_type=query||", "input_type=||passage"])
def test_what_is_no_pair_is_refused_with_how_it_is_written(told: str) -> None:
    with pytest.raises(
        ValueError, match=r"as `query: \|\|passage: `, a field .* `input_type=query\|\|passage`, or `none`"
    ):
        read_kinds(told)
    with pytest.raises(KasenError, match="embeddings_kinds"):
        load_settings(embeddings_kinds=told)


def test_words_go_before_the_texts_and_values_beside_them() -> None:
    words, field = read_kinds("q: ||p: "), read_kinds("input_type=query||passage")
    assert (words.texts(["a", "b"], "query"), words.fields("query")) == (["q: a", "q: b"], {})
    assert words.texts(["a"], "passage") == ["p: a"]
    assert words.texts(["a"], None) == ["a"], "nobody said what it is"
    assert (field.texts(["a"], "passage"), field.fields("passage")) == (["a"], {"input_type": "passage"})
    assert field.fields(None) == {}


def test_spaces_at_the_ends_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_EMBEDDINGS_KINDS", "query: ||passage: ")
    assert load_settings().embeddings_kinds == "query: ||passage: "
    assert Settings().embeddings_kinds == ""
