"""What a run calls, each call a span: models by OpenTelemetry's conventions for generative AI, searches, fetches."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from kasen.evidence.types import Hit
from kasen.models.provider import ChatModel, Completion, ModelRequest, OpenModel
from kasen.models.registry import split
from kasen.runtime.tracing import Span, Tracer, span
from kasen.tools.fetch.page import Fetch, Page, Unfetched

if TYPE_CHECKING:
    from kasen.runtime.host import Host
    from kasen.tools.search import WebSearch

PROVIDERS = {"google": "gcp.gemini", "vertex": "gcp.vertex_ai", "compatible": "openai"}
"""Names of providers in `gen_ai.provider.name` where they are not our own."""


def spanned_host(host: Host, tracer: Tracer | None) -> Host:
    """The same host, told of by that tracer; the very same without one."""
    if tracer is None:
        return host
    search = SpannedSearch(host.search) if host.search is not None else None
    fetch = SpannedFetch(host.fetch) if host.fetch is not None else None
    return replace(host, tracer=tracer, search=search, fetch=fetch)


def spanned_models(open_model: OpenModel) -> OpenModel:
    """Opens the same models, each of whose calls is a span under the node that made it."""

    def opened(name: str) -> ChatModel:
        return SpannedModel(open_model(name))

    return opened


class SpannedModel:
    """Implements `ChatModel` around another; what it is asked and what it says is told to nobody."""

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
        """Answer as the model does."""
        provider, model = split(self.id)
        with span(f"chat {model}", client=True) as call:
            call.set("gen_ai.operation.name", "chat")
            call.set("gen_ai.provider.name", PROVIDERS.get(provider, provider))
            call.set("gen_ai.request.model", model)
            call.set("gen_ai.output.type", "image" if request.tier == "image" else "json")
            call.set("kasen.role", request.role)
            call.set("kasen.tier", request.tier)
            completion = await self._model.complete(request)
            _tell(call, completion)
            return completion


def _tell(call: Span, completion: Completion) -> None:
    usage = completion.usage
    call.set("gen_ai.usage.input_tokens", usage.input_tokens)
    call.set("gen_ai.usage.output_tokens", usage.output_tokens)
    for name, tokens in (
        ("gen_ai.usage.cache_read.input_tokens", usage.cached_tokens),
        ("gen_ai.usage.cache_creation.input_tokens", usage.cache_write_tokens),
        ("gen_ai.usage.reasoning.output_tokens", usage.reasoning_tokens),
    ):
        if tokens:
            call.set(name, tokens)
    if completion.model:
        call.set("gen_ai.response.model", completion.model.partition(":")[2] or completion.model)
    if completion.finish:
        call.set("gen_ai.response.finish_reasons", [completion.finish])
    if completion.usd is not None:
        call.set("kasen.usd", completion.usd)


class SpannedSearch:
    """Implements `WebSearch` around another; the query is told to nobody."""

    def __init__(self, search: WebSearch) -> None:
        self._search = search
        self.name = search.name

    async def __call__(
        self,
        query: str,
        *,
        max_results: int = 5,
        since: date | None = None,
        domains: Sequence[str] = (),
        exclude_domains: Sequence[str] = (),
        lang: str = "",
    ) -> list[Hit]:
        """Results as the search gives them."""
        with span("search web", client=True) as call:
            call.set("kasen.search.provider", self.name)
            hits = await self._search(
                query,
                max_results=max_results,
                since=since,
                domains=domains,
                exclude_domains=exclude_domains,
                lang=lang,
            )
            call.set("kasen.search.found", len(hits))
            return hits


class SpannedFetch:
    """Implements `Fetch` around another; of the address only the host is told."""

    def __init__(self, fetch: Fetch) -> None:
        self._fetch = fetch

    async def fetch(self, url: str, *, typed: bool = False, lang: str = "") -> Page | Unfetched:
        """The page as it is fetched."""
        with span("fetch page", client=True) as call:
            call.set("server.address", _host(url))
            page = await self._fetch.fetch(url, typed=typed, lang=lang)
            if isinstance(page, Unfetched):
                call.failed(page.kind)
            else:
                call.set("kasen.fetch.passages", len(page.passages))
            return page


def _host(url: str) -> str:
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""
