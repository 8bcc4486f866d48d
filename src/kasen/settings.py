"""Every setting, where it may come from, and the only place that reads the environment.

Precedence: flags > environment > `.env` of the current folder > `kasen.toml` of the current folder >
`kasen.toml` of the user's configuration folder > defaults. For keys, addresses and commands the current
folder comes last: what a folder brings never replaces what its user set (see `FOLDER_LAST`).
"""

from __future__ import annotations

import difflib
import os
import re
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

import platformdirs
from pydantic import (
    AliasChoices,
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    ValidationError,
    field_validator,
)
from pydantic_settings import (
    BaseSettings,
    DotEnvSettingsSource,
    EnvSettingsSource,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
)

from kasen.errors import ConfigurationError, HomeUnusable

PREFIX = "KASEN_"
FILE = "kasen.toml"
FOLDER_LAST = frozenset(
    {
        "tavily_api_key",
        "google_api_key",
        "openai_api_key",
        "anthropic_api_key",
        "langchain_api_key",
        "langchain_endpoint",
        "redis_host",
    }
)
"""Keys and addresses: the user's own file is asked before the current folder."""
FOLDER_NEVER = frozenset({"editor"})
"""Commands: a folder cannot set them."""
ENDPOINT_OF = {"langchain_endpoint": "langchain_api_key"}
"""Address and the key that is sent to it: the key never goes to an address from a less trusted place."""
_named = AliasChoices


class Settings(BaseSettings):
    """All settings of one command, frozen. Use `load_settings`, which turns mistakes into sentences."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, populate_by_name=True
    )

    home: Path = Field(default_factory=lambda: platformdirs.user_data_path("kasen"))
    """Where runs, knowledge bases and logs are kept; on Linux `~/.local/share/kasen`."""
    reports: Path = Field(default_factory=lambda: Path("reports"), validate_default=True)
    """Where finished reports are copied to: `reports` in the current folder."""
    preset: str = ""
    """Which models answer; empty: it follows from the keys found. See `kasen models`."""
    lang: Literal["", "ja", "en"] = ""
    """Language of the output; empty: the language of the request."""
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "WARNING"
    """What is written to the terminal; the log of a run always holds everything from INFO up."""
    budget_usd: NonNegativeFloat | None = None
    """Most US dollars a run may spend; 0: none; empty: no cap."""
    budget_tokens: PositiveInt | None = None
    """Most tokens, input and output, of a run; empty: no cap."""
    budget_seconds: PositiveFloat | None = None
    """Most seconds at work of a run, pauses left out; empty: no cap."""
    budget_calls: NonNegativeInt | None = None
    """Most model calls of a run; 0: none; empty: no cap."""
    manual_dir: Path = Field(default_factory=lambda given: given["home"] / "manual")
    """Where the preset `manual` parks questions and finds answers: `manual` in `home`."""
    search_cache_hours: PositiveFloat = 24.0
    """How long a web search is reused."""
    page_cache_days: PositiveFloat = 7.0
    """How long a fetched page is reused."""
    editor: str = Field(default="vi", validation_alias=_named("KASEN_EDITOR", "VISUAL", "EDITOR"))
    """Command that opens a file for editing at a pause; never taken from the current folder."""

    tavily_api_key: SecretStr | None = Field(default=None, validation_alias=_named("TAVILY_API_KEY"))
    """Key of Tavily web search."""
    google_api_key: SecretStr | None = Field(default=None, validation_alias=_named("GOOGLE_API_KEY"))
    """Key of Google AI Studio (Gemini)."""
    openai_api_key: SecretStr | None = Field(default=None, validation_alias=_named("OPENAI_API_KEY"))
    """Key of OpenAI."""
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias=_named("ANTHROPIC_API_KEY"))
    """Key of Anthropic."""
    model_provider: Literal["", "ollama", "gemini"] = Field(default="", validation_alias=_named("MODEL_PROVIDER"))
    """Provider of chat models where no preset is chosen: `ollama` or `gemini`."""
    vertex_project_id: str = Field(default="", validation_alias=_named("VERTEX_PROJECT_ID"))
    """Google Cloud project; when set, Gemini is called through Vertex AI."""
    vertex_location: str = Field(default="asia-northeast1", validation_alias=_named("VERTEX_LOCATION"))
    """Region of Vertex AI."""
    vl_model: str = Field(default="", validation_alias=_named("VL_MODEL"))
    """Model that makes and reads pictures; empty: that of the preset."""
    redis_host: str = Field(default="", validation_alias=_named("REDIS_HOST"))
    """Host of a Redis server; empty: none is used."""
    redis_port: int = Field(default=6379, ge=1, le=65535, validation_alias=_named("REDIS_PORT"))
    """Port of that server."""
    redis_db: int = Field(default=0, ge=0, validation_alias=_named("REDIS_DB"))
    """Number of the database on that server."""
    langchain_tracing_v2: bool = Field(
        default=False, validation_alias=_named("LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING", "LANGSMITH_TRACING_V2")
    )
    """Send traces to LangSmith; needs the key. Nothing is ever sent without this."""
    langchain_endpoint: str = Field(
        default="https://api.smith.langchain.com", validation_alias=_named("LANGCHAIN_ENDPOINT", "LANGSMITH_ENDPOINT")
    )
    """Address of LangSmith."""
    langchain_api_key: SecretStr | None = Field(
        default=None, validation_alias=_named("LANGCHAIN_API_KEY", "LANGSMITH_API_KEY")
    )
    """Key of LangSmith."""
    langchain_project: str = Field(
        default="kasen", validation_alias=_named("LANGCHAIN_PROJECT", "LANGSMITH_PROJECT", "LANGCHAIN_SESSION")
    )
    """Project that LangSmith files the traces under."""

    warnings: tuple[str, ...] = ()
    """What was read but not followed, in sentences for the user."""

    @field_validator("home", "reports", "manual_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        try:
            return value.expanduser().absolute()
        except (OSError, RuntimeError) as error:  # no current folder, no home
            raise ValueError("must be a whole path: the folder it begins from does not exist") from error

    @field_validator("log_level", mode="before")
    @classmethod
    def _upper(cls, value: object) -> object:
        return value.upper() if isinstance(value, str) else value

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The layers of this module instead of the default ones."""
        return tuple(_Source(settings_cls, layer) for layer in _layers(_by_field(init_settings())))

    def secrets(self) -> list[str]:
        """Values that must never be shown; for redacting logs, events and artifacts."""
        values = (getattr(self, name) for name in type(self).model_fields)
        return [value.get_secret_value() for value in values if isinstance(value, SecretStr)]


