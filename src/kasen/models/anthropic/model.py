"""Claude models through Anthropic's Messages API."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from contextlib import aclosing, asynccontextmanager
from typing import Any, NamedTuple

import httpx2
from anthropic import APIConnectionError, APIError, APIStatusError, AsyncAnthropic, AsyncStream
from anthropic.types import Message, RawMessageStreamEvent

from kasen.errors import AccountClosed, ConfigurationError, ProviderError, Refused, Retryable, TooLong
from kasen.models.anthropic.claude import family_of, manner
from kasen.models.anthropic.prefixes import Prefixes
from kasen.models.anthropic.wire import Form, Reading, body, native
from kasen.models.connection import connection_of
from kasen.models.failures import disconnected, from_status, retry_after
from kasen.models.incoming import ENCODINGS, guard
from kasen.models.provider import Completion, ModelContext, ModelRequest
from kasen.models.reach import valid_place

log = logging.getLogger("kasen.models")
ADDRESS = "https://api.anthropic.com"
MOST = 16 << 20
"""Bytes of one answer: text only, and the client library's time for a line grows with the square of its length."""
CONNECT_S = 10.0
"""Seconds for a connection, where the request has no shorter limit."""
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""Status of an error that comes inside the stream, by its type; any other is 500."""
_MONEY = re.compile(r"credit balance|spend(ing)? limit|billing", re.IGNORECASE)
_CONTEXT = re.compile(r"context limit", re.IGNORECASE)
_OUTPUT_LIMIT = re.compile(r"max_tokens: \d+ > (\d+)")
_NAMED = {
    "forced": re.compile(r"tool_choice|forced tool", re.IGNORECASE),
    "effort": re.compile(r"effort", re.IGNORECASE),
    "thinking": re.compile(r"thinking|budget_tokens", re.IGNORECASE),
    "format": re.compile(r"output_config|output.?format|structured.?output|json_schema|schema", re.IGNORECASE),
}
"""What can be left out when a model refuses it, and how a refusal names it."""
_SCHEMA = re.compile(r"format\.schema|complex|recurs|too many|compil|grammar", re.IGNORECASE)
"""Words for a schema that cannot be held to, though others can."""
_FORMS = len(_NAMED) + 2
_SHOWN = 500
"""Characters of a provider's message that are passed on."""


class _LeftOut(Exception):
    """The request was refused for one of its parameters, which is left out from now on."""


