from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest
from PIL import Image as images

from kasen.models.account import AccountLimits, Accounts
from kasen.models.deadline import Deadlines
from kasen.models.drawing import Images
from kasen.models.images import Draw, Image, ImageRequest, NoImage, Sitting
from kasen.models.provider import ModelContext
from kasen.models.role import Picture
from kasen.runtime.artifacts import artifact_path, artifacts
from kasen.runtime.host import Host, drawer
from kasen.runtime.ledger import receipts
from kasen.runtime.limits import spent_so_far
from kasen.runtime.pictures import RECORDED, RunDraw, wish_hash
from kasen.runtime.store import Store
from kasen.settings import Redactor
from kasen.team import Deps
from kasen.testing.clock import FakeClock
from kasen.testing.providers import FAULTS, Fake, Fault, Reply, png, serving
from runtime.web_scenes import deps_of, host_of

ONE, TWO = "google:gemini-nano-banana-2.1", "google:gemini-3.1-flash-image"
FINAL = png(64, 48, (1, 94, 74))
WISH = ImageRequest(prompt="# Slide1: 茶畑", seed=42, references=(Picture(png()),), aspect_ratio="4:3")


@pytest.fixture
async def fake() -> AsyncIterator[Fake]:
    async with serving() as fake:
        yield fake


def drawing(home: Path, fake: Fake, models: tuple[str, ...] = (ONE, TWO), **more: Any) -> Host:
    """A host whose pictures come from the fake; waits take no time."""
    clock = FakeClock()
    waits: dict[str, Any] = {"sleep": clock.sleep, "clock": clock}
    opened = Images(ModelContext(access=fake.access()))

    def draw_for(row: Any, attempt: Any, ledger: Any, meter: Any) -> Draw:
        about = {"models": models, "open_model": lambda wish: wish.opener(opened), "accounts": Accounts(**waits)}
        return drawer(row, attempt, ledger, meter, **{**about, **waits, **more})

    return host_of(home, draw_for=draw_for)


async def drawn(deps: Deps, request: ImageRequest = WISH) -> Image | NoImage:
    assert deps.draw is not None
    return await deps.draw(request, role="illustrator")


async def picture(deps: Deps, request: ImageRequest = WISH) -> Image:
    outcome = await drawn(deps, request)
    assert isinstance(outcome, Image), outcome
    return outcome


async def nothing(deps: Deps, request: ImageRequest = WISH) -> NoImage:
    outcome = await drawn(deps, request)
    assert isinstance(outcome, NoImage)
    return outcome


async def test_a_wish_is_paid_once_in_a_run_however_often_and_after_a_crash(store: Store, fake: Fake) -> None:
    fake.answer(Reply(images=(FINAL,), signature=b"\xffsigned"), provider="google")
    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    first, again = await asyncio.gather(drawn(deps), drawn(deps))
    continued = await deps_of(store, host, run_id=deps.run_id)
    assert first == again == await drawn(continued)
    assert isinstance(first, Image)
    assert first.data == FINAL
    assert len(fake.calls) == 1
    figures = await continued.settled()
    [cost] = figures.costs
    assert (cost.role, cost.model, cost.calls) == ("illustrator", ONE, 1)
    assert figures.usd == first.usd
    assert first.usd is not None
    assert first.usd > 0
    await picture(continued, replace(WISH, seed=43))
    assert len(fake.calls) == 2, "another seed is another wish"


async def test_every_part_of_a_wish_tells_it_from_others() -> None:
    others = [
        replace(WISH, prompt="x"),
        replace(WISH, seed=None),
        replace(WISH, references=()),
        replace(WISH, references=(Picture(png(), "image/webp"),)),
        replace(WISH, aspect_ratio="1:1"),
        replace(WISH, size="2K"),
        replace(WISH, sitting=Sitting(model=ONE)),
    ]
    hashes = {wish_hash("illustrator", one) for one in (WISH, *others)} | {wish_hash("painter", WISH)}
    assert len(hashes) == len(others) + 2
    assert wish_hash("illustrator", replace(WISH, timeout=3.0)) in hashes


