"""How an Ollama server is reached, and what its failures mean; for chat and for embeddings."""

from __future__ import annotations

from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from urllib.parse import unquote, urlsplit

import httpx
from ollama import AsyncClient, ResponseError

from kasen.errors import AccountClosed, ModelNotFound, ProviderError, Refused, Retryable
from kasen.models.connection import DIRECT, Connection
from kasen.models.failures import disconnected, from_status, not_let_through, retry_after
from kasen.models.incoming import ENCODINGS, guard
from kasen.models.reach import valid_place

ADDRESS = "http://127.0.0.1:11434"
CONNECT_S = 10.0
"""Seconds for a connection, where the request has no shorter limit."""
_MEMORY = "more system memory"
_SPENT = "usage limit"


class OllamaServer:
    """One server. A client is opened per call, which costs under a millisecond and survives any event loop."""

    def __init__(self, base_url: str, connection: Connection = DIRECT) -> None:
        self.address = base_url.strip() or ADDRESS
        self.place = valid_place(self.address, "OLLAMA_BASE_URL")
        self._connection = connection

    @asynccontextmanager
    async def client(self, model: str, timeout: float | None) -> AsyncIterator[AsyncClient]:
        """A client that reads nothing from the environment. What goes wrong inside the block becomes our errors."""
        seconds = httpx.Timeout(timeout, connect=min(timeout or CONNECT_S, CONNECT_S))
        waits: list[float | None] = [None]

        async def noted(response: httpx.Response) -> None:
            guard(response, httpx, model)
            waits.append(retry_after(response.headers))

        client = AsyncClient(
            self.address,
            timeout=seconds,
            follow_redirects=False,
            **self._connection.options(self.address, httpx),
            auth=self._auth(),
            headers={"accept-encoding": ENCODINGS},
            event_hooks={"response": [noted]},
        )
        async with client:
            with self._failures(model, waits):
                yield client

    @contextmanager
    def _failures(self, model: str, waits: Sequence[float | None]) -> Iterator[None]:
        try:
            yield
        except ResponseError as error:
            raise self._refusal(model, error, waits[-1]) from error
        except (ConnectionError, httpx.ConnectError) as error:
            way = self._connection.way(self.address)
            refused = not_let_through(model, way, error)
            if refused is not None:
                raise refused from error
            # Nothing that is waited for would start a server; so the next model is asked at once.
            raise Refused(f"{model}: no server answers at {way}", hint="Start it with `ollama serve`.") from error
        except httpx.HTTPError as error:
            way = self._connection.way(self.address)
            raise disconnected(model, way, error, f"{type(error).__name__} {error}".strip()) from error
        except (ValueError, RecursionError, AttributeError, LookupError, TypeError) as error:
            # The client library takes the form of what a server sends for granted.
            raise Retryable(f"{model} sent what is not Ollama's protocol: {type(error).__name__}") from error

    def _auth(self) -> httpx.Auth:
        parts = urlsplit(self.address)
        if parts.username is None:
            return _NoKey()
        return httpx.BasicAuth(unquote(parts.username), unquote(parts.password or ""))

    def _refusal(self, model: str, error: ResponseError, wait: float | None) -> ProviderError:
        said = str(error.error)
        # An error inside a stream has no status of its own.
        status = error.status_code if error.status_code > 0 else 500
        if status == 404 and "not found" in said:
            name = model.partition(":")[2]
            return ModelNotFound(f"{model} is not on the server at {self.place}", hint=f"Run: ollama pull {name}")
        if _MEMORY in said:
            return Refused(f"{model}: {said}", hint="Use a smaller model.")
        if _SPENT in said:
            return AccountClosed(f"{model} answered {status}: {said}", reset_s=wait)
        return from_status(model, status, said, retry_after=wait)


class _NoKey(httpx.Auth):
    """Takes out the header that the client makes of OLLAMA_API_KEY, which is nobody's choice here."""

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response]:
        request.headers.pop("authorization", None)
        yield request
