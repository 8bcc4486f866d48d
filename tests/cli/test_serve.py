from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from kasen.cli import serve
from kasen.errors import ConfigurationError
from kasen.server.tokens import TOKENS, Tokens, hash_of
from kasen.settings import load_settings

Invoke = Callable[..., Result]


def test_a_token_is_made_listed_and_ended(kasen: Invoke) -> None:
    made = kasen("serve", "tokens", "add", "yuki")
    token = made.stdout.strip()
    assert (made.exit_code, token[:6]) == (0, "kasen_")
    assert f"KASEN_TOKENS=yuki:{hash_of(token)}" in made.stderr
    assert token not in made.stderr
    home = load_settings().home
    assert Tokens(home).owner(token) == "yuki"
    assert kasen("serve", "tokens", "list").stdout == "yuki\n"
    assert json.loads(kasen("serve", "tokens", "list", "--json").stdout) == {"name": "yuki"}
    other = json.loads(kasen("serve", "tokens", "add", "ken", "--json").stdout)
    assert (other["name"], other["hash"]) == ("ken", hash_of(other["token"]))
    for name in ("ken", "yuki"):
        assert kasen("serve", "tokens", "remove", name).exit_code == 0
    empty = kasen("serve", "tokens", "list")
    assert (empty.stdout, empty.stderr) == ("", "There is no token; make one with `kasen serve tokens add NAME`.\n")
    assert (home / TOKENS).stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    ("args", "code", "words"),
    [
        (("tokens", "add", "Yuki Sato"), 4, "cannot be the name of a token"),
        (("tokens", "remove", "mio"), 2, "there is no token `mio`"),
        (("--host", "http://localhost"), 3, "`host` must be a name or an address"),
        (("--port", "99999"), 2, "must be 65535 or less"),
        (("--allow-host", "a b"), 3, "`allowed_hosts` must be a name or an address"),
        (("--host", "0.0.0.0", "--port", "0"), 3, "there is no token yet"),
    ],
)
def test_mistakes_are_sentences(kasen: Invoke, args: tuple[str, ...], code: int, words: str) -> None:
    done = kasen("serve", *args)
    assert done.exit_code == code
    assert words in done.stderr
    assert done.stdout == ""
    assert "Traceback" not in done.output


def test_an_address_of_another_machine_is_a_sentence(tmp_path: Path) -> None:
    env = {"KASEN_HOME": str(tmp_path / "home"), "HOME": str(tmp_path)}
    command = [sys.executable, "-m", "kasen", "serve", "--host", "192.0.2.1", "--port", "0"]
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert "`192.0.2.1` cannot be listened at" in done.stderr


def test_a_missing_extra_is_one_sentence_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    serve.require_packages()
    monkeypatch.setattr(serve, "PACKAGES", ("uvicorn", "not_installed_at_all"))
    with pytest.raises(ConfigurationError, match="not installed: not_installed_at_all") as caught:
        serve.require_packages()
    assert caught.value.hint == "Run: pip install 'kasen[server]'"


def test_help_loads_nothing_of_the_server() -> None:
    script = (
        "import sys; sys.argv = ['kasen', 'serve', '--help']\n"
        "from kasen.__main__ import main\n"
        "try:\n    main()\nfinally:\n    print(*sorted(sys.modules), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "kasen.cli.serve" in loaded
    assert (
        loaded & {"fastapi", "uvicorn", "starlette", "sqlalchemy", "langgraph", "orjson", "pydantic_settings"} == set()
    )
    assert "tokens" in done.stdout
