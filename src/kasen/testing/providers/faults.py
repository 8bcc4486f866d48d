"""What can go wrong at a provider, by name. Each wire format says it in its provider's own words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from kasen.testing.providers.reply import Reply

Kind = Literal[
    "status",
    "too_long",
    "quota",
    "overloaded_in_stream",
    "slow_first_byte",
    "stall",
    "dropped",
    "dropped_midstream",
    "ends_early",
    "truncated_body",
    "html",
    "truncated_json",
    "empty",
    "refusal",
    "blocked",
    "wrong_schema",
    "think",
    "endless",
]
ANSWERED: frozenset[Kind] = frozenset(
    {"truncated_json", "empty", "refusal", "blocked", "wrong_schema", "think", "endless"}
)
"""Kinds that change what the model says, not how it travels."""
BROKEN_OFF: frozenset[Kind] = frozenset(
    {"stall", "dropped_midstream", "ends_early", "truncated_body", "overloaded_in_stream"}
)
"""Kinds that strike in the middle of an answer."""
FOR_EVER = 600.0


@dataclass(frozen=True, kw_only=True)
class Fault:
    """One way to fail. Only `kind` is always read; the others where they mean something."""

    kind: Kind
    status: int = 0
    """HTTP status of the kind `status`."""
    message: str = ""
    """Words said with a status, in place of the usual ones."""
    retry_after: float | None = None
    """Seconds said with a status, in the header `Retry-After` (and RetryInfo of Gemini)."""
    opens_at: int = 0
    """Seconds since the epoch at which a used-up plan is open again, said with status 429 (OpenAI's format only)."""
    seconds: float = FOR_EVER
    """How long a slow first byte or a stall takes; then the answer goes on."""
    after: int = 2
    """Pieces of the answer that are sent before it stalls or breaks off."""
    keep_alive_s: float | None = None
    """Seconds between keep-alives while a streamed answer is slow or stalls (formats of OpenAI and Anthropic)."""

    def change(self, reply: Reply) -> Reply:
        """The reply as a model says it under this fault."""
        match self.kind:
            case "truncated_json":
                return replace(reply, text=reply.text[: max(len(reply.text) // 2, 1)])
            case "empty":
                return replace(reply, text="", reasoning="", images=(), grounding=None)
            case "refusal":
                return replace(reply, text="", refusal="申し訳ありませんが、お手伝いできません。", finish="declined")
            case "blocked":
                return replace(reply, text="", refusal="I can't help with that.", finish="declined", blocked=True)
            case "wrong_schema":
                return replace(reply, text='{"not_what_was_asked": [1, "二", null]}')
            case "think":
                text = f"<think>\nまず {{考える}}。\n</think>\n\n```json\n{reply.text}\n```\n"
                return replace(reply, text=text)
            case "endless":
                opened = reply.text.rstrip("}] \n") if reply.text[:1] in "{[" else reply.text
                return replace(reply, text=opened, endless=True)
            case _:
                return reply


FAULTS: dict[str, Fault] = {
    "400": Fault(kind="status", status=400),
    "401": Fault(kind="status", status=401),
    "403": Fault(kind="status", status=403),
    "404": Fault(kind="status", status=404),
    "413": Fault(kind="status", status=413),
    "context_too_long": Fault(kind="too_long"),
    "429": Fault(kind="status", status=429),
    "429_retry_after": Fault(kind="status", status=429, retry_after=7),
    "quota_spent": Fault(kind="quota"),
    "500": Fault(kind="status", status=500),
    "503": Fault(kind="status", status=503),
    "529": Fault(kind="status", status=529),
    "529_in_stream": Fault(kind="overloaded_in_stream"),
    "slow_first_byte": Fault(kind="slow_first_byte"),
    "stall": Fault(kind="stall"),
    "dropped": Fault(kind="dropped"),
    "dropped_midstream": Fault(kind="dropped_midstream"),
    "ends_early": Fault(kind="ends_early"),
    "truncated_body": Fault(kind="truncated_body"),
    "truncated_json": Fault(kind="truncated_json"),
    "html": Fault(kind="html"),
    "empty": Fault(kind="empty"),
    "refusal": Fault(kind="refusal"),
    "blocked": Fault(kind="blocked"),
    "wrong_schema": Fault(kind="wrong_schema"),
    "think": Fault(kind="think"),
    "endless": Fault(kind="endless"),
}
"""Every fault by name, for tests that go through all of them."""
