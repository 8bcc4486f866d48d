"""The door to Gemini: AI Studio with a key, or Vertex AI with Application Default Credentials, which goes first."""

from __future__ import annotations

import asyncio
import re
import threading
import warnings
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Sequence
from contextlib import AbstractContextManager, asynccontextmanager
from functools import cache

import google.auth
import httpx
from google import genai
from google.auth.credentials import Credentials
from google.genai import types
from google.genai.client import AsyncClient, DebugConfig

from kasen.errors import ConfigurationError, Retryable, UnknownName
from kasen.models.access import Access
from kasen.models.connection import DIRECT, connection_of
from kasen.models.google.failures import as_ours
from kasen.models.google.sign_in import SignInLine
from kasen.models.google.wire import Wire
from kasen.models.provider import ignore
from kasen.models.role import Usage

AI_STUDIO = "https://generativelanguage.googleapis.com"
SCOPE = "https://www.googleapis.com/auth/cloud-platform"
MULTI_REGIONS = frozenset({"us", "eu"})
SHORTEST_DEADLINE_S = 10.0
"""A deadline below this is refused by the service ("Minimum allowed deadline is 10s")."""
PLAIN = {"accept-encoding": "identity"}
"""Nothing is compressed: pieces of a stream would wait for each other."""
_PLACED = re.compile(r"projects/[^/]+/locations/(?P<location>[^/]+)/.+")
_NAME = re.compile(r"[A-Za-z0-9][\w.:@/-]*")

LoadCredentials = Callable[[], Credentials]
"""Gives credentials for Vertex AI, blocking. Raises google.auth.exceptions.GoogleAuthError."""


def application_default() -> Credentials:
    """Application Default Credentials of this machine, as Google's libraries look for them."""
    credentials, _ = google.auth.default(scopes=[SCOPE])
    return credentials