class AnthropicModel:
    """Implements `ChatModel`. What the model refuses to take (400) is remembered and not sent to it again."""

    by_hand = False
    account = "anthropic"
    patience = 1.0

    def __init__(self, model: str, context: ModelContext) -> None:
        self.id = f"anthropic:{model}"
        self._name = model
        self._key = context.access.anthropic_api_key.strip()
        if not self._key:
            raise ConfigurationError(
                f"`{self.id}` needs a key", hint="Set ANTHROPIC_API_KEY (setting `anthropic_api_key`)."
            )
        if not self._key.isascii() or not self._key.isprintable():
            raise ConfigurationError("ANTHROPIC_API_KEY holds characters that no key has; copy it again")
        self._address = context.access.anthropic_base_url.strip() or ADDRESS
        self._place = valid_place(self._address, "ANTHROPIC_BASE_URL")
        self._connection = connection_of(context.access)
        self._family = family_of(model)
        self._left_out = set() if self._family.native else {"format"}
        self._prefixes = Prefixes(least_tokens=self._family.cached_from, clock=context.clock)

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer once. Raises Retryable and Refused."""
        for _ in range(_FORMS):
            try:
                return await self._call(request, self._form(request))
            except _LeftOut as refused:
                log.info("%s does not take the parameter: %s", self.id, refused)
        raise Refused(f"{self.id} refuses each form of the request")

    def _form(self, request: ModelRequest) -> Form:
        """How to ask; a forced call of a tool excludes thinking, so models that think as they like are not forced."""
        without = {"format", f"format of {request.schema_name}"}
        schema = None if self._left_out & without else native(request.schema)
        how = manner(self._family, request.tier, request.answer_tokens)
        forced = schema is None and self._family.thinks != "adaptive" and "forced" not in self._left_out
        if forced or "thinking" in self._left_out:
            how = how._replace(thinking=None)
        if "effort" in self._left_out:
            how = how._replace(effort="")
        return Form(schema, forced, how)

    async def _call(self, request: ModelRequest, form: Form) -> Completion:
        kind = f"{request.schema_name} {form.schema is None} {form.manner.thinking} {form.manner.effort}"
        reading = Reading(self.id, request, tool=form.schema is None)
        try:
            with self._prefixes.split(request.prompt, kind) as split:
                async with self._events(body(self._name, request, form, split), request.timeout) as events:
                    async for event in events:
                        request.pulse()
                        if event.get("type") == "error":
                            raise self._in_stream(event, request, form)
                        await reading.take(event)
        except APIStatusError as error:
            wait = retry_after(error.response.headers)
            # Without its cause: the server's words may hold the key.
            raise self._failed(error.status_code, self._said(error.body), request, form, wait) from None
        except (APIConnectionError, httpx2.HTTPError) as error:
            if isinstance(error.__cause__, ProviderError):  # of our own, on the way through the client library
                raise error.__cause__ from None
            way = self._connection.way(self._address)
            raise disconnected(self.id, way, error, _reason(error)) from error
        except APIError as error:
            raise Retryable(f"{self.id} sent what is not its protocol: {error}") from error
        return reading.completion()

    def _client(self) -> AsyncAnthropic:
        """A client per call: 0.3 ms with the TLS context shared, and nothing of it outlives the event loop."""

        async def guarded(response: httpx2.Response) -> None:
            guard(response, httpx2, self.id, most=MOST)

        http = httpx2.AsyncClient(
            **self._connection.options(self._address, httpx2),
            headers={"accept-encoding": ENCODINGS},
            event_hooks={"response": [guarded]},
        )
        client = AsyncAnthropic(
            api_key=self._key,
            base_url=self._address,
            webhook_key="",
            max_retries=0,
            open_telemetry=False,
            http_client=http,
        )
        # ANTHROPIC_CUSTOM_HEADERS is read whatever the arguments are; this is the only place to undo it.
        client._custom_headers = {}
        return client

    @asynccontextmanager
    async def _events(
        self, sent: dict[str, Any], timeout: float | None
    ) -> AsyncIterator[AsyncIterator[dict[str, Any]]]:
        """The events of one streamed call, pings included, which the client's own iterator keeps to itself."""
        seconds = httpx2.Timeout(timeout, connect=min(timeout or CONNECT_S, CONNECT_S))
        async with self._client() as client:
            stream = await client.post(
                "/v1/messages",
                cast_to=Message,
                body=sent,
                options={"timeout": seconds},
                stream=True,
                stream_cls=AsyncStream[RawMessageStreamEvent],
            )
            if "html" in stream.response.headers.get("content-type", ""):
                await stream.close()
                raise Retryable(f"{self.id}: a web page came from {self._place}; is that the address of an API?")
            async with stream, aclosing(_parsed(self.id, stream)) as events:
                yield events

    def _in_stream(self, event: dict[str, Any], request: ModelRequest, form: Form) -> Exception:
        said = self._said(event)
        return self._failed(_STATUS.get(said.kind, 500), said, request, form, None)

    def _failed(
        self, status: int, said: _Said, request: ModelRequest, form: Form, wait: float | None
    ) -> ProviderError | _LeftOut:
        """The error for a refusal; `_LeftOut` when the request may pass without one of its parameters."""
        if status in (400, 422):
            parameter = self._leave_out(said.message, request, form)
            if parameter:
                return _LeftOut(parameter)
            if _CONTEXT.search(said.message):
                return TooLong(f"{self.id} answered {status}: {said.message}")
        if status == 402 or (status in (400, 403) and _MONEY.search(said.message)):
            return AccountClosed(f"{self.id} answered {status}: {said.message}", reset_s=wait)
        return from_status(self.id, status, said.message, code=said.kind, retry_after=wait)

    def _leave_out(self, message: str, request: ModelRequest, form: Form) -> str:
        """What the refusal names, of what was sent; noted, so that it is not sent again. Empty: nothing of that."""
        limit = _OUTPUT_LIMIT.search(message)
        if limit and form.manner.max_tokens > int(limit[1]) > 0:
            self._family = self._family._replace(output=int(limit[1]))
            return f"max_tokens above {limit[1]}"
        sent = {
            "forced": form.forced,
            "effort": bool(form.manner.effort),
            "thinking": bool(form.manner.thinking),
            "format": form.schema is not None,
        }
        found = {name: words.search(message) for name, words in _NAMED.items() if sent[name]}
        places = {name: match.start() for name, match in found.items() if match}
        if not places:
            return ""
        # The refusal begins with what it refuses; what it recommends instead comes after.
        first = min(places, key=lambda name: places[name])
        if first == "format" and _SCHEMA.search(message):
            first = f"format of {request.schema_name}"
        self._left_out.add(first)
        return first

    def _said(self, answer: object) -> _Said:
        """Type and message of an error, without the key, which some servers repeat in it."""
        error = answer.get("error") if isinstance(answer, Mapping) else None
        if not isinstance(error, Mapping):
            error = {"message": " ".join(str(answer or "").split())}
        message = str(error.get("message", "")).replace(self._key, "(key)")
        return _Said(str(error.get("type", "")), message[:_SHOWN])


class _Said(NamedTuple):
    """An error in the provider's own words."""

    kind: str
    message: str


def _reason(error: Exception) -> str:
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause}" if str(cause) else type(cause).__name__


async def _parsed(model: str, stream: AsyncStream[RawMessageStreamEvent]) -> AsyncGenerator[dict[str, Any]]:
    try:
        async for event in AsyncStream.raw_events(stream.response):
            data = json.loads(event.data) if event.data else {}
            yield data if isinstance(data, dict) else {}
    except (ValueError, RecursionError) as error:
        raise Retryable(f"{model} sent what is not its protocol: {error}") from error
