"""The application: middleware, routes, errors. `create_app(deps)` opens nothing and closes nothing."""

from __future__ import annotations

from fastapi import FastAPI

from kasen.server import errors
from kasen.server.context import ServerDeps


def create_app(deps: ServerDeps) -> FastAPI:
    """The server over an open runner."""
    app = FastAPI(title="Kasen", version="0.1.0", docs_url=None, redoc_url=None)
    app.state.deps = deps
    errors.install(app)
    return app
