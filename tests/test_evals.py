"""The evals of the verification print what they count, on small files."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import plant_en
from planting import Given, cut_short

EVALS = Path(__file__).parent.parent / "evals"
PASSAGE = "Steamed sencha was perfected by Nagatani Soen in 1738. It is not fermented."
CLAIMS = [
    ("Nagatani Soen perfected steamed sencha in 1738.", True, "reworded"),
    ("Steamed sencha was perfected by Nagatani Soen in 1738.", True, "as_it_stands"),
    ("Nagatani Soen perfected steamed sencha in 1783.", False, "date"),
    ("Steamed sencha was perfected by Murata Juko in 1738.", False, "name"),
    ("It is fermented.", False, "denial"),
]


def run(script: str, *given: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EVALS / script), *given]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def measured(file: Path) -> dict[str, Any]:
    done = run("verify.py", str(file), "--json")
    assert done.returncode == 0, done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_claims_are_counted_by_kind(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    lines = [{"claim": c, "passage": PASSAGE, "true": true, "kind": kind} for c, true, kind in CLAIMS]
    file.write_text("\n".join(map(json.dumps, lines)) + "\n\n", encoding="utf-8")
    found = measured(file)
    counts = [found[key] for key in ("n", "false", "found", "rejected", "true", "false_alarms", "weakened")]
    assert counts == [5, 3, 3, 3, 2, 0, 0]
    assert found["kinds"]["date"]["found"] == 1


def test_a_truth_called_a_lie_and_a_lie_called_the_truth_are_counted(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    lines = [{"claim": c, "passage": PASSAGE, "true": not true} for c, true, _ in CLAIMS]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    found = measured(file)
    assert (found["found"], found["false_alarms"], found["kinds"]) == (0, 3, {})


def test_plain_overlap_is_told_beside_and_what_is_shown_stays_out_of_the_object(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    given = [
        ("Nagatani Soen perfected steamed sencha in 1738.", True),
        ("It is not steamed.", False),
        ("It is fermented.", True),
    ]
    lines = [{"claim": claim, "passage": PASSAGE, "true": true} for claim, true in given]
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    done = run("verify.py", str(file), "--json", "--show")
    found = json.loads(done.stdout)
    assert found["overlap"] == {"precision": 1.0, "whole_precision": 0.6667, "whole_share": 1.0}
    assert done.stderr.splitlines() == [
        " contradicted: It is fermented. " + done.stderr.split("fermented. ")[1].strip()
    ]


def test_an_empty_file_counts_nothing_and_a_bad_line_is_named(tmp_path: Path) -> None:
    file = tmp_path / "claims.jsonl"
    file.write_text("", encoding="utf-8")
    assert measured(file)["n"] == 0
    file.write_text('{"claim": "x"}\n', encoding="utf-8")
    done = run("verify.py", str(file), "--json")
    assert done.returncode == 1
    assert done.stderr.startswith("line 1 of")


def test_what_is_planted_in_sentences_is_found_again(tmp_path: Path) -> None:
    paragraph = "永谷宗円は1738年に蒸し製の煎茶を七年かけて完成させたことで広く知られている。"
    rest = "アルファモデルの重さは乾いた状態で21キログラムであると測定の記録に書いてある。"
    squad = {"data": [{"title": "茶", "paragraphs": [{"context": f"茶 [SEP] {paragraph}{rest}", "qas": []}]}]}
    source = tmp_path / "squad.json"
    source.write_text(json.dumps(squad, ensure_ascii=False), encoding="utf-8")
    planted = run("plant.py", str(source))
    assert planted.returncode == 0, planted.stderr
    kinds = {json.loads(line)["kind"] for line in planted.stdout.splitlines()}
    assert {"as_it_stands", "opened", "date", "number"} <= kinds
    again = run("plant.py", str(source))
    assert again.stdout == planted.stdout
    file = tmp_path / "claims.jsonl"
    file.write_text(planted.stdout, encoding="utf-8")
    found = measured(file)
    assert found["found"] == found["false"] > 0
    assert found["false_alarms"] == 0


def test_a_figure_is_cut_short_from_within_it() -> None:
    def cut(sentence: str) -> str:
        return cut_short(Given(sentence, sentence))

    assert cut("About 2,500 people came to the festival.") == "500 people came to the festival."
    assert cut("この祭りにはおよそ1042人が遠くの村から訪れたという。") == "42人が遠くの村から訪れたという。"
    assert cut("It was founded in 2009.") == ""
    assert cut("Seven of 9 were left over by the others.") == ""


def test_broken_resume_files_are_found_and_sound_ones_pass() -> None:
    done = run("resume_valid.py", "--json")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["broken"] >= 25
    assert found["good"] >= 10
    assert (found["missed"], found["refused"]) == ([], [])
    assert (found["found"], found["passed"]) == (found["broken"], found["good"])
    assert found["ran"][-3:][0] == "own checks"


def test_who_met_whom_is_not_planted_the_other_way_round() -> None:
    def english(sentence: str) -> str:
        return plant_en.CHANGED["exchanged"](Given(sentence, sentence))

    assert (
        english("In 1921 Mary Jones defeated Adam Smith in Paris.")
        == "In 1921 Adam Smith defeated Mary Jones in Paris."
    )
    assert english("In 1921 Mary Jones married Adam Smith in spring.") == ""
