"""Calls of models in LangSmith: one run of type `llm` each, under the node that made it."""

from __future__ import annotations

from typing import Any

from kasen.errors import KasenError
from kasen.models.provider import ChatModel, Completion, ModelRequest
from kasen.models.registry import split
from kasen.models.role import Usage


def traced(model: ChatModel) -> ChatModel:
    """The same model, each of whose calls is reported to LangSmith with role, prompt, answer and usage; never keys.

    Apply it only when tracing is on and has a key (`export_environment` has set LangSmith's variables then): a model
    that is not wrapped costs nothing and imports nothing of langsmith. The parent is LangGraph's run of the current
    node. Reports are sent by a thread of langsmith's own; a server that does not answer fails no call.
    """
    return _Traced(model)


class _Traced:
    """Implements `ChatModel` around another."""

    def __init__(self, model: ChatModel) -> None:
        self._model = model
        self.id = model.id
        self.by_hand = model.by_hand
        self.account = model.account
        self.patience = model.patience

    def __getattr__(self, name: str) -> Any:
        """What else a model says of itself."""
        return getattr(self._model, name)

    async def complete(self, request: ModelRequest) -> Completion:
        """Answer as the model does. An error is reported by class and message, without a traceback, and passes on."""
        from langsmith import trace

        about = _metadata(self.id, request)
        async with trace(request.role, "llm", inputs=_inputs(request), metadata=about) as run:
            result: Completion | KasenError
            try:
                result = await self._model.complete(request)
            except KasenError as error:
                result = error
                run.end(error=f"{type(error).__name__}: {error}")
            else:
                run.end(outputs=_outputs(result))
        if isinstance(result, KasenError):
            raise result
        return result


def _metadata(model: str, request: ModelRequest) -> dict[str, Any]:
    """In LangSmith's own names where it has one; it prices and groups by them."""
    provider, name = split(model)
    return {
        "ls_provider": provider,
        "ls_model_name": name,
        "ls_model_type": "chat",
        "role": request.role,
        "tier": request.tier,
        "schema": request.schema_name,
        "pictures": len(request.pictures),
    }


def _inputs(request: ModelRequest) -> dict[str, Any]:
    return {"messages": [{"role": "user", "content": request.prompt}]}


def _outputs(completion: Completion) -> dict[str, Any]:
    content = completion.text if completion.value is None else dict(completion.value)
    return {
        "messages": [{"role": "assistant", "content": content}],
        "model": completion.model,
        "finish": completion.finish,
        "usage_metadata": _usage(completion.usage),
    }


def _usage(usage: Usage) -> dict[str, Any]:
    return {
        "input_tokens": usage.input_tokens,
        "output_tokens": usage.output_tokens,
        "total_tokens": usage.total,
        "input_token_details": {"cache_read": usage.cached_tokens, "cache_creation": usage.cache_write_tokens},
        "output_token_details": {"reasoning": usage.reasoning_tokens},
    }
