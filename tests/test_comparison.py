"""What the pages say beside others is what was measured: each figure is that of the kept result."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
KEPT = ROOT / "docs" / "reference" / "measurements"
PAGES = [ROOT / "docs" / "reference" / name for name in ("comparison.md", "comparison.ja.md")]
READMES = [ROOT / name for name in ("README.md", "README.ja.md")]
COLUMNS = ("kasen", "kasen_quick", "open_deep_research", "gpt_researcher_deep", "gpt_researcher")
"""The programs, as the columns of the page have them."""


def figures(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))["figures"]
    return found


def rows(page: Path) -> list[list[str]]:
    """Cells of the table of what was run side by side, bold taken out; the first cell of each row left out."""
    table = (
        page.read_text(encoding="utf-8").partition("gpt-researcher 0.16.1, `research_report` |")[2]
        or (page.read_text(encoding="utf-8").partition("gpt-researcher 0.16.1、`research_report` |")[2])
    )
    lines = table.partition("\n\n")[0].strip().splitlines()[1:]
    return [[cell.strip().replace("**", "") for cell in line.strip("|").split("|")][1:] for line in lines]


def numbers(cell: str) -> list[float]:
    return [float(number.replace(",", "")) for number in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", cell)]


def stood(found: Mapping[str, Any]) -> list[float]:
    """Sentences that stand, of how many."""
    return [round(found["supported"] * found["statements"]), found["statements"]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_table_of_what_ran_side_by_side_is_the_kept_result(page: Path) -> None:
    kept = figures("side_by_side")
    shown = rows(page)
    assert {len(row) for row in shown} == {len(COLUMNS)}
    expected: list[Callable[[dict[str, Any]], list[float]]] = [
        lambda one: [one["serial"]],
        lambda one: [one["calls"]],
        lambda one: [one["tokens_in"]],
        lambda one: [one["searches"], one["searches_twice"]],
        lambda one: [one["sources"]],
        lambda one: [round(one["run_s"], 1)],
        lambda one: [round(one["cpu_s"], 1)],
        lambda one: [round(100 * one["careless"]["resolve"])],
        lambda one: stood(one["careless"]),
        lambda one: [one["faults"]["search"]["parts"], round(one["faults"]["search"]["run_s"])],
        lambda one: [one["faults"]["page hangs"]["parts"], round(one["faults"]["page hangs"]["run_s"])],
    ]
    for row, wanted in zip(shown, expected, strict=False):
        for cell, name in zip(row, COLUMNS, strict=True):
            assert sorted(numbers(cell)) == sorted(wanted(kept[name])), (cell, name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_left_after_faults_and_kills_is_the_kept_result(page: Path) -> None:
    kept = figures("side_by_side")
    *_, model, writer, killed = rows(page)
    for column, name in enumerate(COLUMNS):
        one = kept[name]
        failed = {cell: one["faults"][cell] for cell in ("model", "writer")}
        for cell, fault in ((model[column], failed["model"]), (writer[column], failed["writer"])):
            without = cell.startswith(("no report", "報告書なし"))
            assert without == (fault["hit"] and not fault["report"]), (cell, name)
            seconds = re.search(r"(\d+) (?:s\b|秒)", cell)
            assert seconds is None or int(seconds[1]) == round(fault["run_s"]), (cell, name)
        answers = numbers(killed[column])[:2]
        assert sorted(answers) == sorted([one["killed"]["calls_again"], one["killed"]["answered_before"]]), name
    saver = kept["open_deep_research_saver"]["killed"]["calls_again"]
    assert numbers(killed[2])[2] == saver


def measured(page: Path) -> list[tuple[str, str]]:
    """Of each row of the README that was measured: the cell of Kasen, the cell of others, versions taken out."""
    lines = page.read_text(encoding="utf-8").splitlines()
    rows = [line for line in lines if re.search(r"\*measured\*|（測定）", line) and line.startswith("|")]
    cells = [re.sub(r"0\.0\.16|0\.16\.1", "", line).strip("|").split("|") for line in rows]
    return [(ours, theirs) for _, ours, theirs in cells]


def in_order(cell: str) -> list[float]:
    """Its numbers as they stand; a part comes before its whole in both languages."""
    return numbers(re.sub(r"(\d+) (?:のうち|文中) (\d+)", r"\2 of \1", cell))


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_the_rows_of_the_readme_are_the_kept_result(page: Path) -> None:
    kept = figures("side_by_side")
    ours, deep, odr = kept["kasen"], kept["gpt_researcher_deep"], kept["open_deep_research"]
    quick, cheap, saver = kept["kasen_quick"], kept["gpt_researcher"], kept["open_deep_research_saver"]
    fed = [[one["calls"], one["tokens_in"], round(one["run_s"], 1)] for one in (quick, cheap)]
    again = [[one["killed"]["calls_again"], one["killed"]["answered_before"]] for one in (ours, odr, deep)]
    wanted: list[tuple[list[float], list[float]]] = [
        ([ours["serial"], ours["calls"]], [odr["serial"], odr["calls"], deep["serial"], deep["calls"]]),
        (fed[0], fed[1]),
        ([round(one["cpu_s"], 1) for one in (ours, quick)], [round(one["cpu_s"], 1) for one in (odr, deep, cheap)]),
        (stood(ours["careless"]), [*stood(odr["careless"]), *stood(deep["careless"])]),
        ([], []),
        (again[0], [*again[1], saver["killed"]["calls_again"], *again[2]]),
    ]
    assert [(in_order(ours), in_order(theirs)) for ours, theirs in measured(page)] == wanted


@pytest.mark.parametrize("page", READMES, ids=lambda page: page.name)
def test_who_writes_a_report_when_the_writer_fails_is_the_kept_result(page: Path) -> None:
    kept = figures("side_by_side")
    without = [re.search("no report|報告書が出ない", cell) is not None for cell in measured(page)[4]]
    ours, theirs = COLUMNS[:2], COLUMNS[2:]
    for said, programs in zip(without, (ours, theirs), strict=True):
        assert {not kept[name]["faults"]["writer"]["report"] for name in programs} == {said}, programs


@pytest.mark.parametrize("page", [*PAGES, *READMES], ids=lambda page: page.name)
def test_what_the_ledger_of_resumes_catches_is_the_kept_result(page: Path) -> None:
    kept = figures("resume_facts")
    lies, honest = kept["lies"], kept["honest"]
    caught, passed = round(kept["caught"] * lies), round(kept["passed"] * honest)
    text = page.read_text(encoding="utf-8")
    assert f"{caught} of {lies}" in text or f"嘘 {lies} のうち {caught}" in text
    assert f"{passed} of {honest}" in text or f"正しい言い換え {honest} のうち {passed}" in text


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_decks_come_to_is_the_kept_result(page: Path) -> None:
    said = re.split(r"(?:Of Kasen, measured alone: |Kasen だけの測定：)(?=8)", page.read_text(encoding="utf-8"))[1]
    decks, truth = figures("decks"), figures("deck_truth")
    counts = [decks[name] for name in ("sound", "decks", "slides")]
    counts += [truth[name] for name in ("planted", "found", "true", "false_alarms")]
    assert [each for each in counts if each not in numbers(said.partition("\n\n")[0])] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_the_saver_comes_to_is_the_kept_result(page: Path) -> None:
    text = re.split(r"^## (?:Under the teams|チームの下)$", page.read_text(encoding="utf-8"), flags=re.MULTILINE)[1]
    kept = figures("checkpoints")
    grown = kept["growth"]["800"]
    ratios = [
        kept[store][f"{way}_run_wall_ratio"] for way in ("at_once", "alone") for store in ("sqlite", "postgresql")
    ]
    wanted = [round(each, 2) for each in (grown["kasen"]["megabytes"], *ratios)]
    wanted.append(round(grown["stock"]["megabytes"], 1))
    assert [each for each in wanted if each not in numbers(text.partition("\n|")[0])] == []
