"""`kasen doctor`: what this machine has, what is missing, what that costs the user and how to mend it."""

from __future__ import annotations

import importlib.util
import json
import platform
import shutil
import subprocess
import sys
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kasen.cli.doctor_check import Check, check_lines, install
from kasen.cli.logs import hide, redact
from kasen.cli.providers import Provider, as_data, lines, presets_now, providers
from kasen.cli.signals import run_async
from kasen.errors import ConfigurationError
from kasen.prompts.outside import printable

if TYPE_CHECKING:
    from kasen.settings import Settings

LEAST_FREE = 1 << 30
"""Bytes below which the disk counts as nearly full: a knowledge base of 100,000 passages takes about a third of it."""


@dataclass(frozen=True, kw_only=True)
class Program:
    """A program that Kasen calls when it is there."""

    name: str
    commands: tuple[str, ...]
    package: str
    costs: str


PROGRAMS = (
    Program(
        name="chromium",
        commands=("chromium", "chromium-browser", "google-chrome"),
        package="chromium",
        costs="reports as PDF, pictures in Word documents, and pictures of pages",
    ),
    Program(
        name="node",
        commands=("node",),
        package="nodejs",
        costs="compiling the pages with it; `make web` brings its own",
    ),
    Program(
        name="redis",
        commands=("redis-server", "valkey-server"),
        package="redis-server",
        costs="server of this machine for `checkpoints = redis:`",
    ),
)
_ANYWHERE = "https://example.com"
"""Stands for the address of any hosted provider; nothing is sent there."""
NEEDED = ("langgraph", "lancedb", "markitdown", "pypdfium2", "sqlalchemy")


