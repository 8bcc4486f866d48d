"""The wheel in an empty environment outside of the repository; `scripts/wheel.py` does the same with every extra."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "scripts" / "wheel.py"
UNBUILDABLE = """
[project]
name = "tea"
version = "1.0"
[project.optional-dependencies]
green = []
"""
"""A tree without a package: hatchling does not know what to put into the wheel."""


@pytest.fixture
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("wheel_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_an_extra_that_there_is_not_is_refused() -> None:
    done = subprocess.run(
        [sys.executable, str(SCRIPT), "--extras", "code,sever"], capture_output=True, text=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert "there is no extra 'sever'; there are google," in done.stderr


def test_a_build_that_fails_is_told_as_json_beside_a_relative_folder(tmp_path: Path) -> None:
    tree, here = tmp_path / "tree", tmp_path / "here"
    here.mkdir()
    (tree / "scripts").mkdir(parents=True)
    copied = shutil.copy(SCRIPT, tree / "scripts" / "wheel.py")
    (tree / "pyproject.toml").write_text(UNBUILDABLE, encoding="utf-8")
    command = [sys.executable, str(copied), "--json", "--extras", "none", "--keep", "t"]
    done = subprocess.run(command, cwd=here, capture_output=True, text=True, check=False, timeout=120)
    (failed,) = json.loads(done.stdout)["failed"]
    assert "hatchling build -t wheel" in failed
    assert done.returncode == 1
    assert [path.suffix for path in (here / "t" / "dist").iterdir()] == [".gz"]
    assert not (tree / "t").exists()


def test_a_command_that_is_missing_is_a_failure(script: ModuleType, tmp_path: Path) -> None:
    with pytest.raises(script.Failed, match="nowhere"):
        script.ended([tmp_path / "nowhere"], cwd=tmp_path)


def test_an_extra_that_cannot_be_installed_does_not_keep_the_next_from_being_tried(
    script: ModuleType, tmp_path: Path
) -> None:
    class Without(script.Trial):  # type: ignore[misc, name-defined]
        def run(self, *command: object, **_more: object) -> str:
            raise script.Failed(f"{command[-1]}: no room")

    trial = Without(tmp_path)
    script.each(trial, ["search", "code"], tmp_path / "kasen.whl", tmp_path / "base")
    assert [one.partition(":")[0] for one in trial.failed] == ["search", "code"]


@pytest.mark.slow
def test_every_command_runs_from_the_wheel_in_an_empty_environment(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "wheel.py"), "--json", "--keep", str(tmp_path)]
    done = subprocess.run([*command, "--extras", "code"], capture_output=True, text=True, check=False)
    found = json.loads(done.stdout)
    assert found["failed"] == []
    assert found["commands_run"] > 60
    assert done.returncode == 0
