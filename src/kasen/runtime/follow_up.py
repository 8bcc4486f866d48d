"""Follow-ups: a new run that goes on from an earlier one, with what that one was asked, found and wrote.

What it takes from the earlier run is its own copy, made in the transaction that records it; the other may be deleted.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import orjson
from pydantic import BaseModel
from sqlalchemy import Connection, insert, select

from kasen.errors import UnknownName, UsageError
from kasen.runtime.artifacts import KeptArtifacts
from kasen.runtime.evidence import evidence_of
from kasen.runtime.request import argument_of, is_japanese, keeps_argument, language_of, never_kept, title_of
from kasen.runtime.tables import EARLIER, EVENTS, RUN_PASSAGES, RUNS
from kasen.runtime.versions import brought_over, request_of
from kasen.team import Earlier, Team, request_type

if TYPE_CHECKING:
    from kasen.runtime.attempt import Attempt
    from kasen.runtime.rows import Options, RunRow
    from kasen.runtime.store import Store

_WORDS = re.compile(r"[A-Za-z]{2,}")
SENTENCE = 3
"""Words of Latin letters from which a follow-up is taken to be English; fewer are names."""


async def earlier_run(store: Store, team: Team, run_id: str) -> RunRow:
    """The run to go on from.

    Raises:
        UnknownName: there is none of that id.
        UsageError: it is of another team, or has no result.
    """
    row = await store.run(run_id)
    if row.team != team.name:
        raise UsageError(f"run {row.id} is one of team `{row.team}`; a follow-up stays within its team")
    if row.result is None:
        how = f"Answer it first: `kasen runs answer {row.id}`." if row.status == "paused" else ""
        raise UsageError(
            f"run {row.id} is {row.status} and has no result to go on from",
            hint=how or f"Carry it on first: `kasen runs continue {row.id}`.",
        )
    return row


def inherited(team: Team, earlier: RunRow, request: BaseModel | Mapping[str, Any]) -> dict[str, Any]:
    """The request with what it does not say taken from the earlier one: documents, language, domains and so on.

    What it asks is not taken, a follow-up has to ask something; but see `keeps_argument`.
    """
    if isinstance(request, BaseModel):
        request = {name: getattr(request, name) for name in request.model_fields_set}
    wanted = request_type(team)
    known = (
        wanted.model_fields.keys() - (set() if keeps_argument(wanted) else {argument_of(wanted)}) - never_kept(wanted)
    )
    return {**{name: value for name, value in request_of(team, earlier).items() if name in known}, **request}


def language(earlier: RunRow, request: BaseModel) -> str:
    """What the request says or is plainly written in, else the language of the earlier run: `2023?` has none."""
    text = title_of(request)
    said = getattr(request, "lang", None) in ("ja", "en")
    if said or is_japanese(text) or len(_WORDS.findall(text)) >= SENTENCE:
        return language_of(request)
    return earlier.lang


def why(earlier: RunRow, lang: str) -> str:
    """What the first line of a follow-up says about its mode."""
    return f"{earlier.id} の続き" if lang == "ja" else f"follow-up of {earlier.id}"


def with_reasons(options: Options, earlier: RunRow | None, mode_why: str, lang: str) -> Options:
    """The options of a new run with why its mode is what it is, and the thread that a follow-up belongs to."""
    is_told = mode_why.startswith(("auto", "自動"))
    chosen = mode_why and (mode_why if is_told else f"{'自動：' if lang == 'ja' else 'auto: '}{mode_why}")
    if earlier is None:
        return options.model_copy(update={"mode_why": chosen})
    reasons = [why(earlier, lang), chosen]
    thread = options.thread or earlier.options.thread
    update = {"continues": earlier.id, "thread": thread, "mode_why": "; ".join(filter(None, reasons))}
    return options.model_copy(update=update)


def brought(team: Team, row: RunRow, body: dict[str, Any]) -> dict[str, Any]:
    """What a follow-up knows of a run, as this version of the team has it; `row` is of the version that wrote it."""
    return {**body, **brought_over(team, row, {"request": body["request"], "result": body["result"]})}


def record(connection: Connection, run_id: str, team: Team, earlier: RunRow) -> None:
    """Give a run its copy of the earlier one and the right to cite its passages. Raises UnknownName, OtherVersion."""
    earlier_id = earlier.id
    found = connection.execute(select(RUNS.c.request, RUNS.c.result).where(RUNS.c.id == earlier_id)).first()
    if found is None or found.result is None:
        raise UnknownName(f"there is no run `{earlier_id}` any more", hint="`kasen runs list` shows those there are.")
    passages = _passages_of(connection, earlier_id)
    body = {"request": orjson.loads(found.request), "result": orjson.loads(found.result), "passage_ids": passages}
    _put(connection, run_id, earlier_id, brought(team, earlier, body))


def copy(connection: Connection, run_id: str, team: Team, replayed: RunRow) -> None:
    """Give the replay of a follow-up what the replayed run knew, whether or not the earlier run is still there."""
    found = connection.execute(select(EARLIER).where(EARLIER.c.run_id == replayed.id)).first()
    if found is not None:
        _put(connection, run_id, found.earlier_id, brought(team, replayed, orjson.loads(found.body)))


def _passages_of(connection: Connection, run_id: str) -> list[str]:
    query = select(RUN_PASSAGES.c.passage_id).where(RUN_PASSAGES.c.run_id == run_id)
    return sorted(connection.execute(query).scalars())


def _put(connection: Connection, run_id: str, earlier_id: str, body: dict[str, Any]) -> None:
    text = orjson.dumps(body).decode()
    connection.execute(insert(EARLIER).values(run_id=run_id, earlier_id=earlier_id, body=text))
    if body["passage_ids"]:
        connection.execute(insert(RUN_PASSAGES), [{"run_id": run_id, "passage_id": id} for id in body["passage_ids"]])


async def load(store: Store, run_id: str) -> Earlier | None:
    """What a follow-up goes on from, None for a run that is none."""
    query = select(EARLIER.c.earlier_id, EARLIER.c.body).where(EARLIER.c.run_id == run_id)
    found = await store.read(lambda c: c.execute(query).first())
    if found is None:
        return None
    body = orjson.loads(found.body)
    return Earlier(
        run_id=found.earlier_id,
        request=body["request"],
        result=body["result"],
        passage_ids=tuple(body["passage_ids"]),
        artifacts=KeptArtifacts(store, found.earlier_id),
    )


async def announce(attempt: Attempt) -> None:
    """Say once, over all attempts, which sources a follow-up may cite from the start."""
    told = select(EVENTS.c.seq).where(EVENTS.c.run_id == attempt.run_id, EVENTS.c.type == "source").limit(1)
    if await attempt.store.read(lambda c: c.execute(told).first()) is not None:
        return
    sources = {source.id: source for _, source in await evidence_of(attempt.store, attempt.run_id)}
    seen = [
        attempt.event("source", source_id=s.id, title=s.title, uri=s.uri, kind=s.kind)
        for s in sorted(sources.values(), key=lambda source: source.id)
    ]
    if seen:
        await attempt.append(seen)
