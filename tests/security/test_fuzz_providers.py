"""Whatever the server of a provider sends: an answer comes of it, or an error that says whose it is."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kasen.errors import ProviderError
from kasen.models.access import Access
from kasen.models.anthropic.model import AnthropicModel
from kasen.models.google.model import GoogleModel
from kasen.models.ollama.model import OllamaModel
from kasen.models.openai.compatible import CompatibleModel
from kasen.models.openai.model import OpenAIModel
from kasen.models.provider import ChatModel, Completion, ModelContext
from models.odd_server import EVENTS, GOOD, JSON, Ear, Said, odd_server, whole
from security.fuzzing import bent, quick, spoiled, within

KEY = "test-key-1234"
Events = list[dict[str, Any]]
USAGE = {"input_tokens": 9, "output_tokens": 4, "total_tokens": 13, "output_tokens_details": {"reasoning_tokens": 1}}
ITEM = {"type": "message", "phase": "commentary", "content": [{"type": "output_text", "text": GOOD}]}
RESPONSE = {"object": "response", "status": "completed", "output": [ITEM], "usage": USAGE, "error": None}
OPENAI: Events = [
    {"type": "response.output_item.added", "output_index": 0, "item": ITEM},
    {"type": "response.output_text.delta", "output_index": 1, "delta": GOOD},
    {"type": "response.reasoning_summary_text.delta", "delta": "hm"},
    {"type": "response.refusal.delta", "delta": "no"},
    {"type": "error", "code": "x", "message": "y", "param": None},
    {"type": "response.incomplete", "response": {**RESPONSE, "incomplete_details": {"reason": "max_output_tokens"}}},
    {"type": "response.failed", "response": {**RESPONSE, "error": {"code": "rate_limit_exceeded", "message": "slow"}}},
    {"type": "response.completed", "response": RESPONSE},
]
COMPATIBLE: Events = [
    {"choices": [{"index": 0, "delta": {"reasoning_content": "hm", "content": None}, "finish_reason": None}]},
    {"choices": [{"index": 0, "delta": {"content": [{"type": "thinking", "thinking": [{"text": "x"}]}]}}]},
    {"choices": [{"index": 0, "delta": {"content": GOOD, "refusal": None}, "finish_reason": "stop"}]},
    {
        "choices": [],
        "usage": {"prompt_tokens": 3, "completion_tokens": 4, "cost": 0.1, "cost_details": {"upstream": 1}},
    },
]
ANTHROPIC: Events = [
    {"type": "message_start", "message": {"usage": {"input_tokens": 3, "cache_read_input_tokens": 1}}},
    {"type": "ping"},
    {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "thinking_delta", "thinking": "hm"}},
    {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": GOOD}},
    {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": GOOD}},
    {
        "type": "message_delta",
        "delta": {"stop_reason": "refusal", "stop_details": {"category": "x", "explanation": "y"}},
        "usage": {"output_tokens": 5, "output_tokens_details": {"thinking_tokens": 1}},
    },
    {"type": "error", "error": {"type": "overloaded_error", "message": "busy"}},
    {"type": "message_stop"},
]
GOOGLE: Events = [
    {"candidates": [{"content": {"role": "model", "parts": [{"text": "hm", "thought": True}]}}]},
    {
        "candidates": [{"content": {"role": "model", "parts": [{"text": GOOD}]}, "finishReason": "STOP", "index": 0}],
        "usageMetadata": {"promptTokenCount": 3, "candidatesTokenCount": 4, "thoughtsTokenCount": 1},
        "modelVersion": "gemini",
        "promptFeedback": {"blockReason": "SAFETY"},
    },
]
OLLAMA: Events = [
    {"model": "m", "created_at": "2026-01-02T03:04:05Z", "message": {"role": "assistant", "content": GOOD}},
    {"model": "m", "message": {"role": "assistant", "content": "", "thinking": "hm"}},
    {
        "model": "m",
        "message": {"role": "assistant", "content": ""},
        "done": True,
        "done_reason": "stop",
        "eval_count": 4,
    },
]
REFUSALS: Events = [
    {"error": {"message": f"no such model {KEY}", "type": "invalid_request_error", "code": "model_not_found"}},
    {"type": "error", "error": {"type": "rate_limit_error", "message": "max_tokens: 5 > 4"}},
    {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "m", "details": [{"retryDelay": "3s"}]}},
    {"error": "model not found"},
]
SHOWN = {"capabilities": ["completion"], "model_info": {}, "details": {}}
"""What Ollama says of a model."""
STATUSES = (200, 201, 204, 301, 400, 401, 403, 404, 409, 413, 422, 429, 500, 503, 529)


@dataclass(frozen=True)
class Vendor:
    make: Callable[[str], ChatModel]
    events: Sequence[dict[str, Any]]
    lines: bool = False
    """JSON lines in place of server-sent events."""


def context(**access: Any) -> ModelContext:
    return ModelContext(access=Access(**access))


def _openai(url: str) -> ChatModel:
    return OpenAIModel("gpt-5", context(openai_base_url=url, openai_api_key=KEY))


def _compatible(url: str) -> ChatModel:
    return CompatibleModel("m", context(compatible_base_url=url, compatible_api_key=KEY))


def _anthropic(url: str) -> ChatModel:
    return AnthropicModel("claude-sonnet-5-5", context(anthropic_base_url=url, anthropic_api_key=KEY))


def _google(url: str) -> ChatModel:
    return GoogleModel("gemini-3.8-flash", context(google_base_url=url, google_api_key=KEY))


def _ollama(url: str) -> ChatModel:
    return OllamaModel("llama3:8b", context(ollama_base_url=url.removesuffix("/v1")))


VENDORS = {
    "openai": Vendor(_openai, OPENAI),
    "compatible": Vendor(_compatible, COMPATIBLE),
    "anthropic": Vendor(_anthropic, ANTHROPIC),
    "google": Vendor(_google, GOOGLE),
    "ollama": Vendor(_ollama, OLLAMA, lines=True),
}


def written(vendor: Vendor, events: object) -> bytes:
    """Events as that vendor writes them."""
    listed = events if isinstance(events, list) else [events]
    form = "{}\n" if vendor.lines else "data: {}\n\n"
    return "".join(form.format(json.dumps(one)) for one in listed).encode()


async def asked(vendor: Vendor, said: Said) -> Completion | str:
    """One call: what came of it, or all that its error says."""
    async with odd_server(lambda body: said if body.get("messages") or not vendor.lines else whole(SHOWN)) as odd:
        try:
            return await asyncio.wait_for(vendor.make(odd.url).complete(Ear().asked()), 20)
        except ProviderError as error:
            return f"{error} {error.hint} {error.__cause__}"


def heard(vendor: Vendor, said: Said) -> Completion | str:
    """`asked`, soon and within its memory; errors name no key."""
    with quick(), within():
        came = asyncio.run(asked(vendor, said))
    assert isinstance(came, Completion) or vendor.lines or KEY not in came  # Ollama has no key
    return came


@st.composite
def answers(draw: st.DrawFn, vendor: Vendor) -> Said:
    """Events that are bent, bytes that are spoiled, refusals of any status."""
    good = written(vendor, list(vendor.events))
    match draw(st.sampled_from(["bent", "bent", "spoiled", "whole", "refused"])):
        case "bent":
            return Said([written(vendor, draw(bent([list(vendor.events)])))])
        case "spoiled":
            return Said([draw(spoiled([good]))])
        case "whole":
            body = json.dumps(draw(bent([*vendor.events, RESPONSE]))).encode()
            return Said([body], kind=draw(st.sampled_from([JSON, EVENTS, "text/html", "text/plain; charset=idna"])))
        case _:
            body = json.dumps(draw(bent(REFUSALS))).encode()
            headers = draw(
                st.sampled_from(["", "Retry-After: 9e999\r\n", "Retry-After: Fri, 99\r\n", "x-ratelimit: \xff\r\n"])
            )
            return Said([body], draw(st.sampled_from(STATUSES)), JSON, headers)


@pytest.mark.parametrize("name", VENDORS)
def test_what_is_good_is_an_answer(name: str) -> None:
    vendor = VENDORS[name]
    bad = ("error", "response.failed", "response.incomplete", "response.refusal.delta")
    events = [{**one, "promptFeedback": None} for one in vendor.events if one.get("type") not in bad]
    came = heard(vendor, Said([written(vendor, events)]))
    assert isinstance(came, Completion), came
    assert came.text == GOOD


@pytest.mark.parametrize("name", VENDORS)
@settings(max_examples=15, derandomize=True, database=None)
@given(data=st.data())
def test_what_a_provider_sends_is_an_answer_or_its_error(name: str, data: st.DataObject) -> None:
    heard(VENDORS[name], data.draw(answers(VENDORS[name])))


@pytest.mark.slow
@pytest.mark.parametrize("name", VENDORS)
@settings(max_examples=600, database=None)
@given(data=st.data())
def test_whatever_a_provider_sends_is_an_answer_or_its_error(name: str, data: st.DataObject) -> None:
    heard(VENDORS[name], data.draw(answers(VENDORS[name])))
