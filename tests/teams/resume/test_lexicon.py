"""The lexicon: each name belongs to one thing, and stands only where it is a whole word."""

from __future__ import annotations

from collections import Counter

from kasen.teams.resume.lexicon import Name, find, names_of, near, thing, things


def test_no_name_belongs_to_two_things_and_none_is_empty() -> None:
    names = [name.text.casefold() for one in things() for name in one.names]
    assert len(names) > 600
    assert [name for name, count in Counter(names).items() if count > 1 or not name.strip()] == []


def test_the_names_of_a_term_begin_with_the_term_itself() -> None:
    assert [name.text for name in names_of("k8s")] == ["k8s", "Kubernetes", "クバネティス"]
    assert names_of("QuantumFoo") == (Name("QuantumFoo"),)
    assert thing("QuantumFoo") is None


def test_case_counts_where_the_word_means_something_else_otherwise() -> None:
    (go,) = [name for name in names_of("Go") if name.text == "Go"]
    assert go.exact
    assert list(find(go, "go")) == []
    assert list(find(go, "Goと")) == [(0, 2)]


def test_every_name_finds_itself() -> None:
    lost = [name.text for one in things() for name in one.names if not list(find(name, f"、{name.text}。"))]
    assert lost == []


def test_the_quick_look_misses_nothing_that_the_thorough_one_finds() -> None:
    for one in things():
        for name in one.names:
            text = f"x {name.text} y"
            assert (one, name) in list(near(text)), name
    assert [name.text for _, name in near("コンピュータビジョン")] == ["コンピュータビジョン"]


def test_katakana_stands_whole_or_beside_words_that_do_not_change_it() -> None:
    (name, *_) = [name for name in names_of("マイクロサービス") if name.text == "マイクロサービス"]
    assert list(find(name, "マイクロサービスアーキテクチャ"))
    assert list(find(name, "マイクロサービスズ")) == []


def test_a_name_inside_the_name_of_something_else_is_not_found() -> None:
    react, nurse = Name("React"), Name("看護師")
    assert list(find(react, "React Native, React")) == [(14, 19)]
    assert list(find(nurse, "准看護師・認定看護師・看護師")) == [(11, 14)]


def test_long_texts_are_searched_in_linear_time() -> None:
    text = "a- " * 100_000
    assert [list(find(name, text)) for name in names_of("CI/CD")] == [[]] * len(names_of("CI/CD"))
