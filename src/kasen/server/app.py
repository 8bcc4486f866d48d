"""The application: middleware, routes, pages, errors. `create_app(deps)` opens nothing and closes nothing."""

from __future__ import annotations

from importlib.metadata import version
from typing import Any

from fastapi import FastAPI, Request
from fastapi.openapi.utils import get_openapi
from fastapi.responses import JSONResponse

from kasen.errors import InternalError
from kasen.server import errors
from kasen.server.bodies import Bodies
from kasen.server.context import ServerDeps
from kasen.server.guard import Guard, dressed
from kasen.server.metrics import Measured
from kasen.server.routes import (
    approvals,
    artifacts,
    chat,
    events,
    health,
    kb,
    metrics,
    models,
    runs,
    session,
    teams,
    uploads,
)
from kasen.server.sessions import COOKIE
from kasen.server.site import Site
from kasen.server.veil import Veiled

DESCRIPTION = "Teams of AI agents that plan, work in parallel, check one another and send work back until it passes."
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "A token of `kasen serve tokens add NAME`."},
    "cookie": {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Given by POST /api/session."},
}
REFUSALS = {
    400: "The request is malformed",
    401: "No token, or one that is not good",
    403: "A page of another address asks, or the team is driven at the terminal of the machine alone",
    404: "It does not exist, or is another caller's",
    409: "It cannot be done as things stand",
    413: "The body is too large",
    422: "The request cannot be meant",
    429: "Too much of yours is under way",
    503: "Something lacks that this needs, or the server is stopping",
}
_REFUSALS: dict[int | str, dict[str, Any]] = {
    status: {"model": errors.Problem, "description": words} for status, words in REFUSALS.items()
}


ROUTES = (health, session, uploads, teams, runs, approvals, artifacts, kb, models, chat, events, metrics)
"""In the order of the description."""


def create_app(deps: ServerDeps) -> FastAPI:
    """The server over an open runner. Raises ConfigurationError for a `tokens.toml` that cannot be read."""
    app = _routed()
    app.state.deps = deps
    app.router.default = Site(deps.pages, otherwise=app.router.not_found)
    errors.install(app)
    app.add_exception_handler(Exception, _broken)
    app.add_middleware(Bodies, limits=deps.limits)
    app.add_middleware(Veiled, veils=deps.veils)
    app.add_middleware(Guard, door=deps.door, streams=deps.streams)
    app.add_middleware(Measured, metrics=deps.metrics)
    return app


def description() -> dict[str, Any]:
    """What `/openapi.json` says, without a server: for the reference and for clients that are written from it."""
    return _described(_routed())


def _routed() -> FastAPI:
    app = FastAPI(
        title="Kasen",
        version=version("kasen"),
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        responses=_REFUSALS,
    )
    for one in ROUTES:
        app.include_router(one.router)
    app.openapi = lambda: _described(app)  # type: ignore[method-assign]
    return app


async def _broken(request: Request, _error: Exception) -> JSONResponse:
    """What nobody foresaw; the log has it. It is answered outside of the guard, so it is dressed here."""
    answer = errors.problem(InternalError("the server made a mistake", hint="Its log says which."))
    answer.raw_headers = dressed(answer.raw_headers, is_api=request.url.path.startswith("/api"))
    return answer


def _described(app: FastAPI) -> dict[str, Any]:
    """The OpenAPI description, with the two ways to say who one is."""
    if app.openapi_schema is None:
        found = get_openapi(title=app.title, version=app.version, description=DESCRIPTION, routes=app.routes)
        found.setdefault("components", {})["securitySchemes"] = SCHEMES
        found["security"] = [{"token": []}, {"cookie": []}, {}]
        app.openapi_schema = found
    return app.openapi_schema
