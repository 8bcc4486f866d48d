"""What stands at the root for those who take part: licences, workflows, hooks."""

from __future__ import annotations

import importlib.metadata
import json
import re
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).resolve().parent.parent
COPYLEFT = re.compile(r"\bA?GPL|LGPL|MPL|General Public|Mozilla Public")
PERMISSIVE = {"MIT", "ISC", "Apache-2.0", "BSD-3-Clause", "(AFL-2.1 OR BSD-3-Clause)", "Unlicense"}


def licence(found: importlib.metadata.Distribution) -> str:
    told = found.metadata
    said = [one[:80] for name in ("License-Expression", "License") for one in told.get_all(name) or []]
    return " ".join([*said, *(one for one in told.get_all("Classifier") or [] if one.startswith("License"))])


def test_the_notice_names_every_installed_package_that_is_not_permissive() -> None:
    installed = {str(one.metadata["Name"]): licence(one) for one in importlib.metadata.distributions()}
    strict = {name for name, said in installed.items() if COPYLEFT.search(said)}
    assert len(installed) >= 100
    assert {"psycopg", "certifi"} <= strict, "the search finds what it looks for"
    notice = (ROOT / "NOTICE").read_text(encoding="utf-8")
    assert sorted(name for name in strict if not re.search(rf"^  {re.escape(name)}\b", notice, re.MULTILINE)) == []


def test_packages_of_the_pages_are_permissive() -> None:
    lock: dict[str, Any] = json.loads((ROOT / "web" / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    shipped = {name: one.get("license") for name, one in lock.items() if name and not one.get("dev")}
    assert len(shipped) >= 50
    assert {name: said for name, said in shipped.items() if said not in PERMISSIVE} == {}


def test_the_workflow_checks_what_the_project_says_that_it_runs_on() -> None:
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    versions = re.findall(r"Python :: (3\.\d+)", project)
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "check.yml").read_text(encoding="utf-8"))
    job = workflow["jobs"]["check"]
    assert job["strategy"]["matrix"]["python"] == versions
    assert [step["run"] for step in job["steps"] if "run" in step] == ["make check"]
    assert workflow["permissions"] == {"contents": "read"}


def test_the_hooks_are_the_checks_of_make_lint() -> None:
    lint = (ROOT / "Makefile").read_text(encoding="utf-8").partition("\nlint:")[2].partition("\n\n")[0]
    hooks = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8"))["repos"][0]["hooks"]
    programs = {Path(hook["entry"].split()[0]).name for hook in hooks}
    assert programs == {"ruff", "mypy", "lint-imports"}
    assert all(f"$(BIN)/{name}" in lint for name in programs)