def load_settings(**flags: Any) -> Settings:
    """Read all settings; a flag that is None was not given. Raises ConfigurationError naming file, line and key."""
    given = {name: value for name, value in flags.items() if value is not None}
    unknown = given.keys() - Settings.model_fields.keys()
    if unknown:
        raise TypeError(f"no such setting: {', '.join(sorted(unknown))}")
    try:
        return Settings(**given)
    except ValidationError as error:
        raise _in_words(error, _layers(given)) from error


def usable_home(settings: Settings) -> Path:
    """`settings.home`, created when missing. Raises HomeUnusable when it cannot be written."""
    home = settings.home
    probe = home / f".writable-{os.getpid()}"
    try:
        home.mkdir(parents=True, exist_ok=True)
        probe.write_bytes(b"")
        probe.unlink()
    except OSError as error:
        raise HomeUnusable(
            f"Kasen's folder `{home}` cannot be written: {(error.strerror or str(error)).lower()}",
            hint="Set KASEN_HOME to a folder that you may write to.",
        ) from error
    return home


def export_environment(settings: Settings) -> None:
    """Set the variables that libraries read themselves. Call it before LangGraph is imported.

    Checkpoints are read strictly (`LANGGRAPH_STRICT_MSGPACK`). LangSmith gets its variables, those of `.env`
    included, only when tracing was asked for and there is a key; otherwise its tracing is switched off.
    """
    os.environ["LANGGRAPH_STRICT_MSGPACK"] = "true"
    key = settings.langchain_api_key
    on = settings.langchain_tracing_v2 and key is not None
    for name in ("LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING"):
        os.environ[name] = "true" if on else "false"
    os.environ.pop("LANGSMITH_TRACING_V2", None)
    if not on or key is None:
        return
    values = {
        "ENDPOINT": settings.langchain_endpoint,
        "API_KEY": key.get_secret_value(),
        "PROJECT": settings.langchain_project,
    }
    for name, value in values.items():
        os.environ[f"LANGCHAIN_{name}"] = os.environ[f"LANGSMITH_{name}"] = value


