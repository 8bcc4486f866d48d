from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, func, select, update

from kasen.errors import InternalError, OtherVersion, StoreFailed
from kasen.runtime.attempt import Attempt
from kasen.runtime.checkpoints.keeping import keep_here
from kasen.runtime.checkpoints.memory import InMemory
from kasen.runtime.drive import Drive
from kasen.runtime.export import export
from kasen.runtime.rows import Options, RunRow
from kasen.runtime.runner import Runner
from kasen.runtime.store import Store
from kasen.runtime.tables import BLOBS, CHECKPOINTS, EVENTS, RUNS, WRITES
from kasen.runtime.writer import Job, Writer
from kasen.testing.scripted import ScriptedModel
from runtime import version_scenes
from runtime.version_scenes import Stage, team, use

At = Callable[..., Runner]
HELLO = {"text": "hello world", "tone": "warm"}


@pytest.fixture
async def store(home: Path, either: str) -> AsyncIterator[Store]:
    """On SQLite and on PostgreSQL."""
    async with Store(home, database=either) as store:
        yield store


@pytest.fixture
def model(scenes: Any) -> ScriptedModel:
    return ScriptedModel(scenes.good)


@pytest.fixture
def at(runner_with: Callable[..., Runner], model: ScriptedModel) -> At:
    """`at(version, …)`: the program as it is with that version of the team."""
    version_scenes.STAGE = Stage()

    def make(version: int, **more: Any) -> Runner:
        use(min(version, 2))
        return runner_with(model, load_team=team(version, **more))

    return make


async def begun(runner: Runner) -> RunRow:
    return await runner.wait(await runner.start("aging", HELLO))


async def goes_on(runner: Runner, run_id: str) -> RunRow:
    await runner.continue_(run_id)
    return await runner.wait(run_id)


async def stored(store: Store) -> list[Any]:
    """Everything that the database holds of runs and their state."""
    tables = (RUNS, EVENTS, CHECKPOINTS, BLOBS, WRITES)
    return await store.read(lambda c: [sorted(map(repr, c.execute(select(one)).all())) for one in tables])


async def warnings(store: Store, run_id: str) -> list[str]:
    return [event.text for event in await store.events(run_id) if event.type == "warning"]


async def test_a_run_is_begun_with_the_version_of_its_team_and_goes_on_with_it(at: At) -> None:
    runner = at(2)
    row = await runner.wait(await runner.start("aging", {"text": "hello world", "tones": ["warm"]}))
    assert (row.status, row.state_version) == ("paused", 2)
    old = at(1)
    assert (await begun(old)).state_version == 1
    assert await warnings(runner.store, row.id) == []


async def test_a_paused_run_of_before_is_brought_over_once_and_its_answer_counts(at: At, model: ScriptedModel) -> None:
    old = at(1)
    row = await begun(old)
    assert row.status == "paused"
    await old.answer(row.id, "words", "fine")
    asked = len(model.requests)
    new = at(2)
    ended = await goes_on(new, row.id)
    assert (ended.status, ended.state_version) == ("done", 2)
    assert ended.result == {"text": "hello WORLD (['warm'], calm, fine)"}
    assert ended.request == {"text": "hello world", "tones": ["warm"]}
    assert version_scenes.STAGE.ran == ["plan", "say hello", "say world", "approve", "approve", "write"]
    assert len(model.requests) == asked, "nothing is asked again"
    said = await warnings(new.store, row.id)
    assert said == ["brought over from version 1 of team `aging` to version 2"]


async def test_values_too_large_for_a_checkpoint_are_brought_over_too(at: At, store: Store) -> None:
    word = "w" * 8000
    old = at(1)
    row = await old.wait(await old.start("aging", {"text": f"{word} world"}))
    assert (await stored(store))[3], "there are values in rows of their own"
    await old.answer(row.id, "words", "fine")
    ended = await goes_on(at(2), row.id)
    assert ended.result == {"text": f"{word} WORLD (['plain'], calm, fine)"}


async def test_what_was_finished_of_a_step_that_was_interrupted_is_not_done_again(at: At, model: ScriptedModel) -> None:
    old = at(1)
    run_id = await old.start("aging", HELLO)
    version_scenes.STAGE.fail = 1

    def heard(_run: str, events: Any) -> None:
        if any((event["type"], event.get("node")) == ("node_finished", "say") for event in events or ()):
            version_scenes.STAGE.said.set()

    old.store.listen(heard)
    with pytest.raises(InternalError, match="one too many"):
        await old.wait(run_id)
    asked = len(model.requests)
    assert asked == 3
    new = at(2)
    assert (await goes_on(new, run_id)).status == "paused"
    await new.answer(run_id, "words", "fine")
    ended = await goes_on(new, run_id)
    assert ended.result == {"text": "hello WORLD (['warm'], calm, fine)"}
    assert version_scenes.STAGE.ran.count("say hello") == 1
    assert len(model.requests) == asked, "the answer that the word got that failed is not asked for again"
    assert len(await warnings(new.store, run_id)) == 1


