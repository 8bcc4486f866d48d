"""Whether one text bears a word of another."""

from __future__ import annotations

import pytest
from hypothesis import given

from kasen.teams.resume.ledger.bearing import Bearer
from kasen.teams.resume.ledger.reading import Text
from teams.resume.ledger.sides import ANY_TEXT, FEW


def bears(text: str, words: str) -> bool:
    bearer = Bearer([Text(text)])
    wanted = [token for token in Text(words).tokens if not token.free]
    assert wanted
    return all(bearer.bears(token) for token in wanted)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("cut costs", "costs"),
        ("organised fairs", "organizing fairs"),
        ("cut costs", "reduced costs"),
        ("the documentation", "documents"),
        ("used K8s", "Kubernetes"),
        ("used AWS", "Amazon Web Services"),
        ("クラウドを運用", "cloud"),
        ("顧客への対応", "顧客対応"),
        ("お客様", "customer"),
        ("サーバの運用", "サーバー"),
        ("see https://example.com/a", "https://www.example.com/a"),
        ("key performance indicators", "KPI"),
        ("made a databse", "database"),
    ],
)
def test_the_same_a_form_a_synonym_an_alias_or_a_mended_typo_is_borne(text: str, words: str) -> None:
    assert bears(text, words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("used Java", "JavaScript"),
        ("used React", "Angular"),
        ("sold bread", "cakes"),
        ("", "bread"),
        ("パンを販売", "ケーキ"),
        ("東京支店", "大阪支店"),
        ("クラウドを運用", "python"),
        ("see https://example.com/a", "https://example.org/b"),
        ("increased sales", "decreased"),
        ("売上の増加", "減少"),
    ],
)
def test_another_word_is_not(text: str, words: str) -> None:
    assert not bears(text, words)


def test_several_texts_bear_what_one_of_them_bears() -> None:
    bearer = Bearer([Text("sold bread"), Text("ケーキを販売")])
    assert all(bearer.bears(token) for word in ("bread", "ケーキ") for token in Text(word).tokens)


def test_a_word_is_mended_only_where_it_is_not_known_and_nearly_the_same() -> None:
    bearer = Bearer([Text("used postgresql")])
    [typo], [known], [other] = (Text(one).tokens for one in ("postgersql", "bread", "zorblatt"))
    assert bearer.mends(typo)
    assert not bearer.mends(known)
    assert not bearer.mends(other)


def test_initials_abbreviate_the_words_that_they_begin() -> None:
    text = Text("key performance indicators")
    assert all(Bearer([Text("KPI")]).abbreviates(text, token) for token in text.tokens)
    assert not any(Bearer([Text("XYZ")]).abbreviates(text, token) for token in text.tokens)


@FEW
@given(ANY_TEXT, ANY_TEXT)
def test_any_text_bears_its_own_words_and_no_question_raises(text: str, other: str) -> None:
    mine, theirs = Text(text), Text(other)
    bearer = Bearer([mine])
    assert [token.text for token in mine.tokens if not bearer.bears(token)] == []
    for token in theirs.tokens:
        assert bearer.bears(token) in (True, False)
        assert bearer.mends(token) in (True, False)
        assert bearer.abbreviates(theirs, token) in (True, False)
