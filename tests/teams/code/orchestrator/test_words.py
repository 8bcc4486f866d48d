from __future__ import annotations

import pytest

from kasen.teams.code.orchestrator.people import _CHOICES
from kasen.teams.code.orchestrator.words import question


@pytest.mark.parametrize("kind", _CHOICES)
def test_every_question_has_words_in_both_languages(kind: str) -> None:
    told = {lang: question(lang, kind, about="T1", to="completed", title="税") for lang in ("en", "ja")}
    for words in told.values():
        assert "{" not in words
        assert "T1" in words or "completed" in words
    assert told["en"].isascii() or "税" in told["en"]
    assert not told["ja"].isascii()


def test_what_has_a_title_is_named_by_it() -> None:
    assert question("en", "work", about="T1", title="Tax").startswith("“Tax” (T1)")
    assert question("ja", "work", about="T1", title="税").startswith("「税」（T1）")
    assert question("en", "work", about="T1").startswith("T1 cannot")
