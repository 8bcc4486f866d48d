"""`kasen serve`: the server, and the tokens of those who may call on it."""

from __future__ import annotations

import importlib.util
import json as jsonlib
import logging
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from kasen.errors import ConfigurationError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.server.tokens import Tokens

PACKAGES = ("fastapi", "prometheus_client", "python_multipart", "sse_starlette", "uvicorn")
app = typer.Typer(invoke_without_command=True)
tokens = typer.Typer(no_args_is_help=True)
app.add_typer(tokens, name="tokens", help="Tokens of those who may call on the server: add, list, remove.")
Json = Annotated[bool, typer.Option("--json", help="JSON on stdout.")]
Name = Annotated[str, typer.Argument(metavar="NAME", help="Lower-case letters, digits, `-` and `_`.")]


@app.callback()
def serve(
    ctx: typer.Context,
    host: Annotated[
        str | None, typer.Option("--host", metavar="ADDRESS", help="Where to listen; 127.0.0.1 if not given.")
    ] = None,
    port: Annotated[
        int | None,
        typer.Option("--port", metavar="N", min=0, max=65535, help="Port; 8317 if not given, 0: one that is free."),
    ] = None,
    allow_host: Annotated[
        list[str] | None,
        typer.Option("--allow-host", metavar="NAME", help="A name that it may be called by, beside its own address."),
    ] = None,
    log_level: Annotated[
        str | None, typer.Option("--log-level", metavar="LEVEL", help="INFO tells of each request.")
    ] = None,
) -> None:
    """Serve the teams over HTTP on this machine, with pages for the browser; to others with `--host` and tokens.

    Examples:
        kasen serve
        kasen serve tokens add alice
        kasen serve --host 0.0.0.0 --allow-host kasen.example.com
    """
    if ctx.invoked_subcommand is not None:
        return
    require_packages()
    from kasen.cli.logs import begin
    from kasen.cli.signals import run_async

    flags = {"host": host, "port": port, "allowed_hosts": tuple(allow_host) if allow_host else None}
    settings = begin({**(ctx.obj or {}), **({"log_level": log_level} if log_level else {})}, **flags)
    _log_of_uvicorn()
    from kasen.server.serving import serve as run

    run_async(run(settings, say=_say, tell=_tell))


def missing_packages() -> list[str]:
    """Packages of the extra that are not installed."""
    return [name for name in PACKAGES if importlib.util.find_spec(name) is None]


def require_packages() -> None:
    """Raises ConfigurationError when the extra is not installed."""
    missing = missing_packages()
    if missing:
        raise ConfigurationError(
            f"the server needs packages that are not installed: {', '.join(missing)}",
            hint="Run: pip install 'kasen[server]'",
        )


@tokens.command("add")
def add(ctx: typer.Context, name: Name, json: Json = False) -> None:
    """Make a token and print it, this once: only its hash is kept.

    Examples:
        kasen serve tokens add alice
    """
    from kasen.server.tokens import hash_of

    token = _tokens(ctx).add(name)
    print(jsonlib.dumps({"name": name, "token": token, "hash": hash_of(token)}) if json else token)
    _tell(f"`{name}` calls with it from now on; it is shown this once")
    _tell(f"elsewhere: KASEN_TOKENS={name}:{hash_of(token)}")


@tokens.command("list")
def list_(ctx: typer.Context, json: Json = False) -> None:
    """List the names that have a token.

    Examples:
        kasen serve tokens list
    """
    known = sorted(_tokens(ctx).hashes())
    for name in known:
        print(jsonlib.dumps({"name": name}) if json else name)
    if not known:
        _tell("There is no token; make one with `kasen serve tokens add NAME`.")


@tokens.command("remove")
def remove(ctx: typer.Context, name: Name) -> None:
    """End a token and the sessions under it; a server that runs lets it in no more.

    Examples:
        kasen serve tokens remove alice
    """
    _tokens(ctx).remove(name)
    _tell(f"`{name}` has no token any more; what it owns is kept")


def _tokens(ctx: typer.Context) -> Tokens:
    from kasen.cli.logs import begin
    from kasen.server.tokens import Tokens
    from kasen.settings import usable_home
    from kasen.settings.listening import hashes_by_name

    settings = begin(ctx.obj)
    fixed = hashes_by_name(settings.tokens.get_secret_value()) if settings.tokens is not None else {}
    return Tokens(usable_home(settings), fixed)


def _say(text: str) -> None:
    print(printable(text), flush=True)


def _tell(text: str) -> None:
    print(printable(text), file=sys.stderr, flush=True)


def _log_of_uvicorn() -> None:
    """What uvicorn logs goes where Kasen's own log goes; malformed requests of strangers only from INFO down."""
    ours = logging.getLogger("kasen")
    for name in ("uvicorn", "uvicorn.error", "uvicorn.access"):
        logger = logging.getLogger(name)
        logger.handlers = list(ours.handlers) if name == "uvicorn" else []
        logger.propagate = name != "uvicorn"
        level = min((handler.level for handler in ours.handlers), default=logging.WARNING)
        logger.setLevel(level if level <= logging.INFO else logging.ERROR)
