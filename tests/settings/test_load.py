from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from kasen.errors import ConfigurationError, HomeUnusable
from kasen.settings import Settings, export_environment, load_settings, usable_home, variables
from kasen.settings.trust import allow, sha256

SEED_NAMES = {
    "TAVILY_API_KEY": ("tavily_api_key", "tvly-1"),
    "GOOGLE_API_KEY": ("google_api_key", "AIza-1"),
    "OPENAI_API_KEY": ("openai_api_key", "sk-1"),
    "ANTHROPIC_API_KEY": ("anthropic_api_key", "sk-ant-1"),
    "MODEL_PROVIDER": ("model_provider", "ollama"),
    "VERTEX_PROJECT_ID": ("vertex_project_id", "my-project"),
    "VERTEX_LOCATION": ("vertex_location", "us-central1"),
    "VL_MODEL": ("vl_model", "gemini-3-pro-image"),
    "REDIS_HOST": ("redis_host", "cache.example"),
    "REDIS_PORT": ("redis_port", "6380"),
    "REDIS_DB": ("redis_db", "3"),
    "LANGCHAIN_TRACING_V2": ("langchain_tracing_v2", "true"),
    "LANGCHAIN_ENDPOINT": ("langchain_endpoint", "https://eu.api.smith.langchain.com"),
    "LANGCHAIN_API_KEY": ("langchain_api_key", "lsv2-1"),
    "LANGCHAIN_PROJECT": ("langchain_project", "research-agent"),
}


def shown(settings: Settings, field: str) -> str:
    value = getattr(settings, field)
    revealed = value.get_secret_value() if hasattr(value, "get_secret_value") else value
    return str(revealed).lower() if isinstance(revealed, bool) else str(revealed)


def user_file(place: Path) -> Path:
    path = place / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    return path


def trust_this_folder() -> None:
    names = [name for name in (".env", "kasen.toml") if Path(name).is_file()]
    allow(Path(), {name: sha256(Path(name).read_bytes()) for name in names})


