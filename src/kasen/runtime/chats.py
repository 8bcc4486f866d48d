"""Conversations: turns of words and of the runs that answer them, kept so that a restart loses nothing of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, delete, insert, select, update

from kasen.errors import UnknownName
from kasen.runtime.rows import timestamp
from kasen.runtime.tables import CHAT_TURNS, CHATS

if TYPE_CHECKING:
    from kasen.runtime.store import Store

TITLE = 80
"""Characters of a title."""


class TurnRun(BaseModel):
    """A run, or the stretch of it that belongs to a turn: events above `after` and, unless that is 0, up to `until`."""

    model_config = ConfigDict(frozen=True)

    id: str
    after: int = 0
    until: int = 0


class Wanted(BaseModel):
    """What a message asks for, as it was sent; what is empty is found out."""

    model_config = ConfigDict(frozen=True)

    words: str = ""
    files: tuple[dict[str, Any], ...] = ()
    """`{name, url}` each, the url an `upload:ID`."""
    team: str = ""
    mode: str = ""
    request: dict[str, Any] = Field(default_factory=dict)
    options: dict[str, Any] = Field(default_factory=dict)
    lang: str = ""


class Turn(BaseModel):
    """What a person said, and what answers it."""

    model_config = ConfigDict(frozen=True)

    nth: int = 0
    message_id: str
    """Of the answer."""
    user: dict[str, Any]
    """The person's message as the client sent it, without the bytes of its files."""
    wanted: Wanted
    runs: tuple[TurnRun, ...] = ()
    """In the order in which they answer: who hands off, then who works."""
    is_open: bool = True
    """Whether another run may follow: nobody has worked yet, and nobody said stop."""
    told: str = ""
    """What is said at the end without a run: why none could be started."""
    at: str = ""


class ChatBrief(BaseModel):
    """A conversation in a list."""

    model_config = ConfigDict(frozen=True)

    id: str
    title: str
    created_at: str
    updated_at: str


class Chat(ChatBrief):
    """A conversation."""

    owner: str
    turns: tuple[Turn, ...]

    @property
    def last(self) -> Turn | None:
        """The latest turn."""
        return self.turns[-1] if self.turns else None

    def turn_of(self, message_id: str) -> Turn | None:
        """The turn with that message, the person's or the answer."""
        return next((turn for turn in self.turns if message_id in (turn.message_id, turn.user.get("id"))), None)


class Chats:
    """The conversations in a store. Those of other owners do not exist."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def get(self, owner: str, chat_id: str) -> Chat:
        """The conversation. Raises UnknownName."""
        found = await self.find(owner, chat_id)
        if found is None:
            raise UnknownName(f"there is no chat `{chat_id[:40]}`")
        return found

    async def find(self, owner: str, chat_id: str) -> Chat | None:
        """The conversation, None where there is none."""
        return await self._store.read(lambda c: _chat(c, owner, chat_id))

    async def latest(self, owner: str, *, limit: int = 50, before: str = "") -> list[ChatBrief]:
        """The last that something was said in come first; `before` is the `updated_at` of the page before."""
        where = [CHATS.c.owner == owner, *([CHATS.c.updated_at < before] if before else [])]
        query = select(CHATS).where(*where).order_by(CHATS.c.updated_at.desc(), CHATS.c.id).limit(limit)
        rows = await self._store.read(lambda c: c.execute(query).mappings().all())
        return [ChatBrief.model_validate({name: row[name] for name in ChatBrief.model_fields}) for row in rows]

    async def say(self, owner: str, chat_id: str, turn: Turn, *, title: str, keep: int | None = None) -> Turn:
        """Add a turn, in place of all after the first `keep`, where that is given; returns it with its number."""
        now = timestamp()

        def job(connection: Connection) -> Turn:
            mine = (CHATS.c.owner == owner, CHATS.c.id == chat_id)
            if connection.execute(update(CHATS).where(*mine).values(updated_at=now)).rowcount == 0:
                new = {"owner": owner, "id": chat_id, "title": _title(title), "created_at": now, "updated_at": now}
                connection.execute(insert(CHATS).values(new))
            if keep is not None:
                connection.execute(delete(CHAT_TURNS).where(*_of(owner, chat_id), CHAT_TURNS.c.nth >= keep))
            before = _turns(connection, owner, chat_id)
            made = turn.model_copy(update={"nth": before[-1].nth + 1 if before else 0, "at": now})
            row: dict[str, Any] = {"owner": owner, "chat_id": chat_id, "nth": made.nth}
            row["body"] = made.model_dump_json()
            connection.execute(insert(CHAT_TURNS).values(row))
            return made

        return await self._store.write(job)

    async def change(
        self, owner: str, chat_id: str, message_id: str, how: Callable[[Turn], Turn | None]
    ) -> Turn | None:
        """Change the turn of that answer in one transaction; returns it. None, from `how` too, leaves all as it is."""

        def job(connection: Connection) -> Turn | None:
            found = next((one for one in _turns(connection, owner, chat_id) if one.message_id == message_id), None)
            changed = how(found) if found is not None else None
            if changed is None:
                return None
            this = (*_of(owner, chat_id), CHAT_TURNS.c.nth == changed.nth)
            connection.execute(update(CHAT_TURNS).where(*this).values(body=changed.model_dump_json()))
            return changed

        return await self._store.write(job)

    async def delete(self, owner: str, chat_id: str) -> None:
        """Forget the conversation; its runs stay. Raises UnknownName."""
        query = delete(CHATS).where(CHATS.c.owner == owner, CHATS.c.id == chat_id)
        if not await self._store.write(lambda c: c.execute(query).rowcount):
            raise UnknownName(f"there is no chat `{chat_id[:40]}`")


def _of(owner: str, chat_id: str) -> tuple[Any, Any]:
    return CHAT_TURNS.c.owner == owner, CHAT_TURNS.c.chat_id == chat_id


def _turns(connection: Connection, owner: str, chat_id: str) -> list[Turn]:
    query = select(CHAT_TURNS.c.body).where(*_of(owner, chat_id)).order_by(CHAT_TURNS.c.nth)
    return [Turn.model_validate_json(body) for body in connection.execute(query).scalars()]


def _chat(connection: Connection, owner: str, chat_id: str) -> Chat | None:
    query = select(CHATS).where(CHATS.c.owner == owner, CHATS.c.id == chat_id)
    row = connection.execute(query).mappings().first()
    return None if row is None else Chat(**row, turns=tuple(_turns(connection, owner, chat_id)))


def _title(words: str) -> str:
    text = " ".join(words.split())
    return text if len(text) <= TITLE else text[: TITLE - 1] + "…"
