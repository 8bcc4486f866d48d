"""Names of fonts and the files of this machine."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from kasen.tools.fonts.found import font

needs_fontconfig = pytest.mark.skipif(shutil.which("fc-match") is None, reason="no fontconfig")


@pytest.fixture
def no_fontconfig(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", "")
    font.cache_clear()
    yield
    font.cache_clear()


@needs_fontconfig
def test_a_family_that_nobody_has_is_shown_by_a_substitute() -> None:
    found = font("No Such Family Anywhere", lang="ja")
    assert found.substitute
    assert not found.same_widths
    assert not found.estimated
    assert Path(found.path).is_file()
    assert found.real


@needs_fontconfig
def test_a_family_that_is_here_is_itself() -> None:
    real = font("No Such Family Anywhere").real
    found = font(real)
    assert not found.substitute
    assert found.same_widths
    assert found.real == real


@needs_fontconfig
def test_a_metric_twin_is_a_substitute_of_the_same_widths() -> None:
    found = font("Arial")
    if found.real != "Liberation Sans":
        pytest.skip("no Liberation Sans")
    assert found.substitute
    assert found.same_widths


@needs_fontconfig
@pytest.mark.parametrize(
    "name",
    [
        "",
        "a:lang=ja:file=/etc/passwd",
        "-x",
        "--help",
        "a,b",
        "a\\",
        "x" * 5000,
        "a\x00b\n",
        "游ゴシック",
        ":::",
        "%{x}",
    ],
)
def test_no_name_is_more_than_a_name(name: str) -> None:
    found = font(name, lang="ja")
    assert found.path
    assert found.path != "/etc/passwd"
    assert found.substitute


@pytest.mark.usefixtures("no_fontconfig")
def test_without_fontconfig_every_font_is_an_estimate() -> None:
    found = font("Meiryo")
    assert found.estimated
    assert found.substitute
    assert found.family == "Meiryo"
