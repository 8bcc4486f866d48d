"""What a chat holds, as clients show it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field
from sqlalchemy import Connection, func, select

from kasen.runtime.chats import Turn
from kasen.runtime.tables import CHAT_TURNS
from kasen.server.chat.reading import message

if TYPE_CHECKING:
    from kasen.runtime.chats import Chat
    from kasen.server.context import ServerDeps

LAST = 200
"""Characters of the last words in a list."""


class ChatShown(BaseModel):
    """A chat: its name and its times."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(examples=["thread-1"])
    title: str = Field(examples=["宇治茶の歴史を調べて"])
    created_at: str = Field(examples=["2026-11-25T09:30:00.000+00:00"])
    updated_at: str = Field(examples=["2026-11-25T09:31:00.000+00:00"])


class ChatListed(ChatShown):
    """A chat in a list."""

    last: str = Field("", examples=["表でまとめて"])
    """What the person said last, on one line; the names of files where there were no words."""


class ChatsShown(BaseModel):
    """Chats, the latest first."""

    chats: list[ChatListed]
    next: str | None = None
    """What `before` takes to get the next page; null at the end."""


class ChatHistory(ChatShown):
    """A chat with its messages, ready for `useChat({messages})`."""

    messages: list[dict[str, Any]] = Field(
        examples=[[{"id": "m1", "role": "user", "parts": [{"type": "text", "text": "宇治茶の歴史を調べて"}]}]]
    )
    active: bool = Field(examples=[False])
    """Whether an answer is under way: it is left out here, and GET …/stream gives all of it."""
    runs: list[str] = Field(default_factory=list)
    """The runs of the latest answer."""


async def listed(deps: ServerDeps, owner: str, *, limit: int, before: str) -> ChatsShown:
    """A page of the chats of an owner; `before` is the `next` of the page before."""
    found = await deps.conversations.chats.latest(owner, limit=limit + 1, before=before)
    page = found[:limit]
    last = await deps.runner.store.read(lambda c: _last_words(c, owner, [one.id for one in page]))
    chats = [ChatListed(**one.model_dump(), last=last.get(one.id, "")) for one in page]
    return ChatsShown(chats=chats, next=chats[-1].updated_at if len(found) > limit else None)


def _last_words(connection: Connection, owner: str, ids: Sequence[str]) -> dict[str, str]:
    """Chat → what its person said last: one statement for all."""
    mine = (CHAT_TURNS.c.owner == owner, CHAT_TURNS.c.chat_id.in_(ids))
    last = select(CHAT_TURNS.c.chat_id, func.max(CHAT_TURNS.c.nth).label("nth")).where(*mine)
    ends = last.group_by(CHAT_TURNS.c.chat_id).subquery()
    same = (CHAT_TURNS.c.chat_id == ends.c.chat_id) & (CHAT_TURNS.c.nth == ends.c.nth)
    query = select(CHAT_TURNS.c.chat_id, CHAT_TURNS.c.body).join(ends, same).where(*mine)
    return {row.chat_id: _line(Turn.model_validate_json(row.body)) for row in connection.execute(query)}


def _line(turn: Turn) -> str:
    names = ", ".join(str(file.get("name") or "") for file in turn.wanted.files)
    text = " ".join((turn.wanted.words or names).split())
    return text if len(text) <= LAST else text[: LAST - 1] + "…"


async def history(deps: ServerDeps, chat: Chat) -> ChatHistory:
    """All turns; an answer that is under way is left out, so that a client which resumes shows it once."""
    active = chat.last is not None and await deps.conversations.is_active(chat.last)
    messages: list[dict[str, Any]] = []
    for turn in chat.turns:
        messages.append(turn.user)
        if turn is not chat.last or not active:
            messages.append(await message(deps, turn))
    shown = {name: getattr(chat, name) for name in ChatShown.model_fields}
    runs = [ref.id for ref in chat.last.runs] if chat.last is not None else []
    return ChatHistory(**shown, messages=messages, active=active, runs=runs)
