"""What a folder that nobody has trusted may say, and what it may say afterwards."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from kasen.settings import KEYS, NEEDS_TRUST, Settings, load_settings, variable, variables
from kasen.settings.folder import ADDRESSES, KEY_OF
from kasen.settings.trust import allow, sha256

ELSEWHERE = "https://elsewhere.example"
VALUES = {
    "embeddings_kinds": "their: ||",
    "artifacts": "gs://their-bucket/runs",
    "knowledge": "gs://their-bucket/knowledge",
    "database": "postgresql://elsewhere.example/theirs",
    "checkpoints": "redis://elsewhere.example",
    "engine": "temporal",
    "temporal_address": "elsewhere.example:7233",
    "temporal_tls": "True",
    "temporal_ca_file": "their.pem",
    "temporal_cert_file": "their.pem",
    "temporal_key_file": "their.pem",
    "redis_host": "elsewhere.example",
    "langchain_api_key": "test-key-of-the-folder",
    "vertex_project_id": "their-project",
    "editor": "sh -c evil",
    "home": "their-home",
    "manual_dir": "their-answers",
    "ca_bundle": "their.pem",
    "embeddings": "openai:their-model",
    "no_proxy": "elsewhere.example",
    "search": "arxiv",
    "mcp": '{"theirs": {"url": "https://elsewhere.example"}}',
    "otel_headers": "authorization=elsewhere",
    "host": "elsewhere.example",
    "allowed_hosts": "elsewhere.example",
    "tokens": "their-name:" + "0" * 64,
    "notify_command": '["their-program"]',
}


def key_of(name: str, text: str) -> str:
    """A key as that setting takes it."""
    return f"authorization={text}" if name == "otel_headers" else text


@pytest.fixture(autouse=True)
def no_address_in_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in (name for field in (*ADDRESSES, "search") for name in variables(field)):
        monkeypatch.delenv(name, raising=False)


def dotenv(text: str) -> None:
    Path(".env").write_text(text, encoding="utf-8")


def toml(text: str) -> None:
    Path("kasen.toml").write_text(text, encoding="utf-8")


def users(place: Path, text: str) -> None:
    path = place / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def trust_this_folder() -> None:
    names = [name for name in (".env", "kasen.toml") if Path(name).is_file()]
    allow(Path(), {name: sha256(Path(name).read_bytes()) for name in names})


def shown(settings: Settings, field: str) -> str:
    value = getattr(settings, field)
    if field == "notify_command":
        return json.dumps(value)
    if isinstance(value, tuple):
        return ",".join(value)
    if isinstance(value, dict):
        return json.dumps({name: {"url": server.url} for name, server in value.items()})
    return str(value.get_secret_value() if hasattr(value, "get_secret_value") else value)


@pytest.fixture
def without_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that the tests set would hide what the folder says."""
    monkeypatch.delenv("KASEN_HOME")


def test_every_address_and_every_command_needs_trust() -> None:
    addresses = {field for field in Settings.model_fields if field.endswith(("_url", "_endpoint", "_host"))}
    assert addresses == ADDRESSES
    assert addresses | {"proxy", "no_proxy", "ca_bundle", "search", "editor", "home", "manual_dir"} <= NEEDS_TRUST
    keys = {field for field in Settings.model_fields if field.endswith(("_api_key", "_token"))}
    assert keys == KEYS | (keys & NEEDS_TRUST)


@pytest.mark.usefixtures("without_home")
@pytest.mark.parametrize("file", [".env", "kasen.toml"])
@pytest.mark.parametrize("field", sorted(NEEDS_TRUST))
def test_what_needs_trust_is_ignored_and_named_until_the_folder_is_trusted(field: str, file: str) -> None:
    Path("their.pem").write_text("-----BEGIN CERTIFICATE-----", encoding="utf-8")
    value = VALUES.get(field, ELSEWHERE)
    written = f"{variable(field)}={value}\n" if file == ".env" else f"{field} = '{value}'\n"
    switch = "LANGCHAIN_TRACING_V2=1\n" if file == ".env" else "langchain_tracing_v2 = true\n"
    Path(file).write_text(switch + written, encoding="utf-8")
    before = load_settings()
    assert "their" not in shown(before, field)
    assert "elsewhere" not in shown(before, field)
    assert "evil" not in shown(before, field)
    (warning,) = [text for text in before.warnings if f"`{field}`" in text]
    assert f"{file}:2" in warning
    assert "kasen trust" in warning
    trust_this_folder()
    after = load_settings()
    assert shown(after, field).endswith(value)
    assert [text for text in after.warnings if f"`{field}`" in text] == []


