"""The wheel carries what the program reads at run time; scripts and versions are in order."""

from __future__ import annotations

import importlib.util
import json
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from itertools import chain
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from kasen.settings.environment import plain_environment

ROOT = Path(__file__).resolve().parent.parent
SRC = ROOT / "src" / "kasen"
PAGES = SRC / "server" / "pages"


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    content: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return content


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """Names of the files in a wheel built here, without a network."""
    place = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (built,) = place.glob("kasen-*.whl")
    with zipfile.ZipFile(built) as archive:
        return set(archive.namelist())


def test_the_wheel_holds_every_file_of_the_package(wheel: set[str]) -> None:
    files = [path for path in SRC.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    kinds = {path.suffix for path in files}
    assert {".py", ".md", ".toml", ".typed"} <= kinds
    assert [str(p) for p in files if f"kasen/{p.relative_to(SRC).as_posix()}" not in wheel] == []


def test_the_wheel_holds_the_prompts_the_migrations_and_the_licence(wheel: set[str]) -> None:
    assert "kasen/prompts/partials/fenced.md" in wheel
    assert "kasen/teams/echo/prompts/planner.md" in wheel
    assert any(re.fullmatch(r"kasen/runtime/migrations/versions/\w+\.py", name) for name in wheel)
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in wheel)
    assert "kasen/examples/corpus/uji.en.md" in wheel, "the demo runs from an installed package too"


def test_the_wheel_holds_the_pages_where_they_are_compiled(wheel: set[str]) -> None:
    if not (PAGES / "index.html").is_file():
        pytest.skip("the pages are not compiled here; run `make web`")
    index = (PAGES / "index.html").read_text(encoding="utf-8")
    named = re.findall(r'(?:src|href)="/(assets/[^"]+)"', index)
    assert named
    wanted = {"index.html", "index.html.gz", *named, *(f"{name}.gz" for name in named)}
    assert sorted(name for name in wanted if f"kasen/server/pages/{name}" not in wheel) == []
    assert "kasen/server/unbuilt.html" in wheel


