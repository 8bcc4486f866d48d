"""Sentences of the rule, in both languages."""

from __future__ import annotations

from typing import get_args

from kasen.teams.resume.rules.posting_notes import Key, duration, note


def test_every_note_is_a_sentence_in_both_languages() -> None:
    for key in get_args(Key):
        japanese = note(key, "ja", terms=["Go"], months=30, asked=36, shown="650")
        english = note(key, "en", terms=["Go"], months=30, asked=36, shown="650")
        assert japanese.endswith("。")
        assert english.endswith(".")
        assert english.replace("é", "e").isascii()
        assert "{" not in japanese + english


def test_times_are_said_in_years_and_months() -> None:
    assert [duration(months, "ja") for months in (0, 5, 12, 31)] == ["0か月", "5か月", "1年", "2年7か月"]
    assert [duration(months, "en") for months in (0, 5, 12, 31)] == ["0 m", "5 m", "1 y", "2 y 7 m"]