@pytest.mark.parametrize(("address", "key"), sorted(KEY_OF.items()))
@pytest.mark.parametrize("users_key", ["environment", "file", "folder"])
def test_a_key_never_goes_to_an_address_that_the_folder_brought(
    address: str, key: str, users_key: str, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = key_of(key, "test-key-of-the-user")
    if users_key == "environment":
        monkeypatch.setenv(variable(key), mine)
    elif users_key == "file":
        users(clean_environment, f'{key} = "{mine}"\n')
    theirs = key_of(key, "test-key-of-the-folder")
    dotenv(f"{variable(address)}={VALUES.get(address, ELSEWHERE)}\n{variable(key)}={theirs}\nLANGSMITH_TRACING=1\n")
    settings = load_settings()
    assert shown(settings, address) == str(Settings.model_fields[address].default)
    if users_key != "folder":
        assert shown(settings, key) == mine


@pytest.mark.parametrize(("address", "key"), sorted(KEY_OF.items()))
def test_to_the_address_of_a_trusted_folder_goes_the_key_of_that_folder(
    address: str, key: str, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    mine = key_of(key, "test-key-of-the-user")
    monkeypatch.setenv(variable(key), key_of(key, "test-key-of-the-environment"))
    users(clean_environment, f'{key} = "{mine}"\n')
    theirs = key_of(key, "test-key-of-the-folder")
    toml(f'{address} = "{(there := VALUES.get(address, ELSEWHERE))}"\n{key} = "{theirs}"\n')
    trust_this_folder()
    settings = load_settings()
    assert (shown(settings, address), shown(settings, key)) == (there, theirs)


def test_a_key_of_a_trusted_folder_does_not_replace_that_of_the_environment_for_the_users_address(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-the-environment")
    monkeypatch.setenv("OPENAI_BASE_URL", "https://mine.example/v1")
    toml(f'openai_base_url = "{ELSEWHERE}"\nopenai_api_key = "test-key-of-the-folder"\n')
    trust_this_folder()
    settings = load_settings()
    assert settings.openai_base_url == "https://mine.example/v1"
    assert shown(settings, "openai_api_key") == "test-key-of-the-environment"


def test_an_address_and_a_key_that_the_user_set_go_together_wherever_they_stand(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, 'openai_base_url = "https://mine.example/v1"\n')
    monkeypatch.setenv("OPENAI_API_KEY", "test-key-of-the-user")
    settings = load_settings()
    assert settings.openai_base_url == "https://mine.example/v1"
    assert settings.warnings == ()


@pytest.mark.parametrize("key", sorted(KEYS))
def test_a_key_of_the_folder_is_used_when_its_user_has_none_and_never_replaces_one(
    key: str, clean_environment: Path
) -> None:
    toml(f'{key} = "test-key-in-toml"\n')
    assert shown(load_settings(), key) == "test-key-in-toml"
    dotenv(f"{variable(key)}=test-key-in-dotenv\n")
    assert shown(load_settings(), key) == "test-key-in-dotenv"
    users(clean_environment, f'{key} = "test-key-of-the-user"\n')
    settings = load_settings()
    assert shown(settings, key) == "test-key-of-the-user"
    assert settings.warnings == ()


@pytest.mark.usefixtures("without_home")
def test_a_folder_cannot_move_the_list_of_what_is_trusted(clean_environment: Path) -> None:
    dotenv(
        f"KASEN_HOME={Path.cwd()}\nXDG_CONFIG_HOME={Path.cwd() / 'config'}\nHOME={Path.cwd()}\n"
        f"OPENAI_BASE_URL={ELSEWHERE}\n"
    )
    forged = Path("config/kasen/trust.json")
    trust_this_folder()
    forged.parent.mkdir(parents=True)
    (clean_environment / "config" / "kasen" / "trust.json").rename(forged)
    settings = load_settings()
    assert settings.openai_base_url == ""
    assert not settings.home.is_relative_to(Path.cwd())


def test_one_warning_per_file_names_every_line() -> None:
    dotenv(f"OPENAI_BASE_URL={ELSEWHERE}\n\nOLLAMA_HOST=elsewhere.example\nKASEN_LANG=ja\n")
    settings = load_settings()
    (warning,) = settings.warnings
    assert "`openai_base_url` (.env:1)" in warning
    assert "`ollama_base_url` (.env:3)" in warning
    assert settings.lang == "ja"


def test_a_changed_file_is_said_to_have_changed() -> None:
    dotenv(f"OPENAI_BASE_URL={ELSEWHERE}\n")
    trust_this_folder()
    assert load_settings().warnings == ()
    dotenv(f"OPENAI_BASE_URL={ELSEWHERE}/v2\n")
    settings = load_settings()
    assert settings.openai_base_url == ""
    assert "`.env` has changed since you trusted it" in settings.warnings[0]


def test_each_file_is_trusted_for_itself() -> None:
    dotenv(f"OPENAI_BASE_URL={ELSEWHERE}\n")
    trust_this_folder()
    toml('editor = "sh -c evil"\n')
    settings = load_settings()
    assert (settings.openai_base_url, settings.editor) == (ELSEWHERE, "vi")


@pytest.mark.parametrize(
    "line",
    [
        "LANGCHAIN_ENDPOINT=https://api.smith.langchain.com/",
        "OLLAMA_HOST=127.0.0.1",
        "HF_ENDPOINT=https://huggingface.co",
        "LANGSMITH_API_KEY=test-key-of-the-folder",
        "OPENAI_BASE_URL=",
    ],
)
def test_nothing_is_said_about_what_changes_nothing(line: str) -> None:
    dotenv(line + "\n")
    assert load_settings().warnings == ()


def test_nothing_is_said_about_what_the_user_has_decided(monkeypatch: pytest.MonkeyPatch) -> None:
    dotenv(f"OLLAMA_HOST={ELSEWHERE}\nVISUAL=evil\n")
    monkeypatch.setenv("OLLAMA_HOST", "mine.example")
    monkeypatch.setenv("EDITOR", "nano")
    settings = load_settings()
    assert (settings.ollama_base_url, settings.editor) == ("http://mine.example:11434", "nano")
    assert settings.warnings == ()


@pytest.mark.parametrize(
    ("reports", "is_taken"),
    [("out/put", True), (".", True), ("../elsewhere", False), ("/tmp/elsewhere", False), ("~/elsewhere", False)],
)
def test_a_folder_may_have_reports_written_into_itself_only(reports: str, is_taken: bool) -> None:
    toml(f'reports = "{reports}"\n')
    settings = load_settings()
    wanted = Path(reports).expanduser().absolute()
    assert (settings.reports == wanted) == is_taken
    assert bool(settings.warnings) != is_taken
    trust_this_folder()
    assert load_settings().reports == wanted


def test_reports_do_not_leave_through_a_link(tmp_path: Path) -> None:
    Path("link").symlink_to(tmp_path)
    toml('reports = "link/reports"\n')
    settings = load_settings()
    assert settings.reports == Path.cwd() / "reports"
    assert "`reports` (kasen.toml:1)" in settings.warnings[0]


def test_the_users_own_file_stays_the_users_when_one_works_beside_it(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, f'openai_base_url = "{ELSEWHERE}"\n')
    monkeypatch.chdir(clean_environment / "config" / "kasen")
    settings = load_settings()
    assert (settings.openai_base_url, settings.warnings) == (ELSEWHERE, ())


@pytest.mark.parametrize("name", ["OPENAI_API_KEY", "LANGCHAIN_PROJECT"])
def test_a_dotenv_cannot_read_the_environment_into_a_value(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key-of-the-user")
    dotenv(f"{name}=x${{ANTHROPIC_API_KEY}}\n")
    trust_this_folder()
    settings = load_settings()
    field = next(field for field in Settings.model_fields if name in variables(field)) if name else ""
    assert "test-key-of-the-user" not in shown(settings, field)
    assert ".env:1" in settings.warnings[0]
    assert "not filled in" in settings.warnings[0]