@pytest.mark.parametrize("name", SEED_NAMES)
def test_a_seed_name_is_read_from_the_environment(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    field, value = SEED_NAMES[name]
    monkeypatch.setenv(name, value)
    assert shown(load_settings(), field) == value


@pytest.mark.parametrize("name", SEED_NAMES)
def test_a_seed_name_is_read_from_the_dotenv_file_of_a_trusted_folder(name: str) -> None:
    field, value = SEED_NAMES[name]
    Path(".env").write_text(f'OTHER=1\n{name}="{value}"\n', encoding="utf-8")
    trust_this_folder()
    assert shown(load_settings(), field) == value


def test_defaults_hold_without_any_file_or_variable(clean_environment: Path) -> None:
    settings = load_settings()
    assert settings.home == clean_environment / "home"
    assert settings.reports == Path.cwd() / "reports"
    assert settings.manual_dir == settings.home / "manual"
    assert settings.vertex_location == "asia-northeast1"
    assert (settings.search_cache_hours, settings.page_cache_days) == (24, 7)
    assert settings.budget_usd is None
    assert settings.secrets() == []
    assert settings.warnings == ()


def test_each_place_yields_to_the_one_before_it(clean_environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def read() -> str:
        return load_settings().preset

    user_file(clean_environment).write_text('preset = "user"\n', encoding="utf-8")
    assert read() == "user"
    Path("kasen.toml").write_text('preset = "folder"\n', encoding="utf-8")
    assert read() == "folder"
    Path(".env").write_text("KASEN_PRESET=dotenv\n", encoding="utf-8")
    assert read() == "dotenv"
    monkeypatch.setenv("KASEN_PRESET", "environment")
    assert read() == "environment"
    assert load_settings(preset="flag").preset == "flag"
    assert load_settings(preset=None).preset == "environment"


def test_keys_do_not_show_in_the_text_of_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-value")
    settings = load_settings()
    assert "sk-secret-value" not in repr(settings) + str(settings) + settings.model_dump_json()
    assert settings.secrets() == ["sk-secret-value"]


def test_settings_are_frozen() -> None:
    with pytest.raises(ValueError, match="frozen"):
        load_settings().preset = "x"  # type: ignore[misc]


@pytest.mark.parametrize(
    ("text", "sentence", "hint"),
    [
        ('\nbudget_usd = "abc"\n', "kasen.toml:2: `budget_usd` must be a valid number", "`kasen init`"),
        (
            "budget_usd = -1\n",
            "kasen.toml:1: `budget_usd` must be greater than or equal to 0, not `-1`",
            "`kasen init`",
        ),
        ('lang = "ja"\nbugdet_usd = 1\n', "kasen.toml:2: there is no setting `bugdet_usd`", "`budget_usd`"),
        ("[budget]\nusd = 1\n", "kasen.toml:1: there is no setting `budget`", "budget_"),
        ('qqqqqq = "ja"\n', "kasen.toml:1: there is no setting `qqqqqq`", "`kasen init`"),
        ('lang = "ja"\nhome = \n', "kasen.toml:2: this is not TOML", "name ="),
        ('lang = "fr"\n', "kasen.toml:1: `lang` must be", "`kasen init`"),
    ],
)
def test_a_mistake_in_the_file_is_named_with_its_line(text: str, sentence: str, hint: str) -> None:
    Path("kasen.toml").write_text(text, encoding="utf-8")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    assert sentence in str(caught.value)
    assert hint in caught.value.hint


def test_all_mistakes_are_told_at_once_each_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    Path("kasen.toml").write_text("budget_calls = -1\n", encoding="utf-8")
    Path(".env").write_text("A=1\nREDIS_PORT=x\n", encoding="utf-8")
    monkeypatch.setenv("KASEN_LOG_LEVEL", "loud")
    with pytest.raises(ConfigurationError) as caught:
        load_settings()
    text = str(caught.value)
    assert "kasen.toml:1: `budget_calls`" in text
    assert ".env:2: `redis_port`" in text
    assert "KASEN_LOG_LEVEL: `log_level`" in text


def test_a_file_that_is_not_utf8_is_named() -> None:
    Path("kasen.toml").write_bytes(b'preset = "\xff"')
    with pytest.raises(ConfigurationError, match=r"kasen\.toml.*not UTF-8"):
        load_settings()


def test_a_misspelt_variable_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_BUGDET_USD", "1")
    with pytest.raises(ConfigurationError, match="did you mean KASEN_BUDGET_USD"):
        load_settings()


def test_other_variables_with_our_prefix_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_SOMETHING_ELSE_ENTIRELY", "1")
    assert load_settings().preset == ""


def test_an_unknown_flag_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="colour"):
        load_settings(colour="red")


def test_an_empty_variable_counts_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "")
    assert load_settings().openai_api_key is None


def test_a_home_is_created_and_left_clean(clean_environment: Path) -> None:
    home = usable_home(load_settings())
    assert home == clean_environment / "home"
    assert list(home.iterdir()) == []


@pytest.mark.parametrize("home", ["/proc/kasen", "/proc/self", "file/below"])
def test_a_home_that_cannot_be_written_is_one_sentence(home: str) -> None:
    Path("file").write_text("", encoding="utf-8")
    with pytest.raises(HomeUnusable) as caught:
        usable_home(load_settings(home=Path(home)))
    assert str(caught.value).startswith("Kasen's folder `")
    assert "\n" not in str(caught.value)
    assert "KASEN_HOME" in caught.value.hint


def test_the_environment_of_the_process_wins_over_dotenv_and_is_not_changed_by_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LANGCHAIN_PROJECT", "mine")
    Path(".env").write_text("LANGCHAIN_PROJECT=theirs\nTAVILY_API_KEY=x\n", encoding="utf-8")
    assert load_settings().langchain_project == "mine"
    assert "TAVILY_API_KEY" not in os.environ  # noqa: TID251


