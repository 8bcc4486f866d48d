from __future__ import annotations

import json
import os
import re
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from kasen.errors import ConfigurationError
from kasen.settings import load_settings, trusted
from kasen.teams.code.config.loading import FILES, of_folder
from kasen.testing.providers import serving_in_thread

KEY = "test-key-0123456789"
HASH = re.compile(r"^sha256 ([0-9a-f]{64})$", re.MULTILINE)


@pytest.fixture
def brought() -> Path:
    """A folder whose files would set a key, an address and a command."""
    Path(".env").write_text(
        f"OPENAI_API_KEY={KEY}\nDATABASE_URL=x\nOPENAI_BASE_URL=https://elsewhere.example/v1\n", encoding="utf-8"
    )
    Path("kasen.toml").write_text('editor = "sh -c \\u001b[2Jevil"\n[models]\nplanner = "openai:x"\n', encoding="utf-8")
    return Path.cwd()


@pytest.mark.usefixtures("brought")
def test_it_shows_every_line_that_counts_with_its_place_and_no_key(kasen: Any) -> None:
    shown = kasen("trust")
    lines = shown.stdout.splitlines()
    assert f"  .env:1  openai_api_key = {'•' * 8} ({len(KEY)} characters)" in lines
    assert "! .env:3  openai_base_url = https://elsewhere.example/v1" in lines
    assert r"! kasen.toml:1  editor = sh -c \x1b[2Jevil" in lines
    assert "  kasen.toml:2  models = {'planner': 'openai:x'}" in lines
    assert KEY not in shown.output
    assert "DATABASE_URL" not in shown.output


@pytest.mark.usefixtures("brought")
def test_without_a_terminal_it_trusts_nothing_and_says_how(kasen: Any) -> None:
    shown = kasen("trust", input="y\n")
    assert shown.exit_code == 2
    (digest,) = HASH.findall(shown.stdout)
    assert f"kasen trust . --sha256 {digest}" in shown.stderr
    assert not trusted(Path(), [".env"])


def test_a_password_in_an_address_is_not_shown_and_the_host_is(kasen: Any) -> None:
    Path(".env").write_text(f"OPENAI_BASE_URL=https://user:{KEY}@elsewhere.example/v1\n", encoding="utf-8")
    shown = kasen("trust").stdout
    assert f"openai_base_url = https://{'•' * 8}@elsewhere.example/v1" in shown
    assert KEY not in shown


@pytest.mark.parametrize(
    "proxy", [f"http://me:{KEY}@proxy.example", f"me:{KEY}@proxy.example", f"me:a/{KEY}@p.example"]
)
def test_a_proxy_waits_for_trust_and_its_password_is_not_shown(proxy: str, kasen: Any) -> None:
    Path(".env").write_text(f"HTTPS_PROXY={proxy}\n", encoding="utf-8")
    shown = kasen("trust").stdout
    assert "! .env:1  proxy = " in shown
    assert f"{'•' * 8}@p" in shown
    assert KEY not in shown


def test_yes_does_not_trust(kasen: Any, brought: Path) -> None:
    assert kasen("trust", "--yes").exit_code == 2
    assert not trusted(brought, [".env"])


def test_the_hash_of_what_was_shown_trusts_it(kasen: Any, brought: Path) -> None:
    (digest,) = HASH.findall(kasen("trust").stdout)
    done = kasen("trust", "--sha256", digest)
    assert (done.exit_code, done.stdout.splitlines()[-1]) == (0, "trusted, until one of these files changes")
    assert load_settings().openai_base_url == "https://elsewhere.example/v1"
    assert load_settings().editor.startswith("sh -c")
    assert ".env: trusted already" in kasen("trust").stdout
    (brought / ".env").write_text("OPENAI_BASE_URL=https://another.example/v1\n", encoding="utf-8")
    again = kasen("trust", "--sha256", digest)
    assert (again.exit_code, load_settings().openai_base_url) == (2, "")
    assert "nothing is trusted" in again.stderr
    assert ".env: changed since you trusted it" in again.stdout


def test_a_person_at_a_terminal_is_asked(terminal: Any, brought: Path) -> None:
    refused = terminal("trust")
    refused.until("Trust this folder? [y/N]")
    refused.type("\n")
    assert refused.exit_code() == 130
    assert not trusted(brought, [".env"])
    asked = terminal("trust")
    asked.until("Trust this folder? [y/N]")
    asked.type("y\n")
    assert asked.exit_code() == 0
    assert trusted(brought, [".env", "kasen.toml"])
    assert KEY not in refused.text + asked.text


def test_folders_are_listed_with_what_has_changed_and_revoked(kasen: Any, brought: Path) -> None:
    assert kasen("trust", "--list").stdout == "no folder is trusted\n"
    (digest,) = HASH.findall(kasen("trust").stdout)
    kasen("trust", "--sha256", digest)
    (brought / ".env").write_text("changed", encoding="utf-8")
    listed = kasen("trust", "--list").stdout.splitlines()
    assert [line.rpartition("  ")[0] for line in listed] == [
        f"{brought / '.env'}  changed: not trusted any more",
        f"{brought / 'kasen.toml'}  unchanged",
    ]
    told = [json.loads(line) for line in kasen("trust", "--list", "--json").stdout.splitlines()]
    assert [(one["file"], one["state"]) for one in told] == [tuple(line.split("  ")[:2]) for line in listed]
    (brought / ".env").unlink()
    assert "not there" in kasen("trust", "--list").stdout
    assert "is trusted no more" in kasen("trust", "--revoke").stdout
    assert "was not trusted" in kasen("trust", str(brought), "--revoke").stdout
    assert kasen("trust", "--list").stdout == "no folder is trusted\n"
    assert kasen("trust", "--list", "--json").stdout == ""