async def test_a_run_that_has_not_begun_is_asked_in_the_words_of_now(at: At) -> None:
    old = at(1)
    more = {"mode": "only", "title": "t", "lang": "en", "request": HELLO, "options": Options()}
    row = await old.store.create(team="aging", **more)  # type: ignore[arg-type]
    new = at(2)
    assert (await goes_on(new, row.id)).request == {"text": "hello world", "tones": ["warm"]}


async def test_the_state_of_a_run_of_before_is_shown_as_it_would_be_and_stays_as_it_is(at: At, store: Store) -> None:
    row = await begun(at(1))
    before = await stored(store)
    state = await at(2).state(row.id)
    assert state["words"] == [{"said": "hello", "loud": False}, {"said": "world", "loud": True}]
    assert state["request"] == {"text": "hello world", "tones": ["warm"]}
    assert "count" not in state
    assert await stored(store) == before


@pytest.mark.parametrize(
    ("version", "more", "sentence", "hint"),
    [
        (3, {}, "with version 1 of team `aging`; this Kasen has version 3 and no way there from 2", "Begin it anew"),
        (2, {"migrations": {}}, "this Kasen has version 2 and no way there from 1", "Begin it anew"),
        (2, {"migrations": {1: "runtime.version_scenes:breaks"}}, "from version 1 to 2: KeyError: 'tone'", "Begin it"),
        (2, {"modes": {"other": "runtime.version_scenes:build_new"}, "default_mode": "other"}, "mode `only`", "anew"),
    ],
)
async def test_a_run_that_cannot_be_brought_over_is_refused_and_stays_as_it_is(
    at: At, store: Store, version: int, more: dict[str, Any], sentence: str, hint: str
) -> None:
    row = await begun(at(1))
    before = await stored(store)
    new = at(version, **more)
    for refused in (new.continue_, new.state):
        with pytest.raises(OtherVersion, match=f"run {row.id} .*") as error:
            await refused(row.id)
        assert sentence in str(error.value)
        assert hint in error.value.hint
        assert f"kasen runs export {row.id}" in error.value.hint
        assert error.value.exit_code == 2
    assert await stored(store) == before
    await new.answer(row.id, "words", "fine")
    assert (await new.cancel(row.id)).status == "cancelled", "it can still be ended"


async def test_a_run_of_a_newer_kasen_is_refused_with_the_way_out(at: At, store: Store) -> None:
    use(2)
    newer = at(2)
    row = await newer.wait(await newer.start("aging", {"text": "a b", "tones": []}))
    before = await stored(store)
    with pytest.raises(OtherVersion, match="with version 2 of team `aging`, and this Kasen has version 1") as error:
        await at(1).continue_(row.id)
    assert error.value.hint.startswith("Update Kasen.")
    assert await stored(store) == before


@pytest.mark.parametrize(
    ("by", "sentence"),
    [
        ("forgets", "does not fit version 2 of its state: `words.0.said`: Field required"),
        ("leaves", "has stored `count`, which version 2 of its state does not name"),
    ],
)
async def test_what_a_migration_makes_is_held_against_the_state_before_anything_is_written(
    at: At, store: Store, by: str, sentence: str
) -> None:
    row = await begun(at(1))
    before = (await stored(store))[2:]
    assert before[0]
    assert before[-1], "there is a checkpoint, and what was written after it"
    new = at(2, migrations={1: f"runtime.version_scenes:{by}"})
    with pytest.raises(OtherVersion) as error:
        await goes_on(new, row.id)
    assert sentence in str(error.value)
    assert (await stored(store))[2:] == before
    after = await store.run(row.id)
    assert (after.status, after.state_version, after.request) == ("failed", 1, HELLO)
    assert (await goes_on(at(2), row.id)).status == "paused", "a Kasen that knows the way carries it on"


async def test_where_a_run_may_go_back_to_is_brought_over_too(at: At, store: Store) -> None:
    old = at(1)
    row = await begun(old)
    await store.write(lambda c: keep_here(c, row.id))
    await old.answer(row.id, "words", "fine")
    version_scenes.STAGE.breaks = "write"
    with pytest.raises(InternalError, match="no words"):
        await goes_on(old, row.id)
    query = select(CHECKPOINTS.c.checkpoint_id).where(CHECKPOINTS.c.kept == 1)
    kept = await store.read(lambda c: c.execute(query).scalars().all())
    assert len(kept) == 1
    assert (await goes_on(at(2), row.id)).status == "done"
    assert await store.read(lambda c: c.execute(query).scalars().all()) == kept
    models = {("runtime.version_scenes", "Word"), ("runtime.version_scenes", "Asked")}
    saver = store.states.saver(Attempt(store, row.id, 0), models)
    there = await saver.aget_tuple({"configurable": {"thread_id": row.id, "checkpoint_id": kept[0]}})
    assert there is not None
    assert there.checkpoint["channel_values"]["words"] == [
        version_scenes.WordNew(said="hello", loud=False),
        version_scenes.WordNew(said="world", loud=True),
    ]


class FullDisk(Writer):
    """Refuses what brings a run over, at the last moment."""

    refuses = True

    def transact(self, batch: Sequence[Job[Any]]) -> list[Any]:
        def full(connection: Connection) -> None:
            if self.refuses and connection.execute(select(func.max(RUNS.c.state_version))).scalar() == 2:
                raise sqlite3.OperationalError("database or disk is full")

        return super().transact([*batch, full])[:-1]