def doctor(
    ctx: typer.Context,
    online: Annotated[bool, typer.Option("--online", help="Ask each provider whether it answers.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Check this machine: what is missing, what that costs, how to mend it; which models can be asked.

    Examples:
        kasen doctor
        kasen doctor --online
    """
    settings, checks = _checks(ctx.obj or {})
    if settings is not None and settings.mcp:
        checks += _servers(settings, online=online)
    models = _models(settings, online=online) if settings is not None else None
    if as_json:
        data = {"checks": [asdict(check) for check in checks], **(as_data(*models) if models else {})}
        print(redact(json.dumps(data, ensure_ascii=False, indent=2)))
    else:
        texts = [*check_lines(checks), *(lines(*models, online=online) if models else ())]
        print("\n".join(printable(redact(text)) for text in texts))
    if any(check.required and not check.ok for check in checks):
        raise typer.Exit(ConfigurationError.exit_code)


def _models(settings: Settings, *, online: bool) -> tuple[list[Provider], dict[str, Any]]:
    from kasen.models.access import access_of
    from kasen.models.probe import probe

    access = access_of(settings)
    probes = run_async(probe(access)) if online else None
    return providers(settings, access, probes), presets_now(settings, access)


def _checks(flags: dict[str, Any]) -> tuple[Settings | None, list[Check]]:
    from kasen.teams.code.machine import looked

    settings, of_settings = _settings(flags)
    checks = [_python(), _packages(), of_settings]
    if settings is not None:
        checks += [_home(settings), _disk(settings.home), _keys(settings), _network(settings), _search(settings)]
        checks += [_for_serving(settings), _pages(), _checkpoints(settings), *_services(settings)]
    return settings, [
        *checks,
        *map(_program, PROGRAMS),
        _office(),
        _pictures(),
        *_for_resumes(),
        _textlint(),
        _sandbox(),
        _fonts(),
        *(Check(**asdict(one)) for one in looked(install)),
    ]


def _python() -> Check:
    return Check(
        name="python",
        ok=sys.version_info >= (3, 11),
        found=platform.python_version(),
        fix="Install Python 3.11 or later.",
        required=True,
    )


def _packages() -> Check:
    missing = [name for name in NEEDED if importlib.util.find_spec(name) is None]
    return Check(
        name="packages",
        ok=not missing,
        found=f"missing: {', '.join(missing)}" if missing else "complete",
        fix="Run `make setup`, or `pip install kasen` again.",
        required=True,
    )


def _settings(flags: dict[str, Any]) -> tuple[Settings | None, Check]:
    from kasen.settings import load_settings

    try:
        settings = load_settings(**flags)
        hide(settings)
    except ConfigurationError as error:
        return None, Check(name="settings", ok=False, found=str(error), fix=error.hint, required=True)
    found = "; ".join(settings.warnings) or "valid"
    return settings, Check(name="settings", ok=True, found=found, required=True)


def _home(settings: Settings) -> Check:
    from kasen.settings import usable_home

    try:
        return Check(name="home", ok=True, found=str(usable_home(settings)), required=True)
    except ConfigurationError as error:
        return Check(name="home", ok=False, found=str(error), fix=error.hint, required=True)


def _checkpoints(settings: Settings) -> Check:
    from kasen.cli.checkpoints import looked as looked_at

    seen = looked_at(settings)
    return Check(name="checkpoints", ok=seen.ok, found=seen.found, costs="runs", fix=seen.fix, required=True)


def _disk(home: Path) -> Check:
    place = next(folder for folder in (home, *home.parents) if folder.exists())
    free = shutil.disk_usage(place).free
    return Check(
        name="disk",
        ok=free >= LEAST_FREE,
        found=f"{free / (1 << 30):.1f} GB free",
        costs="large knowledge bases",
        fix="Free some space, or set KASEN_HOME to a folder on another disk.",
    )


def _keys(settings: Settings) -> Check:
    """Which keys there are, never what they are. None is no fault: what answers then stands below, with the models."""
    from kasen.settings import variable

    fields = [field for field in type(settings).model_fields if field.endswith("_api_key")]
    held = [variable(field) for field in fields if getattr(settings, field) is not None]
    return Check(name="keys", ok=True, found=", ".join(held) or "none")


def _network(settings: Settings) -> Check:
    """How providers are reached: the proxy, without its password, and the authorities that are trusted."""
    import httpx

    from kasen.models.access import access_of
    from kasen.models.connection import connection_of, shown

    connection = connection_of(access_of(settings))
    parts = [f"proxy {shown(connection.proxy)}" if connection.proxy else "no proxy"]
    if "@" in connection.proxy:
        parts[0] += " with a password"
    if connection.proxy and connection.no_proxy:
        parts.append(f"not for {connection.no_proxy}")
    parts.append(f"certificates: {connection.ca_bundle or 'those of this system'}")
    found = "; ".join(parts)
    try:
        connection.options(_ANYWHERE, httpx)
    except ConfigurationError as error:
        return Check(name="network", ok=False, found=f"{found}; {error}", costs="hosted models", fix=error.hint)
    return Check(name="network", ok=True, found=found)


def _search(settings: Settings) -> Check:
    """Who would be asked for a search of the web; nobody is."""
    from kasen.models.access import access_of
    from kasen.tools.search.names import search_names
    from kasen.tools.search.open_search import open_search

    names = ", ".join(search_names(settings))
    costs = "sources from the web"
    if not names and settings.search:
        return Check(name="web search", ok=True, found="none: `search` is `none`")
    if not names:
        fix = "Set TAVILY_API_KEY or KASEN_SEARXNG_URL, or run: pip install 'kasen[search]'"
        return Check(name="web search", ok=False, found="no provider stands ready", costs=costs, fix=fix)
    found = f"{names} ({'named in `search`' if settings.search else 'the first that stands ready'})"
    try:
        open_search(settings, access_of(settings))
    except ConfigurationError as error:
        return Check(name="web search", ok=False, found=f"{found}; {error}", costs=costs, fix=error.hint)
    return Check(name="web search", ok=True, found=found)


def _servers(settings: Settings, *, online: bool) -> list[Check]:
    """MCP servers that search; none is started unless it is asked for."""
    from kasen.cli.servers import look_at_servers

    looked = run_async(look_at_servers(settings, online=online))
    costs = "results of this server"
    return [Check(name=f"mcp {one.name}", ok=one.ok, found=one.found, costs=costs, fix=one.fix) for one in looked]


def _services(settings: Settings) -> list[Check]:
    """Database, Temporal and object storage, as far as they are set; each is asked."""
    from kasen.cli.doctor_services import look_at_services

    return [Check(**one._asdict(), required=True) for one in run_async(look_at_services(settings))]


def _for_serving(settings: Settings) -> Check:
    """What `kasen serve` needs, where it would listen, and how many may call on it."""
    from kasen.cli.serve import missing_packages
    from kasen.server.tokens import Tokens
    from kasen.settings.listening import hashes_by_name

    missing, costs = missing_packages(), "HTTP server (`kasen serve`)"
    if missing:
        fix = "Run: pip install 'kasen[server]'"
        return Check(name="server", ok=False, found=f"missing: {', '.join(missing)}", costs=costs, fix=fix)
    fixed = hashes_by_name(settings.tokens.get_secret_value()) if settings.tokens is not None else {}
    try:
        count = len(Tokens(settings.home, fixed).hashes())
    except ConfigurationError as error:
        return Check(name="server", ok=False, found=str(error), costs=costs, fix=error.hint or "Mend or delete it.")
    who = f"{count} token{'' if count == 1 else 's'}" if count else "no token: for this machine only"
    return Check(name="server", ok=True, found=f"{settings.host}:{settings.port}; {who}")


def _pages() -> Check:
    """Whether the web pages came with this installation, or were compiled in this checkout."""
    built = (Path(__file__).parents[1] / "server" / "pages" / "index.html").is_file()
    return Check(
        name="web pages",
        ok=built,
        found="compiled" if built else "not compiled",
        costs="pages of `kasen serve` in the browser; its HTTP interface works",
        fix="Run `make web` in the checkout, or install Kasen from a wheel.",
    )


def _program(program: Program) -> Check:
    path = next(filter(None, map(shutil.which, program.commands)), None)
    return Check(
        name=program.name,
        ok=path is not None,
        found=path or "missing",
        costs=program.costs,
        fix=install(program.package),
    )


def _office() -> Check:
    """The program must not only be there: a broken one is found on PATH as well."""
    from kasen.tools.office.libreoffice import program, version

    path, number = program(), version()
    return Check(
        name="libreoffice",
        ok=bool(number),
        found=f"{number} at {path}" if number else f"{path} does not start" if path else "missing",
        costs="pictures and PDF of decks, and no deck measured as it looks (slides)",
        fix=install("libreoffice-impress"),
    )


def _pictures() -> Check:
    """What taking pictures of a page and measuring it needs beside Chromium."""
    packages = {"playwright": "playwright", "axe_playwright_python": "axe-core"}
    missing = [name for package, name in packages.items() if importlib.util.find_spec(package) is None]
    return Check(
        name="page pictures",
        ok=not missing,
        found=f"missing: {', '.join(missing)}" if missing else " and ".join(packages.values()),
        costs="pictures of pages and facts about them (résumé)",
        fix="Run: pip install 'kasen[resume]'",
    )


def _for_resumes() -> list[Check]:
    """What checks and renders résumés: Quarto of this machine, pandoc and panache of the extra."""
    from kasen.tools.validation import programs

    quarto, pandoc, panache = programs.quarto(), programs.pandoc(), programs.panache()
    return [
        Check(
            name="quarto",
            ok=bool(quarto),
            found=quarto or "missing",
            costs="résumés checked by Quarto and shown with their own theme; a preview stands in",
            fix="Install it from https://quarto.org/docs/download",
        ),
        Check(
            name="pandoc",
            ok=bool(pandoc),
            found=pandoc or "missing",
            costs="Word documents, full previews of résumés and half of the offline checks",
            fix=f"Run: {programs.INSTALL}",
        ),
        Check(
            name="panache",
            ok=bool(panache),
            found=panache or "missing",
            costs="half of the offline checks of résumés",
            fix=f"Run: {programs.INSTALL}",
        ),
    ]


def _textlint() -> Check:
    """Only one on PATH with presets beside it counts: that is what a review runs."""
    from kasen.tools.textlint import PRESETS, installed, missing

    one = installed()
    return Check(
        name="textlint",
        ok=one is not None,
        found=f"{one.version} with {len(one.rules)} of {len(PRESETS)} presets" if one else "missing",
        costs="rules of Japanese prose in reviews of résumés",
        fix=missing("en"),
    )


def _sandbox() -> Check:
    """The program must not only be there: many containers forbid the namespaces that it needs."""
    from kasen.tools.python.sandbox import available

    path, problem = shutil.which("bwrap"), available()
    return Check(
        name="sandbox",
        ok=not problem,
        found=problem or f"{path}, tried with this interpreter",
        costs="figures computed from data (slides): code that a model wrote never runs outside the sandbox",
        fix="Allow namespaces for this machine, as said above." if path else install("bubblewrap"),
    )


def _fonts() -> Check:
    lister = shutil.which("fc-list")
    listed = ""
    if lister:
        listed = subprocess.run([lister, ":lang=ja", "family"], capture_output=True, text=True, check=False).stdout
    families = sorted({line.split(",")[0].strip() for line in listed.splitlines() if line.strip()})
    found = f"{len(families)} with Japanese, {families[0]} among them" if families else "none with Japanese found"
    return Check(
        name="fonts",
        ok=bool(families),
        found=found,
        costs="Japanese letters in PDF and pictures made here",
        fix=install("fonts-noto-cjk fontconfig"),
    )
