"""What a test holds of the fake providers: what they are told to do, and what they saw."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from kasen.models.access import Access
from kasen.models.role import Usage
from kasen.testing.providers.connection import Sleep
from kasen.testing.providers.faults import Fault
from kasen.testing.providers.script import Match, Queue
from kasen.testing.providers.signatures import Signatures
from kasen.testing.providers.tokens import Cache
from kasen.testing.providers.wire import Json

DUMMY_KEY = "test-key"


@dataclass(eq=False, kw_only=True)
class Call:
    """One request that the fake received."""

    provider: str
    """Empty for a path that no provider has."""
    operation: str
    """`chat`, `responses`, `messages`, `generateContent`, `streamGenerateContent`, `embed`, `list`, `search` …"""
    path: str
    headers: Mapping[str, str]
    """Names in lower case."""
    body: Json
    at: float
    """Seconds of `time.monotonic`."""
    prompt: str = ""
    key: str = ""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    """What the answer has told so far."""
    fault: Fault | None = None


@dataclass(frozen=True, kw_only=True)
class Behaviour:
    """How a fake behaves throughout."""

    latency_s: float = 0.0
    """Seconds before each answer's first byte."""
    pace_s: float = 0.0
    """Seconds before each further piece of a streamed answer."""
    split: int | None = None
    """Bytes per write, so that characters arrive in halves; None: whole pieces."""
    keys: Mapping[str, str] = field(default_factory=dict)
    """Provider to the only key that it accepts; others accept any."""
    models: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Provider to the only models that it has; others have any, and list `listings.KNOWN`."""
    dimensions: int = 64
    """Of vectors, when a request does not say."""
    sleep: Sleep = asyncio.sleep


class Fake:
    """What a test holds: the script, the addresses and what was seen. Made by `serving` and `serving_in_thread`."""

    def __init__(self, behaviour: Behaviour) -> None:
        self.behaviour = behaviour
        self.calls: list[Call] = []
        self.cancelled = 0
        """Requests whose client went away before the answer was complete."""
        self.open_connections = 0
        """TCP connections that are open now, idle ones of a client's pool too."""
        self.at_once: Counter[str] = Counter()
        """Requests that are being answered now, per provider."""
        self.max_at_once: Counter[str] = Counter()
        """The most requests that each provider had at one time."""
        self.url = ""
        self.answers: Queue[object] = Queue()
        self.faults: Queue[Fault] = Queue()
        self.cache = Cache()
        self.signatures = Signatures()
        self._quiet = asyncio.Event()
        self._quiet.set()

    def answer(
        self,
        said: object,
        provider: str = "",
        *,
        contains: str = "",
        model: str = "",
        schema: str = "",
        times: int | None = 1,
    ) -> None:
        """Queue an answer: text, a Reply, or a model, mapping or list sent as JSON; or a function of the Call to one.

        It goes to the first request of that provider whose prompt contains the words, whose model's id contains
        `model` and whose schema has that name or title. None for `times`: to all of them. Searches are answered only by
        what names `tavily`: a list of results, or fields of the answer.
        """
        match = Match(provider=provider, searches_too=False, contains=contains, model=model, schema=schema)
        self.answers.put(said, match, times)

    def fault(
        self,
        fault: Fault,
        provider: str = "",
        *,
        contains: str = "",
        model: str = "",
        operation: str = "",
        times: int | None = 1,
    ) -> None:
        """Queue a fault for the next requests that fit, `times` of them; None: for all from now on.

        Without an `operation` it is for all but Ollama's `show` and `version`, which clients ask for by the way.
        """
        match = Match(provider=provider, contains=contains, model=model, operation=operation)
        self.faults.put(fault, match, times)

    def clear(self) -> None:
        """Forget answers and faults that are queued."""
        self.answers.clear()
        self.faults.clear()

    def access(self, **overrides: Any) -> Access:
        """How Kasen reaches every provider here, with dummy keys (those of `keys`, where given)."""
        keys = self.behaviour.keys
        given: dict[str, Any] = {"ollama_base_url": self.url}
        for provider, base in self.addresses.items():
            if provider not in ("ollama", "tavily"):
                given[f"{provider}_base_url"] = base
                given[f"{provider}_api_key"] = keys.get(provider, DUMMY_KEY)
        return Access(**{**given, "vertex_base_url": self.url, **overrides})

    @property
    def addresses(self) -> dict[str, str]:
        """Provider to the base URL that its client takes."""
        return {
            "openai": f"{self.url}/v1",
            "compatible": f"{self.url}/compatible/v1",
            "embeddings": f"{self.url}/embeddings/v1",
            "anthropic": self.url,
            "google": self.url,
            "ollama": self.url,
            "tavily": self.url,
        }

    @property
    def usage(self) -> dict[str, Usage]:
        """What each provider has told to have used, summed over its calls."""
        total: dict[str, Usage] = {}
        for call in self.calls:
            total[call.provider] = total.get(call.provider, Usage()) + call.usage
        return total

    @property
    def signatures_ok(self) -> int:
        """Thought signatures that came back byte-exact with the part that they were given with."""
        return self.signatures.right

    @property
    def signatures_wrong(self) -> int:
        """Thought signatures that came back otherwise."""
        return self.signatures.wrong

    @property
    def unused(self) -> int:
        """Queued answers and faults that nobody took."""
        return self.answers.waiting + self.faults.waiting

    async def settled(self) -> None:
        """Wait until nothing is being answered. Only in the loop that the fake runs in."""
        await self._quiet.wait()

    @contextmanager
    def counted(self, provider: str) -> Iterator[None]:
        """Count a request of that provider as being answered while the block runs."""
        self.at_once[provider] += 1
        self.max_at_once[provider] = max(self.max_at_once[provider], self.at_once[provider])
        self._quiet.clear()
        try:
            yield
        finally:
            self.at_once[provider] -= 1
            if not self.at_once.total():
                self._quiet.set()
