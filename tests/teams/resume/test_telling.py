from __future__ import annotations

from kasen.teams.resume.schemas.feedback import Feedback, Finding, Scored
from kasen.teams.resume.schemas.part import Place
from kasen.teams.resume.telling import tell, tell_score
from kasen.testing.deps import fake_deps


async def test_a_critic_is_seen_by_its_findings_score_and_verdict() -> None:
    deps = fake_deps()
    found = Finding(
        id="1R1", critic="recruiter", severity="major", text="too long", place=Place(line=7, start=0, end=3)
    )
    said = Feedback(agent="recruiter", iteration=1, score=7.0, verdict="fail", findings=(found,))
    await tell(deps, said)
    assert [(e.id, e.place) for e in deps.events.of("finding")] == [("1R1", "L7")]
    assert [(e.name, e.value, e.scale) for e in deps.events.of("score")] == [("recruiter", 7.0, 10.0)]
    assert [e.verdict for e in deps.events.of("verdict")] == ["fail"]
    assert deps.notes == ["7.0 · 1 finding"]


async def test_a_critic_without_a_score_has_no_score() -> None:
    deps = fake_deps(lang="ja")
    await tell(deps, Feedback(agent="visual_designer", iteration=1))
    assert deps.events.of("score") == []
    assert deps.notes == ["判定なし"]


async def test_measures_are_never_a_verdict() -> None:
    deps = fake_deps()
    await tell_score(deps, Scored(iteration=1, score=9.9), "measured")
    await tell_score(deps, Scored(iteration=1, score=9.9, judged=True, passed=True), "passed")
    await tell_score(deps, Scored(iteration=1, score=2.0, judged=True), "not yet")
    assert [e.verdict for e in deps.events.of("verdict")] == ["no_verdict", "pass", "fail"]