async def test_the_receipt_holds_names_and_no_bytes(store: Store, fake: Fake) -> None:
    out = io.BytesIO()
    images.effect_noise((300, 200), 90).save(out, "JPEG")
    fake.answer(Reply(images=(out.getvalue(),)), provider="google")
    deps = await deps_of(store, drawing(store.home, fake))
    made = await picture(deps)
    [row] = await receipts(store, deps.run_id)
    assert len(row["body"]) < 2500
    kept = orjson.loads(orjson.loads(row["body"])["value_json"])
    names = {one.name: one.media_type for one in await artifacts(store, deps.run_id)}
    assert names == {kept["picture"]: "image/jpeg", kept["turns"]: "application/json"}
    assert kept["picture"].startswith("_picture_")
    assert kept["picture"].endswith(".jpg")
    assert await deps.artifacts.read(kept["picture"]) == made.data == out.getvalue()
    assert kept["signature"] == made.signature


async def test_a_picture_is_changed_after_a_new_process_with_what_was_said_byte_for_byte(
    store: Store, fake: Fake
) -> None:
    signature = bytes(range(256)) + b"\xff\xfe"
    fake.answer(Reply(images=(png(4, 4), FINAL), signature=signature), provider="google")
    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    first = await picture(deps)
    later = await deps_of(store, host, run_id=deps.run_id)
    recalled = await picture(later)
    assert recalled.sitting == first.sitting
    change = ImageRequest(prompt="空を青く", seed=42, references=WISH.references, sitting=recalled.sitting)
    second = await picture(later, change)
    assert (await picture(await deps_of(store, host, run_id=deps.run_id), change)).sitting == second.sitting
    assert len(second.sitting.turns) == 4
    assert len(fake.calls) == 2
    assert (fake.signatures_ok, fake.signatures_wrong) == (1, 0)
    body = fake.calls[1].body
    assert body["generationConfig"]["seed"] == 42
    assert body["contents"][0] == fake.calls[0].body["contents"][0]
    assert "inlineData" in body["contents"][2]["parts"][1]


async def test_a_repetition_asks_nobody_and_keeps_its_own_copy(store: Store, fake: Fake) -> None:
    host = drawing(store.home, fake)
    run = await deps_of(store, host)
    first = await picture(run)
    fake.fault(FAULTS["500"], provider="google", times=None)
    replay = await deps_of(store, host_of(store.home), replay_of=run.run_id)
    again = await picture(replay)
    assert (again.data, again.sitting, again.signature) == (first.data, first.sitting, first.signature)
    assert (again.usd, (await replay.settled()).usd) == (0.0, 0.0)
    unknown = await nothing(replay, replace(WISH, prompt="another"))
    assert unknown.reason == "other"
    assert replay.draw is not None
    assert replay.draw.models == [RECORDED]
    for path in (store.folder(run.run_id) / "artifacts").iterdir():
        path.unlink()
    third = await deps_of(store, host_of(store.home), replay_of=replay.run_id)
    assert (await picture(third)).data == first.data
    assert len(fake.calls) == 1


async def test_a_run_that_could_not_draw_is_repeated_without_drawing(store: Store, fake: Fake) -> None:
    without = await deps_of(store, host_of(store.home))
    assert without.draw is None
    assert (await deps_of(store, drawing(store.home, fake), replay_of=without.run_id)).draw is None
    assert (await deps_of(store, drawing(store.home, fake), local_only=True)).draw is None


async def test_files_that_are_gone_are_made_again(store: Store, fake: Fake) -> None:
    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    await picture(deps)
    for row in await artifacts(store, deps.run_id):
        artifact_path(store, deps.run_id, row.name, 1).unlink()
    fake.answer(Reply(images=(FINAL,)), provider="google")
    assert (await picture(await deps_of(store, host, run_id=deps.run_id))).data == FINAL
    assert len(fake.calls) == 2


# --- what goes wrong ------------------------------------------------------------------------------------------------


