"""`make audit`: a finding, nothing, and nobody who answers are three things."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[2]))
from scripts import audit
from scripts.audit import ACCEPTED, FOUND, SILENT, SKIPPED, Heard, of_bandit, of_npm, of_python


def packages(*bugs: str, **more: Any) -> str:
    vulns = [{"id": bug, "fix_versions": ["2.0"], "aliases": []} for bug in bugs]
    return json.dumps({"dependencies": [{"name": "tea", "version": "1.0", "vulns": vulns, **more}], "fixes": []})


def test_python_packages_are_sound_or_named_with_the_version_that_is() -> None:
    assert of_python(packages(), "") == Heard([])
    assert of_python(packages("PYSEC-1"), "").findings == ["tea 1.0: PYSEC-1, mended in 2.0"]


@pytest.mark.parametrize("out", ["", "not JSON", "[]", "{}"])
def test_an_index_that_does_not_answer_is_not_taken_for_no_finding(out: str) -> None:
    assert of_python(out, "Traceback\n  …\nConnectionError: no route\n") == Heard(None, "ConnectionError: no route")
    assert of_npm(out, "npm error no route\n") == Heard(None, "npm error no route")
    assert of_bandit(out, "") == Heard(None, "it printed nothing")


def test_a_package_that_was_left_out_is_not_taken_for_sound() -> None:
    assert of_python(packages(skip_reason="not found"), "") == Heard(None, "tea: not found")


def test_npm_tells_package_range_and_title() -> None:
    via = [{"title": "Prototype pollution", "url": "u"}, "other"]
    told = {"vulnerabilities": {"tea": {"range": "<2", "severity": "high", "via": via}}}
    assert of_npm(json.dumps(told), "").findings == ["tea <2: high, Prototype pollution, by way of other"]
    assert of_npm('{"vulnerabilities": {}}', "") == Heard([])
    refused = {"message": "405 Method Not Allowed", "error": {"summary": "", "detail": ""}}
    assert of_npm(json.dumps(refused), "npm error no log") == Heard(None, "405 Method Not Allowed")


def test_bandit_names_the_line_and_a_file_that_it_could_not_read_is_no_answer() -> None:
    one = {"filename": "src/a.py", "line_number": 3, "test_id": "B301", "issue_text": "pickle"}
    known = [{"filename": file, "test_id": kind, "line_number": 1, "issue_text": "x"} for file, kind in ACCEPTED]
    told = {"results": [one, *known], "errors": []}
    assert of_bandit(json.dumps(told), "").findings == ["src/a.py:3: B301 pickle"]
    gone = f"{known[0]['filename']}: {known[0]['test_id']} is accepted, and not found"
    assert of_bandit(json.dumps({**told, "results": known[1:]}), "").findings == [gone]
    assert of_bandit(json.dumps({"results": [], "errors": ["src/b.py"]}), "") == Heard(None, "src/b.py")


def test_what_is_accepted_has_a_file_and_a_reason() -> None:
    assert [file for file, _ in ACCEPTED if not (audit.ROOT / file).is_file()] == []
    assert all((*ACCEPTED.values(), *SKIPPED.values()))


def test_each_outcome_has_an_exit_code_of_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert audit.said("tea", Heard([])) == 0
    assert audit.said("tea", Heard(["a"])) == FOUND == 1
    assert audit.said("tea", Heard(None, "no route")) == SILENT == 3
    assert capsys.readouterr().out.splitlines() == [
        "tea: nothing is known against them",
        "tea: 1 findings",
        "  a",
        "tea: not known, nobody answers: no route",
    ]
    assert audit.main(["coffee"]) == 2


def test_a_program_that_is_not_there_is_nobody_who_answers() -> None:
    out, err = audit.ran(["no-such-program-of-this-name"], seconds=1)
    assert out == ""
    assert "no-such-program" in err
