"""Every test starts in an empty folder, without a network, with nothing of the person who runs it."""

from __future__ import annotations

import gc
import signal
from collections.abc import Callable, Generator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as of_hypothesis

from kasen.settings import Settings, variables

pytest_plugins = ["kasen.testing.pytest_plugin", "servers.fixtures"]

of_hypothesis.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
of_hypothesis.load_profile("busy")  # a machine under load is no fault of what is tested

for number, handler in (
    (signal.SIGINT, signal.default_int_handler),
    (signal.SIGHUP, signal.SIG_DFL),
    (signal.SIGQUIT, signal.SIG_DFL),
):
    if signal.getsignal(number) is signal.SIG_IGN:  # begun in the background: what tests start would not hear it either
        signal.signal(number, handler)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Tests that leave the machine are not even read, unless they are asked for: `make test-live`."""
    return True if collection_path.name == "live" and config.option.markexpr != "live" else None


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """What a test printed and logged goes from process to process as UTF-8; lone surrogates are written out."""
    report = yield
    report.sections = [(name, text.encode("utf-8", "backslashreplace").decode()) for name, text in report.sections]
    return report


@pytest.fixture(autouse=True)
def clean_environment(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """No key, no setting; KASEN_HOME and the user's configuration in a folder of their own."""
    place = tmp_path_factory.mktemp("person")
    for name in (name for field in Settings.model_fields for name in variables(field)):
        monkeypatch.delenv(name, raising=False)
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(place))
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("OLLAMA_BASE_URL", "http://127.0.0.1:9")  # nobody listens there, whatever this machine runs
    monkeypatch.setenv("KASEN_SEARCH", "none")  # else `ddgs` would ask, from a process that no guard sees
    monkeypatch.setenv("KASEN_HOME", str(place / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(place / "config"))
    (place / "work").mkdir()
    monkeypatch.chdir(place / "work")
    return place


@pytest.fixture
def deep_stack() -> Generator[None]:
    """For a test that goes to the bottom of the stack: what others left is collected before, and nothing there.

    A finalizer that is run where no frame is left fails by no fault of its own, and the test with it.
    """
    gc.collect()
    gc.disable()
    yield
    gc.enable()


_numbers = count()


@pytest.fixture
def package_of(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """`package_of(planner="Plan {{ topic }}")`: a package whose `prompts/planner.md` holds that text.

    No two packages have the same name.
    """

    def make(**prompts: str) -> str:
        place = tmp_path_factory.mktemp("packages")
        name = f"package_{next(_numbers)}"
        folder = place / name / "prompts"
        folder.mkdir(parents=True)
        (place / name / "__init__.py").write_text("", encoding="utf-8")
        for stem, text in prompts.items():
            (folder / f"{stem}.md").write_text(text, encoding="utf-8")
        monkeypatch.syspath_prepend(str(place))
        return name

    return make
