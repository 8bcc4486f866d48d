"""What a chat holds, as clients show it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field

from kasen.server.chat.reading import message

if TYPE_CHECKING:
    from kasen.runtime.chats import Chat
    from kasen.server.context import ServerDeps


class ChatShown(BaseModel):
    """A chat in a list."""

    model_config = ConfigDict(frozen=True)

    id: str = Field(examples=["thread-1"])
    title: str = Field(examples=["宇治茶の歴史を調べて"])
    created_at: str = Field(examples=["2026-11-25T09:30:00.000+00:00"])
    updated_at: str = Field(examples=["2026-11-25T09:31:00.000+00:00"])


class ChatsShown(BaseModel):
    """Chats, the latest first."""

    chats: list[ChatShown]
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
