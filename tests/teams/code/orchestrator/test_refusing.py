from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.git.merging import Sent
from kasen.teams.code.orchestrator.following import chain
from kasen.teams.code.orchestrator.known import open_of
from kasen.teams.code.orchestrator.refusing import refused
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import Played, played

T1 = "implementation.1.t1"


async def passed(tmp_path: Path, **limits: int) -> Played:
    play = await played(tmp_path, None, **limits)
    play.put(planned("t1"))
    await play.work("impl-backend-1", {"src/backend/t1.py": "1"})
    await play.review("reviewer-1")
    return play


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        (Sent(task_id=T1, outcome="strayed", files=("docs/a.md",)), "docs/a.md"),
        (Sent(task_id=T1, outcome="failed", said="tests: 1 failed"), "tests: 1 failed"),
    ],
)
async def test_what_stands_in_the_way_goes_back_in_words_until_it_came_too_often(
    tmp_path: Path, sent: Sent, words: str
) -> None:
    play = await passed(tmp_path, rounds=1)
    assert await refused(play.desk, chain(play.desk, T1), sent) == ""
    (finding,) = play.body(f"{T1}.fix.1").findings
    assert words in finding.issue
    assert open_of(play.desk, T1) == (finding,)
    assert words in await refused(play.desk, chain(play.desk, T1), sent)
    assert f"{T1}.fix.2" not in play.states()