def test_the_source_package_holds_what_the_pages_are_compiled_from_and_the_pages(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    (built,) = tmp_path.glob("kasen-*.tar.gz")
    with tarfile.open(built) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {"web/package-lock.json", "web/src/main.tsx", "scripts/web.sh", "scripts/build_backend.py"} <= names
    assert not any("node_modules" in name for name in names)
    assert ("src/kasen/server/pages/index.html" in names) == (PAGES / "index.html").is_file()


# --- the backend ----------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def backend() -> ModuleType:
    spec = importlib.util.spec_from_file_location("build_backend", ROOT / "scripts" / "build_backend.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Told:
    """In the place of hatchling's own terminal."""

    def __init__(self) -> None:
        self.warnings: list[str] = []

    def display_warning(self, text: str) -> None:
        self.warnings.append(text)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A checkout with sources of pages, whose `scripts/web.sh` notes that it was called and ends with 0."""
    (tmp_path / "web").mkdir()
    (tmp_path / "web" / "package.json").write_text("{}", encoding="utf-8")
    (tmp_path / "scripts").mkdir()
    ends_with(tmp_path, 0)
    (tmp_path / "pyproject.toml").write_text('[project]\nname = "kasen"\nversion = "1"\n', encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ends_with(tree: Path, code: int) -> None:
    (tree / "scripts" / "web.sh").write_text(f"echo $* > called; echo tea broke; exit {code}", encoding="utf-8")


def hook(backend: ModuleType, tree: Path, told: Told) -> Any:
    return backend.Pages(str(tree), {}, None, None, str(tree), "wheel", told)


def test_a_build_compiles_the_pages_first_and_an_editable_install_does_not(backend: ModuleType, tree: Path) -> None:
    hook(backend, tree, Told()).initialize("editable", {})
    assert not (tree / "called").exists()
    hook(backend, tree, Told()).initialize("standard", {})
    assert (tree / "called").read_text(encoding="utf-8") == f"build {sys.executable}\n"


def test_an_unpacked_source_package_brings_its_pages_along(backend: ModuleType, tree: Path) -> None:
    (tree / "PKG-INFO").touch()
    assert not backend.are_given(tree)
    (tree / "src/kasen/server/pages").mkdir(parents=True)
    (tree / "src/kasen/server/pages/index.html").touch()
    assert backend.are_given(tree)
    hook(backend, tree, Told()).initialize("standard", {})
    assert not (tree / "called").exists()
    assert not [one for one in backend.get_requires_for_build_wheel() if "nodejs" in one]


def test_a_build_without_node_says_so_and_goes_on_and_a_fault_ends_it(backend: ModuleType, tree: Path) -> None:
    told = Told()
    ends_with(tree, backend.NO_NODE)
    hook(backend, tree, told).initialize("standard", {})
    assert len(told.warnings) == 1
    assert "cannot be had" in told.warnings[0]
    ends_with(tree, 1)
    with pytest.raises(RuntimeError, match="tea broke"):
        hook(backend, tree, told).initialize("standard", {})


def test_a_build_without_bash_says_so_and_goes_on(
    backend: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = Told()
    monkeypatch.setenv("PATH", str(tree))
    hook(backend, tree, told).initialize("standard", {})
    assert ["bash cannot be had" in one for one in told.warnings] == [True]


def test_node_is_asked_for_only_where_it_is_needed(
    backend: ModuleType, tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tree))
    assert backend.NODE in backend.get_requires_for_build_wheel()
    assert backend.NODE in backend.get_requires_for_build_sdist()
    assert not [one for one in backend.get_requires_for_build_editable() if "nodejs" in one]
    (tree / "npm").write_text("#!/bin/sh", encoding="utf-8")
    (tree / "npm").chmod(0o755)
    assert backend.NODE not in backend.get_requires_for_build_wheel()


def test_web_names_no_machine_and_no_registry() -> None:
    listed = subprocess.run(["git", "ls-files", "web"], cwd=ROOT, capture_output=True, text=True, check=True)
    files = [ROOT / name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]
    assert len(files) > 20
    lock = (ROOT / "web" / "package-lock.json").read_text(encoding="utf-8")
    assert lock.count('"integrity": ') > 100
    assert '"resolved"' not in lock
    assert [str(path) for path in files if re.search(rb"file://|registry=", path.read_bytes())] == []
    ignored = subprocess.run(
        ["git", "check-ignore", "web/node_modules/x", "web/tsconfig.tsbuildinfo", "src/kasen/server/pages/index.html"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert len(ignored.stdout.splitlines()) == 3


# --- the package ----------------------------------------------------------------------------------------------------


def test_the_wheel_holds_nothing_but_the_package(wheel: set[str]) -> None:
    assert {name.split("/")[0] for name in wheel if ".dist-info/" not in name} == {"kasen"}


def test_every_dependency_has_an_exact_version(project: dict[str, Any]) -> None:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    assert all(re.fullmatch(r"[a-z0-9-]+==[\w.]+", line) for line in lines), "names and versions, nothing else"
    assert lines == sorted(lines)
    pinned = {line.partition("==")[0] for line in lines}
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["dependency-groups"]
    wanted = [*project["dependencies"], *groups["dev"], *chain(*project["optional-dependencies"].values())]
    named = {re.split(r"[\[<>=~! ]", line)[0].lower().replace("_", "-") for line in wanted} - {"kasen"}
    assert len(named) > 30
    assert sorted(named - pinned) == []


def test_all_is_the_sum_of_the_extras(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    (everything,) = extras["all"]
    named = set(re.fullmatch(r"kasen\[(.+)\]", everything)[1].split(","))  # type: ignore[index]
    assert named == extras.keys() - {"all"}


def test_the_licence_is_apache_2() -> None:
    text = (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "Apache License" in text
    assert "Version 2.0, January 2004" in text
    assert "END OF TERMS AND CONDITIONS" in text
    assert len(text.splitlines()) > 170


@pytest.mark.parametrize(
    "script",
    [
        "scripts/setup.sh",
        "scripts/system.sh",
        "scripts/clients.sh",
        "scripts/clis.sh",
        "scripts/web.sh",
        "scripts/audit.sh",
        ".ci/run",
    ],
)
def test_a_script_is_executable_and_valid(script: str) -> None:
    path = ROOT / script
    assert path.stat().st_mode & 0o111
    subprocess.run(["bash", "-n", str(path)], check=True)


def test_clis_can_be_left_out_of_the_setup() -> None:
    env = {**plain_environment(), "KASEN_CLIS": "0"}
    script = ROOT / "scripts" / "clis.sh"
    done = subprocess.run([str(script)], capture_output=True, text=True, check=False, env=env)
    assert (done.returncode, done.stdout) == (1, "")
    assert "KASEN_CLIS is 0" in done.stderr


@pytest.mark.parametrize(
    ("package", "module"), [("@anthropic-ai/claude-code", "claude_code"), ("@openai/codex", "codex")]
)
def test_a_program_says_which_version_it_is_tried_with(package: str, module: str) -> None:
    pinned = json.loads((ROOT / "tests" / "teams" / "code" / "clis" / "package.json").read_text(encoding="utf-8"))
    words = (ROOT / "src" / "kasen" / "teams" / "code" / "programs" / f"{module}.py").read_text(encoding="utf-8")
    assert f"(tried with {pinned['dependencies'][package]})" in words


def test_every_target_of_the_makefile_says_what_it_does() -> None:
    done = subprocess.run(["make", "help"], cwd=ROOT, capture_output=True, text=True, check=True)
    told = {line.split()[0] for line in done.stdout.splitlines() if len(line.split()) > 3}
    assert told >= {"demo", "test", "lint", "check", "setup", "web", "clean", "test-slow"}


def test_ci_runs_lint_and_test_once_each_and_nothing_else() -> None:
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make ") and "--version" not in line] == [
        "make lint",
        "make test",
    ]


def test_setting_up_refuses_what_it_does_not_know() -> None:
    done = subprocess.run([str(ROOT / "scripts" / "setup.sh"), "nonsense"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "usage:" in done.stderr


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_a_package_that_the_system_does_not_have_costs_no_other(tmp_path: Path) -> None:
    tools = tmp_path / "bin"
    (tmp_path / "scripts").mkdir()
    tools.mkdir()
    for name in ("bash", "dirname", "env", "grep", "touch"):
        (tools / name).symlink_to(shutil.which(name) or "")
    fake = {
        tools / "id": "echo 0",
        tools / "fc-list": "echo Gothic",
        tools / "apt-get": '[[ "$*" == *chromium* ]] && { echo no such package >&2; exit 100; }; '
        f'for word in "$@"; do case $word in -*|install|update) ;; *) touch "{tools}/$word" ;; esac; done',
        tmp_path / "scripts" / "clients.sh": "true",
    }
    for file, text in fake.items():
        file.write_text(f"#!/usr/bin/env bash\n{text}\n", encoding="utf-8")
        file.chmod(0o755)
    script = tmp_path / "scripts" / "system.sh"
    shutil.copy(ROOT / "scripts/system.sh", script)
    told = subprocess.run(
        [shutil.which("bash") or "", script],
        env={"PATH": str(tools), "KASEN_CLIS": "0"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert (tools / "tmux").exists()
    assert "could not be installed; the tests go on without them: chromium\n" in told
    assert "  chromium: without it" in told
    assert "  tmux: without it" not in told
