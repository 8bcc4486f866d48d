from __future__ import annotations

from pathlib import Path

from kasen.teams.code.orchestrator.accepting import accept
from kasen.teams.code.orchestrator.deciding import decided
from kasen.teams.code.orchestrator.known import known
from teams.code.orchestrator.desks import planned
from teams.code.orchestrator.played import XSS, Played, played

T1 = "implementation.1.t1"
ACCEPTED = f"{T1}.accepted"


async def blocked(tmp_path: Path, verdict: str = "FAIL") -> Played:
    """Work whose review failed as often as it may, or gave no verdict."""
    play = await played(tmp_path, rounds=1)
    play.put(planned("t1", "impl-frontend", "src/frontend/**"))
    await play.work("impl-frontend-1", {"src/frontend/page.js": "innerHTML = user\n"})
    for _ in range(1 if verdict == "FAIL" else 3):
        await play.review("reviewer-1", "FAIL" if verdict == "FAIL" else "NO_VERDICT", *[XSS] * (verdict == "FAIL"))
    assert await accept(play.desk)
    assert play.states()[ACCEPTED] == "blocked"
    return play


async def test_once_more_sends_what_is_open_to_its_agent(tmp_path: Path) -> None:
    play = await blocked(tmp_path)
    await decided(play.desk, ACCEPTED, "retry")
    await decided(play.desk, ACCEPTED, "retry")
    assert [one.issue for one in play.body(f"{T1}.fix.1").findings] == [XSS.issue]
    assert f"{T1}.fix.2" not in play.states()
    await play.work("impl-frontend-1", {"src/frontend/page.js": "textContent = user\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/frontend/page.js") == "textContent = user\n"


async def test_once_more_asks_the_reviewer_that_said_nothing(tmp_path: Path) -> None:
    play = await blocked(tmp_path, "NO_VERDICT")
    await decided(play.desk, ACCEPTED, "retry")
    await play.review("reviewer-1", only=f"{T1}.review.2")
    assert await accept(play.desk)
    assert play.states()[ACCEPTED] == "done"


async def test_what_a_person_accepts_is_merged_and_its_findings_stay_open(tmp_path: Path) -> None:
    play = await blocked(tmp_path)
    await decided(play.desk, ACCEPTED, "accept")
    assert await accept(play.desk)
    assert play.show("src/frontend/page.js") == "innerHTML = user\n"
    assert [one.state for one in known(play.desk)] == ["open"]


async def test_what_a_person_gives_up_is_not_merged_and_kept(tmp_path: Path) -> None:
    play = await blocked(tmp_path)
    await decided(play.desk, ACCEPTED, "give_up")
    assert await accept(play.desk)
    assert play.states()[ACCEPTED] == "failed"
    assert play.show("src/frontend/page.js") == "export const title = '茶'\n"
    play.put(planned("t2", "impl-frontend", "src/frontend/**"))
    await play.work("impl-frontend-1", {"src/frontend/new.js": "x\n"})
    await play.review("reviewer-1")
    assert await accept(play.desk)
    assert play.show("src/frontend/page.js") == "export const title = '茶'\n", "what was given up does not come along"
    await decided(play.desk, ACCEPTED, "accept")
    assert await accept(play.desk)
    assert play.show("src/frontend/page.js") == "innerHTML = user\n", "it is still there"


async def test_work_that_was_given_up_is_begun_anew_and_what_waits_for_nobody_stays(tmp_path: Path) -> None:
    play = await played(tmp_path)
    play.put(planned("t1"))
    task = await play.begin("impl-backend-1")
    await decided(play.desk, T1, "retry")
    assert play.states()[T1] == "claimed"
    play.desk.queue.fail(T1, task.token, "cannot", msg_id="m")
    await decided(play.desk, T1, "accept")
    assert play.states()[T1] == "failed"
    await decided(play.desk, T1, "retry")
    assert play.states()[T1] == "ready"
