"""What the page of the evals says was measured is what the kept results say."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "evals" / "README.md").read_text(encoding="utf-8")
KEPT = ROOT / "docs" / "reference" / "measurements"


def kept(name: str) -> Any:
    return json.loads((KEPT / f"{name}.json").read_text(encoding="utf-8"))["figures"]


def told(start: str) -> str:
    """The row of a table, or the paragraph, that begins so."""
    rows = [line for line in PAGE.splitlines() if line.startswith(f"| {start}")]
    if rows:
        assert len(rows) == 1, start
        return rows[0]
    return next(part for part in PAGE.replace("\n", " \n").split(" \n \n") if part.startswith(start)).replace("\n", "")


def percent(share: float) -> str:
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def of(part: int, whole: int) -> str:
    return f"{part:,} of {whole:,}"


def shares(part: int, whole: int) -> str:
    return f"{of(part, whole)} ({percent(part / whole)})"


@pytest.mark.parametrize(
    ("name", "start"),
    [("retrieval", "`retrieval.py jsquad-valid.json`"), ("retrieval_en", "`retrieval.py questions/en.json`")],
)
def test_search(name: str, start: str) -> None:
    found, row = kept(name), told(start)
    assert f"({found['n']:,}" in row
    assert f"| R@1 {found['r1']:.3f}, R@5 {found['r5']:.3f}" in row


def test_search_across_languages() -> None:
    ways, row = (
        kept("retrieval_cross")["by_language"],
        told("`retrieval.py questions/cross.json --more questions/en.json` (48)"),
    )
    shown = {way: [round(float(one), 3) for one in re.findall(r"\d\.\d+|\b0\b", row.split(way)[1])][:2] for way in WAYS}
    assert shown == {way: [round(ways[key]["r1"], 3), round(ways[key]["r5"], 3)] for way, key in WAYS.items()}


WAYS = {"English on Japanese texts": "en-ja", "Japanese on English texts": "ja-en"}


@pytest.mark.parametrize(
    ("name", "start"),
    [("answers", "`answers.py jsquad-valid.json`"), ("answers_en", "`answers.py questions/en.json` (")],
)
def test_answers(name: str, start: str) -> None:
    found, row = kept(name), told(start)
    assert f"({found['n']}, seed {found['seed']})" in row
    assert f"| {found['gold_in_findings']:.3f}, {found['gold_in_two']:.3f}; " in row
    good = round(found["citations"] * found["citations_resolved"])
    assert f"{of(good, found['citations'])} citations resolve" in row


@pytest.mark.parametrize(
    ("name", "start"), [("verify", "`plant.py jsquad-valid.json`"), ("verify_en", "`plant.py questions/en.json`")]
)
def test_planted_changes(name: str, start: str) -> None:
    found, row = kept(name), told(start)
    assert f"seed {found['seed']}: {found['false']:,} changed, {found['true']:,} true" in row
    assert f"{percent(found['found_share'])} found" in row
    assert f"{percent(found['rejected'] / found['false'])} without those said in part" in row
    assert f"{percent(found['alarm_share'])} false alarms" in row
    assert ("none weakened" in row) == (found["weakened"] == 0)
    if "figures cut short" in row:
        cut = found["kinds"]["cut_short"]
        assert f"of figures cut short {of(cut['found'], cut['n'])}" in row


def test_inference_and_what_overlap_comes_to() -> None:
    found, row = kept("inference"), told("`verify.py jnli-valid.json`")
    overlap = found["overlap"]
    assert f"({found['n']:,} pairs)" in row
    assert f"{percent(found['found_share'])} of what is not entailed" in row
    assert f"{percent(found['alarm_share'])} false alarms, {percent(found['weakened_share'])} weakened" in row
    assert f"precision of *supported* {found['precision']:.3f} at {percent(found['supported_share'])}" in row
    assert f"overlap of words alone {overlap['precision']:.3f} at as many" in row
    assert f"{overlap['whole_precision']:.2f} at {percent(overlap['whole_share'])}" in row


def test_rulings() -> None:
    found, words = kept("fact_check"), told("`python evals/fact_check.py --json`")
    assert f"{of(found['right'], found['claims'])} claims ruled right" in words
    assert ("none ruled supported or refuted that is not" in words) == (found["false_rulings"] == 0)
    for name, said in (("tuned_on", "that the rules were written with"), ("held_out", "held out")):
        assert f"{of(found[name]['right'], found[name]['claims'])} {said}" in words


def test_facts_of_resumes() -> None:
    (found,), row = kept("resume_facts")["files"], told("`final.json`")
    lies, honest = shares(found["caught"], found["lies"]), shares(found["passed"], found["honest"])
    assert f"| {lies} | {honest} |" in row
    table = (ROOT / "benchmarks" / "measurements.toml").read_text(encoding="utf-8")
    assert f"{of(found['passed'], found['honest'])} honest rewordings passed" in table
    assert f"{of(found['caught'], found['lies'])} lies were caught" in table


def test_files_of_resumes() -> None:
    found, words = kept("resume_valid"), told("`python evals/resume_valid.py --json`")
    assert f"{of(found['found'], found['broken'])} broken" in words
    assert f"{of(found['passed'], found['good'])} sound files passed" in words


def test_the_gate_of_resumes() -> None:
    found, words = kept("resume_gate"), told("`python evals/resume_gate.py --json`")
    assert f"{found['runs']:,} runs" in words
    rows = {(one["true"], one["sd"]): one for one in found["cases"]}
    for (true, sd), one in rows.items():
        cells = f"| {true:g} | {sd:g} | {percent(one['plain'])} | {percent(one['strict'])} |"
        assert cells in PAGE, cells


def test_decks() -> None:
    found, words = kept("decks"), told("`python evals/decks.py --json`")
    assert f"{of(found['sound'], found['decks'])} decks sound, {found['slides']} slides" in words
    truth, row = kept("deck_truth"), told("`deck_truth_held_out.json`")
    assert f"| {of(truth['found'], truth['planted'])} | {of(truth['false_alarms'], truth['true'])} |" in row
