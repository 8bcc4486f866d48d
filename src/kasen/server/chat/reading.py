"""A turn as chunks: all that is stored of its runs, then what comes, then the end."""

from __future__ import annotations

import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import TYPE_CHECKING, Any, NamedTuple

import orjson
from sqlalchemy import Connection, select

from kasen.errors import StoreFailed, UnknownName
from kasen.runtime.artifacts import artifacts, content
from kasen.runtime.chats import Turn, TurnRun
from kasen.runtime.events import EVENT
from kasen.runtime.rows import ACTIVE, ArtifactRow, RunRow
from kasen.runtime.tables import EVENTS
from kasen.server.chat.beginning import DESK
from kasen.server.owned import is_left
from kasen.server.ui_stream import wording
from kasen.server.ui_stream.chunks import Abort, Chunk, ErrorChunk, Finish, FinishChunk, Start
from kasen.server.ui_stream.closing import closing, document_of, words
from kasen.server.ui_stream.message import message_of
from kasen.server.ui_stream.texts import Said
from kasen.server.ui_stream.translate import Translator
from kasen.server.ui_stream.wording import said

if TYPE_CHECKING:
    from kasen.runtime.store import Store
    from kasen.runtime.stored import Stored
    from kasen.server.caller import Caller
    from kasen.server.chat.conversations import Leg
    from kasen.server.context import ServerDeps

LOGGER = logging.getLogger("kasen.server.chat")
Chunks = list[Chunk]
LARGEST_DOCUMENT = 2_000_000
"""Bytes of a document whose beginning is shown."""
_FINISH: dict[str, Finish] = {"done": "stop", "paused": "tool-calls", "stopped: budget": "length"}


class _Part(NamedTuple):
    """A page of chunks, or (without chunks) the run as it is at its end."""

    chunks: Chunks
    row: RunRow | None = None


async def stream(deps: ServerDeps, caller: Caller, leg: Leg) -> AsyncGenerator[Chunks, None]:
    """The answer, from its start to its finish; while the desk hands off it goes on with the team's run."""
    yield [Start(message_id=leg.message_id)]
    number, row = 0, None
    while True:
        turn = await deps.conversations.advance(caller, leg.chat_id, leg.message_id)
        if turn is None or number >= len(turn.runs):
            break
        ref, number = turn.runs[number], number + 1
        async with aclosing(_run(deps, ref, known=leg.known.get(ref.id, 0), follow=True)) as parts:
            async for part in parts:
                row = part.row or row
                if part.chunks:
                    yield part.chunks
    if turn is not None:
        yield words(f"{turn.message_id}.told", turn.told)
    yield _end(row, turn)


async def message(deps: ServerDeps, turn: Turn) -> dict[str, Any]:
    """The answer as far as it is stored, as the UI message that a client has when it has read it."""
    chunks: Chunks = []
    for ref in turn.runs:
        async for part in _run(deps, ref, known=0, follow=False):
            chunks += part.chunks
    return message_of(turn.message_id, [*chunks, *words(f"{turn.message_id}.told", turn.told)])


def _end(row: RunRow | None, turn: Turn | None) -> Chunks:
    if row is None or (turn is not None and turn.told and row.team == DESK):
        return [FinishChunk(finish_reason="stop")]
    if row.status == "failed":
        return [ErrorChunk(error_text=str((row.error or {}).get("message") or "the run failed"))]
    if row.status in ("cancelled", "interrupted"):
        return [Abort()]
    return [FinishChunk(finish_reason=_FINISH.get(row.status, "other"))]


async def _run(deps: ServerDeps, ref: TurnRun, *, known: int, follow: bool) -> AsyncGenerator[_Part, None]:
    """What belongs to the turn of one run, without what is `known`; at the end what came of it."""
    store = deps.runner.store
    try:
        row = await store.run(ref.id)
    except UnknownName:
        yield _Part(words(f"{ref.id}.gone", said(wording.GONE, "en")))
        return
    translator = Translator(ref.id, alive=row.fence, taken_back=await store.read(lambda c: _taken_back(c, ref.id)))
    async with aclosing(_pages(deps, ref, follow=follow)) as pages:
        async for page in pages:
            if chunks := _translated(translator, page, ref, known):
                yield _Part(chunks)
    try:
        row = await store.run(ref.id)
    except UnknownName:
        yield _Part([*translator.end("deleted", why="deleted"), *words(f"{ref.id}.gone", said(wording.GONE, row.lang))])
        return
    yield _Part(await _ending(store, translator, ref, row, follow=follow), row)


def _translated(translator: Translator, page: Sequence[Stored], ref: TurnRun, known: int) -> Chunks:
    """The chunks of a page. What came before the turn, or is known, is taken in and not said."""
    found: Chunks = []
    for stored in page:
        chunks = translator.take(EVENT.validate_json(stored.body))
        if stored.seq > max(ref.after, known):
            found += chunks
        elif stored.seq <= ref.after:  # those calls are in another message
            translator.waiting.clear()
    return found


async def _pages(deps: ServerDeps, ref: TurnRun, *, follow: bool) -> AsyncGenerator[Sequence[Stored], None]:
    after = 0
    if follow and not ref.until:
        async with aclosing(deps.feed.pages(ref.id)) as pages:
            async for page in pages:
                yield page
        return
    while page := await deps.feed.stored(ref.id, after=after):
        after = page[-1].seq
        yield [one for one in page if not ref.until or one.seq <= ref.until]
        if ref.until and after >= ref.until:
            return


async def _ending(store: Store, translator: Translator, ref: TurnRun, row: RunRow, *, follow: bool) -> Chunks:
    """What is open is closed; a run that is over, and no stretch of one, says what came of it."""
    why = said(wording.UNANSWERED, row.lang)
    if ref.until:
        was = translator.status
        row = row.model_copy(update={"status": "interrupted" if was in ACTIVE else was, "result": None})
    if row.status == "paused":
        return translator.end("paused", why=why if ref.until else "")
    if row.status in ACTIVE:
        if not follow and not await is_left(store, row):
            return list(translator.texts.close())
        row = row.model_copy(update={"status": "interrupted"})
    chunks = translator.end(row.status, why=why)
    if row.team == DESK and row.status == "done":
        reply = str((row.result or {}).get("reply") or "")
        return [*chunks, *([] if reply in translator.texts.told else words(f"{row.id}.reply", reply))]
    made = await _latest(store, row.id)
    return [*chunks, *closing(row, made, await _document(store, row, made), told=translator.texts.told)]


async def _latest(store: Store, run_id: str) -> list[ArtifactRow]:
    return list({row.name: row for row in await artifacts(store, run_id)}.values())


async def _document(store: Store, row: RunRow, made: Sequence[ArtifactRow]) -> str:
    document = document_of(made)
    if row.result is None or document is None or document.size > LARGEST_DOCUMENT:
        return ""
    try:
        return (await content(store, row.id, document)).decode("utf-8", "replace")
    except StoreFailed as error:  # on the machine of a worker, or gone: the answer ends well without its beginning
        LOGGER.warning("the document of run %s cannot be shown: %s", row.id, error)
        return ""


def _taken_back(connection: Connection, run_id: str) -> set[Said]:
    """Words that were shown while a call was on and are void: a final text without words stands for them."""
    query = select(EVENTS.c.body).where(EVENTS.c.run_id == run_id, EVENTS.c.type.in_(("text", "reasoning")))
    bodies = (orjson.loads(body) for body in connection.execute(query).scalars() if '"final":true' in body)
    return {Said(one["type"], one["node"], one["id"], one["attempt"]) for one in bodies if not one["text"]}