def variable(name: str) -> str:
    """The environment variable of a setting: `budget_usd` → `KASEN_BUDGET_USD`, `redis_db` → `REDIS_DB`."""
    return _names(name)[0]


def _names(field: str) -> list[str]:
    """Environment variables of a field, the first is the one documented."""
    alias = Settings.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        return [str(choice) for choice in alias.choices]
    return [f"{PREFIX}{field}".upper()]


# --- layers: what each place says ----------------------------------------------------------------------------------


class _Layer(NamedTuple):
    """What one place says. `folder` is true for what the current folder brings."""

    values: dict[str, Any]
    where: Callable[[str], str]
    """Name of a field → place for people: `kasen.toml:3`, or the name of the variable."""
    folder: bool = False


class _Source(PydanticBaseSettingsSource):
    """A layer in the form that pydantic-settings merges."""

    def __init__(self, settings_cls: type[BaseSettings], layer: _Layer) -> None:
        super().__init__(settings_cls)
        self.layer = layer

    def get_field_value(self, field: object, field_name: str) -> tuple[Any, str, bool]:
        """The value of one field, as pydantic-settings asks for it."""
        return self.layer.values.get(field_name), field_name, False

    def __call__(self) -> dict[str, Any]:
        return self.layer.values


def _layers(flags: dict[str, Any]) -> list[_Layer]:
    """All places, the most trusted first; keys, addresses and commands of the folder are moved behind or dropped."""
    user_file = platformdirs.user_config_path("kasen") / FILE
    environment = _Layer(_environment(), lambda field: variable(field))
    folder = [_dotenv(Path(".env")), _toml(Path(FILE), folder=True)]
    user = _toml(user_file, folder=False)
    plain = [layer._replace(values=_without(layer, FOLDER_LAST | FOLDER_NEVER)) for layer in folder]
    last = [layer._replace(values=_only(layer, FOLDER_LAST)) for layer in folder]
    first = [_Layer(flags, lambda field: f"--{field.replace('_', '-')}"), environment]
    return _guarded([*first, *plain, user, *last], ignored=_ignored(folder))


def _guarded(layers: list[_Layer], *, ignored: list[str]) -> list[_Layer]:
    """Drop addresses from the folder whose key comes from elsewhere, and say what was dropped."""
    warnings = list(ignored)
    for endpoint, key in ENDPOINT_OF.items():
        place = next((layer for layer in layers if endpoint in layer.values), None)
        key_place = next((layer for layer in layers if key in layer.values), None)
        if place and place.folder and key_place and not key_place.folder:
            warnings.append(
                f"{place.where(endpoint)}: `{endpoint}` is ignored, because the key for it was not set in this folder"
            )
            layers = [layer._replace(values=_without(layer, {endpoint})) if layer.folder else layer for layer in layers]
    switch = next((layer for layer in layers if "langchain_tracing_v2" in layer.values), None)
    if switch and str(switch.values["langchain_tracing_v2"]).lower() in ("1", "true", "t", "yes", "y", "on"):
        if not any("langchain_api_key" in layer.values for layer in layers):
            warnings.append("LangSmith tracing is on but LANGCHAIN_API_KEY is not set: nothing is sent")
        elif switch.folder:
            where = switch.where("langchain_tracing_v2")
            warnings.append(f"{where}: what runs read and write here is sent to LangSmith, because this file says so")
    return [*layers, _Layer({"warnings": tuple(warnings)}, lambda field: field)]


def _ignored(folder: list[_Layer]) -> list[str]:
    return [
        f"{layer.where(name)}: `{name}` is ignored: a folder cannot set a command"
        for layer in folder
        for name in sorted(FOLDER_NEVER & layer.values.keys())
    ]


