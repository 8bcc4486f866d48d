from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.cli.doctor import PROGRAMS
from kasen.server.site import INDEX, PAGES

RUNNER = CliRunner()


def checks() -> dict[str, dict[str, object]]:
    shown = RUNNER.invoke(app, ["doctor", "--json"])
    return {check["name"]: check for check in json.loads(shown.stdout)["checks"]}


def test_a_working_machine_passes_everything_that_is_required() -> None:
    shown = RUNNER.invoke(app, ["doctor"])
    assert shown.exit_code == 0, shown.stdout
    required = [check for check in checks().values() if check["required"]]
    assert len(required) >= 4
    assert all(check["ok"] for check in required)


def test_what_is_missing_is_named_with_its_cost_and_its_remedy(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = checks()
    for name in [
        *(program.name for program in PROGRAMS),
        "libreoffice",
        "sandbox",
        "fonts",
        "git",
        "tmux",
        "claude",
        "codex",
    ]:
        assert not found[name]["ok"]
        assert found[name]["costs"]
        assert found[name]["fix"]
    shown = RUNNER.invoke(app, ["doctor"])
    assert shown.exit_code == 0
    assert "– tmux" in shown.stdout
    assert "without it: no agents of the type claude-code" in shown.stdout


def test_it_says_whether_the_web_pages_are_there() -> None:
    found = checks()["web pages"]
    are_built = (PAGES / INDEX.lstrip("/")).is_file()
    assert found["ok"] == are_built
    assert found["found"] == ("compiled" if are_built else "not compiled")
    assert "make web" in str(found["fix"])


def test_the_remedy_is_a_command_where_there_is_apt(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    apt = tmp_path / "apt-get"
    apt.write_text("#!/bin/sh\n", encoding="utf-8")
    apt.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert checks()["tmux"]["fix"] == "sudo apt-get install tmux"


def test_what_checks_and_renders_resumes_is_looked_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    found = checks()
    assert not found["quarto"]["ok"]
    assert "quarto.org" in str(found["quarto"]["fix"])
    assert all(found[name]["fix"] == "Run: pip install 'kasen[resume]'" for name in ("pandoc", "panache"))
    (tmp_path / "quarto").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "quarto").chmod(0o755)
    assert checks()["quarto"]["found"] == str(tmp_path / "quarto")


def test_textlint_counts_with_the_presets_beside_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    bare = checks()["textlint"]
    assert not bare["ok"]
    assert "npm install -g textlint" in str(bare["fix"])
    modules = tmp_path / "lib" / "node_modules"
    for package, about in {"textlint": '{"version": "15.8.0"}', "textlint-rule-preset-jtf-style": "{}"}.items():
        (modules / package).mkdir(parents=True)
        (modules / package / "package.json").write_text(about, encoding="utf-8")
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "textlint").write_text("#!/bin/sh\n", encoding="utf-8")
    (tmp_path / "bin" / "textlint").chmod(0o755)
    assert checks()["textlint"]["found"] == "15.8.0 with 1 of 3 presets"


def test_keys_are_named_and_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks()["keys"]["found"] == "none"
    monkeypatch.setenv("OPENAI_API_KEY", "sk-very-secret")
    shown = RUNNER.invoke(app, ["doctor"])
    assert "OPENAI_API_KEY" in shown.stdout
    assert "sk-very-secret" not in shown.stdout + shown.stderr


def test_a_home_that_cannot_be_written_ends_with_exit_code_3(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_HOME", "/proc/kasen")
    shown = RUNNER.invoke(app, ["doctor"])
    assert shown.exit_code == 3
    assert "✗ home" in shown.stdout
    assert "KASEN_HOME" in shown.stdout


def test_an_invalid_file_of_settings_is_reported_and_the_other_checks_still_run() -> None:
    Path("kasen.toml").write_text("nonsense = 1\n", encoding="utf-8")
    shown = RUNNER.invoke(app, ["doctor"])
    assert shown.exit_code == 3
    assert "kasen.toml:1" in shown.stdout
    assert "python" in shown.stdout
    assert "tmux" in shown.stdout


def test_the_proxy_is_shown_without_its_password_and_the_certificates_by_their_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert checks()["network"]["found"] == "no proxy; certificates: those of this system"
    file = tmp_path / "company.pem"
    file.write_text("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", encoding="utf-8")
    monkeypatch.setenv("HTTPS_PROXY", "http://me:secret-word@proxy.corp.example:3128")
    monkeypatch.setenv("NO_PROXY", "corp.example")
    shown = RUNNER.invoke(app, ["doctor"])
    assert "proxy http://proxy.corp.example:3128 with a password; not for corp.example" in shown.stdout
    assert "secret-word" not in shown.output
    monkeypatch.setenv("SSL_CERT_FILE", str(file))
    broken = checks()["network"]
    assert (broken["ok"], broken["required"], broken["costs"]) == (False, False, "hosted models")
    assert f"`ca_bundle` (`{file}`) cannot be read" in str(broken["found"])


def test_a_socks_proxy_without_its_package_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://proxy.example")
    missing = importlib.util.find_spec("socksio") is None
    assert checks()["network"]["ok"] is not missing


def test_who_searches_the_web_is_said_and_what_they_lack(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks()["web search"]["found"] == "none: `search` is `none`"
    monkeypatch.setenv("KASEN_SEARCH", "arxiv,tavily")
    lacking = checks()["web search"]
    assert (lacking["ok"], lacking["required"]) == (False, False)
    assert "arxiv, tavily (named in `search`)" in str(lacking["found"])
    assert "TAVILY_API_KEY" in str(lacking["found"])
    monkeypatch.setenv("TAVILY_API_KEY", "tvly-test-0123456789")
    assert checks()["web search"]["ok"]
    monkeypatch.setenv("KASEN_SEARCH", "")
    assert checks()["web search"]["found"] == "tavily (the first that stands ready)"


def test_an_office_that_does_not_start_is_none(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name, word in (("soffice", "exit 1"), ("apt-get", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{word}\n", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    found = checks()["libreoffice"]
    assert (found["ok"], found["found"]) == (False, f"{tmp_path / 'soffice'} does not start")
    assert found["fix"] == "sudo apt-get install libreoffice-impress"
    (tmp_path / "soffice").write_text("#!/bin/sh\necho LibreOffice 24.2.7.2 420\n", encoding="utf-8")
    assert checks()["libreoffice"]["found"] == f"24.2.7.2 at {tmp_path / 'soffice'}"


def test_what_pictures_of_pages_need_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    assert checks()["page pictures"]["found"] == "playwright and axe-core"
    found = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name.startswith("axe") else found(name))
    check = checks()["page pictures"]
    assert (check["ok"], check["found"]) == (False, "missing: axe-core")
    assert "kasen[resume]" in str(check["fix"])
