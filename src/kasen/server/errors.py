"""The one edge of the server where errors become status codes and sentences."""

from __future__ import annotations

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from kasen.errors import (
    BudgetSpent,
    ConfigurationError,
    InputError,
    KasenError,
    Paused,
    ProviderError,
    RunBusy,
    StepsSpent,
    UnknownName,
    UsageError,
)
from kasen.server.at_terminal import TerminalOnly

STATUS: tuple[tuple[type[KasenError], int], ...] = (
    (UnknownName, 404),
    (RunBusy, 409),
    (TerminalOnly, 403),
    (UsageError, 409),
    (InputError, 422),
    (BudgetSpent, 402),
    (StepsSpent, 402),
    (Paused, 409),
    (ProviderError, 502),
    (ConfigurationError, 503),
)
"""The first that fits; 500 for all others."""
RETRY_S = 10
"""Seconds after which to ask again where too much is under way: a guess, for nobody knows when a run ends."""


class Problem(BaseModel):
    """The body of every answer that is an error."""

    error: str
    """Its class: `UnknownName`."""
    message: str
    hint: str = ""


class Rejected(KasenError):
    """What the server itself refuses, with the status that says so."""

    def __init__(self, status: int, message: str, *, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.status = status


def status_of(error: KasenError) -> int:
    """The status of an error."""
    if isinstance(error, Rejected):
        return error.status
    return next((status for kind, status in STATUS if isinstance(error, kind)), 500)


def problem_of(error: KasenError) -> Problem:
    """An error as data."""
    return Problem(error=type(error).__name__, message=str(error), hint=error.hint)


def problem(error: KasenError) -> JSONResponse:
    """An error as an answer."""
    status = status_of(error)
    headers = {"retry-after": str(RETRY_S)} if status == 429 else None
    return JSONResponse(problem_of(error).model_dump(), status, headers=headers)


def install(app: FastAPI) -> None:
    """Let every error leave as a `Problem`."""

    async def said(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, KasenError)
        return problem(error)

    async def malformed(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, RequestValidationError)
        first = error.errors()[0]
        place = ".".join(str(part) for part in first["loc"] if part != "body")
        told = f"`{place}`: {first['msg']}" if place else str(first["msg"])
        unknown = first["type"] == "extra_forbidden"
        return problem(Rejected(422, told, hint="`GET /openapi.json` says what is taken." if unknown else ""))

    async def refused(_request: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, HTTPException)
        answer = problem(Rejected(error.status_code, str(error.detail)))
        answer.headers.update(error.headers or {})
        return answer

    app.add_exception_handler(KasenError, said)
    app.add_exception_handler(HTTPException, refused)
    app.add_exception_handler(RequestValidationError, malformed)
