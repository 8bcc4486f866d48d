from __future__ import annotations

from kasen.teams.slides.rules.data_analyst import no_code


def test_a_rule_writes_no_code() -> None:
    answer = no_code(wish="anything", tables=())
    assert (answer.code, answer.figures) == ("", [])