async def test_what_cannot_be_written_whole_is_not_written_at_all(home: Path, scenes: Any) -> None:
    version_scenes.STAGE = Stage()
    use(1)
    async with Store(home, writer=FullDisk) as store:
        old = Runner(store, scenes.host_of(None, home, load_team=team(1)))
        row = await begun(old)
        await old.answer(row.id, "words", "fine")
        before = (await stored(store))[2:]
        new = Runner(store, scenes.host_of(None, home, load_team=team(2)))
        use(2)
        with pytest.raises(StoreFailed, match="disk is full"):
            await goes_on(new, row.id)
        assert (await stored(store))[2:] == before
        after = await store.run(row.id)
        assert (after.status, after.state_version, after.request) == ("failed", 1, HELLO)
        assert await warnings(store, row.id) == []
        assert isinstance(store.write, FullDisk)
        store.write.refuses = False
        ended = await goes_on(new, row.id)
        assert ended.result == {"text": "hello WORLD (['warm'], calm, fine)"}
        assert version_scenes.STAGE.ran == ["plan", "say hello", "say world", "approve", "approve", "write"]


async def test_state_outside_of_the_database_is_refused_while_it_is_there(home: Path, scenes: Any) -> None:
    version_scenes.STAGE = Stage()
    use(1)
    async with Store(home, states=InMemory()) as store:
        old = Runner(store, scenes.host_of(None, home, load_team=team(1)))
        row = await begun(old)
        new = Runner(store, scenes.host_of(None, home, load_team=team(2)))
        use(2)
        with pytest.raises(OtherVersion, match="outside of the database, where it cannot be brought over"):
            await goes_on(new, row.id)
        assert (await store.run(row.id)).state_version == 1
    async with Store(home, states=InMemory()) as store:
        new = Runner(store, scenes.host_of(None, home, load_team=team(2)))
        await new.answer(row.id, "words", "fine")
        ended = await goes_on(new, row.id)
        assert (ended.status, ended.state_version) == ("done", 2)
        assert ended.result == {"text": "hello WORLD (['warm'], new, fine)"}, "gone with its process, it began anew"


async def test_an_attempt_that_nobody_checked_before_refuses_as_well(at: At, store: Store, scenes: Any) -> None:
    """One of a worker, or of a run that another run has asked for."""
    row = await begun(at(1))
    before = await stored(store)
    drive = Drive(store, scenes.host_of(None, store.home, load_team=team(3)), row)
    with pytest.raises(OtherVersion, match="no way there from 2"):
        await drive()
    assert await stored(store) == before, "no attempt has begun"


async def test_a_request_that_is_none_of_the_teams_any_more_is_refused(at: At, store: Store) -> None:
    new = at(2)
    row = await new.wait(await new.start("aging", {"text": "a b", "tones": []}))
    await store.write(lambda c: c.execute(update(RUNS).values(request='{"text": "' + "x" * 9001 + '", "tones": []}')))
    with pytest.raises(OtherVersion, match="was asked what team `aging` does not take any more: `text`"):
        await new.continue_(row.id)


async def test_what_a_refused_run_has_made_can_be_read(at: At, store: Store, tmp_path: Any) -> None:
    old = at(1)
    row = await begun(old)
    await old.answer(row.id, "words", "fine")
    done = await goes_on(old, row.id)
    assert done.result == {"text": "old: hello world"}
    newer = at(3)
    assert [event async for event in newer.events(row.id, follow=False)]
    assert await export(store, await store.run(row.id), tmp_path / "out", tmp_path, ["json"]) is not None
    with pytest.raises(OtherVersion, match="no way there from 2"):
        await newer.start("aging", {"text": "c d"}, options=Options(continues=row.id))


async def test_a_follow_up_and_a_repetition_know_the_run_before_in_the_words_of_now(at: At, store: Store) -> None:
    old = at(1)
    first = await begun(old)
    await old.answer(first.id, "words", "fine")
    await goes_on(old, first.id)
    halfway = await old.wait(await old.start("aging", {"text": "c d"}, options=Options(continues=first.id)))
    new = at(2)
    after = await new.wait(await new.start("aging", {"text": "e f"}, options=Options(continues=first.id, yes=True)))
    assert after.request["tones"] == ["warm"], "what is not said is taken from the run before"
    assert after.result == {"text": "e F (['warm'], new, yes), after ['warm']"}
    await new.answer(halfway.id, "words", "fine")
    assert (await goes_on(new, halfway.id)).result == {"text": "c d (['warm'], calm, fine), after ['warm']"}
    asked = version_scenes.STAGE.ran.count("plan")
    again = await new.wait(await new.start("aging", first.request, options=Options(replay_of=first.id)))
    assert again.result == {"text": "hello WORLD (['warm'], new, fine)"}
    assert version_scenes.STAGE.ran.count("plan") == asked + 1
    assert (await new.store.run(first.id)).request == HELLO, "the run that is repeated stays as it is"
