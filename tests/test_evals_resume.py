"""The eval of the fact ledger counts what a checker caught and passed, and says what is wrong with a broken file."""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kasen.teams.resume.ledger.checking import Checked
from kasen.teams.resume.schemas.change import Doubt

SCRIPT = Path(__file__).parent.parent / "evals" / "resume_facts.py"
CASES: list[dict[str, Any]] = [
    {"id": "a", "lang": "en", "kind": "number", "truth": "lie", "before": "Sold 3 cars.", "after": "Sold 9 cars."},
    {"id": "b", "lang": "ja", "kind": "number", "truth": "lie", "before": "3台を販売。", "after": "9台を販売。"},
    {"id": "c", "lang": "ja", "kind": "width", "truth": "honest", "before": "３台を販売。", "after": "3台を販売。"},
    {"id": "d", "truth": "honest", "after": "3台を販売。", "context": "- 3台を販売。", "confirmed": ["x"], "new": 1},
]


@pytest.fixture
def script(monkeypatch: pytest.MonkeyPatch) -> Any:
    spec = importlib.util.spec_from_file_location("eval_of_resume_facts", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, spec.name, module)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(CASES, ensure_ascii=False), encoding="utf-8")
    return path


def passes_all(before: str, after: str, *, context: str = "", confirmed: Sequence[str] = ()) -> Checked:
    return Checked()


def refuses_all(before: str, after: str, *, context: str = "", confirmed: Sequence[str] = ()) -> Checked:
    return Checked((Doubt(kind="added", claim=after, why="It refuses everything."),))


def knows(before: str, after: str, *, context: str = "", confirmed: Sequence[str] = ()) -> Checked:
    """Doubts a nine that was not there, and shows that context and sentences reach it."""
    assert before or (context and list(confirmed) == ["x"])
    return refuses_all(before, after) if "9" in after and "9" not in before else Checked()


def measured(script: Any, capsys: pytest.CaptureFixture[str], file: Path, checker: Any) -> dict[str, Any]:
    assert script.main([str(file), "--json"], checker) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_a_checker_that_passes_or_refuses_everything_gets_one_half_of_the_figures(
    script: Any, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    found = measured(script, capsys, file, passes_all)
    assert (found["caught"], found["passed"], found["missed"], found["refused"]) == (0, 1, ["a", "b"], [])
    found = measured(script, capsys, file, refuses_all)
    assert (found["caught"], found["passed"], found["missed"], found["refused"]) == (1, 0, [], ["c", "d"])


def test_cases_are_counted_by_kind_language_and_file(
    script: Any, capsys: pytest.CaptureFixture[str], file: Path
) -> None:
    found = measured(script, capsys, file, knows)
    assert (found["caught"], found["passed"], found["lies"], found["honest"]) == (1, 1, 2, 2)
    assert found["by_kind"]["number"] == {"lies": 2, "caught": 2, "honest": 0, "passed": 0}
    assert set(found["by_kind"]) == {"number", "width", "other"}
    assert found["by_lang"]["ja"] == {"lies": 1, "caught": 1, "honest": 2, "passed": 2}
    assert found["files"] == [{"file": "cases.json", "lies": 2, "caught": 2, "honest": 2, "passed": 2}]


def test_without_json_the_wrong_ones_are_told(script: Any, capsys: pytest.CaptureFixture[str], file: Path) -> None:
    assert script.main([str(file)], refuses_all) == 0
    told = capsys.readouterr().out
    assert "refused c (width)" in told
    assert "It refuses everything." in told
    assert "missed" not in told


@pytest.mark.parametrize("form", ["lines", "object", "marked"])
def test_other_forms_of_the_same_cases_count_the_same(
    script: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, file: Path, form: str
) -> None:
    path = tmp_path / "other.json"
    text = {
        "lines": "\n\n".join(json.dumps(case, ensure_ascii=False) for case in CASES) + "\n",
        "object": json.dumps({"cases": CASES, "about": "x"}, ensure_ascii=False),
        "marked": "\ufeff" + json.dumps(CASES, ensure_ascii=False),
    }[form]
    path.write_text(text, encoding="utf-8")
    found = measured(script, capsys, path, knows)
    assert found["by_kind"] == measured(script, capsys, file, knows)["by_kind"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "holds no cases"),
        ("[]", "holds no cases"),
        ("[{]", "is not JSON"),
        ("{}\n{", "Line 2"),
        ("3", "neither an array"),
        ('{"cases": 3}', "neither an array"),
        ("[3]", "Case 1 of"),
        ('[{"truth": "lie", "before": "x"}]', "no text in `after`"),
        ('[{"truth": "maybe", "before": "x", "after": "y"}]', "`maybe`"),
        ('[{"truth": "lie", "before": 3, "after": "y"}]', "no text in `before`"),
        ('[{"truth": "lie", "after": "y", "confirmed": "z"}]', "`confirmed`"),
    ],
)
def test_a_broken_file_is_told_in_one_sentence(
    script: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str, why: str
) -> None:
    path = tmp_path / "broken.json"
    path.write_text(text, encoding="utf-8")
    assert script.main([str(path), "--json"], passes_all) == 2
    said = capsys.readouterr()
    assert why in said.err
    assert (said.out, said.err.count("\n")) == ("", 1)


def test_a_file_that_is_not_there_ends_the_command_with_2(tmp_path: Path) -> None:
    command = [sys.executable, str(SCRIPT), str(tmp_path / "none.json"), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert "none.json" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_files_are_large_in_both_languages_and_share_no_case(script: Any) -> None:
    every = [script.load(file) for file in script.FILES]
    assert len(every) == 5
    for cases in every:
        counts = Counter((case.lang, case.lie) for case in cases)
        assert min(counts[lang, lie] for lang in ("en", "ja") for lie in (True, False)) >= 40
    ids = [case.id for cases in every for case in cases]
    assert len(set(ids)) == len(ids)
    final = {(case.before, case.after) for case in every[-1]}
    assert not final & {(case.before, case.after) for cases in every[:-1] for case in cases}
