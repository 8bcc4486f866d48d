"""Conversations, as `useChat` of the AI SDK speaks: post, resume, stop, history."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Response
from fastapi import Path as InPath
from pydantic import BaseModel, ConfigDict, Field

from kasen.errors import UnknownName
from kasen.server.caller import Caller, caller_of
from kasen.server.chat.conversations import Leg
from kasen.server.chat.history import ChatHistory, ChatsShown, history, listed
from kasen.server.chat.messages import ChatAsked, is_chat_id
from kasen.server.chat.reading import stream
from kasen.server.context import ServerDeps, deps_of
from kasen.server.ui_stream.response import UIStream

router = APIRouter(prefix="/api/chat", tags=["chat"])
Deps = Annotated[ServerDeps, Depends(deps_of)]
By = Annotated[Caller, Depends(caller_of)]
ChatId = Annotated[str, InPath(max_length=400, examples=["thread-1"])]
FRAME = {"type": "object", "properties": {"data": {"type": "string"}}}
"""One chunk of a stream: before OpenAPI 3.2 the schema of a stream describes each of its events."""
EXAMPLE = {"data": '{"type":"start","messageId":"msg_1"}'}
STREAM: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The AI SDK's UI Message Stream, version 1",
        "content": {"text/event-stream": {"schema": FRAME, "example": EXAMPLE}},
    }
}
IDLE: dict[int | str, dict[str, Any]] = {**STREAM, 204: {"description": "Nothing is under way"}}


class StopAsked(BaseModel):
    """Which answer is meant; without one the latest."""

    model_config = ConfigDict(extra="ignore")

    message_id: str = Field("", alias="messageId", max_length=200, examples=["msg_1"])
    assistant_message: dict[str, Any] | None = Field(None, alias="assistantMessage")


class Stopped(BaseModel):
    """Whether there was anything to stop."""

    stopped: bool = Field(examples=[True])


@router.post("", summary="Say something", response_class=Response, responses=STREAM, operation_id="chat")
@router.post("/stream", include_in_schema=False)
async def post(asked: ChatAsked, deps: Deps, caller: By) -> Response:
    """Begins a run, or goes on with one, and streams its answer; `/api/chat/stream` is the same.

    The run goes on whoever reads. A message while an answer is under way takes its place: the earlier run ends its
    step and can be carried on. An approval that was answered comes with the assistant's message last.
    """
    leg = await deps.conversations.post(caller, asked)
    return UIStream(stream(deps, caller, leg))


@router.get("", summary="List chats", operation_id="listChats")
async def list_chats(
    deps: Deps,
    caller: By,
    before: Annotated[str, Query(max_length=40, description="`updated_at` of the last one of the page before")] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
) -> ChatsShown:
    """Your own, the latest first."""
    return await listed(deps, caller.owner, limit=limit, before=before)


@router.get("/{chat_id}", summary="Show a chat", operation_id="showChat")
async def show(chat_id: ChatId, deps: Deps, caller: By) -> ChatHistory:
    """Its messages; an answer that is under way is left out, the stream of the chat gives it from its start."""
    return await history(deps, await deps.conversations.chats.get(caller.owner, _checked(chat_id)))


@router.delete("/{chat_id}", summary="Forget a chat", status_code=204, operation_id="deleteChat")
async def delete(chat_id: ChatId, deps: Deps, caller: By) -> None:
    """What is under way is stopped; the runs of teams stay."""
    await deps.conversations.delete(caller, _checked(chat_id))


@router.get(
    "/{chat_id}/stream",
    summary="Resume an answer",
    response_class=Response,
    responses=IDLE,
    operation_id="resumeChat",
)
@router.get("/stream/{chat_id}/stream", include_in_schema=False)
async def resume(chat_id: ChatId, deps: Deps, caller: By) -> Response:
    """The answer that is under way, from its start; 204 when none is. Any number may read."""
    chat = await deps.conversations.chats.find(caller.owner, _checked(chat_id))
    turn = chat.last if chat is not None else None
    if turn is None or not await deps.conversations.is_active(turn):
        return Response(status_code=204)
    return UIStream(stream(deps, caller, Leg(chat_id, turn.message_id, {})))


@router.post("/{chat_id}/stop", summary="Stop an answer", operation_id="stopChat")
@router.post("/stream/{chat_id}/stop", include_in_schema=False)
async def stop(chat_id: ChatId, deps: Deps, caller: By, asked: StopAsked | None = None) -> Stopped:
    """Ends what is at work, now; “continue” carries it on. Only if the answer that is named is the latest still."""
    named = ""
    if asked is not None:
        named = asked.message_id or str((asked.assistant_message or {}).get("id") or "")
    return Stopped(stopped=await deps.conversations.stop(caller, _checked(chat_id), message_id=named))


def _checked(chat_id: str) -> str:
    if not is_chat_id(chat_id):
        raise UnknownName(f"there is no chat `{chat_id[:40]}`")
    return chat_id