async def test_a_limit_is_waited_for_and_the_same_model_asked_again(store: Store, fake: Fake) -> None:
    fake.fault(FAULTS["429"], provider="google")
    deps = await deps_of(store, drawing(store.home, fake))
    made = await picture(deps)
    assert (made.model, [call.model for call in fake.calls]) == (ONE, [ONE.partition(":")[2]] * 2)
    assert (await deps.settled()).calls == 2


async def test_a_model_that_fails_for_ever_is_left_for_the_next(store: Store, fake: Fake) -> None:
    fake.fault(FAULTS["500"], provider="google", model="nano-banana", times=None)
    deps = await deps_of(store, drawing(store.home, fake))
    assert (await picture(deps)).model == TWO
    assert [call.model for call in fake.calls] == [ONE.partition(":")[2]] * 3 + [TWO.partition(":")[2]]
    assert (await picture(deps, replace(WISH, seed=1))).model == TWO
    assert len(fake.calls) == 5, "for the next picture it comes last"


async def test_when_all_fail_there_is_no_picture_and_no_error(store: Store, fake: Fake) -> None:
    fake.fault(FAULTS["500"], provider="google", times=None)
    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    outcome = await nothing(deps)
    assert outcome.reason == "other"
    assert "500" in outcome.note
    asked = len(fake.calls)
    again = await deps_of(store, host, run_id=deps.run_id)
    assert (await nothing(again)).note == outcome.note
    assert len(fake.calls) == asked, "a failure is not tried again either"
    assert "illustrator" in (await again.settled()).failed


async def test_a_refusal_is_an_outcome_that_is_paid(store: Store, fake: Fake) -> None:
    fake.answer(Reply(finish="IMAGE_SAFETY"), provider="google")
    deps = await deps_of(store, drawing(store.home, fake))
    outcome = await nothing(deps)
    assert (outcome.reason, outcome.model, len(fake.calls)) == ("safety", ONE, 1)
    assert (await deps.settled()).input_tokens > 0
    assert (await nothing(deps)).reason == "safety"


@pytest.mark.parametrize("bad", [b"no picture at all", FINAL[:-30], png(8000, 8000)])
async def test_what_is_no_picture_is_left_for_the_next_model(store: Store, fake: Fake, bad: bytes) -> None:
    fake.answer(Reply(images=(bad,)), provider="google", model="nano-banana")
    deps = await deps_of(store, drawing(store.home, fake))
    made = await picture(deps)
    assert (made.model, made.data != bad) == (TWO, True)
    assert (await deps.settled()).calls == 2


async def test_an_empty_answer_of_every_model_is_their_refusal(store: Store, fake: Fake) -> None:
    fake.fault(FAULTS["empty"], provider="google", times=None)
    outcome = await nothing(await deps_of(store, drawing(store.home, fake)))
    assert (outcome.model, len(fake.calls)) == (TWO, 2)
    assert outcome.reason in ("no_image", "empty")


async def test_a_picture_that_takes_too_long_is_given_up_for_the_next_model(store: Store, fake: Fake) -> None:
    fake.fault(Fault(kind="slow_first_byte"), provider="google", model="nano-banana")
    deps = await deps_of(store, drawing(store.home, fake, longest_s=0.3))
    assert (await picture(deps)).model == TWO
    assert len(fake.calls) == 2, "what took too long is not asked for again"


async def test_nothing_is_heard_of_a_picture_until_it_is_there(store: Store, fake: Fake) -> None:
    fake.fault(Fault(kind="slow_first_byte", seconds=0.2), provider="google")
    impatient = Deadlines(first_s=0.02, stall_s=0.02)
    deps = await deps_of(store, drawing(store.home, fake, deadlines=impatient))
    assert (await picture(deps)).model == ONE
    assert len(fake.calls) == 1


async def test_a_spent_budget_makes_no_picture_and_asks_nobody(store: Store, fake: Fake) -> None:
    host = drawing(store.home, fake)
    deps = await deps_of(store, host, usd=0.01)
    assert (await nothing(deps)).note == "budget"
    assert fake.calls == []
    for _ in range(500):  # nobody waits for the receipt of a rule
        if rows := await receipts(store, deps.run_id):
            break
        await asyncio.sleep(0.01)
    [row] = rows
    assert (row["by"], row["why"]) == ("rule", "budget")


