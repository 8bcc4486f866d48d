"""What a client of the AI SDK sends, and what of it counts."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from kasen.errors import InputError

LONGEST_ID = 128
_RESERVED = frozenset({".", ".."})


class ChatAsked(BaseModel):
    """The body of the AI SDK's transport: `id`, `messages`, `trigger`, `messageId`, and what `body` adds to it.

    Only the last message counts: what was said before is kept here.
    """

    model_config = ConfigDict(extra="ignore")

    id: str = Field(min_length=1, max_length=LONGEST_ID, description="The chat; the client makes it up.")
    messages: list[dict[str, Any]] = Field(
        default_factory=list,
        max_length=10_000,
        description="UI messages; the last one counts.",
        examples=[[{"id": "m1", "role": "user", "parts": [{"type": "text", "text": "宇治茶の歴史を調べて"}]}]],
    )
    message: dict[str, Any] | None = Field(None, description="The last message alone, from clients that send only it.")
    trigger: Literal["submit-message", "regenerate-message"] = "submit-message"
    message_id: str | None = Field(
        None, alias="messageId", max_length=200, description="The message that is edited, continued or made anew."
    )
    team: str = Field("", max_length=64, description="The team that shall work; else the coordinator finds out.")
    mode: str = Field("", max_length=64, description="One of its modes.")
    request: dict[str, Any] = Field(default_factory=dict, description="More of its request; see GET /api/teams.")
    options: dict[str, Any] = Field(default_factory=dict, description="As for POST /api/runs.")
    answer: Any = Field(None, description="With an approval: the answer, in the shape that the pause asks for.")
    lang: Literal["", "ja", "en"] = Field("", description="Language of the answer, where the words do not say it.")

    @field_validator("id")
    @classmethod
    def _usable_id(cls, given: str) -> str:
        if not is_chat_id(given):
            raise ValueError("an id is text without `/`, and not `.` or `..`")
        return given

    @field_validator("team", "mode", "lang", mode="before")
    @classmethod
    def _nothing(cls, given: Any) -> Any:
        """Null means nothing."""
        return "" if given is None else given

    @field_validator("request", "options", mode="before")
    @classmethod
    def _empty(cls, given: Any) -> Any:
        """Likewise."""
        return {} if given is None else given

    @property
    def last(self) -> dict[str, Any] | None:
        """The message that counts."""
        return self.message or (self.messages[-1] if self.messages else None)


class Responded(BaseModel):
    """What a person answered to a pause, as the client says it: `addToolApprovalResponse`."""

    model_config = ConfigDict(extra="ignore")

    id: str = Field(max_length=200)
    approved: bool
    reason: str = Field("", max_length=20_000)

    @field_validator("reason", mode="before")
    @classmethod
    def _nothing(cls, given: Any) -> Any:
        return "" if given is None else given


class UserMessage(BaseModel):
    """The person's message."""

    id: str
    words: str
    files: list[dict[str, str]]
    """`{name, url}` each; the url is a data URL or `upload:ID`."""


def is_chat_id(given: str) -> bool:
    """Whether it can be the id of a chat."""
    plain = given.isprintable() and "/" not in given and given == given.strip()
    return plain and given not in _RESERVED and 0 < len(given) <= LONGEST_ID


def user_message(message: dict[str, Any] | None) -> UserMessage:
    """The words and files of a person's message. Raises InputError."""
    if message is None or message.get("role") != "user":
        raise InputError("the last message is not a person's", hint="Send `messages` with the person's message last.")
    parts = message.get("parts", [{"type": "text", "text": message.get("content", "")}])
    if not isinstance(parts, list) or not all(isinstance(part, dict) for part in parts):
        raise InputError("`parts` of the message is no list of parts")
    words = [str(part.get("text") or "") for part in parts if part.get("type") == "text"]
    files = [_file(part) for part in parts if part.get("type") == "file"]
    text = "\n".join(words).strip()
    if not text and not files:
        raise InputError("the message is empty", hint="Say what you want, or send a file.")
    return UserMessage(id=str(message.get("id") or "")[:200], words=text, files=files)


def _file(part: dict[str, Any]) -> dict[str, str]:
    url = part.get("url")
    if not isinstance(url, str) or not url.startswith(("data:", "upload:")):
        raise InputError("a file comes as a data URL, or as `upload:ID` of a file sent to POST /api/uploads")
    return {"url": url, "name": str(part.get("filename") or ""), "media_type": str(part.get("mediaType") or "")}


def responses(asked: ChatAsked) -> list[Responded]:
    """What was answered to pauses in the message that is continued; empty where a person speaks. Raises InputError."""
    message = asked.last
    if message is None or message.get("role") != "assistant" or asked.trigger != "submit-message":
        return []
    named = [one for one in asked.messages if asked.message_id and one.get("id") == asked.message_id]
    parts = (named[-1] if named else message).get("parts")
    found = [part for part in parts if _is_responded(part)] if isinstance(parts, list) else []
    try:
        return [Responded.model_validate(part.get("approval")) for part in found]
    except ValueError as error:
        raise InputError("the answer to a pause is malformed: `approval` holds id, approved and reason") from error


def _is_responded(part: Any) -> bool:
    return isinstance(part, dict) and part.get("state") == "approval-responded"
