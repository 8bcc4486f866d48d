from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from kasen.cli.app import app
from kasen.knowledge.bases import LocalBases
from kasen.knowledge.shared_bases import SharedBases
from kasen.runtime.bases import _endpoint, bases_of
from kasen.settings import Settings, load_settings

RUNNER = CliRunner()


def test_without_the_setting_they_are_in_the_home() -> None:
    assert isinstance(bases_of(load_settings()), LocalBases)
    assert isinstance(bases_of(load_settings(knowledge="file:///mnt/kb")), SharedBases)


def test_an_address_that_stands_for_one_provider_is_not_taken_for_another() -> None:
    def endpoint(**more: Any) -> str:
        return _endpoint(Settings(artifacts_endpoint="http://127.0.0.1:9000", **more))

    assert endpoint(knowledge="s3://b/k") == endpoint(knowledge="s3://b/k", artifacts="s3://b/a") != ""
    assert endpoint(knowledge="s3://b/k", artifacts="gs://b/a") == ""


def test_a_base_that_one_home_adds_to_is_found_from_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KASEN_KNOWLEDGE", f"file://{tmp_path}/mount")
    (tmp_path / "tea.md").write_text(
        "Sencha of Uji was perfected by Nagatani Soen in 1738, after fifteen years of work."
    )

    def at(home: str, *line: str) -> str:
        monkeypatch.setenv("KASEN_HOME", str(tmp_path / home))
        done = RUNNER.invoke(app, list(line))
        assert done.exit_code == 0, done.output
        return done.stdout

    at("a", "kb", "add", str(tmp_path / "tea.md"), "--kb", "tea")
    assert at("b", "kb", "list") == "tea  1 documents  1 passages\n"
    assert "1738" in at("b", "kb", "search", "Who perfected sencha?")
    done = at("b", "research", "Who perfected sencha, and when?", "--kb", "tea", "--local-only", "--json")
    assert "Nagatani" in done
    at("b", "kb", "remove", str(tmp_path / "tea.md"))
    assert at("a", "kb", "list") == "tea  0 documents  0 passages\n"
    at("a", "kb", "remove", "tea")
    assert at("b", "kb", "list") == ""