class GoogleDoor:
    """Opens one client per call, so that calls of any event loop can come one after the other.

    A client costs 0.3 ms with its TLS context shared; connections of Google are not kept over pauses of seconds anyway.
    Keys, addresses and modes are all given to the client: of the environment only what ADC itself means is read.
    Raises ConfigurationError without a key and project, UnknownName for a model that cannot be named so.
    """

    def __init__(self, model: str, access: Access, *, credentials: LoadCredentials = application_default) -> None:
        self.model = model
        self.name = f"google:{model}"
        self.project = access.vertex_project_id
        self.account = f"google:vertex:{self.project}" if self.project else "google"
        _check(model, vertex=bool(self.project))
        placed = _PLACED.fullmatch(model)
        self.location = placed["location"] if placed else access.vertex_location
        self._key = "" if self.project else access.google_api_key
        if not self.project and not self._key:
            raise ConfigurationError(
                f"`{self.name}` needs a key: GOOGLE_API_KEY is not set",
                hint="Set GOOGLE_API_KEY (AI Studio), or VERTEX_PROJECT_ID to use Vertex AI.",
            )
        self.address = self._address(access)
        self._connection = connection_of(access)
        self._load = credentials
        self._credentials: Credentials | None = None
        self._lock = threading.Lock()

    def _address(self, access: Access) -> str:
        if not self.project:
            return access.google_base_url or AI_STUDIO
        if access.vertex_base_url:
            return access.vertex_base_url
        if self.location == "global":
            return "https://aiplatform.googleapis.com"
        if self.location in MULTI_REGIONS:
            return f"https://aiplatform.{self.location}.rep.googleapis.com"
        return f"https://{self.location}-aiplatform.googleapis.com"

    async def ask(
        self,
        contents: Sequence[types.Content],
        config: types.GenerateContentConfig,
        *,
        pulse: Callable[[], object] = ignore,
        timeout: float | None = None,
    ) -> types.GenerateContentResponse:
        """One whole answer. Raises our errors only; `timeout` (seconds) is a backstop for each wait on the network."""
        with self._failures():
            async with self._client(pulse, timeout) as client:
                return await client.models.generate_content(model=self.model, contents=list(contents), config=config)

    async def stream(
        self,
        contents: Sequence[types.Content],
        config: types.GenerateContentConfig,
        *,
        pulse: Callable[[], object] = ignore,
        timeout: float | None = None,
    ) -> AsyncGenerator[types.GenerateContentResponse, None]:
        """An answer as it comes; `pulse` is called for all that arrives. Close it: that closes the connection."""
        with self._failures():
            async with self._client(pulse, timeout) as client:
                chunks = await client.models.generate_content_stream(
                    model=self.model, contents=list(contents), config=config
                )
                async for chunk in chunks:
                    yield chunk

    async def embed(self, contents: Sequence[types.Content], task_type: str | None = None) -> list[list[float]]:
        """One vector per content; `task_type`: what they are for."""
        config = types.EmbedContentConfig(task_type=task_type) if task_type else None
        with self._failures():
            async with self._client(ignore, None) as client:
                answer = await client.models.embed_content(model=self.model, contents=list(contents), config=config)
        vectors = [list(vector.values or ()) for vector in answer.embeddings or ()]
        if len(vectors) != len(contents) or not all(vectors):
            raise Retryable(f"{self.name} answered {len(vectors)} vectors for {len(contents)} texts")
        return vectors

    def _failures(self) -> AbstractContextManager[None]:
        return as_ours(
            self.name, self.address, connection=self._connection, secret=self._key, vertex=bool(self.project)
        )

    @asynccontextmanager
    async def _client(self, pulse: Callable[[], object], timeout: float | None) -> AsyncIterator[AsyncClient]:
        # The client says so, on stderr, for every value that is newer than itself.
        warnings.filterwarnings("ignore", message=".* is not a valid ", category=UserWarning)
        credentials = await asyncio.to_thread(self._fresh) if self.project else None
        wire = Wire(self._connection.options(self.address, httpx), pulse, self.name)
        async with httpx.AsyncClient(transport=wire, trust_env=False, headers=PLAIN) as line:
            # Held here until the call is over: a client that is collected closes itself.
            client = genai.Client(
                vertexai=bool(self.project),
                api_key=self._key or None,
                credentials=credentials,
                project=self.project or None,
                location=self.location if self.project else None,
                debug_config=DebugConfig(client_mode=None, replay_id=None, replays_directory=None),
                http_options=self._options(line, timeout),
            )
            yield client.aio

    def _options(self, line: httpx.AsyncClient, timeout: float | None) -> types.HttpOptions:
        tls = self._connection.tls
        return types.HttpOptions(
            base_url=self.address,
            timeout=None if timeout is None else int(max(timeout, SHORTEST_DEADLINE_S) * 1000),
            retry_options=types.HttpRetryOptions(attempts=1),
            httpx_client=_unused(),
            httpx_async_client=line,
            # Given to the client so that it does not build three contexts of its own from SSL_CERT_FILE, 13 ms each.
            client_args={"verify": tls},
            async_client_args={"verify": tls, "ssl": tls},
        )

    def _fresh(self) -> Credentials:
        """The credentials, loaded once and refreshed when they expire, by one thread at a time."""
        with self._lock:
            if self._credentials is None:
                self._credentials = self._load()
            if not self._credentials.valid:
                self._credentials.refresh(SignInLine(self._connection))  # type: ignore[no-untyped-call]
            return self._credentials


@cache
def _unused() -> httpx.Client:
    """Stands in for the client that google-genai would make for calls that block; none are made."""
    return httpx.Client(verify=DIRECT.tls, trust_env=False)


def usage_of(said: types.GenerateContentResponseUsageMetadata | None) -> Usage:
    """Tokens in our counting: results of tools are input, thoughts are output."""
    if said is None:
        return Usage()
    thoughts = max(said.thoughts_token_count or 0, 0)
    return Usage(
        input_tokens=max(said.prompt_token_count or 0, 0) + max(said.tool_use_prompt_token_count or 0, 0),
        output_tokens=max(said.candidates_token_count or 0, 0) + thoughts,
        cached_tokens=max(said.cached_content_token_count or 0, 0),
        reasoning_tokens=thoughts,
    )


def word(value: object) -> str:
    """A value of one of the client's enumerations as the service wrote it; empty for none."""
    return "" if value is None else str(getattr(value, "value", value))


def _check(model: str, *, vertex: bool) -> None:
    if not _NAME.fullmatch(model) or ".." in model:
        raise UnknownName(f"`google:{model}` does not name a model")
    if model.startswith(("projects/", "publishers/")) and not vertex:
        raise ConfigurationError(
            f"`google:{model}` is a model of Vertex AI, and VERTEX_PROJECT_ID is not set",
            hint="Set VERTEX_PROJECT_ID, and sign in with `gcloud auth application-default login`.",
        )
    if model.startswith("tunedModels/") and vertex:
        raise ConfigurationError(
            f"`google:{model}` is a tuned model of AI Studio, but VERTEX_PROJECT_ID is set and goes first",
            hint="Name its endpoint (google:projects/…/locations/…/endpoints/…), or unset VERTEX_PROJECT_ID.",
        )