LANGSMITH = """
from kasen.settings import load_settings, export_environment
export_environment(load_settings())
from langsmith import utils, Client
from langgraph.checkpoint.serde import jsonplus
print(utils.tracing_is_enabled(), utils.get_tracer_project(), Client().api_url)
"""


@pytest.mark.parametrize(
    ("dotenv", "expected"),
    [
        ("", "False"),
        ("LANGCHAIN_TRACING_V2=true\n", "False"),
        (
            "LANGCHAIN_TRACING_V2=true\nLANGCHAIN_API_KEY=k\nLANGCHAIN_PROJECT=seed\n"
            "LANGCHAIN_ENDPOINT=http://127.0.0.1:9\n",
            "True seed http://127.0.0.1:9",
        ),
    ],
)
def test_tracing_reaches_langsmith_from_dotenv_only_when_asked_for(dotenv: str, expected: str) -> None:
    Path(".env").write_text(dotenv, encoding="utf-8")
    trust_this_folder()
    done = subprocess.run([sys.executable, "-c", LANGSMITH], capture_output=True, text=True, check=True)
    assert done.stdout.startswith(expected), done.stdout


def test_exporting_switches_strict_checkpoints_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGGRAPH_STRICT_MSGPACK", "LANGCHAIN_TRACING_V2", "LANGSMITH_TRACING"):
        monkeypatch.setenv(name, "before")
    export_environment(load_settings(langchain_tracing_v2=False))
    assert os.environ["LANGGRAPH_STRICT_MSGPACK"] == "true"  # noqa: TID251
    assert os.environ["LANGSMITH_TRACING"] == "false"  # noqa: TID251


def test_every_setting_says_what_it_is_and_has_a_variable() -> None:
    documented = [field for field in Settings.model_fields if field != "warnings"]
    assert len(documented) >= 40
    names = [name for field in documented for name in variables(field)]
    assert len(set(names)) == len(names)


def test_one_mistake_is_one_sentence() -> None:
    with pytest.raises(ConfigurationError) as error:
        load_settings(budget_seconds=0)
    assert str(error.value) == "--budget-seconds: `budget_seconds` must be greater than 0, not `0`"


def test_a_current_folder_that_is_gone_is_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    with pytest.raises(ConfigurationError, match="`reports` must be a whole path"):
        load_settings()
    assert load_settings(reports=tmp_path).reports == tmp_path


def test_the_home_of_a_person_who_does_not_exist_is_one_sentence() -> None:
    with pytest.raises(ConfigurationError, match="`home` must be a whole path"):
        load_settings(home=Path("~no-such-person/kasen"))


@pytest.mark.parametrize(
    ("dotenv", "said"),
    [
        ("LANGCHAIN_TRACING_V2=true\nLANGCHAIN_API_KEY=k\n", [".env:1: what runs read and write here is sent"]),
        ("LANGCHAIN_TRACING_V2=true\n", ["tracing is on but LANGCHAIN_API_KEY is not set"]),
        ("LANGCHAIN_TRACING_V2=false\n", []),
        ("LANGCHAIN_TRACING_V2=false\nLANGCHAIN_API_KEY=k\n", []),
    ],
)
def test_a_folder_that_sends_traces_is_told_and_one_that_does_not_is_not(dotenv: str, said: list[str]) -> None:
    Path(".env").write_text(dotenv, encoding="utf-8")
    trust_this_folder()
    warnings = load_settings().warnings
    assert len(warnings) == len(said)
    assert all(wanted in warning for wanted, warning in zip(said, warnings, strict=True))


def test_traces_that_the_user_asked_for_need_no_warning(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGCHAIN_TRACING_V2", "true")
    monkeypatch.setenv("LANGCHAIN_API_KEY", "k")
    assert load_settings().warnings == ()
