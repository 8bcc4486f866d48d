from __future__ import annotations

import asyncio
import os

import pytest

from kasen.errors import ConfigurationError, InputError, Refused
from kasen.runtime.shots import KeptShot
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.team import Deps
from kasen.testing.shots import FakeShoot, fake_shot
from kasen.tools.screenshot.model import PageFacts, PageProblem, Shot
from runtime.web_scenes import deps_of, host_of

CV = "https://a.example/cv?utm_source=x#/ja"


async def shot_of(deps: Deps, url: str = CV) -> Shot:
    assert deps.shoot is not None
    return await deps.shoot(url)


async def test_a_page_is_taken_once_in_a_run_however_often_and_after_a_crash(store: Store) -> None:
    shoot = FakeShoot()
    host = host_of(store.home, shoot=shoot)
    deps = await deps_of(store, host)
    first, again = await asyncio.gather(shot_of(deps), shot_of(deps, f" {CV} "))
    assert first == again == fake_shot(CV)
    continued = await deps_of(store, host, run_id=deps.run_id)
    assert await shot_of(continued) == first
    assert shoot.asked == [CV]
    await shot_of(continued, CV.replace("#/ja", "#/en"))
    assert len(shoot.asked) == 2, "another fragment may be another page"
    await shot_of(await deps_of(store, host))
    assert len(shoot.asked) == 3, "no other run is given what one run saw"


async def test_a_repetition_opens_no_browser_and_sees_what_the_run_saw(store: Store) -> None:
    bad = "https://bad.example/"
    seen = fake_shot(CV, facts=PageFacts(height=4321, problems=(PageProblem(rule="color-contrast", count=3),)), tiles=2)
    shoot = FakeShoot({CV: seen, bad: InputError("answered 500", hint="Look at it.")})
    run = await deps_of(store, host_of(store.home, shoot=shoot))
    assert await shot_of(run) == seen
    for other in (None, FakeShoot()):
        replay = await deps_of(store, host_of(store.home, shoot=other), replay_of=run.run_id)
        assert await shot_of(replay) == seen
        with pytest.raises(Refused, match=run.run_id):
            await shot_of(replay, bad)
        assert other is None or other.asked == []
    with pytest.raises(InputError, match="answered 500"):
        await shot_of(run, bad)
    replay = await deps_of(store, host_of(store.home), replay_of=run.run_id)
    with pytest.raises(InputError, match="answered 500") as error:
        await shot_of(replay, bad)
    assert error.value.hint == "Look at it."
    third = await deps_of(store, host_of(store.home), replay_of=replay.run_id)
    with pytest.raises(InputError, match="answered 500"):
        await shot_of(third, bad)


async def test_a_local_run_and_one_without_a_browser_have_none(store: Store) -> None:
    shoot = FakeShoot()
    assert (await deps_of(store, host_of(store.home, shoot=shoot), local_only=True)).shoot is None
    assert (await deps_of(store, host_of(store.home))).shoot is None
    assert shoot.asked == []


async def test_a_failure_is_kept_with_its_kind_and_not_tried_again_in_the_run(store: Store) -> None:
    shoot = FakeShoot({CV: ConfigurationError("Chromium is not installed", hint="Install it.")})
    deps = await deps_of(store, host_of(store.home, shoot=shoot))
    for _ in range(2):
        with pytest.raises(ConfigurationError, match="not installed") as error:
            await shot_of(deps)
        assert error.value.hint == "Install it."
    assert shoot.asked == [CV]


async def test_no_secret_is_sent_or_kept(store: Store) -> None:
    secret = "sk-test-0123456789abcdef"
    store.redact = Redactor([secret])
    shoot = FakeShoot()
    facts = PageFacts(problems=(PageProblem(rule="x", text=f"the element {secret} has"),))
    shoot.shots[CV] = fake_shot(CV, facts=facts)
    deps = await deps_of(store, host_of(store.home, shoot=shoot))
    assert secret not in (await shot_of(deps)).model_dump_json()
    await shot_of(deps, f"https://a.example/?key={secret}")
    assert secret not in shoot.asked[-1]


def test_any_bytes_come_back_as_they_were() -> None:
    data = os.urandom(70_000) + bytes(range(256))
    shot = fake_shot("x")
    odd = shot.model_copy(update={"views": tuple(view.model_copy(update={"data": data}) for view in shot.views)})
    kept = KeptShot(shot=odd).model_dump_json()
    assert KeptShot.model_validate_json(kept).shot == odd
    assert Shot.model_validate_json(odd.model_dump_json()) == odd


def test_an_error_of_an_unknown_kind_is_a_refusal() -> None:
    for kind in ("Gone", "Any", "annotations", ""):
        assert isinstance(KeptShot(error="x", kind=kind).raised(), Refused)
