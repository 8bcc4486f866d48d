"""Every setting: its name, its variables, what it means and which values it takes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

import platformdirs
from pydantic import (
    AfterValidator,
    AliasChoices,
    BeforeValidator,
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveFloat,
    PositiveInt,
    SecretStr,
    field_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from kasen.settings.addresses import folder_address, hook_address, ollama_address, web_address
from kasen.settings.kinds import kinds_told
from kasen.settings.listening import host_and_port, host_names, one_host, port_number, token_hashes
from kasen.settings.network import certificates, header_list, header_secrets, proxy_address, proxy_secrets
from kasen.settings.notify import hook_secrets, words
from kasen.settings.servers import McpServer, servers
from kasen.settings.stores import checkpoints_address, database_address, passwords
from kasen.settings.tables import chains, rates, searches

PREFIX = "KASEN_"
Address = Annotated[str, AfterValidator(web_address)]
Chains = Annotated[dict[str, list[str]], NoDecode, BeforeValidator(chains)]
Searches = Annotated[tuple[str, ...], NoDecode, BeforeValidator(searches)]
Rates = Annotated[dict[str, PositiveInt], NoDecode, BeforeValidator(rates)]
Hosts = Annotated[tuple[str, ...], NoDecode, BeforeValidator(host_names)]
Words = Annotated[tuple[str, ...], NoDecode, BeforeValidator(words)]
McpServers = Annotated[dict[str, McpServer], NoDecode, BeforeValidator(servers)]
TABLES: dict[str, Callable[[Any], dict[str, Any]]] = {"models": chains, "requests_per_minute": rates, "mcp": servers}
"""Settings that are tables: those of several places are laid over each other, entry by entry."""
_named = AliasChoices
ADDRESSES_WITH_SECRETS = ("proxy", "database", "checkpoints")
"""Settings whose value is an address that may hold a password: that alone is the secret."""


class Settings(BaseSettings):
    """All settings of one command, frozen. `load_settings` reads them; the class itself reads no place."""

    model_config = SettingsConfigDict(
        env_prefix=PREFIX, env_ignore_empty=True, extra="ignore", frozen=True, populate_by_name=True
    )

    home: Path = Field(default_factory=lambda: platformdirs.user_data_path("kasen"))
    """Where runs, knowledge bases and logs are kept; on Linux `~/.local/share/kasen`."""
    reports: Path = Field(default_factory=lambda: Path("reports"), validate_default=True)
    """Where finished reports are copied to: `reports` in the current folder."""
    database: Annotated[SecretStr | None, AfterValidator(database_address)] = None
    """Where runs and all that they write are kept, as `postgresql://user:password@host:5432/name`, for several machines
    together; empty: a SQLite file in `home`."""
    checkpoints: Annotated[SecretStr | None, AfterValidator(checkpoints_address)] = None
    """Where the state of runs is kept between two steps: `memory:` (gone with the process), `redis:` (at `redis_host`)
    or `redis://:password@host:6379/0`; empty: in the database, the only place where two owners of a run can never both
    write."""
    engine: Literal["embedded", "temporal"] = "embedded"
    """What drives runs: `embedded`: the process that was asked; `temporal`: any `kasen worker`, by a Temporal server,
    over a `database` that all share."""
    temporal_address: Annotated[str, AfterValidator(host_and_port)] = "127.0.0.1:7233"
    """Address of the Temporal server."""
    temporal_namespace: str = Field(default="default", min_length=1)
    """Namespace there."""
    temporal_tls: bool = False
    """Reach it over TLS; so it is anyway with any of the next four."""
    temporal_ca_file: Annotated[str, AfterValidator(certificates)] = ""
    """PEM file of the authorities that its certificate is held against; empty: those of this system."""
    temporal_cert_file: Annotated[str, AfterValidator(certificates)] = ""
    """PEM file of the certificate that servers and workers show it, as Temporal Cloud wants one."""
    temporal_key_file: str = ""
    """PEM file of the private key of that certificate."""
    temporal_api_key: SecretStr | None = None
    """Key that is sent to it, as Temporal Cloud wants one where there is no certificate."""
    temporal_queue: str = Field(default="kasen", min_length=1)
    """Task queue there; servers and workers of one installation name the same."""
    temporal_heartbeat_s: float = Field(default=10.0, ge=1.0, le=600.0)
    """Seconds without a sign of a worker after which another one takes over its runs. Less than some seconds takes runs
    from workers that are only busy."""
    max_concurrency: PositiveInt = 64
    """Most runs that one process drives at once; further ones wait their turn."""
    artifacts: Annotated[str, AfterValidator(folder_address)] = ""
    """Where files that runs make are kept, as `gs://bucket/prefix`, `s3://bucket/prefix` or `file:///mnt/folder`;
    empty: in the folders of the runs. Credentials are those that Google's and Amazon's own tools find."""
    knowledge: Annotated[str, AfterValidator(folder_address)] = ""
    """Where knowledge bases are kept that several machines share, as `gs://bucket/prefix`, `s3://bucket/prefix` or
    `file:///mnt/folder`; empty: in `home`."""
    artifacts_endpoint: Address = ""
    """Address of a server that stands for Google's or Amazon's own, as `http://127.0.0.1:9000`; empty: theirs."""
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
    models: Chains = Field(default_factory=dict)
    """Models of one role, `team.role` or tier, tried in order: a table `[models]` with `planner = "openai:x"`, or a
    list of several; in the environment `planner=openai:x>google:y,reasoning=anthropic:z`."""
    embeddings: str = ""
    """Model that makes vectors of passages, as `provider:model`; empty: none, documents are searched by their words."""
    concurrency: PositiveInt = 8
    """Most calls to one account at once, from all processes of one PostgreSQL database together; with SQLite from each
    process."""
    requests_per_minute: Rates = Field(default_factory=dict)
    """Most calls per minute to an account or provider, from all processes of one PostgreSQL database together; with
    SQLite from each process. A table; in the environment `openai=60,anthropic=30`."""
    search: Searches = Field(default_factory=tuple)
    """Providers of web search, asked together: `tavily`, `searxng`, `google` (or `google:MODEL`), `ddgs`, `arxiv`,
    `mcp:NAME` (see `mcp`); `none`: nothing is searched on the web. Empty: Tavily when it has a key, else SearXNG when
    it has an address, else `ddgs` when it is installed. In the environment `tavily,arxiv`."""
    mcp: McpServers = Field(default_factory=dict)
    """MCP servers whose tools search: a table `[mcp.NAME]` each, with `command = ["program", "argument"]` or
    `url = "https://…"`, and where wanted `tools`, `arguments`, `env`, `headers`; in the environment JSON."""
    search_cache_hours: PositiveFloat = 24.0
    """How long other runs use what a search of the web found."""
    page_cache_days: PositiveFloat = 7.0
    """How long other runs use a page that was fetched."""
    editor: str = Field(default="vi", validation_alias=_named("KASEN_EDITOR", "VISUAL", "EDITOR"))
    """Command that opens a file for editing at a pause; never taken from the current folder."""

    tavily_api_key: SecretStr | None = Field(default=None, validation_alias=_named("TAVILY_API_KEY"))
    """Key of Tavily web search."""
    tavily_base_url: Address = Field(default="", validation_alias=_named("TAVILY_BASE_URL"))
    """Address of Tavily; empty: its own."""
    searxng_url: Address = Field(default="", validation_alias=_named("KASEN_SEARXNG_URL", "SEARXNG_URL"))
    """Address of a SearXNG server that gives its results as JSON, as `http://127.0.0.1:8888`."""
    google_api_key: SecretStr | None = Field(default=None, validation_alias=_named("GOOGLE_API_KEY", "GEMINI_API_KEY"))
    """Key of Google AI Studio (Gemini)."""
    google_base_url: Address = Field(default="", validation_alias=_named("GOOGLE_GEMINI_BASE_URL"))
    """Address of the Gemini API; empty: Google's own."""
    openai_api_key: SecretStr | None = Field(default=None, validation_alias=_named("OPENAI_API_KEY"))
    """Key of OpenAI."""
    openai_base_url: Address = Field(default="", validation_alias=_named("OPENAI_BASE_URL", "OPENAI_API_BASE"))
    """Address of OpenAI's API; empty: OpenAI's own. For other servers use `compatible_base_url`."""
    anthropic_api_key: SecretStr | None = Field(default=None, validation_alias=_named("ANTHROPIC_API_KEY"))
    """Key of Anthropic."""
    anthropic_base_url: Address = Field(default="", validation_alias=_named("ANTHROPIC_BASE_URL"))
    """Address of Anthropic's API; empty: Anthropic's own."""
    ollama_base_url: Annotated[str, AfterValidator(ollama_address)] = Field(
        default="http://127.0.0.1:11434", validation_alias=_named("OLLAMA_BASE_URL", "OLLAMA_HOST")
    )
    """Address of an Ollama server; `host`, `host:port` and `:port` are taken too."""
    compatible_base_url: Address = ""
    """Address of any server that speaks OpenAI's chat completions, as `http://127.0.0.1:8000/v1`."""
    compatible_api_key: SecretStr | None = None
    """Key for that server; empty: none is sent."""
    embeddings_base_url: Address = ""
    """Address for embeddings of an OpenAI-compatible server; empty: `compatible_base_url` with its key."""
    embeddings_api_key: SecretStr | None = None
    """Key for `embeddings_base_url`."""
    embeddings_kinds: Annotated[str, AfterValidator(kinds_told)] = ""
    """How that model is told a question from a passage: `query: ||passage: ` before the texts, or a field of the
    request, as `input_type=query||passage`; `none`: not at all; empty: as its makers want it, if its name is known."""
    hub_url: Address = Field(default="https://huggingface.co", validation_alias=_named("KASEN_HUB_URL", "HF_ENDPOINT"))
    """Where files of local models are fetched from."""
    hub_token: SecretStr | None = Field(default=None, validation_alias=_named("KASEN_HUB_TOKEN", "HF_TOKEN"))
    """Token for models there that want their licence accepted; empty: none is sent."""
    proxy: Annotated[SecretStr | None, AfterValidator(proxy_address)] = Field(
        default=None,
        validation_alias=_named("KASEN_PROXY", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"),
    )
    """Proxy to providers of models and to the web, as `http://host:3128`, with `user:password@` where it wants them;
    `https`, `socks5` and, for providers only, `socks5h` too. This machine and private addresses are reached without
    it."""
    no_proxy: str = Field(default="", validation_alias=_named("KASEN_NO_PROXY", "NO_PROXY", "no_proxy"))
    """Hosts that are reached without the proxy: names with all that ends in them, addresses, networks as `10.0.0.0/8`,
    with commas between; `*`: all."""
    ca_bundle: Annotated[str, AfterValidator(certificates)] = Field(
        default="", validation_alias=_named("KASEN_CA_BUNDLE", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE")
    )
    """PEM file of certificate authorities that are trusted as well as this system's own: that of a company's proxy."""
    model_provider: Literal["", "ollama", "gemini", "openai", "anthropic", "compatible", "local"] = Field(
        default="", validation_alias=_named("MODEL_PROVIDER")
    )
    """Provider of chat models where no preset is chosen."""
    vertex_project_id: str = Field(
        default="", pattern=r"^[A-Za-z0-9.:-]*$", validation_alias=_named("VERTEX_PROJECT_ID")
    )
    """Google Cloud project; when set, Gemini is called through Vertex AI."""
    vertex_location: str = Field(
        default="asia-northeast1", pattern=r"^[a-z0-9-]+$", validation_alias=_named("VERTEX_LOCATION")
    )
    """Region of Vertex AI."""
    vertex_base_url: Address = Field(default="", validation_alias=_named("GOOGLE_VERTEX_BASE_URL"))
    """Address of Vertex AI; empty: Google's own of that region."""
    vl_model: str = Field(default="", validation_alias=_named("VL_MODEL"))
    """Model that makes pictures; empty: that of the preset."""
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
    langchain_endpoint: Address = Field(
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

    otel_endpoint: Address = Field(
        default="", validation_alias=_named("KASEN_OTEL_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT")
    )
    """Address of an OpenTelemetry collector that takes OTLP over HTTP, as `http://127.0.0.1:4318`; spans of runs are
    sent to it, without words of prompts and answers. Empty: nothing is sent."""
    otel_headers: Annotated[SecretStr | None, AfterValidator(header_list)] = Field(
        default=None, validation_alias=_named("KASEN_OTEL_HEADERS", "OTEL_EXPORTER_OTLP_HEADERS")
    )
    """Headers for that collector, as `name=value,name=value`, values percent-encoded where they need it."""

    host: Annotated[str, AfterValidator(one_host)] = "127.0.0.1"
    """Address that `kasen serve` listens at. Any but this machine's own demands a token: `kasen serve tokens add`."""
    port: Annotated[int, BeforeValidator(port_number)] = Field(
        default=8317, ge=0, le=65535, validation_alias=_named("KASEN_PORT", "PORT")
    )
    """Port that `kasen serve` listens at; 0: one that is free."""
    allowed_hosts: Hosts = ()
    """Names and addresses that `kasen serve` may be called by, beside those of this machine and `host`, as
    `kasen.example.com`; `.example.com` means all that end so, `*` any, where a token is demanded."""
    tokens: Annotated[SecretStr | None, AfterValidator(token_hashes)] = None
    """Who may call on `kasen serve`, beside those in `tokens.toml`: `name:hash` with commas between, the hash being the
    SHA-256 of the token as `kasen serve tokens add` prints it."""
    upload_mb: PositiveInt = 512
    """Most megabytes of a file that is sent to `kasen serve`."""
    runs_each: PositiveInt = 8
    """Most runs that `kasen serve` drives at once for one caller; further ones wait their turn."""
    runs_in_all: PositiveInt = 64
    """Most runs that `kasen serve` drives at once; further ones wait."""
    public_url: Address = ""
    """Address that people open the server at, as `https://kasen.example.com`; notices link to runs there."""

    notify_url: Annotated[str, AfterValidator(hook_address)] = ""
    """Address that is told of each run that pauses, finishes or fails: JSON by POST. Empty: none is told."""
    notify_secret: SecretStr | None = None
    """Key that signs what is sent there: `X-Kasen-Signature: sha256=…`, the HMAC of the body. Empty: unsigned."""
    notify_command: Words = ()
    """Program that is started for each of them, with its arguments as a list, `["notify-run", "--quiet"]`; it reads the
    JSON from its input. In the environment a JSON list. Empty: none is started."""

    warnings: Annotated[tuple[str, ...], NoDecode] = ()
    """What was read but not followed, in sentences for the user."""

    @field_validator("home", "reports", "manual_dir")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        try:
            return value.expanduser().absolute()
        except (OSError, RuntimeError) as error:  # no current folder, no home
            raise ValueError("must be a whole path: the folder it begins from does not exist") from error

    @field_validator("embeddings")
    @classmethod
    def _provider_and_model(cls, value: str) -> str:
        provider, _, model = value.partition(":")
        if value and not (provider and model):
            raise ValueError("must be `provider:model`")
        return value

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
        """Nothing but the values given: places are read, and weighed against each other, by `load_settings`."""
        return (init_settings,)

    def secrets(self) -> list[str]:
        """Values that must never be shown; for redacting logs, events and artifacts."""
        values = (getattr(self, name) for name in type(self).model_fields if name not in ADDRESSES_WITH_SECRETS)
        keys = [value.get_secret_value() for value in values if isinstance(value, SecretStr)]
        of_servers = (secret for server in self.mcp.values() for secret in server.secrets())
        hooks = hook_secrets(self.notify_url)
        stores = passwords(self.database, self.checkpoints)
        return [*keys, *proxy_secrets(self.proxy), *header_secrets(self.otel_headers), *of_servers, *hooks, *stores]


def readable() -> list[str]:
    """Names of the settings that files and variables may hold."""
    return [field for field in Settings.model_fields if field != "warnings"]


def variables(field: str) -> list[str]:
    """Environment variables of a setting, the documented one first: `redis_db` → `REDIS_DB`."""
    alias = Settings.model_fields[field].validation_alias
    if isinstance(alias, AliasChoices):
        return [str(choice) for choice in alias.choices]
    return [f"{PREFIX}{field}".upper()]


def variable(name: str) -> str:
    """The environment variable of a setting: `budget_usd` → `KASEN_BUDGET_USD`, `redis_db` → `REDIS_DB`."""
    return variables(name)[0]


def by_field(found: dict[str, Any]) -> dict[str, Any]:
    """Values under the names of their settings instead of those of variables; others are left out."""
    fields = {name.lower(): field for field in readable() for name in (*reversed(variables(field)), field)}
    return {fields[name.lower()]: value for name, value in found.items() if name.lower() in fields}
