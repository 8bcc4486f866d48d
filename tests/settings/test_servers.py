from __future__ import annotations

from pathlib import Path

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import load_settings
from kasen.settings.servers import McpServer, servers, shown

SECRET = "test-key-of-a-server"
TABLE = f"""
search = ["mcp:docs", "mcp:far-away"]

[mcp.docs]
command = ["python", "-m", "docs_server"]
tools = ["search"]
env = {{ DOCS_KEY = "{SECRET}" }}

[mcp.far-away]
url = "https://mcp.example/v1?apiKey={SECRET}-2"
headers = {{ Authorization = "Bearer {SECRET}-3" }}
arguments = {{ depth = 2 }}
"""


@pytest.fixture(autouse=True)
def search_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that the tests set would hide what a file says."""
    monkeypatch.delenv("KASEN_SEARCH", raising=False)


def users(place: Path, text: str) -> None:
    path = place / "config" / "kasen" / "kasen.toml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_a_table_names_programs_and_addresses(clean_environment: Path) -> None:
    users(clean_environment, TABLE)
    settings = load_settings()
    assert settings.search == ("mcp:docs", "mcp:far-away")
    assert settings.mcp["docs"].command == ("python", "-m", "docs_server")
    assert settings.mcp["docs"].tools == ("search",)
    assert settings.mcp["far-away"].url == f"https://mcp.example/v1?apiKey={SECRET}-2"
    assert settings.mcp["far-away"].arguments == {"depth": 2}


def test_what_a_server_is_given_is_a_secret(clean_environment: Path) -> None:
    users(clean_environment, TABLE)
    settings = load_settings()
    assert {SECRET, f"{SECRET}-2", f"{SECRET}-3"} <= set(settings.secrets())
    assert SECRET not in repr(settings.mcp["docs"])


def test_in_the_environment_it_is_json(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_MCP", '{"docs": {"url": "http://127.0.0.1:9/mcp"}}')
    assert load_settings().mcp["docs"].url == "http://127.0.0.1:9/mcp"


def test_servers_of_several_places_are_laid_over_each_other_whole(
    clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    users(clean_environment, TABLE)
    monkeypatch.setenv("KASEN_MCP", '{"docs": {"url": "http://127.0.0.1:9/mcp"}}')
    found = load_settings().mcp
    assert sorted(found) == ["docs", "far-away"]
    assert found["docs"] == McpServer(url="http://127.0.0.1:9/mcp")  # nothing of the other is given to it


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('[mcp.docs]\nenv = { A = "b" }', "either `command` or `url`"),
        ('[mcp.docs]\ncommand = ["a"]\nurl = "https://a.example"', "either `command` or `url`"),
        ('[mcp.docs]\ncommand = "npx server"', 'must be a list like `["npx"'),
        ('[mcp.docs]\ncommand = [""]', "must be a list like"),
        ('[mcp.docs]\nurl = "file:///etc/passwd"', "must be an address like"),
        ('[mcp.docs]\nurl = "https://user:pass@a.example"', "must not hold a user or password"),
        ('[mcp.docs]\nurl = "https://a.example"\nenv = { A = "b" }', "`headers` for a server with `url`"),
        ('[mcp.docs]\ncommand = ["a"]\nheaders = { A = "b" }', "`env` for a server with `command`"),
        ('[mcp.docs]\ncommand = ["a"]\nenv = { "A=B" = "b" }', "must not hold the name `A=B`"),
        ('[mcp.docs]\nurl = "https://a.example"\nheaders = { A = "b\\r\\nHost: c" }', "one line for `A`"),
        ('[mcp.docs]\ncommand = ["a"]\nshell = true', "`shell`, which is no setting of a server"),
        ('[mcp."UPPER"]\ncommand = ["a"]', "lower-case letters"),
        ('mcp = "docs"', "JSON like"),
        ("mcp = [1]", "a table `[mcp.NAME]`"),
        ("[mcp]\ndocs = 3", "must be a table: `docs` is none"),
        ('search = ["mcp:"]', "`mcp:NAME`"),
        ('search = ["mcp:No Name"]', "`mcp:NAME`"),
    ],
)
def test_a_mistake_is_one_sentence_with_its_place(written: str, said: str, clean_environment: Path) -> None:
    users(clean_environment, written)
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    assert said in str(raised.value)
    assert "kasen.toml:" in str(raised.value)


def test_a_mistake_does_not_repeat_a_secret(clean_environment: Path) -> None:
    users(clean_environment, TABLE.replace('url = "https://', 'url = "ftp://'))
    with pytest.raises(ConfigurationError) as raised:
        load_settings()
    assert SECRET not in str(raised.value)


def test_a_folder_names_no_server_before_it_is_trusted() -> None:
    Path("kasen.toml").write_text(TABLE, encoding="utf-8")
    settings = load_settings()
    assert settings.mcp == {}
    assert settings.search == ()
    assert any("`mcp` (kasen.toml:" in text for text in settings.warnings)


def test_who_is_asked_to_trust_sees_the_command_and_no_secret() -> None:
    text = shown(
        {
            "docs": {"command": ["sh", "-c", "echo hi"], "env": {"KEY": SECRET}},
            "far": {"url": f"https://a.example/?key={SECRET}", "headers": {"X-Key": SECRET}, "arguments": {"a": 1}},
        },
        "•",
    )
    assert text == ("docs: runs sh -c 'echo hi', KEY=•; far: asks https://a.example/?•, arguments {\"a\": 1}, X-Key=•")
    assert shown("{", "•").startswith("cannot be read: ")


def test_no_server_is_no_table() -> None:
    assert servers({}) == {}
