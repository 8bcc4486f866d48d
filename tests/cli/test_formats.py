"""A format that cannot be made here is told before the run, not after it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from kasen.cli.formats import check_folder, check_formats
from kasen.errors import ConfigurationError, InputError


@pytest.fixture
def docs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A folder with a text, on a machine that cannot print."""
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "tea.md").write_text("# Tea\n\nThe house of Uji was founded in 1672.\n", encoding="utf-8")
    return str(tmp_path / "docs")


def asked(docs: str, formats: str) -> list[str]:
    return ["research", "When was the house of Uji founded?", "--mode", "quick", "--docs", docs, "--preset", "none",
            "--local-only", "--yes", "--format", formats]  # fmt: skip


def test_no_run_begins_for_a_format_that_cannot_be_made(kasen: Any, docs: str) -> None:
    refused = kasen(*asked(docs, "pdf"))
    assert refused.exit_code == ConfigurationError.exit_code
    assert "printing needs the package `playwright`" in refused.stderr
    assert kasen("runs", "list", "--json").stdout == ""


def test_with_other_formats_it_is_said_first_and_they_are_made(kasen: Any, docs: str, tmp_path: Path) -> None:
    made = kasen(*asked(docs, "md,pdf"), "--out", str(tmp_path / "out"))
    said = made.stderr.index("there will be no pdf: printing needs the package `playwright`")
    assert said < made.stderr.index("planner")
    assert [path.suffix for path in sorted((tmp_path / "out").glob("*.md"))] == [".md"]
    assert made.exit_code == ConfigurationError.exit_code


async def test_a_team_with_files_of_its_own_needs_nothing_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    await check_formats("slides", ["pdf"])
    await check_formats("research", ["md", "html", "bib"])
    with pytest.raises(ConfigurationError, match="playwright"):
        await check_formats("research", ["pdf"])


def test_a_run_is_not_carried_on_or_repeated_for_nothing(kasen: Any, docs: str, tmp_path: Path) -> None:
    kasen(*asked(docs, "md"), "--out", str(tmp_path / "out"))
    before = kasen("runs", "list", "--json").stdout
    for command in ("continue", "replay"):
        assert "playwright" in kasen("runs", command, kasen_id(before), "--format", "pdf").stderr
    assert kasen("runs", "list", "--json").stdout == before


def test_no_run_begins_for_a_folder_that_cannot_be_written(kasen: Any, docs: str) -> None:
    for command in (asked(docs, "md"), ["demo"]):
        refused = kasen(*command, "--out", "/proc/1/x")
        assert refused.exit_code == InputError.exit_code
        assert "`/proc/1/x` cannot be written" in refused.stderr
        assert "--out" in refused.stderr
    assert kasen("runs", "list", "--json").stdout == ""


def test_a_folder_that_is_tried_is_left_as_it_was(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    for out in (None, tmp_path / "there", tmp_path / "a" / "b"):
        check_folder(out)
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    for wrong in (tmp_path / ("x" * 300), Path("/proc/x")):
        with pytest.raises(InputError, match="cannot be written"):
            check_folder(wrong)


def kasen_id(line: str) -> str:
    return line.partition('"id":')[2].split('"')[1]


def test_in_a_batch_the_other_formats_of_every_request_come_out(kasen: Any, docs: str, tmp_path: Path) -> None:
    file = tmp_path / "asked.txt"
    file.write_text("When was the house of Uji founded?\nWhere is the house of Uji?\n", encoding="utf-8")
    given = [part for part in asked(docs, "md,pdf") if part != "When was the house of Uji founded?"]
    made = kasen(*given, "--batch", str(file), "--out", str(tmp_path / "out"))
    assert made.exit_code == ConfigurationError.exit_code, made.stderr
    assert "2 of 2 requests are not done" in made.stderr
    assert len(list((tmp_path / "out").glob("*/*.en.md"))) == 2
