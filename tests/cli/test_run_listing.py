"""A look at what is there loads nothing that drives, and finds the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

LOADED = """
import json, sys
sys.argv[0] = "kasen"
from kasen.__main__ import main
try:
    main()
finally:
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
"""
DRIVES = {
    *("langgraph", "langchain_core", "langsmith", "httpx", "jinja2", "openai", "anthropic", "google.genai", "ollama"),
    *(
        "kasen.runtime.drive",
        "kasen.runtime.runner",
        "kasen.runtime.host",
        "kasen.models.asker",
        "fastapi",
        "temporalio",
    ),
}
DOCUMENTS = {"lancedb", "pyarrow", "numpy", "markitdown", "pypdfium2", "sentence_transformers"}
ALSO = {"alembic", "yaml", "rich", "lxml", "textual"}


def looked(*line: str) -> tuple[str, set[str]]:
    done = subprocess.run([sys.executable, "-c", LOADED, *line], capture_output=True, text=True, check=True)
    return done.stdout, set(json.loads(done.stderr.splitlines()[-1]))


@pytest.fixture
def listed(kasen: Any) -> str:
    """Id of a run that is there."""
    assert kasen("echo", "some text").exit_code == 0
    return str(json.loads(kasen("runs", "list", "--json").stdout)["id"])


def test_runs_are_listed_and_shown_without_what_drives_them(listed: str) -> None:
    for line in (
        ["runs", "list"],
        ["runs", "list", "--json"],
        ["runs", "show", listed],
        ["runs", "show", "--json", listed],
    ):
        said, loaded = looked(*line)
        assert listed in said, line
        assert "sqlalchemy" in loaded, "the store is read"
        assert sorted((DRIVES | DOCUMENTS | ALSO) & loaded) == [], line


def test_what_follows_a_run_drives(listed: str) -> None:
    """The guard above sees these names when they are loaded."""
    assert {"langgraph", "httpx", "jinja2", "kasen.runtime.runner"} <= looked("runs", "show", "--follow", listed)[1]


def test_knowledge_bases_are_listed_without_models_and_formats(kasen: Any, tmp_path: Path) -> None:
    (tmp_path / "tea.md").write_text("# Tea\n\nUji is south of Kyoto and known for its tea.", encoding="utf-8")
    assert kasen("kb", "add", str(tmp_path), "--kb", "tea").exit_code == 0
    said, loaded = looked("kb", "list")
    assert said.startswith("tea  1 documents  1 passages")
    assert sorted((DRIVES | DOCUMENTS | ALSO | {"sqlalchemy"}) & loaded) == []


def test_the_state_of_the_machine_is_told_without_what_drives_runs() -> None:
    said, loaded = looked("doctor", "--json")
    assert json.loads(said)["checks"]
    heavy = DRIVES - {"httpx", "jinja2"}
    assert sorted(heavy & loaded) == []
