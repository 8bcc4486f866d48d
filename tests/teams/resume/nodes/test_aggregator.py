"""Five critics become one score; a look that cannot decide is followed by two more."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from pydantic import TypeAdapter

from kasen.errors import Refused
from kasen.models.provider import ModelRequest
from kasen.teams.resume.nodes.aggregator import CRITIC_ROLES, MOST_ASKS
from kasen.teams.resume.schemas.part import CRITICS
from kasen.teams.resume.seeing import Sight, shot_of
from kasen.testing.deps import fake_deps
from kasen.testing.shots import FakeShoot
from teams.resume.bench import critique, reviewed


def test_every_critic_has_its_role() -> None:
    assert {critic: role.name for critic, role in CRITIC_ROLES.items()} == {critic: critic for critic in CRITICS}


async def score_at(folder: Path, value: int) -> float:
    done = await reviewed(folder, dict.fromkeys(CRITICS, critique(value)), review_only=True, gate="plain")
    assert done.result.score is not None
    return done.result.score


async def test_only_near_the_threshold_every_critic_looks_three_times(tmp_path: Path) -> None:
    at = await score_at(tmp_path, 4)
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(4))
    near = await reviewed(tmp_path, critics, review_only=True, threshold=round(min(at + 0.6, 10), 2))
    far = await reviewed(tmp_path, critics, review_only=True, threshold=round(at - 0.8, 2))
    plain = await reviewed(tmp_path, critics, review_only=True, threshold=at, gate="plain")
    assert [near.cast.asked.count(name) for name in CRITICS] == [3, 3, 3, 3, 0]
    assert [far.cast.asked.count(name) for name in CRITICS] == [1, 1, 1, 1, 0]
    assert plain.cast.asked.count("recruiter") == 1
    assert (near.result.history[0].looks, far.result.history[0].looks) == (3, 1)
    feedback = [one for one in near.result.feedback if one.agent == "recruiter"]
    assert [len(one.looks) for one in feedback] == [3]


async def test_a_critic_whose_score_does_not_count_is_not_paid_for_further_looks(tmp_path: Path) -> None:
    at = await score_at(tmp_path, 4)
    run = fake_deps()
    shot = replace(run, shoot=FakeShoot())
    sight = await shot_of(shot, "http://localhost/cv")
    preview = TypeAdapter(Sight).dump_json(replace(sight, renderer="preview"))
    await run.artifacts.write("_page1.json", preview, "application/json")
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(4))
    done = await reviewed(
        tmp_path, critics, review_only=True, render=True, threshold=at, more={"repeats": run.artifacts}
    )
    assert [done.cast.asked.count(name) for name in CRITICS] == [3, 3, 3, 3, 1]


async def test_the_median_of_three_looks_stands(tmp_path: Path) -> None:
    at = await score_at(tmp_path, 4)
    looks: list[Any] = [critique(4), critique(1), critique(5)]
    critics: dict[str, Any] = {name: list(looks) for name in CRITICS}
    done = await reviewed(tmp_path, critics, review_only=True, threshold=at)
    first = done.result.history[0]
    assert first.score == pytest.approx(at, abs=0.02)
    assert first.low is not None
    assert first.high is not None
    assert first.low < at < first.high


async def test_a_critic_that_fails_once_is_heard_the_second_time(tmp_path: Path) -> None:
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(4))
    critics["copywriter"] = [lambda _: Refused("busy"), critique(4)]
    done = await reviewed(tmp_path, critics, review_only=True, threshold=1)
    assert done.cast.asked.count("copywriter") == 2
    assert "copywriter" not in done.result.history[0].unjudged
    assert not [text for text in done.warnings if "could not be asked" in text]


async def test_a_designer_that_fails_is_not_asked_again(tmp_path: Path) -> None:
    critics: dict[str, Any] = dict.fromkeys(CRITICS, critique(4))
    critics["ux_designer"] = lambda _: Refused("busy")
    done = await reviewed(tmp_path, critics, review_only=True, threshold=1)
    assert done.cast.asked.count("ux_designer") == 1
    assert MOST_ASKS == 3


async def test_each_feedback_is_written_once_and_the_score_is_counted_anew(tmp_path: Path) -> None:
    def better(request: ModelRequest) -> Any:
        return critique(4 if "Developed" in request.prompt else 3)(request)

    done = await reviewed(tmp_path, dict.fromkeys(CRITICS, better), threshold=10)
    assert [(one.agent, one.iteration) for one in done.state["feedback"]] == [
        (name, number) for number in range(1, len(done.result.history) + 1) for name in CRITICS
    ]