async def test_what_pictures_cost_counts_against_the_budget(store: Store, fake: Fake) -> None:
    deps = await deps_of(store, drawing(store.home, fake), calls=1)
    await picture(deps)
    assert (await nothing(deps, replace(WISH, seed=1))).note == "budget"
    spent = await store.read(lambda c: spent_so_far(c, deps.run_id))
    assert spent.calls == 1
    assert spent.usd > 0


async def test_a_killed_call_is_counted_and_made_again(store: Store) -> None:
    begun = asyncio.Event()

    async def sleep(seconds: float) -> None:
        if seconds:
            begun.set()
        await asyncio.sleep(seconds)

    async with serving(sleep=sleep) as fake:
        fake.fault(Fault(kind="slow_first_byte"), provider="google")
        host = drawing(store.home, fake)
        deps = await deps_of(store, host)
        task = asyncio.create_task(drawn(deps))
        await asyncio.wait_for(begun.wait(), 5)
        spent = await store.read(lambda c: spent_so_far(c, deps.run_id))
        assert spent.calls == 1, "it was announced before it was made"
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert await picture(await deps_of(store, host, run_id=deps.run_id))
        assert len(fake.calls) == 2


async def test_a_sitting_is_held_with_its_own_model_only(store: Store, fake: Fake) -> None:
    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    sitting = (await picture(deps)).sitting
    fake.fault(FAULTS["500"], provider="google", model="nano-banana", times=None)
    assert (await nothing(deps, replace(WISH, sitting=sitting))).reason == "other"
    assert {call.model for call in fake.calls} == {ONE.partition(":")[2]}
    elsewhere = await deps_of(store, drawing(store.home, fake, (TWO,)))
    outcome = await nothing(elsewhere, replace(WISH, sitting=sitting))
    assert ONE in outcome.note


async def test_a_broken_reference_is_no_error_either(store: Store, fake: Fake) -> None:
    deps = await deps_of(store, drawing(store.home, fake))
    outcome = await nothing(deps, replace(WISH, references=(Picture(b"broken"),)))
    assert "cannot be read" in outcome.note
    assert fake.calls == []


async def test_no_secret_is_sent(store: Store, fake: Fake) -> None:
    secret = "sk-test-0123456789abcdef"
    store.redact = Redactor([secret])
    deps = await deps_of(store, drawing(store.home, fake))
    await picture(deps, replace(WISH, prompt=f"a tea field, {secret}"))
    assert secret not in fake.calls[0].prompt
    assert "a tea field" in fake.calls[0].prompt


async def test_an_account_is_asked_only_so_many_times_at_once(store: Store, fake: Fake) -> None:
    fake.behaviour = replace(fake.behaviour, latency_s=0.02)
    accounts = Accounts({"": AccountLimits(concurrency=2)})
    deps = await deps_of(store, drawing(store.home, fake, accounts=accounts, deadlines=Deadlines()))
    await asyncio.gather(*(picture(deps, replace(WISH, seed=seed)) for seed in range(6)))
    assert (len(fake.calls), fake.max_at_once["google"]) == (6, 2)


async def test_models_that_were_left_are_told_once(store: Store, fake: Fake) -> None:
    fake.fault(FAULTS["404"], provider="google", model="nano-banana", times=None)
    told: list[str] = []

    async def warn(about: str, text: str) -> None:
        told.append(text)

    host = drawing(store.home, fake)
    deps = await deps_of(store, host)
    assert isinstance(deps.draw, RunDraw)
    deps.draw.warn = warn
    await picture(deps)
    await picture(deps, replace(WISH, seed=3))
    assert len(told) == 1
    assert ONE in told[0]
    assert TWO in told[0]
    assert [call.model for call in fake.calls].count(ONE.partition(":")[2]) == 1
