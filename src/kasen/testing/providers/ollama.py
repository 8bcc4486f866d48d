"""Ollama's chat, generate and the small requests around them; answers stream as one JSON object a line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from kasen.models.role import Usage
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.reply import Reply, cut
from kasen.testing.providers.wire import Asked, Format, Json, Piece, Problem, compact, texts

_FINISH = {"declined": "stop"}
_MOMENT = "2026-01-01T00:00:00.000000000Z"
_WORDS = {
    400: 'invalid format: expected "json" or a JSON schema',
    401: "unauthorized",
    403: "this model requires a subscription, upgrade for access: https://ollama.com/upgrade",
    404: "model '{model}' not found",
    413: "http: request body too large",
    429: "too many concurrent requests",
    500: "llama runner process has terminated: signal: killed",
    503: "server busy, please try again.  maximum pending requests exceeded",
}


def read(asked: Asked) -> Asked:
    """Model, prompt, schema and pictures of a request to `/api/chat` or `/api/generate`."""
    body = asked.body
    messages = body.get("messages") or [{"content": body.get("system")}, {"content": body.get("prompt"), **body}]
    wanted = body.get("format")
    return replace(
        asked,
        model=str(body.get("model", "")),
        prompt="\n".join(texts(messages, names=("content",))),
        pictures=sum(len(message.get("images") or ()) for message in messages),
        schema=wanted if isinstance(wanted, dict) else {} if wanted == "json" else None,
        streams=bool(body.get("stream", True)),
    )


def stream(asked: Asked, reply: Reply, usage: Usage) -> Iterator[Piece]:
    """Lines with the next few words, and one with `done` that tells the usage."""
    if asked.body.get("think"):
        for piece in cut(reply.reasoning):
            yield _line(asked, thinking=piece)
    for piece in replace(reply, text=reply.text or reply.refusal).pieces():
        yield _line(asked, piece)
    yield Piece(f"{compact({**_said(asked), **_end(reply, usage)})}\n".encode(), _told(usage))


def whole(asked: Asked, reply: Reply, usage: Usage) -> Json:
    """The answer in one object."""
    thinking = reply.reasoning if asked.body.get("think") else ""
    return {**_said(asked, reply.text or reply.refusal, thinking), **_end(reply, usage)}


def error(asked: Asked, fault: Fault) -> Problem:
    """The answer to a request that fails."""
    if fault.kind == "too_long":
        return _problem(asked, 400, "the input length exceeds the context length")
    if fault.kind == "quota":
        message = "you've reached your weekly usage limit, upgrade for higher limits: https://ollama.com/upgrade"
        return _problem(asked, 429, message)
    headers = {} if fault.retry_after is None else {"retry-after": f"{fault.retry_after:g}"}
    message = fault.message or _WORDS.get(fault.status, f"the request failed with status {fault.status}")
    return _problem(asked, fault.status, message, headers)


def error_in_stream(asked: Asked, _: Fault) -> bytes:
    """The line with which a stream that has begun tells that the model's process died."""
    return f"{compact(error(asked, Fault(kind='status', status=500)).body)}\n".encode()


def read_small(asked: Asked) -> Asked:
    """A request that asks nothing of a model."""
    return replace(asked, model=str(asked.body.get("model", "")))


def tags(asked: Asked, _: Reply, __: Usage) -> Json:
    """The models that are installed, also for `/api/ps`."""
    return {"models": [_installed(name) for name in asked.known]}


def show(asked: Asked, _: Reply, __: Usage) -> Json:
    """What is known of a model; one whose name begins with `plain` neither sees nor thinks."""
    plain = asked.model.startswith("plain")
    return {
        "details": _installed(asked.model)["details"],
        "model_info": {"general.architecture": "llama", "llama.context_length": 8192},
        "capabilities": ["completion"] if plain else ["completion", "vision", "thinking"],
        "modified_at": _MOMENT,
    }


def version(_: Asked, __: Reply, ___: Usage) -> Json:
    """The server's version."""
    return {"version": "0.14.0"}


def pull(_: Asked, __: Reply, ___: Usage) -> Json:
    """A model that is fetched at once."""
    return {"status": "success"}


def _told(usage: Usage) -> Usage:
    """What Ollama says: neither cached nor reasoning tokens."""
    return Usage(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens)


CHAT = Format(
    read=read,
    whole=whole,
    stream=stream,
    error=error,
    error_in_stream=error_in_stream,
    media_type="application/x-ndjson",
    keep_alive=None,
    tells=_told,
)
TAGS = Format(read=read_small, whole=tags, error=error, scripted=False)
SHOW = Format(read=read_small, whole=show, error=error, scripted=False)
VERSION = Format(read=read_small, whole=version, error=error, scripted=False)
PULL = Format(read=read_small, whole=pull, error=error, scripted=False)


def _line(asked: Asked, content: str = "", thinking: str = "") -> Piece:
    return Piece(f"{compact({**_said(asked, content, thinking), 'done': False})}\n".encode())


def _said(asked: Asked, content: str = "", thinking: str = "") -> Json:
    head: Json = {"model": asked.model, "created_at": _MOMENT}
    thought = {"thinking": thinking} if thinking else {}
    if asked.operation == "generate":
        return {**head, "response": content, **thought}
    return {**head, "message": {"role": "assistant", "content": content, **thought}}


def _end(reply: Reply, usage: Usage) -> Json:
    return {
        "done": True,
        "done_reason": _FINISH.get(reply.finish, reply.finish),
        "total_duration": 2_000_000,
        "load_duration": 1_000_000,
        "prompt_eval_count": usage.input_tokens,
        "prompt_eval_duration": 500_000,
        "eval_count": usage.output_tokens,
        "eval_duration": 500_000,
    }


def _installed(name: str) -> Json:
    details = {
        "parent_model": "",
        "format": "gguf",
        "family": "llama",
        "families": ["llama"],
        "parameter_size": "8.0B",
        "quantization_level": "Q4_K_M",
    }
    size = 4_700_000_000
    return {"name": name, "model": name, "modified_at": _MOMENT, "size": size, "digest": "0" * 64, "details": details}


def _problem(asked: Asked, status: int, message: str, headers: dict[str, str] | None = None) -> Problem:
    text = message.replace("{model}", asked.model)
    if asked.key:
        text += f" (request with key {asked.key})"
    return Problem(status=status, body={"error": text}, headers=headers or {})
