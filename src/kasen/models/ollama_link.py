"""How an Ollama server is reached, and what its failures mean; for chat and for embeddings."""

from __future__ import annotations

import ssl
from collections.abc import AsyncIterator, Generator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import cache
from urllib.parse import unquote, urlsplit

import httpx
from ollama import AsyncClient, ResponseError

from kasen.errors import AccountClosed, ModelNotFound, ProviderError, Refused, Retryable
from kasen.models.failures import from_status, retry_after, unreachable
from kasen.models.reach import valid_place

ADDRESS = "http://127.0.0.1:11434"
CONNECT_S = 10.0
"""Seconds for a connection, where the request has no shorter limit."""
_MEMORY = "more system memory"
_SPENT = "usage limit"


class OllamaServer:
    """One server. A client is opened per call, which costs under a millisecond and survives any event loop."""

    def __init__(self, base_url: str) -> None:
        self.address = base_url.strip() or ADDRESS
        self.place = valid_place(self.address, "OLLAMA_BASE_URL")

    @asynccontextmanager
    async def client(self, model: str, timeout: float | None) -> AsyncIterator[AsyncClient]:
        """A client that reads nothing from the environment. What goes wrong inside the block becomes our errors."""
        seconds = httpx.Timeout(timeout, connect=min(timeout or CONNECT_S, CONNECT_S))
        waits: list[float | None] = [None]

        async def noted(response: httpx.Response) -> None:
            waits.append(retry_after(response.headers))

        client = AsyncClient(
            self.address,
            timeout=seconds,
            trust_env=False,
            follow_redirects=False,
            verify=_tls(),
            auth=self._auth(),
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
            # Nothing that is waited for would start a server; so the next model is asked at once.
            raise Refused(
                f"{model}: no server answers at {self.place}", hint="Start it with `ollama serve`."
            ) from error
        except httpx.HTTPError as error:
            raise unreachable(model, self.place, f"{type(error).__name__} {error}".strip()) from error
        except ValueError as error:
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


@cache
def _tls() -> ssl.SSLContext:
    """Made once: reading the certificates takes 20 ms."""
    return httpx.create_ssl_context(trust_env=False)