def test_another_folder_and_other_files_can_be_named(kasen: Any) -> None:
    place = Path("a folder")
    place.mkdir()
    (place / "hooks.toml").write_text("run = '\x1b[31m make'\nそれから\n", encoding="utf-8")
    (place / "blob").write_bytes(b"\xff\xfe\x00")
    shown = kasen("trust", str(place), "--file", "hooks.toml", "--file", "blob")
    assert "  run = ' make'" in shown.stdout
    assert "  それから" in shown.stdout
    assert "3 bytes that are not text" in shown.stdout
    (digest,) = HASH.findall(shown.stdout)
    assert f"kasen trust 'a folder' --file hooks.toml --file blob --sha256 {digest}" in shown.stderr
    kasen("trust", str(place), "--file", "hooks.toml", "--file", "blob", "--sha256", digest)
    assert trusted(place, ["hooks.toml"])
    assert "hooks.toml: trusted already" in kasen("trust", str(place)).stdout, "it is remembered which files were named"


@pytest.mark.parametrize(
    ("args", "code", "sentence"),
    [
        ([], 4, "holds no `.env`, `kasen.toml` or workflow"),
        (["not-there"], 4, "is not a folder"),
        ([".", "--file", "not-there"], 4, "cannot be read"),
        ([".", "--file", "../x"], 2, "no file of the folder"),
    ],
)
def test_what_cannot_be_trusted_is_one_sentence(args: list[str], code: int, sentence: str, kasen: Any) -> None:
    done = kasen("trust", *args)
    assert (done.exit_code, sentence in done.stderr) == (code, True), done.output


def test_a_workflow_is_shown_and_trusted_with_all_that_it_names(kasen: Any) -> None:
    source = resources.files("kasen.teams.code.defaults").joinpath("pair")
    for name in FILES:
        Path(name).write_bytes(source.joinpath(name).read_bytes())
    Path("policies").mkdir()
    for name in ("coder.md", "reviewer.md"):
        Path("policies", name).write_text(f"What a {name} does.\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="is not trusted"):
        of_folder(Path.cwd())
    shown = kasen("trust")
    for name in (*FILES, "policies/coder.md", "policies/reviewer.md"):
        assert f"{name}: not trusted yet" in shown.stdout
    assert kasen("trust", "--sha256", HASH.findall(shown.stdout)[0]).exit_code == 0
    assert of_folder(Path.cwd()).policies["coder-1"] == "What a coder.md does.\n"
    Path("policies/coder.md").write_text("Do as you like.\n", encoding="utf-8")
    with pytest.raises(ConfigurationError, match="is not trusted"):
        of_folder(Path.cwd())


def test_a_long_file_is_cut_and_the_cut_is_said(kasen: Any) -> None:
    Path("long.txt").write_text("x" * 30_000, encoding="utf-8")
    shown = kasen("trust", "--file", "long.txt").stdout
    assert "10,000 more characters: open the file before you trust it" in shown
    assert len(shown) < 21_000


def test_documents_and_keys_go_to_the_address_of_a_folder_only_once_it_is_trusted(
    kasen: Any, clean_environment: Path
) -> None:
    """Two real servers: the user's, and one that the folder names."""
    users = clean_environment / "config" / "kasen" / "kasen.toml"
    users.parent.mkdir(parents=True)
    with serving_in_thread() as mine, serving_in_thread() as theirs:
        users.write_text(
            f'compatible_base_url = "{mine.addresses["compatible"]}"\ncompatible_api_key = "test-key-of-the-user"\n',
            encoding="utf-8",
        )
        Path("kasen.toml").write_text(
            f'compatible_base_url = "{theirs.addresses["compatible"]}"\npreset = "compatible:some-model"\n',
            encoding="utf-8",
        )
        before = kasen("echo", "one two")
        assert before.exit_code == 0, before.output
        assert "`compatible_base_url` (kasen.toml:1) is ignored" in before.stderr
        assert theirs.calls == []
        assert {call.key for call in mine.calls} == {"test-key-of-the-user"}
        seen = len(mine.calls)
        (digest,) = HASH.findall(kasen("trust").stdout)
        kasen("trust", "--sha256", digest)
        after = kasen("echo", "one two")
        assert after.exit_code == 0, after.output
        assert theirs.calls
        assert len(mine.calls) == seen


@pytest.mark.usefixtures("brought")
def test_a_pipe_or_device_given_as_a_file_is_refused_and_not_waited_for(kasen: Any) -> None:
    os.mkfifo("pipe")
    Path("device").symlink_to("/dev/zero")
    for name in ("pipe", "device"):
        shown = kasen("trust", "--file", name)
        assert shown.exit_code == 4
        assert "not a plain file" in shown.stderr


def test_a_token_is_masked_and_what_else_waits_for_trust_is_marked(kasen: Any) -> None:
    Path("kasen.toml").write_text(
        f'hub_token = "{KEY}"\nreports = "/elsewhere"\nembeddings = "openai:x"\n'
        '[models]\nplanner = "local:./theirs.gguf"\n',
        encoding="utf-8",
    )
    shown = kasen("trust").stdout
    assert KEY not in shown
    assert re.findall(r"^! kasen\.toml:\d  (\w+)", shown, re.MULTILINE) == ["reports", "embeddings", "models"]
