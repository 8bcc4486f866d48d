from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import Fenced, UnknownName
from kasen.teams.code.messages import Finding
from kasen.teams.code.orchestrator.following import chain, follow, is_accepted_apart, may_write, mending, open_findings
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import XSS, played

T1 = "implementation.1.t1"


async def test_a_piece_of_work_is_one_line_and_its_acceptance_waits_for_the_end_of_it(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"), planned("t10"))
    await play.work("impl-backend-1", {"src/backend/t1.py": "1"}, only=T1)
    await play.review("reviewer-1", "FAIL", XSS)
    found = chain(play.desk, T1)
    assert [link.task.task_id for link in found.links] == [T1, f"{T1}.review.1", f"{T1}.fix.1"]
    assert found.last.task.task_id == f"{T1}.fix.1"
    assert found.made.task.task_id == T1
    assert [link.task.task_id for link in found.reviews] == [f"{T1}.review.1"]
    assert (found.number("fix"), found.number("review"), found.number("rule")) == (2, 2, 1)
    assert found.times("reviewer-") == 1
    assert found.times("kasen-") == 0
    follower = found.follower(T1)
    assert follower is not None
    assert follower.task.task_id == f"{T1}.review.1"
    assert [one.issue for one in open_findings(found)] == [XSS.issue]
    assert open_findings(found, "reviewer-") == ()
    assert is_accepted_apart(play.desk, found.work)
    assert set(play.desk.queue.needs(f"{T1}.accepted")) == {T1, f"{T1}.review.1", f"{T1}.fix.1"}
    with pytest.raises(UnknownName):
        chain(play.desk, "implementation.1.nothing")


async def test_what_follows_is_for_whoever_did_the_work_and_put_in_once(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"))
    await play.work("impl-backend-1")
    found = chain(play.desk, T1)
    new = mending(found, "resolve", [Finding(id="x", issue="両方")], instruction="両方を残す")
    assert (new.task_id, new.agent, new.agent_type) == (f"{T1}.resolve.1", "impl-backend-1", "impl-backend")
    assert (new.body["instruction"], new.body["after"]) == ("両方を残す", f"{T1}.review.1")
    follow(play.desk, found, new, {"fact": 1})
    before = play.stored()
    follow(play.desk, found, new)
    assert play.stored() == before
    assert play.desk.queue.noted("fact") == 1


async def test_only_the_holder_may_write_and_only_once(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"))
    task = await play.begin("impl-backend-1")
    result = play.result(task, "impl-backend-1")
    assert may_write(play.desk, task, result)
    with pytest.raises(Fenced, match="under token 1; token 7"):
        may_write(play.desk, task, result.model_copy(update={"token": 7}))
    play.desk.queue.finish(T1, task.token, {}, msg_id=result.msg_id)
    assert not may_write(play.desk, task, result)
