from __future__ import annotations

import re
from typing import get_args

from kasen.cli.code.words import EN, JA, span, words_of
from kasen.runtime.rows import OVER, RESUMABLE
from kasen.teams.code.board.shown import AgentState, GateShown


def test_both_languages_say_the_same_things_with_the_same_gaps() -> None:
    assert set(EN) == set(JA)
    for name, words in EN.items():
        assert len(re.findall(r"{\d?}", words)) == len(re.findall(r"{\d?}", JA[name])), name


def test_every_state_verdict_and_status_has_its_word() -> None:
    verdicts = get_args(GateShown.model_fields["verdict"].annotation)
    wanted = [f"state.{one}" for one in get_args(AgentState)] + [f"verdict.{one}" for one in verdicts]
    wanted += [f"status.{one}" for one in (*OVER, *RESUMABLE)]
    assert set(wanted) <= set(EN)


def test_spans_are_said_as_people_say_them() -> None:
    assert [span(seconds, words_of("ja")) for seconds in (-3, 119.4, 120, 7300)] == ["0 秒", "119 秒", "2 分", "2 時間"]
