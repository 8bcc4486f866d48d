from __future__ import annotations

from pathlib import Path

import pytest

from kasen.teams.code.config.gates import GateCommand
from kasen.teams.code.config.loading import default
from kasen.teams.code.orchestrator import red
from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.outcome import Asked, Ended
from teams.code.orchestrator.desks import Events, planned
from teams.code.orchestrator.played import Played, played, with_gates
from teams.code.orchestrator.stages import Stage

IDS = ("implementation.1.a", "implementation.1.b")


async def begun(tmp_path: Path) -> tuple[Played, Path]:
    """Two pieces of work that passed their reviews, and a command that fails as long as a file is not there."""
    sign = tmp_path / "mended"
    command = GateCommand(name="tests", run=f"echo no pytest here; test -e {sign} || test -e src/backend/conf.py")
    play = await played(tmp_path, with_gates(default("five-phase"), merge=[command]))
    play.put(planned("a", "impl-backend", "src/backend/a.py", "src/backend/conf.py"), planned("b"))
    for id in IDS:
        await play.work("impl-backend-1", {f"src/backend/{id[-1]}.py": "1\n"}, only=id)
        await play.review("reviewer-1", only=f"{id}.review.1")
    return play, sign


def asked(play: Played) -> tuple[Stage, Asked]:
    stage = Stage(play.desk)
    found = stage.people.asked(None)
    assert found is not None
    return stage, found


async def test_what_fails_without_the_work_too_is_said_at_once_and_sends_nothing_back(tmp_path: Path) -> None:
    play, sign = await begun(tmp_path)
    assert await accept(play.desk) is False
    assert not [id for id in play.states() if ".fix." in id]
    assert [play.task(f"{id}.accepted").status for id in IDS] == ["ready", "ready"]
    emit = play.desk.emit
    assert isinstance(emit, Events)
    (warned,) = [one["text"] for one in emit.of("warning")]
    assert "`tests`" in warned
    assert "no pytest here" in warned
    stage, question = asked(play)
    assert question.choices == ("retry", "send_back", "accept", "give_up")
    assert (question.about, question.why) == ("tests", warned)
    before = play.stored()
    assert await accept(play.desk) is False
    assert play.stored() == before, "nothing happens before a person has decided"
    sign.touch()
    assert await stage.people.answered({question.name: "retry"}) is None
    assert await accept(play.desk) is True
    assert {play.task(f"{id}.accepted").status for id in IDS} == {"done"}


@pytest.mark.parametrize(("answer", "fixes"), [("accept", 0), ("send_back", 2)])
async def test_a_person_lets_it_be_or_has_the_agents_mend_it_and_is_not_asked_again(
    tmp_path: Path, answer: str, fixes: int
) -> None:
    play, _ = await begun(tmp_path)
    await accept(play.desk)
    stage, question = asked(play)
    assert await stage.people.answered({question.name: answer}) is None
    assert await accept(play.desk) is True
    assert red.waiting(play.desk) == ""
    assert len([id for id in play.states() if ".fix." in id]) == fixes
    assert ("src/backend/b.py" in play.files()) is (answer == "accept")
    if fixes:
        await play.work("impl-backend-1", {"src/backend/conf.py": "1\n"}, only=f"{IDS[0]}.fix.1")
        await play.review("reviewer-1", only=f"{IDS[0]}.review.2")
        assert await accept(play.desk) is True
        assert "src/backend/conf.py" in play.files()


async def test_a_person_ends_the_run_over_it(tmp_path: Path) -> None:
    play, _ = await begun(tmp_path)
    await accept(play.desk)
    stage, question = asked(play)
    ended = await stage.people.answered({question.name: "give_up"})
    assert ended == Ended(outcome="failed", reason="人が断念した：tests")