def _without(layer: _Layer, names: frozenset[str] | set[str]) -> dict[str, Any]:
    return {name: value for name, value in layer.values.items() if name not in names}


def _only(layer: _Layer, names: frozenset[str]) -> dict[str, Any]:
    return {name: value for name, value in layer.values.items() if name in names}


def _by_field(found: dict[str, Any]) -> dict[str, Any]:
    """What a source of pydantic-settings found, under the names of the fields."""
    fields = {name.lower(): field for field in _readable() for name in (*reversed(_names(field)), field)}
    return {fields[name.lower()]: value for name, value in found.items() if name.lower() in fields}


def _readable() -> list[str]:
    return [field for field in Settings.model_fields if field != "warnings"]


def _environment() -> dict[str, Any]:
    _refuse_misspelt(os.environ)
    return _by_field(EnvSettingsSource(Settings)())


def _refuse_misspelt(environment: os._Environ[str]) -> None:
    """A variable that is nearly ours would silently do nothing, a cap on money for example."""
    known = [name for field in _readable() for name in _names(field)]
    for name in environment:
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.85) if name.startswith(PREFIX) else []
        if near and name not in known:
            raise ConfigurationError(
                f"the environment variable {name} is not a setting of Kasen; did you mean {near[0]}?"
            )


def _dotenv(path: Path) -> _Layer:
    if not path.is_file():
        return _Layer({}, str, folder=True)
    text = _text(path)
    values = _by_field(DotEnvSettingsSource(Settings, env_file=path, env_file_encoding="utf-8")())

    def where(field: str) -> str:
        pattern = rf"\s*(?:export\s+)?(?:{'|'.join(_names(field))})\s*="
        return f"{path}{_line(text, pattern)}"

    return _Layer(values, where, folder=True)


def _toml(path: Path, *, folder: bool) -> _Layer:
    if not path.is_file():
        return _Layer({}, str, folder=folder)
    text = _text(path)
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        place = f"{path}:{line[1]}" if line else str(path)
        reason = str(error).split(" (at")[0].lower()
        raise ConfigurationError(f"{place}: this is not TOML: {reason}", hint='Write `name = "value"`.') from error

    def where(field: str) -> str:
        pattern = r"""\s*\[*\s*["']?""" + re.escape(field) + r"""["']?\s*[=.\]]"""
        return f"{path}{_line(text, pattern)}"

    for name in values:
        if name not in _readable():
            near = difflib.get_close_matches(name.lower(), _readable(), n=1)
            hint = f"Did you mean `{near[0]}`?" if near else "`docs/reference/settings.md` lists the settings."
            raise ConfigurationError(f"{where(name)}: there is no setting `{name}`", hint=hint)
    return _Layer(values, where, folder=folder)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = "it is not UTF-8" if isinstance(error, UnicodeDecodeError) else (error.strerror or "").lower()
        raise ConfigurationError(f"`{path}` cannot be read: {reason}") from error


def _line(text: str, pattern: str) -> str:
    matching = (number for number, line in enumerate(text.splitlines(), 1) if re.match(pattern, line, re.IGNORECASE))
    number = next(matching, None)
    return f":{number}" if number else ""


def _in_words(error: ValidationError, layers: list[_Layer]) -> ConfigurationError:
    """All mistakes at once, each with its place; the value of a key is not shown."""
    return ConfigurationError("; ".join(_mistakes(error, layers)), hint="`docs/reference/settings.md` lists them.")


def _mistakes(error: ValidationError, layers: list[_Layer]) -> Iterator[str]:
    for mistake in error.errors(include_url=False):
        field = str(mistake["loc"][0])
        if mistake["type"] == "default_factory_not_called":  # only follows from another mistake
            continue
        place = next((layer.where(field) for layer in layers if field in layer.values), field)
        wanted = mistake["msg"].removeprefix("Value error, ").replace("Input should be ", "must be ")
        shown = "" if field in FOLDER_LAST else f", not `{mistake['input']}`"
        yield f"{place}: `{field}` {wanted}{shown}"
